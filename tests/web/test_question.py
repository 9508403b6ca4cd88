"""What a question shows by itself: is its end what one would press now, what helps on the map, where its answers are."""

import pytest
from web_table import Table, new_game

AGAINST = {"blue": "me", "red": "random"}
MAIN = '#prompt [data-key="main"]'
COLOUR = "() => getComputedStyle(document.querySelector('#prompt [data-key=\"main\"]')).backgroundColor"
ACCENT = """() => {
  const probe = document.body.appendChild(Object.assign(document.createElement('i'), {style: 'background: var(--accent)'}));
  const found = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return found;
}"""
SET = """(some) => {  // in another window
  const kept = JSON.parse(localStorage.getItem('echelon.settings') ?? '{}');
  localStorage.setItem('echelon.settings', JSON.stringify({...kept, ...some}));
  dispatchEvent(new StorageEvent('storage', {key: 'echelon.settings'}));
}"""
RETREAT = """
system = "drill"
side = "red"
hexes = { T = "0404" }
board = { base = "blank" }
frame = { kind = "combat.retreat", side = "blue", hex = "T", units = ["b1"], attackers = ["r3"] }
units = { b1 = "T", b2 = "0101", r3 = { at = "T SE", fought = true } }
"""
# From left to right: how far the first run of a mark's path reaches, or of all of them if they are lines.
SPAN = """(name) => {
  const marks = document.querySelectorAll(`#map .from-overlay ${name}`);
  const d = [...marks].map((node) => node.getAttribute('d').split('Z')[0]).join('');
  const xs = [...d.matchAll(/[ML]([\\d.]+)/g)].map((found) => Number(found[1]));
  return [Math.min(...xs), Math.max(...xs)];
}"""
HELP = "() => document.querySelectorAll('#map .from-help .m-zone').length"


@pytest.fixture
def table(page, site):
    """Drill at Blue's first movement."""
    found = Table(page, new_game(site, page, seats=AGAINST), "blue", seed=2).open()
    found.settled()
    return found


def move(table):
    """A unit that has not moved goes somewhere."""
    number = table.number()
    answer = next(a for a in table.legal() if a["verb"] == "take")
    table.give(answer, number)
    table.answered(number)
    table.settled()


# --- the main button ----------------------------------------------------------------------------------------------------
def test_the_end_of_movement_is_coloured_only_when_most_have_moved(table):
    page = table.page
    assert page.evaluate(COLOUR) != page.evaluate(ACCENT), "nothing has moved"
    for _ in range(4):
        if table.scene("kind") != "move.pick":
            break
        move(table)
        if table.scene("main")["ready"]:
            break
    assert table.scene("main")["ready"]
    table.until(
        "accent => getComputedStyle(document.querySelector('#prompt .main')).backgroundColor === accent", page.evaluate(ACCENT)
    )


def test_enter_does_not_press_the_end_of_a_question_nobody_has_read(table):
    """The end of movement, pressed by the keyboard, brings the question for an attack, or the other's turn: a second Enter
    that was meant for the first must not end that, too."""
    page = table.page
    page.locator(MAIN).focus()
    number = table.number()
    page.keyboard.press("Enter")
    table.answered(number)
    table.settled()
    assert not table.scene("main")["ready"]
    assert page.evaluate("() => document.activeElement?.dataset.key") != "main"
    number = table.number()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert table.number() == number


# --- overlays that help -------------------------------------------------------------------------------------------------
def test_the_enemys_zones_are_shown_while_i_move_unless_i_will_not_have_it(table):
    page = table.page
    table.until(f"() => ({HELP})() > 0")
    assert page.evaluate("() => Object.keys(echelon.overlays)") == [], "nothing was switched on"
    page.evaluate(SET, {"helps": False})
    table.until(f"() => ({HELP})() === 0")
    page.evaluate(SET, {"helps": True})
    table.until(f"() => ({HELP})() > 0")


def test_what_i_switched_on_stays_and_is_not_drawn_twice(table):
    page = table.page
    table.until(f"() => ({HELP})() > 0")
    page.evaluate("() => echelon.toggleOverlay('zones', 'red')")
    table.until("() => document.querySelectorAll('#map .from-overlay .m-zone').length > 0")
    assert page.evaluate(HELP) == 0
    move(table)
    assert page.evaluate("() => Object.keys(echelon.overlays)") == ["zones"]
    assert page.evaluate(HELP) == 0
    page.evaluate("() => echelon.toggleOverlay('zones', 'red')")
    if table.scene("helps"):
        table.until(f"() => ({HELP})() > 0")
    page.evaluate("() => echelon.toggleOverlay('supply', 'blue')")
    spans = []
    for i, side in enumerate(("blue", "red")):
        page.evaluate("side => echelon.toggleOverlay('zones', side)", side)
        table.until("i => document.querySelector(`#map .from-overlay .m-zone.side-${i}`)", i)
        low, high = page.evaluate(SPAN, f".m-zone.side-{i}")
        spans.append(high - low)
    assert spans[0] < spans[1] - 10, "where both are both rings are seen"
    table.until("() => document.querySelector('#map .from-overlay .m-supply')")
    west = page.evaluate("() => Math.min(...Object.values(echelon.board.hexes).map(({x}) => x))")
    assert page.evaluate(SPAN, ".m-supply")[0] < west - 30, "a line runs on to the edge it comes from"


# --- a unit in hand -----------------------------------------------------------------------------------------------------
STACKS = {
    "drill": """system = "drill"
turn = 2
side = "blue"
frame = "move.pick"
[units]
b1 = "0203"
b2 = "0203"
r1 = "0604"
""",
    "tigers": """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "move.pick"
[units]
de-12vg = "1108"
de-18vg = "1108"
us-30id = "804"
""",
    "colonnes": """system = "colonnes"
turn = 3
side = "allied"
frame = "mouvement"
[units]
"A-1/141" = "1619"
"A-2/141" = "1619"
G-CL1 = "2003"
""",
}
SIZE = {"viewport": {"width": 1440, "height": 900}}
COVERED = """() => {
  const fan = document.querySelector('.fan:not([hidden])')?.getBoundingClientRect();
  if (!fan) return [];
  const box = (label) => document.querySelector(`#map path[data-hex="${label}"]`).getBoundingClientRect();
  const over = (b) => b.left + 2 < fan.right && b.right - 2 > fan.left && b.top + 2 < fan.bottom && b.bottom - 2 > fan.top;
  return Object.keys(echelon.reach?.hexes ?? {}).filter((label) => label !== echelon.reach.start && over(box(label)));
}"""
STANDING = "() => echelon.scene.pieces.map((p) => [p.id, p.hex])"


def stacked(visit, site, system):
    """A table with two units of mine in one hex, in movement; the table, the hex, the units."""
    page = visit(**SIZE)
    seats = dict.fromkeys({"drill": ("blue", "red")}.get(system, ("german", "allied")), "me")
    side = {"drill": "blue", "tigers": "german", "colonnes": "allied"}[system]
    table = Table(page, new_game(site, page, system, seats, position=STACKS[system]), side).open()
    table.settled()
    units = [a["unit"] for a in table.legal() if a["verb"] == "take"]
    return table, table.piece(units[0])["hex"], units


@pytest.mark.parametrize("system", STACKS)
def test_the_prompt_says_where_a_unit_in_hand_goes_and_its_fan_covers_none_of_it(visit, site, system):
    table, _, units = stacked(visit, site, system)
    page = table.page
    table.press_unit(table.piece(units[0]))
    table.until("unit => echelon.reach?.unit === unit && Object.keys(echelon.reach.hexes).length > 0", units[0])
    table.until("() => document.querySelector('#prompt .say').textContent.includes('choose a highlighted hex to move there')")
    page.wait_for_timeout(200)
    assert page.locator(".fan .fan-unit").first.is_visible(), "the other could be chosen, too"
    assert page.evaluate(COVERED) == []
    table.press(table.piece(units[0])["hex"])  # as the prompt says: its counter again puts it down
    table.until("() => !echelon.selection?.unit")


ALONE = """system = "drill"
turn = 1
side = "blue"
frame = "move.pick"
[units]
b1 = "0203"
r1 = "0604"
"""


def test_a_button_that_begins_a_move_takes_the_unit_in_hand(visit, site):
    """Nothing has moved yet; and who is in hand is not offered once more."""
    page = visit()
    table = Table(page, new_game(site, page, "drill", {"blue": "me", "red": "me"}, position=ALONE), "blue").open()
    table.settled()
    button = page.locator("#prompt [data-line='take b1']")
    button.click()
    table.until("() => echelon.selection?.unit === 'b1' && echelon.reach?.unit === 'b1'")
    button.wait_for(state="detached")
    assert table.moves() == []
    assert "choose a highlighted hex" in page.locator("#prompt .say").inner_text()


def test_a_fan_without_room_for_a_row_is_a_column_that_is_seen(visit, site):
    table, start, _ = stacked(visit, site, "drill")
    table.hand.open_stack(table, start)
    table.page.locator(".fan .fan-unit").first.wait_for()
    table.page.evaluate("() => document.querySelector('.fan').classList.add('upright')")
    box = table.page.locator(".fan").bounding_box()
    assert box["height"] > box["width"] > 0


def test_who_must_go_is_asked_by_the_question_and_not_told_to_move(visit, site):
    page = visit()
    table = Table(page, new_game(site, page, "drill", {"blue": "me", "red": "me"}, position=RETREAT), "blue").open()
    table.settled()
    assert table.page.evaluate("() => Boolean(echelon.selection?.unit)"), "it is in hand by itself"
    say = table.page.locator("#prompt .say").inner_text()
    assert "retreat" in say.lower() and "highlighted hex to move there" not in say


@pytest.mark.parametrize("system", STACKS)
def test_the_whole_stack_goes_in_one_act_and_comes_back_by_one_undo(visit, site, system):
    table, start, units = stacked(visit, site, system)
    page = table.page
    table.hand.open_stack(table, start)
    page.locator(".fan .fan-whole").click()
    table.until("n => echelon.selection?.units?.length === n && Object.keys(echelon.reach?.hexes ?? {}).length > 0", len(units))
    assert "choose a highlighted hex to move there together" in page.locator("#prompt .say").inner_text()
    before, number = page.evaluate(STANDING), table.number()
    goal = page.evaluate(
        "() => Object.entries(echelon.reach.hexes).filter(([, way]) => way.path.length === 2 && !way.final)[0][0]"
    )
    table.go(goal)
    table.answered(number)
    assert {table.piece(unit)["hex"] for unit in units} == {goal}
    number = table.number()
    page.evaluate("() => echelon.undo()")
    table.answered(number)
    assert page.evaluate(STANDING) == before


MIXED = """system = "colonnes"
turn = 3
side = "allied"
frame = "mouvement"
assume = { supplied = "all" }
[units]
A-117 = "1113"
"A-2/143" = "1113"
G-CL1 = "2003"
"""


def test_a_whole_stack_is_offered_only_where_all_of_it_can_go(page, site):
    """Cavalry goes farther than infantry; nobody is left behind by a press on a marked hex."""
    table = Table(
        page, new_game(site, page, "colonnes", dict.fromkeys(("german", "allied"), "me"), position=MIXED), "allied"
    ).open()
    table.settled()
    own = {
        unit: set(page.evaluate("async unit => Object.keys((await echelon.findReach(unit)).hexes)", unit))
        for unit in ("A-117", "A-2/143")
    }
    assert own["A-117"] - own["A-2/143"]
    table.hand.open_stack(table, "1113")
    page.locator(".fan .fan-whole").click()
    table.until("() => echelon.selection?.units?.length === 2 && Object.keys(echelon.reach?.hexes ?? {}).length > 0")
    page.wait_for_timeout(300)
    assert set(page.evaluate("() => Object.keys(echelon.reach.hexes)")) == own["A-117"] & own["A-2/143"]


def test_a_prompt_loses_only_what_the_side_block_says(page, site):
    """The head of a sentence goes where it names side and phase alone; a target, a result or a formation stays."""
    page.goto("/")
    cut = """async (rows) => {
      const { withoutHead } = await import('/static/js/table/prompt.js');
      return rows.map(([text, side]) => withoutHead(text, {}, side));
    }"""
    rows = [
        ["Mouvement des Alliés : choisissez une unité.", "Alliés"],
        ["Tour 3, mouvement des Bleus : choisissez une unité.", "Bleus"],
        ["Attaque des Alliés contre 0615 : choisissez les attaquants.", "Alliés"],
        ["Allied attack on Livron (0906): choose the attackers.", "Allied"],
        ["German, Kampfgruppe Peiper: 1 attack made.", "German"],
    ]
    assert page.evaluate(cut, rows) == ["Choisissez une unité.", "Choisissez une unité.", *(text for text, _ in rows[2:])]
