"""Nothing that is sent tells a secret: two games that differ in nothing else send the same bytes to whoever may not know it."""

import random
import re
from dataclasses import replace

import pytest
from serving import Person
from starlette.testclient import TestClient

import echelon
from echelon.server.app import make_app

LOOKS = ("scene", "update", "log", "inspect", "reach", "why", "preview", "position", "record", "plans", "report")
LOOKS += tuple(f"overlay/{name}" for name in ("zones", "supply", "threat", "front", "control", "objectives", "trails"))
SEAL = re.compile(rb" \?[0-9a-f]{16}")  # binds a secret choice without telling it: keyed by the seed


class Spy(Person):
    """Looks at everything from one seat, or from none, and writes down what came back."""

    def look(self, game, side, units, hexes, lines):
        query = {"side": side} if side else {}
        for name in LOOKS:
            wishes = {"inspect": [{"hex": h} for h in hexes], "reach": [{"unit": u} for u in units],
                      "why": [{"hex": h} for h in hexes] + [{"line": line} for line in lines],
                      "preview": [{"line": line} for line in lines]}.get(name, [{}])  # fmt: skip
            for wish in wishes:
                self.see("GET", f"/api/games/{game}/{name}", {**query, **wish})

    def see(self, method, path, query, body=None):
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.client.request(method, path, params=query, json=body, headers=headers)
        assert answer.status_code < 500
        told = [v.encode() for k, v in sorted(answer.headers.items()) if k not in ("date", "content-length", "set-cookie")]
        self.heard.append(b"\n".join([path.encode(), repr(sorted(query.items())).encode(), *told, answer.content]))
        return answer


def played(settings, monkeypatch, system, secret, owner, other, steps, choose):
    """A game with a fixed seed and this secret, watched by the other side and by nobody's friend; what they heard."""
    ids = iter(f"{kind}{i}" for i in range(99) for kind in "g")
    monkeypatch.setattr("echelon.server.api.fresh_id", lambda: next(ids))
    monkeypatch.setattr("echelon.server.api.now", lambda: 1_700_000_000_000)
    monkeypatch.setattr("echelon.server.games.now", lambda: 1_700_000_000_000)
    players = iter(f"p{i}" for i in range(99))
    monkeypatch.setattr("echelon.server.seats.fresh_id", lambda: next(players))
    with TestClient(make_app(settings)) as client:
        host, guest, spectator = Spy(client), Spy(client), Spy(client, "")
        game = host.new(system, seed=11)["id"]
        desk = client.app.state.server.desk
        rng = random.Random(5)
        number = 0
        while number < steps:
            with desk.open(game) as live:  # the guest takes the other seat without an invitation: its token is a secret too
                if live.seats[other].player != guest.id:
                    desk.sit(live, replace(live.seats[other], player=guest.id))
                state, asked = live.table.state, live.rules.side_name(live.table.state.frame.side)
                if state.outcome is not None:
                    break
                line = choose(state, secret, rng)
            who = host if asked == owner else guest
            if rng.random() < 0.15 or number < 4:
                legal = [a["line"] for a in who.scene(game, asked)["legal"]] if asked == other else ["end"]
                board = state.rules.board
                hexes = [board.labels[h] for h in sorted(rng.sample(range(board.n), 3))] + secrets_of(state.rules)
                units = [u.id for u in rng.sample(list(state.rules.forces.units), 3)]
                guest.look(game, other, units, hexes, [*legal[:2], "fly away"])
                spectator.look(game, None, units, hexes, [*legal[:2], "fly away"])
                for spy, side in ((guest, other), (guest, owner), (spectator, owner)):
                    body = {"side": side, "number": number, "line": "nonsense; end"}
                    spy.see("POST", f"/api/games/{game}/act", {}, body)
                    spy.see("POST", f"/api/games/{game}/undo", {}, {"side": owner, "number": number})
                guest.see("POST", f"/api/games/{game}/branch", {}, {"at": 0, "side": owner})
            told = who.see("POST", f"/api/games/{game}/act", {}, {"side": asked, "number": number, "line": line})
            assert told.status_code == 200, told.text
            number += 1
        assert number > 20
        return guest.heard, spectator.heard, game


def secrets_of(rules):
    """The hexes where the secret could be."""
    names = getattr(rules, "dump_hexes", None) or getattr(rules, "mines", 0)
    return [rules.board.labels[h] for h in rules.board.members(names)]


def drill_choice(state, secret, rng):
    if state.frame.kind.secret:
        return f"mine {secret}"
    mined = set(state.rules.board.members(state.rules.mines))
    safe = [a for a in state.legal() if not mined & set(state.rules.verbs.values(a, "hex"))]  # nobody finds it
    return state.text(rng.choice(safe or list(state.legal())))


def tigers_choice(state, secret, rng):
    if state.frame.kind.secret:
        return f"dump {secret}"
    near = set(state.rules.board.members(state.rules.dump_hexes))
    safe = [a for a in state.legal() if not near & set(state.rules.verbs.values(a, "hex"))]
    return state.text(rng.choice(safe or list(state.legal())))


@pytest.mark.parametrize(("system", "secrets", "owner", "other", "steps", "choose"), [
    ("drill", ("0404", "0402"), "red", "blue", 60, drill_choice),
    ("tigers", None, "allied", "german", 50, tigers_choice),
])  # fmt: skip
def test_who_may_not_know_hears_the_same_whatever_the_secret_is(
    settings, tmp_path, monkeypatch, system, secrets, owner, other, steps, choose
):
    rules = echelon.load(system).rules()
    first, second = secrets or secrets_of(rules)[:2]
    heard = [
        played(replace(settings, data=tmp_path / secret), monkeypatch, system, secret, owner, other, steps, choose)
        for secret in (first, second)
        if (tmp_path / secret).mkdir() is None
    ]
    for mine, yours in zip(heard[0][:2], heard[1][:2], strict=True):
        assert len(mine) == len(yours) > 50
        for a, b in zip(mine, yours, strict=True):
            assert SEAL.sub(b" ?", a) == SEAL.sub(b" ?", b)
    assert any(b" ?" in told for told in heard[0][0]), "the sealed choice was in what was read"


def test_the_owner_of_the_secret_does_see_it(anna):
    """Else the test above would prove nothing."""
    game = anna.new("drill")["id"]
    told = anna.act(game, anna.scene(game, "red"), "mine 0404")
    assert told["moves"][0]["line"] == "mine 0404"
    assert 'mine = "0404"' in anna.get(f"/api/games/{game}/position", side="red")
    assert "0404" not in anna.get(f"/api/games/{game}/position", side="blue").partition("[state]")[2].partition("mine =")[2][:8]
    assert "mine 0404" in anna.get(f"/api/games/{game}/record", side="red")
    for query in ({"side": "blue"}, {}):
        assert "mine ?" in anna.get(f"/api/games/{game}/record", **query)
        assert [m["line"] for m in anna.get(f"/api/games/{game}/log", **query)] == ["mine ?"]


def test_a_what_if_board_of_a_running_game_guesses_what_is_hidden(anna, bert):
    game = anna.new("drill", seats={"red": "open"})["id"]
    bert.follow(anna.post(f"/api/games/{game}/invite", {"side": "red"})["url"])
    bert.act(game, bert.scene(game, "red"), "mine 0404")
    places = set()
    for _ in range(20):
        made = anna.post(f"/api/games/{game}/branch", {"side": "blue", "at": 1}, 201)
        assert made["parent"] == {"game": game, "at": 1}
        text = anna.get(f"/api/games/{made['id']}/position", side="red")
        places.add(re.search(r'mine = "(\d+)"', text).group(1))
    assert len(places) > 1
    assert anna.post(f"/api/games/{game}/branch", {"side": "blue", "at": 0}, 422)["code"] == "guess"
    whole = bert.post(f"/api/games/{game}/branch", {"side": "red", "at": 1}, 201)
    assert 'mine = "0404"' in bert.get(f"/api/games/{whole['id']}/position", side="red")
    assert anna.post(f"/api/games/{game}/branch", {"at": 1}, 201)["seats"][1]["held"] == "you"
    assert anna.post(f"/api/games/{game}/branch", {"at": 99}, 422)["code"] == "at"
