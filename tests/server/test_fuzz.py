"""Whatever the interface's own description allows, and what it does not: a sentence with a 4xx, never a 500."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import Person, fits
from starlette.testclient import TestClient

import echelon
from echelon.server.app import make_app
from echelon.server.endpoints import ENDPOINTS
from echelon.server.openapi import document
from echelon.server.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(document(ENDPOINTS))
OPERATIONS = {f"{e.method} {e.path}": e for e in ENDPOINTS}
REAL = {"system": "drill", "scenario": "crossing", "name": "zones", "side": "blue", "unit": "b1", "hex": "0303", "of": "red"}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A server with a game under way, and somebody who plays it."""
    with TestClient(
        make_app(Settings(data=tmp_path_factory.mktemp("fuzz"), warm=False, allowed_hosts=("testserver",)))
    ) as client:
        anna = Person(client)
        game = anna.new("drill")["id"]
        anna.act(game, anna.scene(game, "red"), "mine 0404")
        yield client, anna, game


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_breaks_the_server(table, name):
    client, anna, game = table
    endpoint = OPERATIONS[name]
    operation = SCHEMA[endpoint.path][endpoint.method]
    modes = schemathesis.GenerationMode
    both = st.one_of(operation.as_strategy(modes.POSITIVE), operation.as_strategy(modes.NEGATIVE))
    seen = set()

    def real(words, share):
        """What is made up, now and then with names that exist in its place, so that it comes further."""
        known = {**REAL, "game": game}
        return {k: known[k] if k in known and share else v for k, v in words.items()} if isinstance(words, dict) else words

    @settings(max_examples=15, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(both)
    def run(case):
        share = zlib.crc32(repr((case.body, case.query, case.path_parameters)).encode("utf-8", "replace")) % 4
        case.path_parameters = real(case.path_parameters, share)
        case.query = real(case.query, share > 1)
        case.body = real(case.body, share > 2) if endpoint.path != "/api/games" else case.body
        sent = case.as_transport_kwargs(base_url="http://testserver")
        headers = {**(sent.get("headers") or {}), "authorization": f"Bearer {anna.token}"}
        answer = client.request(sent["method"], sent["url"], params=sent.get("params"), headers=headers,
                                json=sent.get("json"), content=sent.get("data"))  # fmt: skip
        seen.add(answer.status_code)
        assert answer.status_code < 500, answer.text
        if answer.request.url.path.count("/") != endpoint.path.count("/") or "//" in answer.request.url.path:
            return  # what was made up has become another address
        assert answer.status_code in (endpoint.status, 400, 401, 404, 405, *endpoint.errors), answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]
        elif endpoint.answer is not str:
            fits(answer.json(), endpoint.path, endpoint.method)

    run()
    assert seen


def test_requests_of_our_own_making_break_nothing(tmp_path):
    """A short run of `python -m bench fuzz`, which goes on for as long as one likes."""
    root = Path(__file__).parent.parent.parent
    path = os.pathsep.join([str(root), str(Path(echelon.__file__).parent.parent)])
    said = subprocess.run(
        [sys.executable, "-m", "bench.fuzz", "--requests", "500", "--seed", "7"], cwd=tmp_path, capture_output=True, text=True,
        check=False, env={**os.environ, "PYTHONPATH": path}, timeout=120,
    )  # fmt: skip
    assert said.returncode == 0, said.stdout + said.stderr
    assert "500 requests on sqlite" in said.stdout
    routes = {line.split("  ")[0] for line in said.stdout.splitlines()}
    assert {"raw", "WS /api/games/{game}/live", "POST /api/games/{game}/act", "GET /static/{path}"} <= routes
