"""What a server is run with: settings from three places, its health, its figures, and being one of several."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from serving import Person, listen
from starlette.testclient import TestClient

from echelon.core.errors import EchelonError
from echelon.server.app import make_app
from echelon.server.configure import flag_of, read_settings, variable_of
from echelon.server.metrics import kind_of
from echelon.server.settings import Settings


# --- settings -----------------------------------------------------------------------------------------------------------
def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path):
    file = tmp_path / "echelon.toml"
    file.write_text('port = 1\nwatchers = 2\nthreads = 3\norigins = ["https://A.example/"]\nrouted = true\nreturn_days = 1\n')
    environ = {"ECHELON_WATCHERS": "20", "ECHELON_THREADS": "30", "ECHELON_PROXIES": "10.0.0.0/8, ::1", "ECHELON_WARM": "no"}
    found = read_settings({"threads": "300", "data": str(tmp_path)}, environ, str(file))
    assert (found.port, found.watchers, found.threads) == (1, 20, 300)
    assert found.origins == ("https://a.example",)
    assert found.proxies == ("10.0.0.0/8", "::1")
    assert (found.routed, found.warm, found.return_days, found.data) == (True, False, 1.0, tmp_path)
    assert read_settings({}, {"ECHELON_CONFIG": str(file)}).port == 1
    assert replace(read_settings({}, {}), warm=True) == Settings(warm=True)


@pytest.mark.parametrize(("text", "words"), [
    ("prot = 1", "no setting 'prot'; did you mean 'port'"), ("port = 'x'", "port: 'x' is not a whole number"),
    ("port = true", "not a whole number"), ("port = 1.5", "not a whole number"), ("port = 70000", "not a port"),
    ("threads = 0", "too small; the minimum is 1"), ("return_days = nan", "not a number"), ("origins = 'x'", "not a site"),
    ("origins = [1]", "not a list of words"), ("origins = ['https://a.example/page']", "not a site"),
    ("origins = ['http://[']", "not a site"), ("proxies = ['proxy']", "neither an address nor a network"),
    ("routed = 'perhaps'", "neither yes nor no"), ("host = 3", "not a text"), ("port = ", "echelon.toml"),
])  # fmt: skip
def test_a_setting_that_is_wrong_is_named(tmp_path, text, words):
    file = tmp_path / "echelon.toml"
    file.write_text(text)
    with pytest.raises(EchelonError, match=re.escape(words)) as told:
        read_settings({}, {}, str(file))
    assert "echelon.toml" in str(told.value)


def test_the_place_of_a_wrong_setting_is_named():
    with pytest.raises(EchelonError, match="ECHELON_PORT: 'x'"):
        read_settings({}, {"ECHELON_PORT": "x"})
    with pytest.raises(EchelonError, match="--port: 'x'"):
        read_settings({"port": "x"}, {})


def test_every_setting_can_be_given_everywhere_and_is_described():
    for field in fields(Settings):
        assert re.fullmatch(r"--[a-z-]+[a-z]", flag_of(field))
        assert variable_of(field) == f"ECHELON_{field.name.upper()}"
        assert field.metadata["about"].endswith("."), field.name


def test_every_setting_is_in_the_manual():
    text = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text("utf-8")
    for field in fields(Settings):
        assert f"`{field.name}`" in text, field.name


# --- health and figures -------------------------------------------------------------------------------------------------
def test_it_is_well_until_the_database_is_gone(client):
    assert client.get("/healthz").json() == {"ok": True}
    client.app.state.server.store.ping = lambda: 1 / 0
    ill = client.get("/healthz")
    assert (ill.status_code, ill.json()["code"], ill.headers["retry-after"]) == (503, "database", "10")


def figures(client):
    told = client.get("/metrics")
    assert told.status_code == 200
    rows = [line for line in told.text.splitlines() if not line.startswith("#")]
    for row in rows:
        assert re.fullmatch(r'[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [-+.\de]+', row), row
    for name in {re.match(r"[a-z_]+", row).group(0) for row in rows}:
        assert f"# TYPE {re.sub('_(bucket|sum|count)$', '', name)} " in told.text or f"# TYPE {name} " in told.text
    return {row.rpartition(" ")[0]: float(row.rpartition(" ")[2]) for row in rows}


def test_what_happens_is_counted(settings):
    with TestClient(make_app(replace(settings, games_an_hour=1)), client=("127.0.0.1", 1)) as client:
        anna = Person(client)
        game = anna.new("drill")["id"]
        anna.post("/api/games", {"system": "drill"}, 429)
        anna.act(game, anna.scene(game, "red"), "mine 0404")
        client.get("/nothing")
        with listen(anna, game):
            found = figures(client)
    assert found["echelon_acts_total"] == 1
    assert found['echelon_answers_total{kind="write",status="201"}'] == 1
    assert found['echelon_refusals_total{kind="write",status="429"}'] == 1
    assert found['echelon_refusals_total{kind="page",status="404"}'] == 1
    assert found['echelon_answer_seconds_bucket{kind="act",le="+Inf"}'] == 1
    assert found['echelon_answer_seconds_count{kind="act"}'] == 1
    assert 0 < found['echelon_answer_seconds_sum{kind="act"}'] < 60
    assert (found["echelon_games_in_memory"], found["echelon_watchers"], found["echelon_thinking"]) == (1, 1, 0)
    assert found['echelon_requests_open{kind="page"}'] == 1, "this one"


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.1", 200), ("10.1.2.3", 200), ("192.0.2.1", 404), ("testclient", 404)]
)
def test_not_everybody_may_read_the_figures(settings, address, status):
    app = make_app(replace(settings, metrics_from=("127.0.0.1", "10.0.0.0/8")))
    with TestClient(app, client=(address, 1)) as client:
        assert client.get("/metrics").status_code == status


def test_no_visitor_makes_new_kinds():
    methods, paths = ("GET", "POST", "BREW"), ("/", "/api/x", "/api/games/y/act", "/api/games/y/hint", "/art/a", "//", "/zz/z")
    kinds = {kind_of(method, path) for method in methods for path in paths}
    assert kinds <= {"page", "file", "art", "read", "write", "act", "think"}


# --- one of several -----------------------------------------------------------------------------------------------------
def test_one_of_several_keeps_no_game_that_it_only_made(settings):
    with TestClient(make_app(replace(settings, routed=True))) as client:
        anna = Person(client)
        server = client.app.state.server
        anna.new("drill", seats={"red": "random"})
        game = anna.new("drill")["id"]
        assert (len(server.desk), len(server.thinker)) == (0, 0)
        branch = anna.post(f"/api/games/{game}/branch", {"at": 0}, 201)["id"]
        assert len(server.desk) == 1, "the one it was asked about"
        assert anna.scene(branch, "blue")["number"] == 0
