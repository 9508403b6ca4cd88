"""A server in memory, and people to talk to it."""

from collections.abc import Iterator

import pytest
from serving import Person
from starlette.testclient import TestClient

from echelon.server.app import make_app
from echelon.server.settings import Settings


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(
        data=tmp_path, warm=False, allowed_hosts=("testserver",)
    )  # no pictures are drawn in the background while tests run


@pytest.fixture
def client(settings) -> Iterator[TestClient]:
    with TestClient(make_app(settings)) as found:
        yield found


@pytest.fixture
def anna(client) -> Person:
    return Person(client)


@pytest.fixture
def bert(client) -> Person:
    return Person(client)


@pytest.fixture
def nobody(client) -> Person:
    return Person(client, "")
