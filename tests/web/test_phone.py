"""A phone held upright, by finger alone: the map to all edges, the prompt and every panel as a sheet from the foot."""

import time
from pathlib import Path

import pytest
from web_french import look
from web_table import Finger, Table, new_game

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"
SIZES = [(390, 844), (360, 740)]
TABS = ("standing", "units", "log", "rules", "menu")
# What a player would stumble over: parts of the page that lie over each other or leave the screen, things too small for a
# finger (44 px, which may be more than what is drawn), a page that scrolls sideways. What a sheet covers is not there.
FAULTS = """() => {
  const found = [], {dataset} = document.body, shown = (n) => n.checkVisibility() && n.getClientRects().length;
  const called = (n) => n.id || n.className, edge = (n) => n.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  const open = dataset.sheet || dataset.book === 'open' || echelon.listing;
  const names = ['#chip', '#corner', '#rail', '#foot', '.sheet-body', '#drawer > .drawer-list', '#list', '#replay', '.coach',
    '#waiting', '#why', ...(open ? [] : ['#prompt'])];
  const parts = names.flatMap((name) => [...document.querySelectorAll(name)].filter(shown));
  parts.forEach((part, i) => {
    const a = edge(part);
    const out = a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight;
    if (out) found.push(`${called(part)} leaves the screen`);
    for (const other of parts.slice(i + 1)) {
      const b = edge(other);
      const over = a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
      if (over) found.push(`${called(part)} lies over ${called(other)}`);
    }
    for (const box of part.querySelectorAll(':not(.attackers, .tray, .drawer-table, .drawer-list)')) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
      if (scrolls) found.push(`${called(box)} scrolls sideways`);
    }
    for (const one of part.querySelectorAll('button:not(.clause), a[href], select, input, summary')) {
      const b = edge(one), [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
      const list = one.closest('.entries'), c = list ? {top: edge(list).top + 30, bottom: edge(list).bottom} : a;
      if (!shown(one) || b.top < c.top || b.bottom > c.bottom || b.left < a.left || b.right > a.right + 1) continue;
      const hits = ([dx, dy]) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return one.contains(hit) || hit?.closest('label')?.contains(one) || hit?.closest('.clause');
      };
      const fits = [[0, -20], [0, 20], [-20, 0], [20, 0]].every(hits);
      if (!fits) found.push(`${called(part)}: too small: ${one.outerHTML.slice(0, 120)} ${b.width} ${b.height}`);
    }
  });
  return found;
}"""
SEEN = """() => {
  const {top, bottom} = echelon.free;
  const counters = [...document.querySelectorAll('#map .l-counters .counter')].map((node) => node.getBoundingClientRect());
  const seen = (b) => b.top >= top && b.bottom <= innerHeight - bottom && b.left >= 0 && b.right <= innerWidth;
  return counters.filter(seen).length / counters.length;
}"""
ZOOM = "() => document.querySelector('.l-hits path').getBoundingClientRect().height"
WHERE = """label => {
  const box = document.querySelector(`.l-hits [data-hex='${label}']`).getBoundingClientRect();
  return [box.x, box.y];
}"""
WIDE = """() => [...document.querySelectorAll('body, dialog[open], dialog[open] .dialog-body')]
  .filter((n) => n.scrollWidth > n.clientWidth + 1).length"""
OUTSIDE = """() => [...document.querySelectorAll('dialog[open] :is(button, select, input)')].filter((n) => n.checkVisibility())
  .filter((n) => { const b = n.getBoundingClientRect(); return b.left < 0 || b.right > innerWidth; }).map((n) => n.outerHTML)"""
COVERED = """() => {
  const ring = document.querySelector('.coach-ring');
  const [a, b] = ['.coach', '.coach-ring'].map((s) => document.querySelector(s).getBoundingClientRect());
  return !ring.hidden && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""

# the middle of a hex is seen and can be pressed
BARE = """label => {
  const box = document.querySelector(`.l-hits [data-hex='${label}']`).getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.live') !== null;
}"""
CUT = "s => [...document.querySelectorAll(s)].filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.textContent)"
NEWEST = """() => {
  const list = document.querySelector('.entries');
  return list.scrollTop + list.clientHeight > list.scrollHeight - 3;
}"""
READ = """() => echelon.scene.pieces.flatMap(({id, side}) => {
  const body = document.querySelector(`#map [data-unit='${id}'] .body use`), box = body?.getBoundingClientRect();
  const seen = box && box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight - echelon.free.bottom;
  return seen ? [[side, body.getAttribute('href').split('-').at(-1), box.height]] : [];
})"""
UNCUT = "() => { const card = document.querySelector('.coach'); return card.scrollHeight <= card.clientHeight + 1; }"


def phone(visit, size=SIZES[0], **options):
    return visit(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True, is_mobile=True, **options)


def at(site, page, file):
    """A table at a position of the documentation, both sides in one hand."""
    sides = {"tigers": ("german", "allied"), "colonnes": ("allied", "german")}[file.partition("/")[0]]
    text = (POSITIONS / file).read_text("utf-8")
    game = new_game(site, page, file.partition("/")[0], dict.fromkeys(sides, "me"), position=text)
    table = Table(page, game, page.request.get(f"/api/games/{game}").json()["asked"], Finger).open()
    table.settled()
    return table


class Touch:
    """Fingers that stay on the glass."""

    def __init__(self, page):
        self.wire = page.context.new_cdp_session(page)

    def put(self, kind, *points):
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start, end, steps=6):
        self.put("touchStart", start)
        for k in range(1, steps + 1):
            self.put("touchMove", tuple(a + (b - a) * k / steps for a, b in zip(start, end, strict=True)))
        time.sleep(0.15)  # no fling: the first tap after one only stops it
        self.put("touchMove", end)
        self.put("touchEnd")


@pytest.mark.parametrize("size", [SIZES[1], pytest.param(SIZES[0], marks=pytest.mark.long)], ids=str)
def test_every_sheet_fits_the_screen_and_the_finger(visit, site, size):
    page = phone(visit, size)
    table = at(site, page, "tigers/march.toml")
    assert page.evaluate(FAULTS) == []
    main = page.evaluate("() => echelon.scene.main.line")
    assert page.locator("#map").bounding_box() == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    for name in TABS:
        page.locator(f"#rail [data-key='tab {name}']").tap()
        sheet = page.locator("#drawer" if name == "rules" else f"[data-sheet='{name}'] #sheet")
        sheet.wait_for()
        if name == "rules":
            page.locator(".drawer-chapter").first.wait_for()
        page.wait_for_timeout(250)  # it has come up
        assert abs(sheet.bounding_box()["height"] / size[1] - 0.85) < 0.01, name
        assert page.locator(f"#foot [data-line='{main}']").is_visible(), "the answer stays at hand"
        assert page.evaluate(FAULTS) == [], name
    assert page.locator("#sheet [role='menuitem']").count() > 8
    page.locator("#foot [data-key='map']").tap()
    page.evaluate("() => echelon.list(true)")
    assert page.evaluate(FAULTS) == []
    page.locator("#list .close").tap()
    number = table.number()
    table.press_line(main)
    table.answered(number)
    page.evaluate("() => echelon.jump(0)")
    table.until("() => echelon.at === 0 && document.querySelector('#replay .slider')")
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("size", [SIZES[1], pytest.param(SIZES[0], marks=pytest.mark.long)], ids=str)
def test_the_home_page_and_its_dialogs_fit(visit, site, size):
    page = phone(visit, size)
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    assert page.evaluate(WIDE) == 0
    page.locator("button[data-system='tigers']").first.tap()
    page.locator(".new-game-dialog").wait_for()
    page.locator(".new-game-dialog details.options summary").tap()
    assert page.evaluate(WIDE) == 0 and page.evaluate(OUTSIDE) == []
    Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue", Finger).open().settled()
    page.locator("#rail [data-key='tab menu']").tap()
    page.locator("#sheet [data-key='phone settings']").tap()
    page.locator(".settings-dialog").wait_for()
    assert page.evaluate(WIDE) == 0 and page.evaluate(OUTSIDE) == []


def test_a_first_turn_of_drill(visit, site):
    page = phone(visit, SIZES[1])
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}, seed=2), "blue", Finger, seed=3).open()
    table.settled()
    assert page.evaluate(SEEN) == 1, "all counters lie between the chip and the prompt"
    assert page.locator("#chip .leads").inner_text(), "who is winning"
    done = 0
    while table.scene("turn") == 1 and not table.over():
        assert table.step()
        done += 1
        table.settled()
        table.until("() => !document.querySelector('#prompt[data-fresh]')")  # for a moment buttons take no press
        assert page.evaluate(FAULTS) == []
    assert done > 3


def test_a_move_of_tigers(visit, site):
    page = phone(visit)
    table = at(site, page, "tigers/march.toml")
    unit = next(a["unit"] for a in table.legal() if a.get("unit"))
    table.press_unit(table.piece(unit))
    table.until("unit => echelon.reach?.unit === unit && Object.keys(echelon.reach.hexes).length", unit)
    taken = {piece["hex"] for piece in table.scene("pieces")}
    goal = next(hex for hex in page.evaluate("() => Object.keys(echelon.reach.hexes)") if hex not in taken)
    number = table.number()
    table.go(goal)
    table.answered(number)
    assert table.piece(unit)["hex"] == goal
    number = table.number()
    page.locator("#prompt [data-key='undo']").tap()
    table.answered(number)


def test_an_attack_of_tigers_is_a_sheet_below_its_target(visit, site):
    page = phone(visit)
    table = at(site, page, "tigers/allocation.toml")
    zoom = page.evaluate(ZOOM)
    target = next(a["hex"] for a in table.legal() if a.get("hex") and not a.get("unit"))
    number = table.number()
    table.press(target)
    table.finish({"line": f"attack {target}"}, number)
    table.answered(number)
    page.locator("#corner [data-key='tab fight']").tap()  # before anybody has joined: who could is a counter of the sheet
    page.locator("#foot [data-key='main']").wait_for()
    assert page.locator("#foot [data-line^='with ']").count() == 0 and page.evaluate(CUT, "#foot .button b") == []
    page.locator("#foot [data-key='map']").tap()
    number = table.number()
    unit = next(a["unit"] for a in table.legal() if a["verb"] == "with")
    table.press_unit(table.piece(unit))
    table.answered(number)
    page.locator("[data-sheet='fight'] #sheet").wait_for()
    page.wait_for_timeout(400)
    sheet = page.locator("#sheet").bounding_box()
    assert abs(sheet["height"] / 844 - 0.55) < 0.01 and page.locator("#rail").is_hidden()
    place = table.still(page.evaluate("() => echelon.scene.marks.find((m) => m.mark === 'target').hex"))
    assert page.locator("#chip").bounding_box()["y"] < place["y"] - 40 < place["y"] + 40 < sheet["y"], (
        "what is attacked is seen"
    )
    assert abs(page.evaluate(ZOOM) - zoom) < 0.1, "at the zoom it had"
    assert page.locator(".ladder span:visible").count() == 7 and page.locator(".ladder .final").is_visible()
    assert page.evaluate(FAULTS) == []
    grip, touch = page.locator("#sheet .grip").bounding_box(), Touch(page)
    hold = grip["x"] + grip["width"] / 2, grip["y"] + 12
    touch.drag(hold, (hold[0], hold[1] - 120))
    table.until("() => document.querySelector('#sheet').getBoundingClientRect().height > 800")
    assert page.locator("#sheet .changes").is_visible(), "what one change would bring"
    touch.drag((hold[0], 20), (hold[0], 200))
    table.until("() => document.querySelector('#sheet').getBoundingClientRect().height < 500")
    touch.drag(hold, (hold[0], hold[1] + 150))
    page.locator("#sheet").wait_for(state="hidden")
    assert page.locator("#map .m-odds.current").count() == 1, "the odds stay on the map"
    page.locator("#corner [data-key='tab fight']").tap()
    page.locator("[data-sheet='fight'] #sheet").wait_for()
    number = table.number()
    page.locator("#sheet .attackers .toggle.on").first.tap()
    table.answered(number - 2)
    table.until("() => !echelon.busy && !document.querySelector('#sheet .attackers .toggle.on')")


def test_a_turn_of_colonnes_begins_in_french(visit, site):
    page = phone(visit, SIZES[1], locale="fr-FR")
    game = new_game(site, page, "colonnes", {"allied": "me", "german": "me"}, seed=5)
    table = Table(page, game, "allied", Finger).open()
    for _ in range(15):
        assert table.step()
    table.settled()
    table.until("() => !document.querySelector('#prompt[data-fresh]')")
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(CUT, "#chip :is(b, small)") == []
    for name in ("standing", "units", "log", "menu"):
        page.locator(f"#rail [data-key='tab {name}']").tap()
        page.locator(f"[data-sheet='{name}'] #sheet").wait_for()
        page.wait_for_timeout(250)  # it has come up
        look(page)
        assert page.evaluate(FAULTS) == []
        if name == "log":
            assert page.evaluate(CUT, "#sheet .log .segments > button") == []
            assert page.evaluate("() => document.querySelector('.entries').scrollTop") > 0, "there is more than fits"
            table.until(NEWEST)


def test_what_is_off_the_map_lies_beside_the_prompt(visit, site):
    page = phone(visit)
    table = at(site, page, "tigers/arrivals.toml")
    pick = page.locator("#waiting .pick:not(.idle)").first
    pick.tap()
    table.until("() => echelon.selection?.unit || echelon.selection?.group")
    assert page.evaluate(FAULTS) == []


def test_one_finger_pans_two_zoom_a_second_tap_zooms_and_a_long_press_tells(visit, site):
    page = phone(visit)
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue", Finger).open()
    table.settled()
    table.still("0302")
    touch, number, zoom, place = Touch(page), table.number(), page.evaluate(ZOOM), page.evaluate(WHERE, "0302")
    unit = table.place("0102")
    touch.drag((unit["x"], unit["y"]), (unit["x"] + 40, unit["y"] + 60))  # a counter is not dragged
    table.still("0302")
    moved = page.evaluate(WHERE, "0302")
    assert (round(moved[0] - place[0]), round(moved[1] - place[1])) == (40, 60)
    touch.put("touchStart", (150, 400), (240, 400))
    for k in range(1, 7):
        touch.put("touchMove", (150 - 10 * k, 400), (240 + 10 * k, 400))
    touch.put("touchEnd")
    table.still("0302")
    assert 1.9 < page.evaluate(ZOOM) / zoom < 3
    page.locator("#corner [data-key='tab fit']").tap()
    table.still("0302")
    zoom = page.evaluate(ZOOM)
    spot = table.place("0302")
    for _ in range(2):
        page.touchscreen.tap(spot["x"], spot["y"])
    table.until(f"before => ({ZOOM})() > before * 1.4", zoom)
    page.locator("#corner [data-key='tab fit']").tap()
    spot = table.place("0503")
    touch.put("touchStart", (spot["x"], spot["y"]))
    page.locator("[data-sheet='card'] #sheet").wait_for()
    touch.put("touchEnd")
    page.wait_for_timeout(400)
    assert "7th Fusiliers" in page.locator("#sheet").inner_text() and page.evaluate("() => echelon.selection?.unit") is None
    box, card = table.still("0503"), page.locator("#sheet").bounding_box()
    assert box["y"] + 20 < card["y"], "its card does not lie over it"
    table.press("0101")
    page.locator("#sheet").wait_for(state="hidden")
    assert table.number() == number


def test_the_lesson_does_not_cover_what_it_speaks_of(visit, site):
    page = phone(visit, SIZES[1])
    page.goto("/")
    page.locator(".hero-button").first.tap()
    page.locator(".coach").wait_for()
    table = Table(page, "", "blue", Finger)
    for step in range(1, 7):
        page.wait_for_timeout(500)
        assert not page.evaluate(COVERED), page.locator(".coach").inner_text()
        assert page.evaluate(FAULTS) == [] and page.evaluate(UNCUT), step
        if step == 4:  # the refusal that it asks for: at the foot, with all that it names in sight
            for label in ("0202", "0303"):
                table.press(label)
            page.locator("#why").wait_for()
            page.wait_for_timeout(500)
            assert all(page.evaluate(BARE, label) for label in ("0202", "0303", "0302"))
            assert page.locator("#why .clause").is_visible() and page.evaluate(FAULTS) == []
        elif step == 5:
            assert page.locator("#why").is_hidden(), "it spoke of the step before"
            page.locator("#corner [data-key='tab layers']").tap()
            page.wait_for_timeout(400)
            assert page.evaluate(FAULTS) == [] and page.evaluate(BARE, "0302")
            page.locator("#sheet [data-overlay]").first.tap()
            page.locator("#foot [data-key='map']").tap()
            page.wait_for_timeout(500)
            assert all(page.evaluate(BARE, label) for label in ("0202", "0302"))
            page.locator("#corner [data-key='tab layers']").tap()  # and left open: the next step needs the map
            page.wait_for_timeout(400)
        elif step == 6:
            assert page.locator("#sheet").is_hidden()
        page.locator("[data-key='coach-next'], [data-key='coach-skip']").first.tap()


def test_a_phone_that_is_turned_shows_the_whole_map_again(visit, site):
    page = phone(visit)
    table = at(site, page, "tigers/march.toml")
    page.locator("#corner [data-key='tab fit']").tap()
    page.wait_for_timeout(800)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(600)
        first, last = table.still("104"), table.still("1402")
        assert first["x"] >= 0 and last["x"] <= width and min(first["y"], last["y"]) >= 0, (width, first, last)


def test_a_second_press_lays_a_unit_down(visit, site):
    page = phone(visit)
    page.goto("/")
    page.locator(".hero-button").first.tap()
    page.locator("[data-key='coach-next']").tap()
    unit = page.locator("#map [data-unit='b1']").first
    for taken in (True, False):
        page.wait_for_timeout(500)
        unit.tap()
        page.wait_for_function("taken => Boolean(echelon.selection?.unit) === taken", arg=taken)
    card, prompt = page.locator(".coach").bounding_box(), page.locator("#prompt").bounding_box()
    assert card["y"] + card["height"] <= prompt["y"] + 1 and card["y"] > 390, "the lesson lies on the prompt, not on the map"


def test_a_hint_is_read_and_played_on_a_phone(visit, site):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = Table(page, new_game(site, page, "drill", {"blue": "me", "red": "me"}), "red", hand=Finger).open()
    table.settled()
    page.locator("#prompt .hint").tap()
    play = page.locator("#advice [data-key='do']")
    play.wait_for()
    number = table.number()
    play.tap()
    table.answered(number)


def test_places_that_no_view_holds_have_buttons(visit, site):
    """Colonnes: supply sources at two edges of the map."""
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    table = Table(page, new_game(site, page, "colonnes", {"allied": "me", "german": "me"}), "allied", hand=Finger).open()
    table.settled()
    # with all their factors, as soon as the map has come to rest
    table.until(f"() => {{ const seen = ({READ})(); return seen.length && seen.every(([, detail]) => detail === 'middle'); }}")
    counters = page.evaluate(READ)
    assert {"allied", "german"} <= {side for side, _, _ in counters}, "where both sides meet, not an empty corner of the map"
    page.locator("#corner [data-key='tab fit']").tap()
    page.wait_for_timeout(800)
    assert len(page.evaluate(READ)) > len(counters) and all(size > 27 for _, _, size in page.evaluate(READ)), (
        "none too small to read"
    )
    places = {answer["hex"] for answer in table.legal() if answer.get("hex")}
    buttons = page.locator("#prompt .answer")
    buttons.first.wait_for()
    assert places and buttons.count() == len(places)
    assert buttons.first.inner_text().endswith("north edge"), "a bare number says little"
    number = table.number()
    buttons.last.tap()
    table.answered(number)


def test_a_bar_that_comes_or_goes_leaves_the_first_view_as_near_as_it_was(visit, site):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = Table(page, new_game(site, page, "tigers", {"german": "me", "allied": "recruit"}), "german", hand=Finger).open()
    table.settled()
    page.touchscreen.tap(200, 640)  # the prompt: the player has begun
    before = page.evaluate(ZOOM)
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(400)
    assert page.evaluate(ZOOM) > 0.9 * before
