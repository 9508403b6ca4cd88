"""What one asks of a table: why not, the rule book, the log, replay from either side, what-if boards, overlays, undo."""

import pytest
from web_table import Finger, Hand, Keys, Table, column, new_game

AGAINST = {"blue": "me", "red": "random"}


@pytest.fixture
def table(page, site):
    """Drill at Blue's first movement."""
    found = Table(page, new_game(site, page, seats=AGAINST), "blue", seed=2).open()
    found.settled()
    return found


def choose(table):
    """Blue's first unit is chosen, its ways are shown; the unit and where it stands."""
    unit = next(a["unit"] for a in table.legal() if a.get("unit"))
    table.press_unit(table.piece(unit))
    table.until("unit => echelon.reach?.unit === unit", unit)
    return unit, table.piece(unit)["hex"]


def beyond(table):
    """The hex farthest from all that can be reached."""
    return table.page.evaluate("""() => {
      const all = echelon.board.hexes, from = all[echelon.reach.start];
      const far = (l) => Math.hypot(all[l].x - from.x, all[l].y - from.y);
      const free = (l) => !echelon.reach.hexes[l] && !echelon.scene.pieces.some((p) => p.hex === l);
      return Object.keys(all).filter(free).sort((a, b) => far(b) - far(a))[0];
    }""")


def near(table):
    """A hex one step away, away from the river, where a mine could stop it."""
    ways = table.page.evaluate("() => Object.entries(echelon.reach.hexes).map(([hex, way]) => [hex, way.path.length])")
    return min(label for label, steps in ways if steps == 2)


# --- why not ------------------------------------------------------------------------------------------------------------
def test_an_unreachable_hex_says_why_and_cites_the_clause(table):
    choose(table)
    number = table.number()
    table.press(beyond(table))
    card = table.page.locator("#why")
    card.wait_for(state="visible")
    assert card.locator("h3").inner_text().strip()
    assert card.locator("[data-clause]").count() >= 1
    assert table.number() == number, "asking changes nothing"


def test_a_clause_opens_the_rule_book_at_its_place(table):
    choose(table)
    table.press(beyond(table))
    chip = table.page.locator("#why [data-clause]").first
    clause = chip.get_attribute("data-clause")
    chip.click()
    drawer = table.page.locator("#drawer")
    drawer.wait_for(state="visible")
    table.until("id => [...document.querySelectorAll('#drawer *')].some((n) => n.textContent?.includes(id))", clause)
    drawer.locator("#drawer-search").fill("river")
    table.until("() => /river/i.test(document.querySelector('#drawer .drawer-list')?.innerText ?? '')")
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("Escape")
    drawer.wait_for(state="hidden")


def test_the_keyboard_asks_why_not(page, site):
    table = Keys(page, new_game(site, page, seats=AGAINST), "blue").open()
    table.settled()
    choose(table)
    table.walk(beyond(table))
    page.keyboard.press("y")
    page.locator("#why").wait_for(state="visible")
    page.keyboard.press("Escape")
    page.locator("#why").wait_for(state="hidden")


def test_a_finger_asks_why_not(visit, site):
    page = visit(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    table = Table(page, new_game(site, page, seats=AGAINST), "blue", Finger).open()
    table.settled()
    choose(table)
    table.press(beyond(table))
    page.locator("#why").wait_for(state="visible")


# --- stacks -------------------------------------------------------------------------------------------------------------
STACK = """system = "drill"
side = "blue"
frame = "move.pick"
units = { b1 = "0303", b2 = "0303", b3 = "0204", r1 = "0605" }
"""
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("hand", [Hand, Finger])
def test_an_opened_stack_stays_open_until_one_turns_to_something_else(visit, site, hand):
    page = visit(**(PHONE if hand is Finger else {}))
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}, position=STACK), "blue", hand).open()
    table.settled()
    fan = page.locator(".fan")
    table.hand.open_stack(table, "0303")
    fan.wait_for()
    box = fan.bounding_box()
    if hand is Hand:  # over whatever lies on the way, and quickly
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    page.evaluate("() => echelon.sync()")  # as after a lost line: nothing new
    page.wait_for_timeout(700)  # longer than a fan that was left waits before it closes
    assert fan.is_visible()
    table.press("0101")
    if hand is Hand:
        fan.wait_for(state="hidden")
    assert fan.is_hidden()


# --- undo ---------------------------------------------------------------------------------------------------------------
def test_undo_takes_back_the_last_choice_and_says_what(table):
    unit, start = choose(table)
    near = table.page.evaluate(
        "() => Object.entries(echelon.reach.hexes).filter(([, w]) => w.path.length === 2).map(([h]) => h)"
    )
    number = table.number()
    table.go(min(near))
    table.answered(number)
    undo = table.page.locator("#prompt [data-key='undo']")
    assert undo.inner_text().strip()
    for _ in range(4):
        number = table.number()
        undo.click()
        table.answered(number)
        if not table.scene("under_way"):
            break
    assert (table.piece(unit)["hex"], table.piece(unit)["status"]) == (start, [])


# --- looking back -------------------------------------------------------------------------------------------------------
def played(table, answers=10):
    for _ in range(answers):
        table.step()
    table.settled()
    return len(table.moves())


def hexes(table):
    return {p["id"]: p["hex"] for p in table.scene("pieces")}


def at(table, index):
    table.until("n => echelon.at === n && echelon.scene.at === n", index)


def test_replay_goes_back_and_forth_and_returns_to_now(table):
    begin = hexes(table)
    count = played(table)
    now = hexes(table)
    column(table.page)
    table.page.locator("[data-part='log'] [data-key='replay']").click()
    slider = table.page.locator("[data-key='slider']")
    slider.wait_for()
    slider.fill("1")
    at(table, 1)
    assert hexes(table) == begin
    assert table.legal() == [], "the past is only looked at"
    table.page.locator("[data-key='step next']").click()
    at(table, 2)
    table.page.locator("[data-key='step back']").click()
    at(table, 1)
    slider.fill(str(count - 1))
    at(table, count - 1)
    table.page.locator("[data-key='now']").click()
    table.until("() => echelon.at === null && echelon.scene.at === echelon.scene.moves")
    assert hexes(table) == now
    table.step()


def test_a_log_entry_shows_its_moment(table):
    played(table, 6)
    column(table.page)
    entry = table.page.locator("[data-part='log'] .entries li button, [data-part='log'] .entries li[data-i]").first
    entry.click()
    table.until("() => echelon.at !== null")
    table.page.keyboard.press("Escape")
    if table.page.evaluate("() => echelon.at !== null"):
        table.page.locator("[data-key='now']").click()
    table.until("() => echelon.at === null")


def test_a_what_if_board_leaves_the_game_alone(table):
    count = played(table, 8)
    lines = table.moves()
    page = table.page
    column(page)
    page.locator("[data-part='log'] [data-key='replay']").click()
    page.locator("[data-key='slider']").fill(str(count // 2))
    at(table, count // 2)
    page.locator("[data-key='whatif']").click()
    page.wait_for_url(lambda url: "/game/" in url and table.game not in url)
    other = Table(page, page.url.split("/game/")[1].split("?")[0], seed=9)
    other.ready()
    info = page.request.get(f"/api/games/{other.game}").json()
    assert info["parent"]["game"] == table.game
    assert {seat["held"] for seat in info["seats"]} == {"you"}
    lift = page.locator("#curtain button")
    if lift.count():
        lift.click()
    other.step()
    log = page.request.get(f"/api/games/{table.game}/log?side=blue").json()
    assert [move["line"] for move in log] == lines


def test_every_overlay_can_be_shown_for_either_side(table):
    names = table.page.evaluate("() => echelon.board.overlays.map((o) => o.name)")
    for name in names:
        for side in ("blue", "red"):
            table.page.evaluate("([name, side]) => echelon.toggleOverlay(name, side)", [name, side])
            table.until("([name, side]) => echelon.overlays[name]?.of === side", [name, side])
        table.page.evaluate("name => echelon.toggleOverlay(name)", name)
    assert {"zones", "supply", "threat"} <= set(names)


# --- dice ---------------------------------------------------------------------------------------------------------------
FIGHT = """system = "drill"
side = "blue"
frame = "combat.target"
units = { b1 = "0403", b2 = "0403", r1 = "0503", r2 = "0605" }
"""


def test_a_battle_shows_its_odds_and_its_dice(visit, site):
    page = visit(settings={"speed": 4})
    game = new_game(site, page, seats={"blue": "me", "red": "me"}, position=FIGHT)
    table = Table(page, game, "blue").open()
    for verb in ("attack", "with", "fight"):
        table.settled()
        number = table.number()
        answer = next(a for a in table.legal() if a["verb"] == verb)
        if verb == "fight":
            panel = page.locator("[data-part='question']").inner_text()
            assert "%" in panel, "the chances of each result"
            assert page.locator("[data-part='question'] [data-clause]").count(), "and the clauses behind the odds"
            table.press_line(answer["line"])
        else:
            table.give(answer, number)
        table.answered(number)
    die = next(move["die"] for move in page.evaluate("() => echelon.moves") if move["die"])
    table.until("() => document.querySelectorAll('#dice .die').length > 0")
    assert page.locator("#dice .die").count() == len(die["faces"])
