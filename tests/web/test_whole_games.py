"""Whole games of drill in a real browser: by mouse, by keyboard, by touch, and with nothing but the list of answers."""

import pytest
from web_table import Finger, Hand, Keys, Table, new_game

PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
AGAINST = {"blue": "me", "red": "random"}


def finished(table, site):
    """Page, server and record agree that it is over and how."""
    result = table.scene("result")
    info = table.page.request.get(f"/api/games/{table.game}").json()
    assert info["result"]["winner"] == result["winner"]
    told = table.page.request.get(f"/api/games/{table.game}/log?side={table.scene('side')}").json()
    assert [move["line"] for move in told] == table.moves()
    assert table.page.locator("#result").is_visible()
    told = table.page.locator("#result").inner_text()
    if result["winner"]:
        assert told.count(result["word"]) == 1, "the headline says it, and nothing says it again"
    else:
        assert result["say"] in told
    table.page.screenshot(path=str(site.folder / "over.png"))


def test_by_mouse(page, site):
    table = Table(page, new_game(site, page, seats=AGAINST), "blue", Hand, seed=3).open()
    table.play()
    finished(table, site)


def test_by_keyboard(page, site):
    page.mouse.move(0, 0)
    table = Keys(page, new_game(site, page, scenario="ford", seats=AGAINST), "blue", seed=4).open()
    table.play()
    finished(table, site)


def test_by_touch(visit, site):
    page = visit(**PHONE)
    table = Table(page, new_game(site, page, scenario="ford", seats=AGAINST), "blue", Finger, seed=5).open()
    table.play()
    finished(table, site)


def test_by_the_list_of_answers(page, site):
    """What a screen reader uses: every question answered by a plain button."""
    table = Table(page, new_game(site, page, scenario="ford", seats=AGAINST), "blue", seed=6).open()
    page.keyboard.press("l")
    for _ in range(400):
        table.settled()
        if table.over():
            break
        number, answers = table.number(), table.legal()
        buttons = page.locator("#list [data-line]")
        assert sorted(buttons.evaluate_all("list => list.map((b) => b.dataset.line)")) == sorted(a["line"] for a in answers)
        line = table.rng.choice(answers)["line"]
        page.locator("#list").get_by_role(
            "button", name=next(a["say"] for a in answers if a["line"] == line), exact=True
        ).first.click()
        table.answered(number)
    finished(table, site)


def test_by_dragging(page, site):
    """A counter is dragged to a hex it can reach."""
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    table.settled()
    unit = next(a["unit"] for a in table.legal() if a.get("unit"))
    start = table.piece(unit)["hex"]
    table.press(start)
    page.wait_for_function("unit => echelon.reach?.unit === unit", arg=unit)
    near = page.evaluate("() => Object.entries(echelon.reach.hexes).filter(([, way]) => way.path.length === 2).map(([h]) => h)")
    goal = min(near)  # away from the river, where a mine could stop it
    table.place(start), table.place(goal)  # both are brought into view, then looked at once more
    number, a, b = table.number(), table.place(start), table.place(goal)
    page.mouse.move(a["x"], a["y"])
    page.mouse.down()
    page.mouse.move((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2, steps=4)
    page.mouse.move(b["x"], b["y"], steps=4)
    page.mouse.up()
    table.answered(number)
    assert table.piece(unit)["hex"] == goal


@pytest.mark.parametrize("size", [(1440, 900), pytest.param((2560, 1440), marks=pytest.mark.long)])
def test_a_turn_of_the_large_game_by_mouse(visit, site, size):
    """The first questions of every game, whatever it is, are answered on the map at every size of screen."""
    page = visit(viewport={"width": size[0], "height": size[1]})
    table = Table(page, new_game(site, page, "tigers", {"german": "me", "allied": "random"}), "german", seed=7).open()
    for _ in range(8):
        assert table.step()
