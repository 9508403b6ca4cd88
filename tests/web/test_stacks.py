"""Stacks in hand: nobody is taken unseen, the fan opens wherever several could be meant, and who has joined can leave."""

import pytest
from web_table import Finger, Hand, Table, new_game

BOTH = {"german": "me", "allied": "me"}
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
HIDDEN = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "attack.allocate"
[units]
de-116pz = "1205"
de-560vg = "1205"
de-26vg = "1204"
us-28id = "1105"
"""
THREE = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "attack.allocate"
[units]
de-12vg = "1108"
de-18vg = "1108"
de-62vg = "1108"
us-30id = "1008"
"""
VG = ("de-12vg", "de-18vg", "de-62vg")


# Hexes that the why-not card lies on.
CLEAR = """labels => {
  const card = document.getElementById('why').getBoundingClientRect();
  return labels.filter((label) => {
    const hex = document.querySelector(`.l-hits [data-hex="${label}"]`).getBoundingClientRect();
    return card.left < hex.right && card.right > hex.left && card.top < hex.bottom && card.bottom > hex.top;
  });
}"""


def table_of(site, page, position, target, hand=Hand):
    """A table at an attack on that hex, which nobody has joined."""
    table = Table(page, new_game(site, page, "tigers", BOTH, position=position), "german", hand).open()
    table.settled()
    number = table.number()
    page.evaluate("line => { echelon.do(line); }", f"attack {target}")
    table.answered(number)
    return table


def joined(table):
    return [line.split()[1] for line in table.moves() if line.startswith("with ")]


def top(table, label):
    """The counter that is seen in a hex."""
    return table.page.evaluate(
        "l => document.querySelector(`#map .counter.unit[data-hex='${l}']:not(.lower)`)?.dataset.unit", label
    )


def fan_shows(table, *units):
    table.until("n => document.querySelectorAll('.fan:not([hidden]) .fan-unit').length === n", len(units))
    assert set(fanned(table)) == set(units)


def fanned(table):
    return table.page.evaluate("() => [...document.querySelectorAll('.fan .fan-unit')].map((n) => n.dataset.unit)")


@pytest.mark.parametrize(("options", "hand"), [({}, Hand), (PHONE, Finger)], ids=["desk", "phone"])
def test_nobody_joins_who_lies_unseen_under_a_counter_that_cannot(visit, site, options, hand):
    page = visit(**options)
    table = table_of(site, page, HIDDEN, "1105", hand)
    page.evaluate("() => echelon.sheet(null)")
    assert top(table, "1205") == "de-116pz"
    table.press("1205")
    fan_shows(table, "de-116pz", "de-560vg")
    page.wait_for_timeout(300)
    assert joined(table) == []
    if hand is Hand:
        table.press("1205")  # once more: it says why it cannot
        page.locator("#why").wait_for()
        assert "cannot join" in page.locator("#why").inner_text() and joined(table) == []
        hexes = ["1105", "1205"]
        assert page.evaluate(CLEAR, hexes) == [], "the card lies on nothing that it speaks of"
    marked = page.locator(".fan .fan-unit.can")
    assert marked.count() == 1 and marked.get_attribute("data-unit") == "de-560vg"
    number = table.number()
    table.hand.button(marked)
    table.answered(number)
    assert joined(table) == ["de-560vg"]
    assert top(table, "1205") == "de-560vg", "the arrow leaves the counter that has joined"


def test_a_press_takes_the_counter_that_is_seen_and_fans_out_the_others(page, site):
    table = table_of(site, page, THREE, "1008")
    seen, number = top(table, "1108"), table.number()
    table.press("1108")
    table.answered(number)
    assert joined(table) == [seen]
    fan_shows(table, *VG)
    order = fanned(table)
    assert page.locator(".fan .joined").get_attribute("data-unit") == seen
    number = table.number()
    page.locator(".fan .fan-unit.can").first.click()
    table.answered(number)
    assert len(joined(table)) == 2
    fan_shows(table, *VG)  # one can still be chosen, and nobody has changed his place
    assert fanned(table) == order
    number = table.number()
    page.locator(".fan .fan-unit.can").click()
    table.answered(number)
    assert len(joined(table)) == 3


# --- leaving again ------------------------------------------------------------------------------------------------------
@pytest.fixture
def battle(page, site):
    """Three divisions have a target, and two of them have joined."""
    table = table_of(site, page, THREE, "1008")
    page.set_default_timeout(15000)
    for unit in VG[:2]:
        number = table.number()
        page.evaluate("line => { echelon.do(line); }", f"with {unit}")
        table.answered(number)
    return table


def test_who_takes_part_already_is_told_how_to_leave(battle):
    """The first one leaves, the second one stays."""
    page = battle.page
    battle.press_unit(battle.piece(VG[0]))
    page.locator("#why [data-leave]").wait_for()
    assert "replayed" in page.locator("#why").inner_text()
    page.locator("#why [data-leave]").click()
    battle.until("() => !echelon.busy && String(echelon.scene.panel.attackers) === 'de-18vg'")
    assert joined(battle) == ["de-18vg"]


def test_a_change_without_somebody_lets_him_leave(battle):
    page = battle.page
    chip = page.locator(f".changes [data-leave='{VG[1]}']")
    if not chip.is_visible():
        page.locator(".changes summary").click()
    chip.click()
    battle.until("() => !echelon.busy && String(echelon.scene.panel.attackers) === 'de-12vg'")
    assert page.locator(".changes button:not([data-leave], [data-line])").count() == 0


# --- advance after combat -------------------------------------------------------------------------------------------------
WON = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "combat.pick"
dice = [1]
state = { air_used = "de-jg26", battles = [{ hexes = "1008", units = "de-2ss de-12vg", state = "open" }] }
[units]
de-2ss = "1108"
de-12vg = "1108"
us-14cav = "1008"
us-99id = "405"
"""


def test_a_press_fans_out_who_may_advance(page, site):
    """The one that is seen comes into the hand, and the one below is a press away."""
    seats = {"german": "me", "allied": "random"}
    table = Table(page, new_game(site, page, "tigers", seats, position=WON), "german").open()
    page.set_default_timeout(15000)
    table.settled()
    fight = page.locator("#prompt [data-line='fight 1008']")
    assert page.locator("#prompt [data-line='cancel 1008']").count() == 1 and "rolls the die" in fight.inner_text()
    for line in ("fight 1008", "distance 1008 1"):
        if any(answer["line"] == line for answer in table.legal()):
            number = table.number()
            page.evaluate("line => { echelon.do(line); }", line)
            table.answered(number)
            table.settled()
    assert {a["unit"] for a in table.legal() if a["verb"] == "advance"} == {"de-2ss", "de-12vg"}
    at = table.place("1108")
    page.mouse.move(at["x"], at["y"], steps=3)
    fan_shows(table, "de-2ss", "de-12vg")
    page.keyboard.press("Escape")
    page.locator(".fan").wait_for(state="hidden")
    page.mouse.down()  # the pointer has not moved: it is the press that opens it
    page.mouse.up()
    fan_shows(table, "de-2ss", "de-12vg")
    below = next(unit for unit in ("de-2ss", "de-12vg") if unit != page.evaluate("() => echelon.selection?.unit"))
    assert page.locator("#map .from-guide .m-choice").count(), "the hex that was attacked is marked as one to go to"
    page.wait_for_timeout(400)  # the pointer rests on the stack: it stays open
    page.locator(f".fan [data-unit='{below}']").click()
    table.until("unit => echelon.selection?.unit === unit", below)


# --- whole stacks ---------------------------------------------------------------------------------------------------------
BODY = """system = "tigers"
turn = 2
side = "german"
frame = "move.pick"
assume = { supplied = "all" }
[units]
de-lehr = "1304"
de-116pz = "1205"
de-560vg = "1305"
us-106id = "805"
"""


def test_a_whole_stack_goes_as_one_and_names_who_stays(page, site):
    """One is under way by road, one has not moved, one can move no more."""
    table = Table(page, new_game(site, page, "tigers", BOTH, position=BODY), "german").open()
    page.set_default_timeout(15000)
    table.settled()
    for line in (
        "take de-560vg; move de-560vg 1205 normal; stop de-560vg",
        "take de-lehr; move de-lehr 1204 road; move de-lehr 1205 road",
    ):
        number = table.number()
        page.evaluate("line => { echelon.do(line); }", line)
        table.answered(number)
    table.hand.open_stack(table, "1205")
    whole = page.locator(".fan-whole")
    assert "2 of 3" in whole.inner_text()
    whole.click()
    table.until("() => echelon.selection?.units?.length === 2 && echelon.reach?.units?.length === 2")
    said = page.locator("#prompt .say").inner_text()
    assert "Panzer-Lehr, 116. Panzer picked up" in said and "560. Volksgrenadier stays" in said and "MOV-18" in said
    page.mouse.move(5, 5)
    page.locator(".fan").wait_for(state="hidden")
    number = table.number()
    table.press("1304")
    table.answered(number)
    for unit in ("de-lehr", "de-116pz"):
        assert table.piece(unit)["hex"] == "1304" and "disrupted" not in table.piece(unit)["status"]
    table.hand.open_stack(table, "1304")
    fan_shows(table, "de-lehr", "de-116pz")
    assert page.locator(".fan-whole").count() == 0, "one of them has ended its move"


TIGER = """system = "tigers"
turn = 2
side = "german"
frame = "move.pick"
assume = { supplied = "all" }
[units]
de-1ss = "1407"
de-150bde = "1407"
de-501ss = "1407"
us-106id = "1107"
"""


def test_who_cannot_follow_a_stack_is_named_before_it_goes(page, site):
    table = Table(page, new_game(site, page, "tigers", BOTH, position=TIGER), "german").open()
    page.set_default_timeout(15000)
    table.settled()
    table.hand.open_stack(table, "1407")
    page.locator(".fan-whole").click()
    table.until("() => echelon.selection?.units?.length === 3 && echelon.reach?.units?.length === 3")
    page.mouse.move(5, 5)
    page.locator(".fan").wait_for(state="hidden")
    number = table.number()
    table.press("1206")
    card = page.locator(".choices:visible")
    card.wait_for()
    assert table.number() == number, "nobody has moved yet"
    assert "501 SS" in card.inner_text() or "501. SS" in card.inner_text()
    assert "roll" in card.inner_text() and card.locator("[data-clause^='TIG-TGR']").count() == 1
    card.locator("[data-key='go']").click()
    table.answered(number)
    assert [table.piece(unit)["hex"] for unit in ("de-1ss", "de-150bde", "de-501ss")] == ["1206", "1206", "1407"]
