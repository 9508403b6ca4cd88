"""What a newcomer stumbled over when he first walked through a game: each place where he did, held down."""

import pytest
from web_table import Table, new_game

BOTH = {"blue": "me", "red": "me"}
MARCH = """system = "drill"
side = "blue"
frame = "move.pick"
units = { b1 = "0202", b2 = "0203", r1 = "0503" }
"""
FIGHT = """system = "drill"
side = "blue"
frame = "combat.target"
units = { b1 = "0403", b2 = "0403", r1 = "0503", r2 = "0605" }
"""


@pytest.fixture
def march(page, site):
    """Two Blue units side by side, the first in hand."""
    table = Table(page, new_game(site, page, seats=BOTH, position=MARCH), "blue").open()
    table.settled()
    table.press("0202")
    table.until("() => echelon.reach?.unit === 'b1' && echelon.reach.hexes['0203']")
    return table


def test_a_press_on_a_reachable_hex_goes_there_whoever_lies_in_it(march):
    number = march.number()
    march.press("0203")
    march.answered(number)
    assert march.piece("b1")["hex"] == "0203"
    march.until("() => document.querySelectorAll('.fan:not([hidden]) [data-unit]').length === 2")  # without moving the pointer


def test_the_unit_that_lies_there_is_taken_instead_from_the_fan(march):
    at = march.place("0203")
    march.page.mouse.move(at["x"] - 60, at["y"] - 50)
    march.page.mouse.move(at["x"], at["y"], steps=3)
    fan = march.page.locator(".fan:visible")
    fan.locator(".fan-instead").wait_for()
    number = march.number()
    fan.locator('[data-unit="b2"]').click()
    march.until("() => echelon.selection?.unit === 'b2' && echelon.reach?.unit === 'b2'")
    assert march.number() == number and march.piece("b1")["hex"] == "0202"


@pytest.fixture
def fight(page, site):
    """Red's hex is attacked, and nobody has joined yet."""
    table = Table(page, new_game(site, page, seats=BOTH, position=FIGHT), "blue").open()
    table.settled()
    number = table.number()
    table.press("0503")
    table.answered(number)
    return table


def joined(table):
    """The units that have joined, in order."""
    return [line.split()[1] for line in table.moves() if line.startswith("with ")]


def test_a_press_brings_in_the_counter_that_is_seen_and_another_the_one_below(fight):
    for n in (1, 2):
        number = fight.number()
        fight.press("0403")
        fight.answered(number)
        assert len(joined(fight)) == len(set(joined(fight))) == n
    fight.page.mouse.move(5, 5)
    for _ in range(3):
        fight.page.keyboard.press("Escape")
    assert fight.page.evaluate("() => document.body.dataset.right") == "open", "the odds stay while the attack asks"


def test_a_change_stays_under_the_pointer_while_it_is_previewed(fight):
    page = fight.page
    row = page.locator("[data-part='question'] .change[data-line]").first
    row.hover()
    page.locator(".battle.preview").wait_for()
    number = fight.number()
    page.mouse.down()
    page.mouse.up()
    fight.answered(number)
    assert len(joined(fight)) == 1
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('.battle.preview')")


def test_a_note_stands_in_for_the_map_until_it_is_drawn(page, site):
    held = []
    page.route("**/art/**/sheet-*.svg*", lambda route: held.append(route))
    table = Table(page, new_game(site, page, seats=BOTH), "blue")
    page.goto(f"/game/{table.game}?side=blue")
    page.locator("#map .drawing .spinner").wait_for()
    assert page.locator("#map .paper canvas").count() == 0
    held[0].continue_()
    page.locator("#map .paper canvas:visible").wait_for()
    page.locator("#map .drawing").wait_for(state="hidden")


def test_the_rule_book_shows_its_tables_in_their_chapters_and_when_found(march):
    march.page.locator("[data-key='book']").first.click()
    table = march.page.locator("#drawer .drawer-table table", has_text="DE").first
    table.wait_for()
    assert table.locator("tr").count() == 7
    march.page.locator("#drawer-search").fill("RES-4")  # the clause that the table follows
    march.until("() => document.querySelectorAll('#drawer .drawer-clause').length === 1")
    assert march.page.locator("#drawer .drawer-table table").count() == 1


def test_escape_closes_a_refusal_at_once_though_a_unit_is_under_way(march):
    number = march.number()
    march.press("0203")
    march.answered(number)
    march.until("() => echelon.scene.under_way[0] === 'b1' && echelon.selection?.unit === 'b1' && echelon.reach?.unit === 'b1'")
    march.press("0503")
    march.page.locator("#why").wait_for(state="visible")
    march.page.mouse.move(5, 5)
    march.page.locator(".fan").wait_for(state="hidden")
    march.page.keyboard.press("Escape")
    march.page.locator("#why").wait_for(state="hidden", timeout=3000)
    assert march.page.evaluate("() => echelon.selection?.unit") == "b1"
