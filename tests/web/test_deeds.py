"""What can be done at places of the map is told apart, told beforehand, and asked where a die would fall at once."""

import pytest
from web_table import Finger, Keys, Table, new_game

# Bridges: one of one's own that can be taken down or blown up, one that can be blown up, and river where one can be built.
BRIDGES = """
system = "tigers"
set_up = "campaign"
turn = 2
side = "german"
assume = { supplied = "all" }
frame = "bridge.act"
[units]
de-26vg = "1204"
de-2pz = "1206"
de-9pz = "1107"
de-116pz = "907"
[state]
german = "907 1206 1107 1205 1204 1203 1311 1310 1309 1308 1306 1305 1304 1303 1410 1409 1408 1407 1406 1405 1404 1403 1402"
engineer = "1107|1206"
german_built = "1107|1206"
german_bridges = "1107|1206"
german_markers = 7
"""
OWN, OTHER, RIVER = "1107|1206", "806|907", "1105|1204"
TIP = "() => { const tip = document.querySelector('.tip'); return tip && !tip.hidden ? tip.innerText : ''; }"
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def table_at(site, page, position, kind=Table, **how):
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"}, position=position)
    table = kind(page, game, page.request.get(f"/api/games/{game}").json()["asked"], **how).open()
    table.settled()
    return table


def middle(table, hexside):
    """Where the mark of a hexside lies on the screen, once the map rests."""
    table.still(hexside.split("|")[0])
    box = table.page.locator(f'#map [data-hexside="{hexside}"] .sign-shape').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def menu(page):
    return page.locator(".choices:visible [data-line]")


def test_deeds_of_different_verbs_look_different_in_shape(page, site):
    table_at(site, page, BRIDGES)
    shapes = {
        side: page.locator(f'#map [data-hexside="{side}"] :is(.sign-shape, .sign-glyph)').evaluate_all(
            "(all) => all.map((one) => one.getAttribute('d'))"
        )
        for side in (OWN, OTHER, RIVER)
    }
    assert all(len(paths) == 2 for paths in shapes.values())
    assert len({paths[0] for paths in shapes.values()}) == 3  # told apart without their colours


def test_pointing_tells_the_deed_and_its_chance(page, site):
    table = table_at(site, page, BRIDGES)
    page.mouse.move(*middle(table, OTHER))
    page.wait_for_function(f"{TIP.replace('() =>', '() => (() =>')})().includes('(5/6)')")
    told = page.evaluate(TIP)
    assert "Blow the bridge 806|907" in told
    assert "1-5: The bridge 806|907 is destroyed (5/6)" in told
    page.mouse.move(*middle(table, OWN))
    page.wait_for_function(f"{TIP.replace('() =>', '() => (() =>')})().includes('1107')")
    told = page.evaluate(TIP)
    assert "Blow the bridge 1107|1206" in told and "Dismantle the bridge 1107|1206" in told


def test_a_press_asks_before_the_die_and_can_be_taken_back(page, site):
    table = table_at(site, page, BRIDGES)
    number = table.number()
    page.mouse.click(*middle(table, OTHER))
    menu(page).first.wait_for()
    assert [button.get_attribute("data-line") for button in menu(page).all()] == ["blow 806|907"]
    page.locator(".choices .odds").filter(has_text="(5/6)").wait_for()
    page.keyboard.press("Escape")
    menu(page).first.wait_for(state="hidden")
    page.mouse.click(*middle(table, OTHER))
    page.locator(".choices [data-key='cancel']").click()
    page.mouse.click(*middle(table, OTHER))
    menu(page).first.wait_for()
    page.mouse.click(*middle(table, OWN))  # a press elsewhere means that
    table.until("() => document.querySelectorAll('.choices [data-line]').length === 2")
    assert table.number() == number
    page.locator('.choices [data-line="dismantle 1107|1206"]').click()
    table.answered(number)
    assert any(line.startswith("dismantle 1107|1206") for line in table.moves())


def test_what_it_would_come_to_is_asked_no_more_once_it_is_done(page, site):
    """The server would not know the answer any more, and the page would write an error that nobody made."""
    table = table_at(site, page, BRIDGES)
    asked, given_up = [], []
    page.route("**/preview?*", lambda route: asked.append(route))  # never answered: the machine is busy
    page.on("requestfailed", lambda request: "/preview?" in request.url and given_up.append(request))
    page.evaluate("() => { echelon.do('blow 1107|1206'); }")
    table.until("() => echelon.held && !echelon.busy")
    page.mouse.move(*middle(table, OTHER))
    page.wait_for_function(f"{TIP.replace('() =>', '() => (() =>')})().includes('Blow the bridge')")
    page.wait_for_timeout(400)
    number = table.number()
    table.answered(number)
    assert len(asked) >= 2, "of what is held, and of what was pointed at"
    assert len(given_up) == len(asked)


def test_a_die_of_the_map_has_no_button_that_acts_at_once(page, site):
    """There is one bridge to take down: the prompt must not offer it, as its own button would not ask."""
    table = table_at(site, page, BRIDGES)
    assert page.locator("#prompt [data-line^='dismantle']").count() == 0
    assert page.locator("#prompt [data-line='end']").is_visible()  # who wants no more is done at once
    count = len({answer["hexside"] for answer in table.legal() if answer.get("hexside")})
    assert page.locator("#prompt .say").inner_text().startswith(f"{count} hexsides")


def test_a_finger_is_told_and_asked_too(visit, site):
    page = visit(**PHONE)
    table = table_at(site, page, BRIDGES, hand=Finger)
    number = table.number()
    page.evaluate("() => echelon.focusHex('1107')")
    x, y = middle(table, OWN)
    page.touchscreen.tap(x, y)
    table.until("() => document.querySelectorAll('.choices [data-line]').length === 2")
    assert table.number() == number
    page.locator(".choices .odds").first.filter(has_text="(5/6)").wait_for()
    page.locator('.choices [data-line="blow 1107|1206"]').tap()
    table.answered(number)


def test_the_keyboard_hears_and_reaches_the_sides_of_a_hex(page, site):
    table = table_at(site, page, BRIDGES, Keys)
    number = table.number()
    table.walk("907")
    said = page.evaluate("() => document.getElementById('live').textContent")
    assert "Blow the bridge 806|907" in said
    assert "Blow the bridge 806|907" in page.evaluate(TIP)
    page.keyboard.press("Enter")
    menu(page).first.wait_for()
    assert table.number() == number
    table.reach('.choices [data-line="blow 806|907"]', "ArrowDown")
    table.answered(number)


# A bridge in Allied hands lies on the way: a die tells whether it is blown.
MARCH = """
system = "tigers"
set_up = "campaign"
turn = 2
side = "german"
assume = { supplied = "all" }
frame = "move.pick"
[units]
de-2pz = "1206"
us-14cav = "gone"
us-106id = { at = "gone", entrenched = false }
[state]
german = "1206 1207 1307 1205 1204 1203 1311 1310 1309 1308 1306 1305 1304 1303 1410 1409 1408 1407 1406 1405 1404 1403 1402"
"""


def test_a_finger_is_told_of_the_die_on_its_way(visit, site):
    page = visit(**PHONE)
    table = table_at(site, page, MARCH, hand=Finger)
    number = table.number()
    page.evaluate("() => echelon.select({ unit: 'de-2pz', hex: '1206', act: true })")
    table.until("() => echelon.reach?.hexes['1107']?.note")
    table.press("1107", bare=True)
    go = menu(page).first
    go.wait_for()
    page.wait_for_function("() => document.querySelector('.choices .odds')?.innerText.includes('The bridge holds')")
    assert table.number() == number
    go.tap()
    table.answered(number)


# --- the die ------------------------------------------------------------------------------------------------------------
BOX = "s => { const b = document.querySelector(s)?.getBoundingClientRect(); return b && [b.left, b.top, b.right, b.bottom]; }"


def apart(a, b):
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize("options", [pytest.param({}, id="desk"), pytest.param(PHONE, id="phone", marks=pytest.mark.long)])
def test_the_die_covers_neither_the_prompt_nor_the_map_and_goes_away(site, visit, options):
    page = visit(**options)
    table = table_at(site, page, BRIDGES)
    number = table.number()
    page.evaluate("() => echelon.focusHex('1107')")
    page.evaluate("() => { echelon.do('blow 1107|1206'); }")
    table.answered(number)
    page.locator("#dice .throw").wait_for()
    card = page.evaluate(BOX, "#dice .throw")
    for other in ("#prompt", "#rail", "#corner", "#chip"):
        box = page.evaluate(BOX, other)
        if box and box[2] > box[0]:
            assert apart(card, box), other
    if not options:  # beside the map, in the column of the log
        column = page.evaluate(BOX, "#right")
        assert column[0] - 1 <= card[0] and card[2] <= column[2] + 1
    page.locator("#dice .throw").wait_for(state="detached", timeout=20_000)
    assert page.locator("[data-part='log'] .faces").count() == 1  # the log keeps it


def test_a_map_that_was_moved_keeps_its_place_when_the_prompt_grows(page, site):
    """Nothing that is asked for lies where it grows to."""
    table = table_at(site, page, TIGERS)
    page.keyboard.press("0")  # the whole map
    page.keyboard.press("+")  # and a little closer: from here on it is the player's own view
    page.wait_for_timeout(250)
    place = "() => JSON.stringify(document.querySelector('.l-hits [data-hex=\"705\"]').getBoundingClientRect())"
    table.still("705")
    before, height = page.evaluate(place), page.evaluate("() => document.getElementById('prompt').offsetHeight")
    page.evaluate("() => { document.querySelector('#prompt .buttons').style.minHeight = '150px'; }")
    table.until("h => document.getElementById('prompt').offsetHeight > h + 40", height)
    table.still("705")
    assert page.evaluate(place) == before


# --- the prompt ---------------------------------------------------------------------------------------------------------
PEIPER = """
system = "tigers"
set_up = "campaign"
turn = 1
step = "B2c"
frame = { kind = "kgp.continue", side = "german", stepped = false, stopped = false }
stack = [{ kind = "combat.pick", side = "german" }]
[units]
de-kgp = { at = "1307", attacked = true, shifted = true, late = true, spent = 1 }
us-106id = { at = "gone", entrenched = false }
[state]
german = "1205 1204 1203 1311 1310 1309 1308 1307 1306 1305 1304 1303 1410 1409 1408 1407 1406 1405 1404 1403 1402 1401"
peiper_attacks = 1
battles = [{ hexes = "1302", units = ["de-276vg", "de-212vg"], state = "open" }]
"""


def test_what_the_prompt_offers_is_not_offered_on_the_map_again(page, site):
    table = table_at(site, page, PEIPER)
    waits = page.locator("[data-line='wait de-kgp']")
    assert waits.locator("visible=true").count() == 1
    table.press("1307")
    table.until("() => echelon.reach?.unit === 'de-kgp'")
    table.still("1307")
    assert waits.locator("visible=true").count() == 1
    assert page.locator("#prompt [data-line='wait de-kgp']").is_visible()


ALLOCATION = """
system = "tigers"
set_up = "campaign"
turn = 1
side = "german"
frame = "attack.allocate"
[state]
battles = [{ hexes = "1307", units = "de-kgp de-506 de-18vg de-62vg", state = "open" }]
"""
CUT = """(all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_label_of_the_prompt_is_cut(visit, site, language):
    page = visit(settings={"language": language})
    for position in (ALLOCATION, PEIPER, BRIDGES):
        table_at(site, page, position)
        assert page.locator("#prompt .button :is(b, small)").evaluate_all(CUT) == []


def test_an_open_rule_book_alone_makes_the_prompt_narrow(page, site):
    table_at(site, page, ALLOCATION)
    prompt, column = page.evaluate(BOX, "#prompt"), page.evaluate(BOX, "#right")
    assert column[0] - prompt[2] < 30


TIGERS = """
system = "tigers"
turn = 5
side = "german"
frame = "move.pick"
assume = { supplied = "all" }
board = { base = "blank" }
units = { de-506 = "605", de-2pz = "805", us-9id = "310" }
"""


def test_taking_up_another_unit_throws_no_die_in_passing(page, site):
    """Tigers that have spent three points may break down when they stop: pressing another unit asks first."""
    table = table_at(site, page, TIGERS)
    table.press("605")
    page.wait_for_function("() => echelon.reach?.hexes['608']")
    table.press("608")
    page.wait_for_function("() => echelon.scene.main?.final")
    rolls = page.evaluate("() => echelon.moves.filter((move) => move.chance).length")
    table.press("805")
    menu(page).first.wait_for()
    assert "506" in menu(page).first.inner_text()
    page.wait_for_function("() => document.querySelector('.choices .odds')?.innerText.includes('4/6')")
    assert page.evaluate("() => echelon.moves.filter((move) => move.chance).length") == rolls
    menu(page).first.click()
    page.wait_for_function("n => echelon.moves.filter((move) => move.chance).length > n", arg=rolls)


def test_a_way_that_ends_with_a_die_is_asked(page, site):
    """An enemy division's zone ends the move of the Tigers, and their die would fall at once."""
    table = table_at(site, page, TIGERS.replace("310", "609"))
    table.press("605")
    page.wait_for_function("() => echelon.reach?.hexes['608']?.final")
    number = page.evaluate("() => echelon.number")
    table.press("608")
    menu(page).first.wait_for()
    page.wait_for_function("() => document.querySelector('.choices .odds')?.innerText.includes('4/6')")
    assert page.evaluate("() => echelon.number") == number
    page.locator('.choices:visible [data-key="cancel"]').click()
    assert page.evaluate("() => echelon.number") == number
    table.press("608")
    menu(page).first.click()
    page.wait_for_function("n => echelon.number > n && echelon.moves.some((move) => move.chance)", arg=number)


def test_an_enemy_that_cannot_be_attacked_says_why(page, site):
    position = TIGERS.replace("move.pick", "attack.allocate").replace('us-9id = "310"', 'us-9id = "606", us-2id = "310"')
    table = table_at(site, page, position)
    table.press("310")
    page.wait_for_function("() => document.getElementById('why')?.innerText.includes('310')")


BOMBING = """system = "tigers"
turn = 1
side = "german"
assume = { supplied = "all" }
frame = "air.bomb"
[units]
de-2ss = "1108"
us-14cav = "1008"
"""


def test_what_a_deed_leads_to_is_asked_once(page, site):
    """The prompt says where the aircraft goes, its menu all that follows; a press on that rolls the die."""
    table = table_at(site, page, BOMBING)
    page.locator("[data-part='tray'] :is([data-unit], [data-group])", has_text="26").first.click()
    table.until("() => document.querySelector('#prompt .say').textContent.includes('26 picked up')")
    table.press("1008")
    deed = menu(page).first
    deed.filter(has_text="ends the phase").wait_for()
    assert "rolls the die" in deed.inner_text()
    number = table.number()
    deed.click()
    table.until("n => echelon.held || echelon.number > n", number)
    assert not page.evaluate("() => echelon.held")
