"""What made newcomers stumble at the table of Tigers: cut texts, a cut front, chips that jump, untrue cards, lost seats."""

import random

import pytest
from web_table import Finger, Table, column, new_game

HISTORY = {"german_setup": "historical"}
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
CHIPS = "() => [...document.querySelectorAll('.attackers .toggle')].map((node) => node.dataset.unit)"
ODDS = "() => document.querySelector('#map .m-odds.current text')?.textContent ?? ''"
CUT = """() => [...document.querySelectorAll('#prompt .say, #right [data-part="question"]')]
  .filter((node) => node.offsetHeight).filter((node) => node.scrollHeight > node.clientHeight + 1)
  .map((node) => node.className + ' ' + node.textContent)"""
OUTSIDE = """() => {
  const map = document.getElementById('map').getBoundingClientRect();
  const inside = ({ left, top, right, bottom }) =>
    left >= map.left && top >= map.top && right <= map.right && bottom <= map.bottom;
  const counters = [...document.querySelectorAll('#map .l-counters .counter')];
  return counters.filter((node) => !inside(node.getBoundingClientRect())).map((node) => node.dataset.unit);
}"""


def act(page, game, side, line):
    number = page.request.get(f"/api/games/{game}/scene?side={side}").json()["number"]
    answer = page.request.post(f"/api/games/{game}/act", data={"side": side, "number": number, "line": line})
    assert answer.ok, answer.text()


def table_at(site, page, wanted, *lines, hand=None):
    """A table of tigers, both sides in one hand, at a question of that kind and after these lines."""
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"}, options=HISTORY, seed=3)
    rng = random.Random(5)
    side = page.request.get(f"/api/games/{game}").json()["asked"]
    for _ in range(600):
        scene = page.request.get(f"/api/games/{game}/scene?side={side}").json()
        if scene["asked"] != side:
            side = scene["asked"]
            continue
        if scene["kind"] == wanted:
            break
        main = scene["main"] if scene["main"] and scene["main"]["legal"] else None
        act(page, game, side, (main or rng.choice(scene["legal"]))["line"])
    assert scene["kind"] == wanted
    for line in lines:
        act(page, game, side, line)
    table = Table(page, game, side, *([hand] if hand else [])).open()
    table.settled()
    return table


BATTLE = ("attack 1307", "with de-18vg", "with de-62vg", "with de-1ss", "with de-kgp")


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_the_prompt_is_never_cut(visit, site, options):
    page = visit(**options)
    table = table_at(site, page, "attack.allocate", *BATTLE, hand=Finger if options else None)
    assert len(page.locator("#prompt .say").inner_text()) > 110, "a long one"
    assert page.evaluate(CUT) == []
    bar = page.locator("#prompt").bounding_box()
    assert bar["y"] > 0 and bar["y"] + bar["height"] <= table.page.viewport_size["height"]
    free = bar["y"] - page.evaluate("() => document.getElementById('map').getBoundingClientRect().bottom")
    assert free >= 0 or page.evaluate("() => echelon.free.bottom") >= bar["height"], "the map reckons with it"


MARKS = """() => {
  const boxes = (found) => [...document.querySelectorAll(found)].map((node) => node.getBoundingClientRect());
  const over = (a, b, inset) => a.left < b.right - inset && b.left + inset < a.right
    && a.top < b.bottom - inset && b.top + inset < a.bottom;
  const values = boxes('#map .counter .body').map((box) => [box, 0.3 * box.width]);
  const others = [...values, ...boxes('#map .m-odds').map((box) => [box, 2])];
  return boxes('#map .m-duty path').map((sign) => others.filter(([box, inset]) => over(sign, box, inset)).length);
}"""


def test_one_thing_still_to_do_is_said_all_are_marked_and_told_when_asked(page, site):
    """The bar stays low; on a small map the sign of a hex that must be attacked hides neither values nor odds."""
    table = table_at(site, page, "attack.allocate", "attack 1207", "with de-3fj", "set")
    duties = table.scene("duties")
    assert len(duties) > 1
    assert page.locator("#prompt-duties [data-clause]").count() == 1
    assert page.locator("#prompt").bounding_box()["height"] < 150
    covered = page.evaluate(MARKS)
    assert len(covered) == len({label for duty in duties for label in duty["hexes"]}) and not any(covered)
    page.locator("#prompt [data-key='duties']").click()
    page.locator("#why").wait_for()
    assert all(duty["say"] in page.locator("#why").inner_text() for duty in duties)
    number = table.number()
    page.evaluate("() => { echelon.do('attack 1307'); }")
    table.answered(number)
    assert table.scene("duties") and page.locator("#prompt-duties").count() == 0, "nobody has joined yet: that is no omission"


def test_the_first_view_shows_the_whole_front(page, site):
    table_at(site, page, "attack.allocate")
    page.wait_for_timeout(400)
    assert len(page.evaluate("() => echelon.scene.pieces")) > 30
    assert page.evaluate(OUTSIDE) == []


def test_attackers_keep_their_places_and_the_map_tells_the_odds_of_the_panel(page, site):
    table = table_at(site, page, "attack.allocate", "attack 1307")
    before = page.evaluate(CHIPS)
    assert len(before) > 5
    for unit in ("de-18vg", "de-1ss", "de-62vg"):
        number = table.number()
        page.locator(f".attackers [data-unit='{unit}']").click()
        table.answered(number)
        assert page.evaluate(CHIPS) == before
    table.until("() => !document.querySelector('.panel.battle.preview')")
    stands = page.evaluate(ODDS)
    page.locator(".attackers [data-unit='de-12vg']").hover()
    table.until("() => document.querySelector('.panel.battle.preview')")
    final = page.locator(".ladder .final").inner_text()
    assert page.evaluate(ODDS) == final != stands
    page.mouse.move(700, 30)
    table.until("() => !document.querySelector('.panel.battle.preview')")
    assert page.evaluate(ODDS) == stands == page.locator(".ladder .final").inner_text()
    page.locator(".attackers [data-unit='de-18vg']").click()
    table.until("() => !document.querySelector('.attackers [data-unit=\"de-18vg\"]').classList.contains('on') && !echelon.busy")
    assert page.evaluate(CHIPS) == before


def test_what_a_press_lays_under_the_pointer_is_not_previewed(page, site):
    table = table_at(site, page, "attack.allocate", *BATTLE[:3])
    number = table.number()
    page.locator(".changes .change[data-line^='with']").first.click()
    table.answered(number)
    page.wait_for_timeout(500)
    assert page.evaluate("() => echelon.hovered") is None
    assert page.evaluate(ODDS) == page.locator(".ladder .final").inner_text()


def test_the_odds_are_not_squeezed_by_the_card_of_a_hex(page, site):
    table = table_at(site, page, "attack.allocate", *BATTLE)
    at = table.place("1206")
    page.mouse.move(at["x"], at["y"], steps=3)
    card = page.locator("[data-part='inspector'] .panel")
    page.wait_for_function("() => /1206/.test(document.querySelector('[data-part=\"inspector\"]').innerText)")
    assert page.evaluate(CUT) == []
    question, below = page.locator("[data-part='question'] .panel").bounding_box(), card.bounding_box()
    assert below["y"] >= question["y"] + question["height"]
    assert below["y"] + 60 < page.viewport_size["height"], "its head can be read"


def test_an_air_group_has_a_card(page, site):
    table = table_at(site, page, "air.bomb")
    group = page.locator("[data-part='tray'] [data-group]").first
    name = group.get_attribute("data-group")
    group.click()
    table.until("() => document.querySelector('[data-part=\"inspector\"] h2')")
    assert page.locator("[data-part='inspector'] h2").inner_text() == table.page.evaluate(
        "id => echelon.board.groups[id].name", name
    )


def test_the_set_up_speaks_of_no_cost_and_shows_no_unit_twice(page, site):
    table = table_at(site, page, "setup.place")
    unit = next(a["unit"] for a in table.legal() if a.get("unit"))
    table.press_unit(table.piece(unit))
    table.until("unit => echelon.reach?.unit === unit && document.querySelector('#right .moving')", unit)
    table.until("() => document.querySelector('[data-part=\"inspector\"] .chit.large')")
    assert "cost" not in page.locator("#right .moving").inner_text()
    assert page.locator("#right .chit").count() == 1


def test_a_way_that_ends_out_of_supply_warns_with_its_clause(page, site):
    """The answer about the way is the server's; here its warning is laid on a hex to see that the page tells it."""
    table = table_at(site, page, "move.pick")

    def warn(route):
        answer = route.fetch()
        body = answer.json()
        for way in body["hexes"].values():
            way["warnings"] = [{"say": "It would be out of supply there.", "clause": "TIG-SUP-1", "grave": True}]
        route.fulfill(response=answer, json=body)

    page.route("**/reach?**", warn)
    unit = next(a["unit"] for a in table.legal() if a.get("unit"))
    table.press_unit(table.piece(unit))
    table.until("unit => echelon.reach?.unit === unit", unit)
    taken = {piece["hex"] for piece in table.scene("pieces")}
    goal = next(h for h in page.evaluate("() => Object.keys(echelon.reach.hexes)") if h not in taken)
    assert page.locator("#map .m-cost.warned").count() > 0
    at = table.place(goal)
    page.mouse.move(at["x"], at["y"], steps=3)
    tip = page.locator(".tip .warning")
    tip.wait_for()
    assert "out of supply" in tip.inner_text() and tip.locator("[data-clause='TIG-SUP-1']").count() == 1


def test_a_browser_without_the_seat_watches_quietly_and_is_told_the_way_back(visit, site):
    anna, lost = visit(), visit()
    game = new_game(site, anna, "tigers", {"german": "me", "allied": "recruit"}, options=HISTORY, seed=3)
    Table(anna, game, "german").open().settled()
    Table(lost, game, "german").open()  # no request may fail: the fixture watches
    lost.wait_for_function("() => /return link/.test(document.querySelector('#prompt .say')?.innerText ?? '')")
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.locator("[data-key='menu']").click()
    anna.locator("#menu [role='menuitem']", has_text="Players").click()
    anna.locator(".players-dialog [data-key='return german']").click()
    anna.locator("#toasts .toast").wait_for()
    link = anna.evaluate("() => navigator.clipboard.readText()")
    lost.goto(link)
    lost.locator("#to-table").click()
    Table(lost, game, "german").settled()
    assert lost.evaluate("() => echelon.mine")
    lost.locator("[data-key='menu']").click()
    lost.locator("#menu [role='menuitem']", has_text="Players").click()
    lost.locator(".players-dialog [data-key='stay german']").click()
    lost.locator("#toasts .toast", has_text="no longer work").wait_for()


def test_back_to_now_shows_the_newest_entry_and_turns_begin_under_their_heading(page, site):
    game = new_game(site, page, "drill", {"blue": "me", "red": "me"}, seed=3)
    rng = random.Random(2)
    side, scene = "red", {"turn": 1}
    while scene["turn"] < 3:
        scene = page.request.get(f"/api/games/{game}/scene?side={side}").json()
        if scene["asked"] != side:
            side = scene["asked"]
            continue
        main = scene["main"] if scene["main"] and scene["main"]["legal"] else None
        act(page, game, side, (rng.choice(scene["legal"]) if not main or rng.random() < 0.5 else main)["line"])
    table = Table(page, game, side).open()
    table.settled()
    told = page.evaluate(
        """() => [...document.querySelectorAll('.log .entries > li')]
          .map((node) => [node.classList.contains('heading'), node.innerText])"""
    )
    begin = [i for i, (_, text) in enumerate(told) if "Blue player turn." in text]
    heads = [i for i, (heading, text) in enumerate(told) if heading and text.startswith("Turn 2")]
    assert len(heads) == 1 and begin and all(i > heads[0] for i in begin)
    column(page)
    page.locator(".log .entries").hover()
    page.mouse.wheel(0, -4000)
    page.locator(".log .told").first.click()
    table.until("() => echelon.at !== null")
    page.locator("#replay [data-key='now']").click()
    table.until("() => echelon.at === null")
    page.wait_for_timeout(300)
    below = """() => {
      const box = document.querySelector('.log .entries');
      return box.scrollHeight - box.scrollTop - box.clientHeight;
    }"""
    assert page.evaluate(below) < 4


def test_nothing_is_lit_while_dice_fall(visit, site):
    page = visit(settings={"speed": 1, "motion": "full"})
    table = table_at(site, page, "setup.drop")
    goal = next(a["hex"] for a in table.legal() if a.get("hex"))
    assert page.locator("#map .from-guide *").count() > 0
    table.press(goal)
    table.press_line(f"drop {goal}")  # a die is asked for first
    table.until("() => echelon.playing")
    assert page.locator("#map .from-guide *").count() == 0


def test_a_second_press_on_skip_answers_nothing(visit, site):
    """Where the button was, the next question's buttons appear: for a moment they do not answer to the pointer."""
    page = visit(settings={"speed": 0.5, "motion": "full"})
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    table.settled()
    line = page.evaluate("() => echelon.scene.main.line")
    page.locator('#prompt [data-key="main"]').click()
    skip = page.locator('#prompt [data-key="skip"]')
    skip.wait_for()
    box = skip.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*at)
    page.mouse.click(*at)
    table.settled()
    mine = page.evaluate("() => echelon.moves.filter((move) => move.side === 'blue' && !move.forced).map((move) => move.line)")
    assert mine == [line]
