"""Fixtures of the page's tests: one server and one Chromium a process, one window a player, and no error overlooked."""

import os
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from chromium import FLAGS, REASON, find
from web_site import Site, visitor

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A module keeps its browser when tests run in several processes; browsers take longest, so they begin.

    A browser on a busy machine may miss its time: what fails is tried once more, and the summary names it. Twice is a fault.
    """
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=lambda item: item.path.parent != HERE)


_OPEN = ExitStack()  # what the browser needs closed


@cache
def _launched():
    """Chromium, started once a process, or the reason why there is none."""
    path = find()
    if path is None:
        pytest.skip(REASON)
    playwright = pytest.importorskip("playwright.sync_api")
    driver = _OPEN.enter_context(playwright.sync_playwright())
    found = driver.chromium.launch(executable_path=path, args=list(FLAGS))
    _OPEN.callback(found.close)
    return found


@pytest.fixture
def browser():
    """A browser without a memory."""
    return _launched()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """After the last of these tests the browser goes: its driver runs an event loop, which others must not find running."""
    if nextitem is None or nextitem.path.parent != HERE:
        _launched.cache_clear()
        _OPEN.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server with its own data; the pictures are shared between processes, as drawing them takes longest."""
    home = tmp_path_factory.getbasetemp().parent
    shared = (home.parent if os.environ.get("PYTEST_XDIST_WORKER") else home) / "echelon-art"
    found = Site(tmp_path_factory.mktemp("site"), art=shared).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def site(server):
    """The server, which must not stumble over what a module asks of it."""
    before = len(server.words())
    yield server
    assert "Traceback" not in server.words()[before:], server.words()[-4000:]


@pytest.fixture
def visit(browser, site):
    """Makes players, each with a window and cookies of his own; afterwards none may have seen an error."""
    pages = []

    def make(**options):
        pages.append(visitor(browser, site, **options))
        return pages[-1]

    yield make
    faults = [fault for page in pages for fault in page.watch.left()]
    for page in pages:
        page.context.close()
    assert faults == []


@pytest.fixture
def page(visit):
    """One player at a desk."""
    return visit()
