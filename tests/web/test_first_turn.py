"""What a newcomer stumbled over in his first turn of Tigers: each place where he did, held down."""

import pytest
from web_table import Table, new_game

BOTH = {"german": "me", "allied": "me"}
SIZES = [(1440, 900), (1280, 720)]
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
PEIPER = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = { kind = "kgp.continue", stepped = false, stopped = false }
state = { peiper_attacks = 1 }
[units]
de-kgp = { at = "1008", attacked = true, late = true, spent = 2 }
de-12vg = "1208"
us-30id = "908"
us-99id = "1209"
"""
ATTACK = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "attack.allocate"
[units]
de-12vg = "1108"
de-326vg = "1209"
us-30id = "1008"
us-99id = "1109"
"""
MARCH = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "move.pick"
[units]
de-116pz = "1507"
de-326vg = "1105"
us-30id = "407"
"""
FORCED = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "combat.pick"
dice = [1]
state = { air_used = "de-jg26", battles = [{ hexes = "1008", units = "de-2ss", state = "open" }] }
[units]
de-2ss = "1108"
de-12vg = "1408"
us-14cav = "1008"
us-99id = "405"
"""
BOX = "s => { const b = document.querySelector(s)?.getBoundingClientRect(); return b && [b.left, b.top, b.right, b.bottom]; }"

# the tip has come to rest, and lies over neither the zoom buttons nor the panels
CLEAR = """() => {
  const box = (s) => document.querySelector(s).getBoundingClientRect(), tip = box('#map .tip:not([hidden])');
  const apart = (b) => tip.right <= b.left || b.right <= tip.left || tip.bottom <= b.top || b.bottom <= tip.top;
  const left = parseFloat(document.querySelector('#map .tip').style.left) + box('#map').left;
  return Math.abs(tip.left - left) < 1 && apart(box('#zoom')) && apart(box('#right'));
}"""


def table_at(site, page, position, side="german"):
    table = Table(page, new_game(site, page, "tigers", BOTH, position=position), side).open()
    table.settled()
    return table


@pytest.mark.parametrize("options", [pytest.param({}, id="desk"), pytest.param(PHONE, id="phone")])
def test_the_button_says_that_waiting_disrupts_before_it_is_pressed(site, visit, options):
    page = visit(**options)
    table_at(site, page, PEIPER)
    wait = page.locator("#prompt [data-line='wait de-kgp']")
    assert "Disrupted when Blitzkrieg ends" in wait.inner_text()
    assert "Disrupted when Blitzkrieg ends" in wait.get_attribute("aria-label")
    assert "Disrupted immediately" in page.locator("#prompt .main").inner_text()
    box, bar = page.evaluate(BOX, "#prompt .main"), page.evaluate(BOX, "#prompt")
    assert bar[0] <= box[0] and box[2] <= bar[2], "the answer that ends the question is in sight"
    if not options:
        wait.hover()
        panel = page.locator("[data-part='question'] .preview")
        panel.locator(".warning [data-clause='TIG-KGP-8']").wait_for()
        assert "Bonus" not in panel.inner_text(), "after a battle there is none"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_card_of_a_hex_is_read_whole(site, visit, width, height):
    page = visit(viewport={"width": width, "height": height})
    table = table_at(site, page, MARCH)
    page.evaluate("() => echelon.emit('inspect', {hex: '1105'})")
    card = page.locator("[data-part='inspector'] .inspector")
    card.locator(".inspected-units").wait_for()
    table.until("""() => {
      const card = document.querySelector('[data-part=inspector] .inspector'), log = document.querySelector('[data-part=log]');
      return card.scrollHeight <= card.clientHeight + 1
        && card.getBoundingClientRect().bottom <= log.getBoundingClientRect().top && log.clientHeight >= 120;
    }""")


def test_where_there_is_no_room_the_card_scrolls_within_its_own_edge(site, visit):
    page = visit(viewport={"width": 1280, "height": 560})
    table = table_at(site, page, MARCH)
    page.evaluate("() => echelon.emit('inspect', {hex: '1105'})")
    page.locator(".inspector .inspected-units").wait_for()
    page.locator(".inspector .inspected-units").scroll_into_view_if_needed()
    table.until("""() => {
      const box = (s) => document.querySelector(s).getBoundingClientRect();
      const end = box('.inspector').bottom;
      return box('.inspected-units').bottom <= end && end <= box('[data-part=log]').top;
    }""")


def test_a_hint_goes_when_it_no_longer_applies(page, site):
    table = table_at(site, page, ATTACK)
    hint = page.locator("#toasts .toast", has_text="Choose the hex first")
    page.evaluate("() => { echelon.why({unit: 'de-12vg'}); }")
    hint.wait_for()
    table.press("1008")  # as it was told
    hint.wait_for(state="detached", timeout=2000)


def test_a_bare_number_is_no_name(page, site):
    table = table_at(site, page, MARCH)
    units = page.evaluate("() => Object.values(echelon.board.units).map((u) => [u.label, u.short])")
    assert any(label.isdigit() for label, _short in units), "counters keep their numbers"
    assert [short for _label, short in units if not any(c.isalpha() for c in short)] == []
    table.press("1105")
    table.until("() => echelon.reach?.unit === 'de-326vg'")
    assert "326. Volksgrenadier" in page.locator(".moving h2").inner_text()


def test_a_short_name_is_french_in_french(site, visit):
    page = visit(settings={"speed": 0, "motion": "reduced", "language": "fr"})
    table_at(site, page, MARCH)
    short = page.evaluate("() => ['us-28id', 'us-7ad', 'de-326vg'].map((id) => echelon.board.units[id].short)")
    assert short == ["28e d’infanterie", "7e blindée", "326. Volksgrenadier"]


WALL = {"viewport": {"width": 1920, "height": 1080}}  # wide enough for the log to stay open


@pytest.mark.parametrize("options", [WALL, PHONE], ids=["wall", "phone"])
def test_an_advance_that_must_be_made_is_told_as_a_duty(visit, site, options):
    """Once: by the log where that is open, else by a notice."""
    page = visit(**options)
    seats = {"german": "me", "allied": "random"}
    table = Table(page, new_game(site, page, "tigers", seats, position=FORCED), "german").open()
    table.settled()
    number = table.number()
    page.evaluate("() => { echelon.do('fight 1008'); }")
    table.answered(number)
    table.settled()
    if table.scene("kind") == "combat.distance":
        number = table.number()
        page.evaluate("() => { echelon.do('distance 1008 1'); }")
        table.answered(number)
    table.until("() => echelon.moves.some((m) => m.forced && m.line === 'advance de-2ss 1008')")
    told = page.locator("#toasts .toast", has_text="Forced:")
    if options is PHONE:
        told.wait_for()
        return
    entry = page.locator(".entry", has_text="advances to Malmédy (1008)")
    entry.locator(".tag.warn").wait_for()
    assert "forced" not in entry.get_attribute("class").split(), "it is not told in grey"
    told_of = page.locator(".log .entry", has_text="attack on Malmédy (1008)").all_inner_texts()
    assert len(told_of) == 1, "a battle is one entry"
    assert "by 2. SS-Panzer-Division: " in told_of[0] and "Die roll" in told_of[0]
    assert told.count() == 0


def test_the_die_lies_beside_the_entry_that_tells_of_it(page, site):
    table = table_at(site, page, MARCH)
    page.evaluate("""() => echelon.emit('dice', {faces: [3], of: 6, say: 'three', move: {events: [
      {say: 'A long sentence that tells what the die has brought.', clause: 'TIG-CRT-1'}], clauses: ['TIG-CRT-1']}})""")
    page.locator("#dice .throw").wait_for()
    table.until(f"() => ({BOX})('#dice .throw')[1] >= ({BOX})('[data-part=log]')[3]")
    page.set_viewport_size({"width": 844, "height": 390})  # a phone has no column: the die lies on the map
    table.until("() => document.querySelector('[data-layout=phone] > #dice .throw')?.getClientRects().length")


def test_a_tip_keeps_clear_of_the_zoom_buttons_and_of_the_panels(page, site):
    table = table_at(site, page, MARCH)
    table.press("1507")
    table.until("() => echelon.reach?.unit === 'de-116pz'")
    told = "Object.entries(echelon.reach.hexes).filter(([label, way]) => Number(label) >= 1400 && way.warnings?.length)"
    east = page.evaluate(f"() => {told}.map(([label]) => label)")  # what a way costs stands in its hex
    for label in east:
        at = table.place(label)
        page.mouse.move(at["x"] - 4, at["y"])
        page.mouse.move(at["x"], at["y"])
        table.until("label => echelon.hovered === echelon.reach.hexes[label].line", label)
        table.until(CLEAR)
    assert len(east) > 2


def test_the_log_keeps_its_dates_when_one_comes_back_to_the_table(page, site):
    """Moves are known before the scene is, and the scene knows the dates."""
    table = table_at(site, page, ATTACK)
    number = table.number()
    page.evaluate("() => { echelon.do('attack 1008'); }")
    table.answered(number)
    heading = "() => /·.*1944/.test(document.querySelector('[data-part=log] .entries')?.innerText ?? '')"
    table.until(heading)
    page.evaluate("() => { echelon.rise(); return echelon.side('german'); }")
    table.settled()
    table.until("() => document.querySelectorAll('[data-part=log] .entry').length")
    assert table.soon(heading)


# how a battle was planned, declared and, in a later step, fought
FOUGHT = """async () => {
  const { told } = await import('/static/js/table/panels/log.js');
  const same = { side: 'german', forced: false, chance: false, turn: 1, clauses: [] };
  const move = (i, line, step, events = [], die = null) => ({ ...same, i, line, say: line, die, step, events });
  const event = (say, tells) => ({ say, tells, hexes: ['1008'], clause: 'TIG-ATK-1' });
  const moves = [
    move(0, 'attack 1008', 'B2b'), move(1, 'with de-12vg', 'B2b'), move(2, 'set', 'B2b', [event('declared', 1)]),
    move(3, 'fight 1008', 'B2c'),
    move(4, 'die 4', 'B2c', [event('fought at 1008', 3)], { faces: [4], of: 6 }),
  ];
  return [moves.slice(0, 3), moves].map((all) => told(echelon, all, 'told').map((entry) => entry.move.line));
}"""


def test_what_led_to_a_battle_is_told_no_more_when_it_has_been_fought(page, site):
    table_at(site, page, ATTACK)
    planned, fought = page.evaluate(FOUGHT)
    assert planned == ["set"]
    assert fought == ["die 4"]


def acts(table, *lines):
    for line in lines:
        number = table.number()
        table.page.evaluate("line => { echelon.do(line); }", line)
        table.answered(number)


def test_a_hex_that_must_be_attacked_is_marked_by_shape_and_word(page, site):
    """Whoever attacks with a unit has to attack every other enemy beside it."""
    table = table_at(site, page, ATTACK)
    assert page.locator("#map .m-duty").count() == 0
    acts(table, "attack 1008", "with de-12vg", "set")
    assert [duty["hexes"] for duty in table.scene("duties")] == [["1109"]]
    mark = page.locator("#map .m-duty")
    mark.wait_for()
    assert mark.get_attribute("data-hex") == "1109" and "Required" in mark.text_content() and mark.locator("path").count() == 1


# --- a phone --------------------------------------------------------------------------------------------------------------
def test_the_sheet_of_a_battle_on_a_phone_can_fight_it(visit, site):
    page = visit(**PHONE)
    table = table_at(site, page, FORCED)
    page.locator("[data-sheet='fight'] #sheet").wait_for()
    foot = page.locator("#foot")
    lines = [answer["line"] for answer in table.legal()]
    assert {node.get_attribute("data-line") for node in foot.locator("[data-line]").all()} == set(lines) != set()


def test_undo_stays_in_view_beside_an_open_sheet(visit, site):
    page = visit(**PHONE)
    table = table_at(site, page, ATTACK)
    acts(table, "attack 1008", "with de-12vg")
    page.locator("[data-sheet='fight'] #sheet").wait_for()
    number = table.number()
    page.locator("#prompt .undo").tap(timeout=5000)
    table.answered(number)
    assert page.evaluate("() => echelon.moves.map((m) => m.line)") == ["attack 1008"]


def test_dice_make_room_for_a_hex_that_can_be_chosen(visit, site):
    page = visit(**PHONE)
    table = table_at(site, page, MARCH)
    table.hand.page.evaluate("() => echelon.sheet(null)")
    page.evaluate("() => echelon.select({unit: 'de-116pz', hex: '1507', act: true})")
    table.until("() => Object.keys(echelon.reach?.hexes ?? {}).length")
    page.evaluate("""() => echelon.emit('dice', {faces: [3], of: 6, say: 'three', move: {events: [
      {say: 'A long sentence that tells what the die has brought, with all that came of it in the end.', clause: 'TIG-CRT-1'},
      {say: 'Another one.', clause: ''}], clauses: ['TIG-CRT-1']}})""")
    page.locator("#dice.aside .throw").wait_for(timeout=5000)
    box = page.locator("#dice .throw").bounding_box()
    assert box["x"] < 20 and box["width"] < 120
