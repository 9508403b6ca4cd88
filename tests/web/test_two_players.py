"""Two people: at one screen with a curtain between them, or in two browsers, even if the server dies in mid-turn."""

import json
import re
import time

from web_table import Hand, Table, new_game

DOWN = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket", "^failed:", "Failed to load resource")


def heard(page):
    """Every answer this window gets from now on, as text."""
    texts = []
    page.on("response", lambda answer: texts.append((answer.url, answer)) if "/api/" in answer.url else None)
    return texts


# --- one screen ---------------------------------------------------------------------------------------------------------
def test_a_curtain_falls_between_two_at_one_screen(page, site):
    """Red lays a mine; Blue sees neither it nor anything of Red's view before he says he is there, and not afterwards."""
    game = new_game(site, page, seats={"blue": "me", "red": "me"})
    table = Table(page, game, "red").open()
    table.settled()
    assert table.scene("asked") == "red"
    secret = next(a for a in table.legal() if a["verb"] == "mine")
    answers = heard(page)
    number = table.number()
    table.press(secret["hex"])
    table.until("() => Boolean(echelon.held)")  # the mine ends the set-up, which only its own button does
    page.locator("#prompt [data-key='main']").click()
    curtain = page.locator("#curtain")
    curtain.wait_for(state="visible")
    assert page.evaluate("() => echelon.scene") is None
    assert page.evaluate("() => echelon.moves") == []
    assert "Blue" in curtain.inner_text()
    assert secret["say"] not in page.locator("body").inner_text()
    assert not any("side=blue" in url for url, _ in answers), "Blue's view was asked for behind the curtain"
    before = len(answers)
    curtain.get_by_role("button").click()
    curtain.wait_for(state="hidden")
    table.until("n => echelon.viewer === 'blue' && echelon.mine && echelon.number > n", number)
    assert page.evaluate("() => document.getElementById('log')?.innerText ?? ''").count(secret["line"]) == 0
    for url, answer in answers[before:]:
        assert secret["line"] not in answer.text(), url
        assert not re.search(r'"(mine|field)": ?"?' + secret["hex"], answer.text()), url
    table.step()


# --- two browsers -------------------------------------------------------------------------------------------------------
def invited(visit, site, **facts):
    """Blue opens a game and sends Red the link; both sit at the table."""
    blue, red = visit(), visit()
    game = new_game(site, blue, seats={"blue": "me", "red": "open"}, **facts)
    link = blue.request.post(f"/api/games/{game}/invite", data={"side": "red"}).json()["url"]
    red.goto(link)
    red.locator("#to-table").click()
    red.wait_for_url("**/game/**")
    other = Table(red, game, "red", Hand, seed=12)
    other.ready()
    return Table(blue, game, "blue", Hand, seed=11).open(), other


def turns(*tables):
    """Whoever is asked answers, one answer at a time."""
    heard = time.monotonic()
    while time.monotonic() < heard + 60:
        for table in tables:
            table.page.wait_for_function("() => echelon.scene && !echelon.busy && !echelon.playing")
        asked = next((t for t in tables if t.page.evaluate("() => echelon.mine")), None)
        if asked is not None:
            yield asked
            heard = time.monotonic()
        elif all(table.over() for table in tables):
            return
        else:
            time.sleep(0.02)  # the news is on its way
    raise AssertionError("nobody was asked for a minute")


def test_two_browsers_play_a_game_by_invitation(visit, site):
    blue, red = invited(visit, site, scenario="ford")
    for table in turns(blue, red):
        table.step()
    assert blue.scene("result") == red.scene("result")
    numbers = {blue.number(), red.number()}
    assert len(numbers) == 1


def test_an_invitation_is_good_for_one(visit, site):
    blue, third = visit(), visit()
    game = new_game(site, blue, seats={"blue": "me", "red": "open"})
    link = blue.request.post(f"/api/games/{game}/invite", data={"side": "red"}).json()["url"]
    red = visit()
    red.goto(link)
    red.locator("#to-table").wait_for()
    third.watch.allow("409", "Failed to load resource")
    third.goto(link)
    third.locator(".join .note.bad").wait_for()
    assert third.locator("#to-table").count() == 0


def test_a_spectator_sees_the_game_and_touches_nothing(visit, site):
    blue, red = invited(visit, site)
    watcher = Table(visit(), blue.game).open()
    for _, table in zip(range(4), turns(blue, red), strict=False):
        table.step()
    number = blue.number()
    watcher.until("n => echelon.number === n", number)
    assert watcher.legal() == []
    refused = watcher.page.request.post(f"/api/games/{blue.game}/act", data={"side": "blue", "number": number, "line": "end"})
    assert refused.status == 403


def log_of(table):
    return table.page.request.get(f"/api/games/{table.game}/log?side={table.side}").json()


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_in_mid_turn(visit, site):
    blue, red = invited(visit, site)
    for table in (blue, red):
        table.page.watch.allow(*DOWN)
    players = turns(blue, red)
    for _, table in zip(range(5), players, strict=False):
        table.step()
    for round_ in range(2):
        table = next(players)
        table.settled()
        other = red if table is blue else blue
        before = [(move["i"], move["line"]) for move in log_of(table)]
        number = table.number()
        site.kill()
        # The player acts while nobody answers: the page keeps the act and sends it again under the same key.
        line = table.legal()[round_ % len(table.legal())]["line"]
        table.page.evaluate("line => { window.sent = echelon.do(line); }", line)
        table.until("() => echelon.busy || echelon.fault")
        site.start()
        table.until("n => echelon.number > n && !echelon.busy", number)
        after = [(move["i"], move["line"]) for move in log_of(table)]
        assert after[: len(before)] == before, "an accepted action was lost"
        own = [move["line"] for move in log_of(table)[len(before) :] if not move["forced"] and not move["chance"]]
        wanted = [part.strip() for part in line.split(";")]
        assert own == wanted, "the act that was under way counts once"
        other.until("n => echelon.number === n", table.number())
        assert [m["i"] for m in other.page.evaluate("() => echelon.moves")] == list(range(len(after)))
    for _, table in zip(range(6), players, strict=False):
        table.step()
    number = max(blue.number(), red.number())
    for table in (blue, red):
        table.until("n => echelon.number === n", number)


def test_an_act_whose_answer_was_lost_counts_once(page, site):
    """The server accepted it, but the answer never came back: the page sends it again under the same key."""
    game = new_game(site, page, seats={"blue": "me", "red": "random"})
    table = Table(page, game, "blue").open()
    table.settled()
    page.watch.allow(*DOWN)
    sent = []

    def lose(route):
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/act", lose)
    before, number = len(table.moves()), table.number()
    line = next(a["line"] for a in table.legal() if a["verb"] == "take")
    page.evaluate("line => { echelon.do(line); }", line)
    table.answered(number)
    assert len(sent) == 2
    assert sent[0]["key"] == sent[1]["key"]
    assert [move for move in table.moves()[before:] if move == line] == [line]


def test_an_act_waits_for_a_busy_server(page, site):
    """Turned away three times, it is sent again under the same key: no error is shown, and after a while what it waits for."""
    game = new_game(site, page, seats={"blue": "me", "red": "random"})
    table = Table(page, game, "blue").open()
    table.settled()
    page.watch.allow("Failed to load resource", "^(503|429) POST")
    sent = []

    def busy(route):
        sent.append(route.request.post_data_json)
        if len(sent) <= 3:
            body = json.dumps({"error": "The server is busy.", "code": "busy"})
            route.fulfill(status=503 if len(sent) < 3 else 429, headers={"retry-after": "2"}, body=body)
        else:
            route.continue_()

    page.route("**/act", busy)
    before, number = len(table.moves()), table.number()
    line = next(a["line"] for a in table.legal() if a["verb"] == "take")
    page.evaluate("line => { echelon.do(line); }", line)
    page.locator("#banner", has_text="busy").wait_for()
    table.answered(number)
    assert len({act["key"] for act in sent}) == 1
    assert len(sent) == 4
    assert [move for move in table.moves()[before:] if move == line] == [line]
    assert not table.page.evaluate("() => echelon.crowded")
    assert page.locator(".toast").count() == 0


def test_the_same_act_sent_twice_counts_once(page, site):
    game = new_game(site, page, seats={"blue": "me", "red": "random"})
    table = Table(page, game, "blue").open()
    table.settled()
    act = {"side": "blue", "number": table.number(), "line": table.legal()[0]["line"], "key": "a" * 24}
    first = page.request.post(f"/api/games/{game}/act", data=act).json()
    again = page.request.post(f"/api/games/{game}/act", data=act).json()
    assert first["number"] == again["number"]
    stale = page.request.post(f"/api/games/{game}/act", data={**act, "key": "b" * 24})
    assert stale.status == 409
    assert json.loads(stale.text())["number"] == first["number"]
    table.until("n => echelon.number >= n", first["number"])
