"""The table on a screen: the map has a rectangle of its own, panels stand beside it, the first view shows the whole map."""

import pytest
from web_table import Table, column, new_game, tab

PLACE = """label => {
  const box = document.querySelector(`.l-hits [data-hex="${label}"]`).getBoundingClientRect();
  return {x: box.left + box.width / 2, y: box.top + box.height / 2};
}"""
SIZES = [(1280, 720), (1440, 900), (1920, 1080), (2560, 1440)]
SIDES = {"drill": ("blue", "red"), "tigers": ("german", "allied"), "colonnes": ("allied", "german")}
OPTIONS = {"tigers": {"german_setup": "historical"}}
# What lies over the map's rectangle though it should stand beside it.
ACROSS = """() => {
  const map = document.getElementById('map').getBoundingClientRect();
  const parts = ['top', 'tabs', 'left', 'right', 'prompt', 'drawer'];
  return parts.filter((id) => document.getElementById(id)?.getClientRects().length).filter((id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return box.left < map.right - 1 && box.right > map.left + 1 && box.top < map.bottom - 1 && box.bottom > map.top + 1;
  });
}"""
VIEW = """() => {
  const box = (node) => (({left, top, right, bottom}) => [left, top, right, bottom])(node.getBoundingClientRect());
  const labels = [...echelon.scene.pieces, ...echelon.answers()].map(({hex}) => hex).filter(Boolean);
  const units = labels.map((label) => document.querySelector(`.l-hits [data-hex="${label}"]`)).filter(Boolean);
  return {map: box(document.getElementById('map')), sheet: box(document.querySelector('#map .world')), units: units.map(box),
    hex: document.querySelector('.l-hits path').getBoundingClientRect().height};
}"""
NESTED = """() => [...document.querySelectorAll('#left, #left *, #right, #right *')].filter((node) => {
  const scrolls = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY) && one.getClientRects().length;
  if (!scrolls(node)) return false;
  for (let up = node.parentElement; up; up = up.parentElement) if (scrolls(up)) return true;
  return false;
}).map((node) => `${node.id}.${node.className}`)"""
OFF = """(labels) => {
  const map = document.getElementById('map').getBoundingClientRect();
  const box = (label) => document.querySelector(`.l-hits [data-hex="${label}"]`).getBoundingClientRect();
  const outside = (b) => b.left < map.left - 2 || b.right > map.right + 2 || b.top < map.top - 2 || b.bottom > map.bottom + 2;
  return (labels ?? echelon.answers().flatMap(({hex}) => hex ?? [])).filter((label) => outside(box(label)));
}"""
# Names on a small map: which are too small to read, lie over a counter or another name, and which that matter are not there.
NAMES = """() => {
  const names = [...document.querySelectorAll('#map .l-names text')];
  const straight = names.filter((node) => !node.querySelector('textPath'));
  const counters = document.querySelectorAll('#map .counter .body');
  const boxes = [...straight, ...counters].map((node) => [node, node.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const size = (node) => parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a;
  const text = new Set(names.map((node) => node.textContent));
  return {
    small: names.filter((node) => size(node) < 10).map((node) => node.textContent),
    struck: boxes.slice(0, straight.length).filter(([node, a]) => boxes.some(([other, b]) => other !== node && meet(a, b)))
      .map(([node]) => node.textContent),
    missing: ['Montélimar', 'Crest', 'Loriol', 'Rhône'].filter((name) => !text.has(name)),
  };
}"""
COLUMNS = "() => [document.body.dataset.left, document.body.dataset.right]"


def opened_game(site, page, system="tigers", **facts):
    options = OPTIONS.get(system)
    facts = {"options": options, **facts} if options else facts
    game = new_game(site, page, system, dict.fromkeys(SIDES[system], "me"), **facts)
    table = Table(page, game, page.request.get(f"/api/games/{game}").json()["asked"]).open()
    table.settled()
    rested(table)
    return table


def rested(table):
    """Columns and camera have come to rest."""
    table.page.wait_for_timeout(250)
    table.still(next(iter(table.page.evaluate("() => Object.keys(echelon.board.hexes)"))))


def within(inner, outer, clear=0):
    return (
        inner[0] >= outer[0] + clear
        and inner[1] >= outer[1] + clear
        and inner[2] <= outer[2] - clear
        and inner[3] <= outer[3] - clear
    )


@pytest.mark.parametrize("sizes", [SIZES[::3], pytest.param(SIZES[1:3], marks=pytest.mark.long)], ids=["ends", "between"])
@pytest.mark.parametrize("system", SIDES)
def test_the_first_view_is_the_whole_map_beside_the_panels(page, site, system, sizes):
    table = opened_game(site, page, system)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        table.open()
        rested(table)
        first_view(table)


def first_view(table):
    page = table.page
    assert page.evaluate(ACROSS) == []
    view = page.evaluate(VIEW)
    assert view["hex"] >= 29.5
    if not within(view["sheet"], view["map"], 10):  # hexes would be too small: the units at least, and what is asked for
        smaller = min((view["map"][2] - view["map"][0]) / (view["sheet"][2] - view["sheet"][0]),
                      (view["map"][3] - view["map"][1]) / (view["sheet"][3] - view["sheet"][1]))  # fmt: skip
        assert view["hex"] * smaller < 41, "the whole map could be shown"
        assert all(within(box, view["map"], -2) for box in view["units"])
    stands = page.locator("#top .stands")
    assert stands.is_visible() and table.scene("outlook")["short"] in stands.inner_text()
    assert page.evaluate(COLUMNS)[0] == "open", "a new game opens on Victory"
    assert page.locator("#left .part.on").get_attribute("data-part") == "victory"
    assert table.scene("outlook")["say"] in page.locator("#left .verdict").inner_text()
    assert page.locator("#left .victory li").count() >= 2


@pytest.mark.parametrize("text", [1.5, pytest.param(1, marks=pytest.mark.long)])
def test_who_is_winning_is_in_view_at_every_width(visit, site, text):
    page = visit(viewport={"width": 1000, "height": 760}, settings={"speed": 0, "motion": "reduced", "text": text})
    table = opened_game(site, page, "tigers")
    stands = page.locator("#top .stands")
    for width in (1000, 1100, 1280, 1440, 1920, 2560):
        page.set_viewport_size({"width": width, "height": 760})
        rested(table)
        assert table.scene("outlook")["short"] in stands.inner_text()
        box = stands.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    page.evaluate("() => { echelon.jump(0); }")
    assert stands.is_visible()


def test_tabs_open_and_close_by_press_and_by_key(page, site):
    table = opened_game(site, page)
    names = page.locator("#tabs [aria-expanded]").evaluate_all("nodes => nodes.map((node) => node.dataset.key.slice(4))")
    assert names == ["victory", "turn", "overlays", "air", "supply", "forces", "weather", "arrivals"]
    for name in [*names[1:], names[0]]:
        page.locator(f"#tabs [data-key='tab {name}']").click()
        assert page.locator("#left .part.on").get_attribute("data-part") == name
        assert page.locator("#left .part.on .tab-body").inner_text().strip()
        assert page.evaluate(NESTED) == [] and page.evaluate(ACROSS) == []
    page.keyboard.press("v")
    assert page.evaluate(COLUMNS)[0] == "folded" and not page.locator("#left").is_visible()
    page.keyboard.press("6")
    assert page.locator("#left .part.on").get_attribute("data-part") == "forces"
    page.locator("#tabs [data-key='fold panel']").click()
    assert page.evaluate(COLUMNS)[0] == "folded"
    page.locator("#top .stands").click()
    assert page.locator("#left .part.on").get_attribute("data-part") == "victory"
    table.open()
    rested(table)


def test_a_unit_of_the_list_is_shown_on_the_map(page, site):
    table = opened_game(site, page)
    tab(page, "forces")
    rows = page.locator("#left [data-part='forces'] .unit-row")
    assert rows.count() == len([p for p in table.scene("pieces") if p["kind"] == "unit"])
    for _ in range(6):
        page.keyboard.press("+")
    row = rows.last
    unit = row.get_attribute("data-unit")
    row.click()
    hexagon = table.piece(unit)["hex"]
    rested(table)
    view = page.evaluate(VIEW)
    place = table.place(hexagon)
    assert view["map"][0] < place["x"] < view["map"][2] and view["map"][1] < place["y"] < view["map"][3]
    page.locator("[data-part='inspector'] h2").wait_for()


def test_the_column_opens_for_what_is_taken_and_the_map_keeps_its_zoom(page, site):
    table = opened_game(site, page)
    assert page.evaluate(COLUMNS)[1] == "folded"
    page.locator("#right #zoom").wait_for()
    before = page.evaluate(VIEW)
    east = max(table.scene("pieces"), key=lambda piece: page.evaluate("h => echelon.board.hexes[h].x", piece["hex"]))
    page.keyboard.press("Shift")  # the player has begun: until then the first view is fitted again
    page.evaluate("piece => echelon.select({unit: piece.id, hex: piece.hex})", east)
    rested(table)
    assert page.evaluate(COLUMNS)[1] == "open" and page.evaluate(ACROSS) == [] and page.evaluate(NESTED) == []
    after = page.evaluate(VIEW)
    assert after["hex"] == pytest.approx(before["hex"], abs=0.3)
    at = page.evaluate(f"({PLACE})", east["hex"])
    assert after["map"][0] + 24 < at["x"] < after["map"][2] - 24, "it is still in view"
    page.keyboard.press("Escape")  # drops the unit
    assert page.evaluate(COLUMNS)[1] == "open"
    page.keyboard.press("Escape")
    assert page.evaluate(COLUMNS)[1] == "folded"
    column(page)
    page.locator("[data-key='fold column']").click()
    rested(table)
    folded = page.evaluate(VIEW)
    assert page.evaluate(COLUMNS)[1] == "folded" and folded["hex"] == pytest.approx(before["hex"], abs=0.3)


def test_a_question_whose_answers_are_buttons_leaves_the_column_folded_and_the_prompt_one_row(page, site):
    game = new_game(site, page, "tigers", {"german": "me", "allied": "recruit"})  # historical or free?
    table = Table(page, game, "german").open()
    table.until("() => echelon.scene?.yours && document.querySelectorAll('#prompt .answer').length === 2")
    rested(table)
    first = page.evaluate(VIEW)
    assert page.evaluate(COLUMNS)[1] == "folded"
    assert page.evaluate("() => document.getElementById('prompt').offsetHeight") <= 66
    assert first["hex"] > 60 and within(first["sheet"], first["map"], 10)
    page.locator("#prompt .answer").first.click()
    table.until("() => !document.querySelector('#prompt .answer')")
    column(page)
    rested(table)
    beside = page.evaluate(VIEW)
    assert beside["hex"] == pytest.approx(first["hex"], rel=0.06), "it opens over the map's edge"
    mine = page.evaluate("() => echelon.scene.pieces.filter((p) => p.side === 'german' && p.hex).map((p) => p.hex)")
    assert page.evaluate(f"labels => ({OFF})(labels)", mine) == []
    page.locator("[data-key='fold column']").click()
    rested(table)
    again = page.evaluate(VIEW)
    assert within(again["sheet"], again["map"], 10) and again["hex"] > 60, "nothing stays blank"


def test_a_column_that_opens_later_pushes_no_counter_out_of_a_view_of_the_whole_map(page, site):
    table = opened_game(site, page)
    page.locator("#tabs [data-key='tab victory']").click()  # the player has begun: from now on the map keeps its zoom
    page.locator("#tabs [data-key='tab victory']").click()
    rested(table)
    before = page.evaluate(VIEW)
    column(page)
    rested(table)
    after = page.evaluate(VIEW)
    assert after["hex"] == pytest.approx(before["hex"], abs=0.3)
    assert all(within(box, after["map"]) for box in after["units"])


def near_the_edge(table, dy):
    """The player moves the map until some place that is asked for lies at the foot of it."""
    page = table.page
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.wheel(0, -150)
    rested(table)
    for _ in range(80):
        page.evaluate("dy => { echelon.emit('nudge', dy); }", dy)
        page.wait_for_timeout(20)
        if page.evaluate(OFF):
            page.evaluate("dy => { echelon.emit('nudge', -dy); }", dy)
            break
    rested(table)


def test_what_is_asked_for_stays_in_view_when_the_prompt_grows_or_the_column_opens(page, site):
    table = opened_game(site, page)
    near_the_edge(table, 8)
    assert any("hex" in answer for answer in table.legal()) and page.evaluate(OFF) == []
    height = page.evaluate("() => document.getElementById('prompt').offsetHeight")
    page.evaluate("() => { document.querySelector('#prompt .buttons').style.minHeight = '130px'; }")
    table.until("h => document.getElementById('prompt').offsetHeight > h + 40", height)
    rested(table)
    assert page.evaluate(OFF) == []
    column(page)
    rested(table)
    assert page.evaluate(OFF) == []


def test_an_attack_at_the_edge_of_the_map_uncovers_no_more_of_the_desk(page, site):
    position = """system = "tigers"
turn = 5
side = "german"
frame = "attack.allocate"
assume = { supplied = "all" }
[units]
de-272vg = "1311"
us-78id = "1210"
us-4id = "1202"
"""
    table = opened_game(site, page, position=position, options={})
    page.keyboard.press("+")
    rested(table)
    view = page.evaluate(VIEW)
    page.evaluate("dy => { echelon.emit('nudge', dy); }", view["map"][1] + 12 - view["sheet"][1])
    rested(table)
    before = page.evaluate(VIEW)
    number = table.number()
    page.evaluate("() => { echelon.do('attack 1210'); }")
    table.answered(number)
    rested(table)
    after = page.evaluate(VIEW)
    assert after["sheet"][1] <= max(before["sheet"][1], after["map"][1] + 13)


def test_where_a_unit_in_hand_can_go_comes_into_view(page, site):
    position = """system = "tigers"
turn = 5
side = "german"
frame = "move.pick"
assume = { supplied = "all" }
[units]
de-26vg = "1206"
us-4id = "1202"
"""
    table = opened_game(site, page, position=position, options={})
    box = page.locator("#map").bounding_box()
    at = table.place("1206")
    page.mouse.move(at["x"], at["y"])
    page.mouse.wheel(0, -200)
    rested(table)
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 40, at["y"], steps=6)  # to the edge of the view
    page.mouse.up()
    rested(table)
    table.press("1206")
    table.until("() => echelon.reach?.unit === 'de-26vg' && Object.keys(echelon.reach.hexes).length > 4")
    rested(table)
    assert page.evaluate(f"() => ({OFF})(Object.keys(echelon.reach.hexes))") == []


def test_a_small_map_has_counters_that_are_read_and_all_of_its_turns(visit, site):
    page = visit(locale="fr-FR")
    table = opened_game(site, page, "colonnes")
    view = page.evaluate(VIEW)
    wide = page.evaluate("() => document.querySelector('#map .counter .body').getBoundingClientRect().width")
    assert view["hex"] < 46 and 27 < wide < view["hex"]
    assert page.evaluate(NAMES) == {"small": [], "struck": [], "missing": []}
    right = "s => [...document.querySelectorAll(s)].at(-1).getBoundingClientRect().right"
    assert page.evaluate(right, "#top .cell") <= page.evaluate(right, "#top .track") + 1
    for _ in range(9):
        page.keyboard.press("+")
    rested(table)
    hexagon = page.evaluate("() => document.querySelector('.l-hits path').getBoundingClientRect().height")
    share = page.evaluate("() => document.querySelector('#map .counter .body').getBoundingClientRect().width") / hexagon
    assert share < 0.7, "on a large one they take what the player has set"
    assert page.locator("#map .l-names text").count() == 0, "there the sheet names its places"


def test_the_pin_keeps_the_column_open_next_time(page, site):
    table = opened_game(site, page)
    column(page)
    page.locator("[data-key='pin']").click()
    table.open()
    rested(table)
    assert page.evaluate(COLUMNS)[1] == "open"


def test_on_a_small_screen_the_panel_closes_with_the_next_press_on_the_map(visit, site):
    page = visit(viewport={"width": 1100, "height": 760})
    table = opened_game(site, page)
    assert page.evaluate(COLUMNS) == ["folded", "folded"] and page.evaluate(ACROSS) == []
    tab(page, "turn")
    assert page.evaluate(COLUMNS)[0] == "open"
    page.keyboard.press("Escape")
    assert page.evaluate(COLUMNS)[0] == "folded"
    tab(page, "turn")
    table.press(table.scene("pieces")[0]["hex"])
    table.until("() => document.body.dataset.left === 'folded'")


def test_an_open_rule_book_stands_beside_the_map(page, site):
    table = opened_game(site, page)
    page.locator("[data-key='book']").click()
    page.locator("#drawer").wait_for(state="visible")
    rested(table)
    view = page.evaluate(VIEW)
    assert page.evaluate(ACROSS) == [] and within(view["sheet"], view["map"], 10)
    page.keyboard.press("Escape")
    page.evaluate("() => { document.querySelector('#prompt .buttons').style.minHeight = '130px'; }")
    rested(table)
    view = page.evaluate(VIEW)
    assert view["map"][3] < 770 and within(view["sheet"], view["map"], 10), "the prompt grows over nothing"


def test_places_that_are_asked_for_come_into_view_wherever_the_player_looked(page, site):
    """Colonnes: supply sources lie at two edges of the map, and the player has come close to somewhere else."""
    table = opened_game(site, page, "colonnes")
    assert table.scene("kind") == "renforts.cl" and page.evaluate(OFF) == []
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] - 60)
    for _ in range(8):
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(60)
    rested(table)
    assert len(page.evaluate(OFF)) > 2, "they are off the view"
    number = table.number()
    page.evaluate("() => { echelon.do(echelon.answers()[0].line); }")
    table.answered(number)
    rested(table)
    assert table.scene("kind") == "renforts.cl"
    assert page.evaluate(OFF) == []
