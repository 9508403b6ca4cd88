"""For everybody: axe finds nothing serious on any screen in any look, and what a screen reader is told can be played by."""

import re

import pytest
from web_table import Table, new_game, played_out

pytestmark = pytest.mark.long

LOOKS = [("light", "no-preference"), ("dark", "no-preference"), ("light", "more")]
BOTH = {"german": "me", "allied": "me"}
DRESSED = """([theme, contrast]) => {
  const {dataset} = document.documentElement;
  const ends = (one) => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity;
  const moving = document.getAnimations().some(ends);
  return dataset.theme === theme && dataset.contrast === contrast && !moving;
}"""
# The printed map and its counters are hidden from readers: they are put away, as axe would look at each of their lines.
JUDGED = """([part, rules]) => {
  for (const one of document.querySelectorAll('#map .world, #sprites')) one.replaceChildren();
  return axe.run(part, {resultTypes: ['violations'], ...(rules ? {runOnly: rules} : {})});
}"""
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'


@pytest.fixture(scope="module")
def axe():
    """The source of axe-core."""
    return pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH.read_text("utf-8")


@pytest.fixture
def judge(page, axe):
    """Looks at the screen as it is, in every look; colours differ in each, all the rest is the same."""

    # Each look would have the maps drawn anew; nobody looks at them here.
    page.route("**/art/**", lambda route: route.fulfill(body=BLANK, content_type="image/svg+xml"))

    def look(screen, part="body"):
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": axe})  # past the page's own rule against foreign scripts
        session.detach()
        found = []
        for theme, contrast in LOOKS:
            page.emulate_media(color_scheme=theme, contrast=contrast)
            page.wait_for_function(DRESSED, arg=[theme, "high" if contrast == "more" else "normal"])
            seen = page.evaluate(JUDGED, [part, None if (theme, contrast) == LOOKS[0] else ["color-contrast"]])
            assert any(rule["id"] == "color-contrast" for rule in seen["passes"]), "it has looked at something"
            for fault in seen["violations"]:
                if fault["impact"] in ("serious", "critical"):
                    where = [f"{node['target']}: {node['failureSummary']}" for node in fault["nodes"]]
                    found.append(f"{screen}, {theme}, contrast {contrast}: {fault['id']} at {where}")
        page.emulate_media(color_scheme="light", contrast="no-preference")
        assert found == []

    return look


def brought(page, site, wanted, prefer=()):
    """A game of tigers at a question of that kind, and the side that is asked."""
    game = new_game(site, page, "tigers", BOTH, options={"german_setup": "historical"})
    side = "german"
    for _ in range(60):
        scene = page.request.get(f"/api/games/{game}/scene?side={side}").json()
        side = scene["asked"]
        if scene["kind"] == wanted:
            return Table(page, game, side)
        if scene["yours"]:
            liked = [answer for answer in scene["legal"] if answer["verb"] in prefer]
            answer = (liked or [scene["main"] if scene["main"] and scene["main"]["legal"] else scene["legal"][0]])[0]
            act = {"side": side, "number": scene["number"], "line": answer["line"]}
            assert page.request.post(f"/api/games/{game}/act", data=act).ok
    raise AssertionError(f"no {wanted}")


# --- axe ----------------------------------------------------------------------------------------------------------------
def test_the_home_page_and_a_new_game(page, judge):
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    judge("home")
    page.locator("button[data-system='tigers']").first.click()
    page.locator(".new-game-dialog").wait_for()
    page.locator(".new-game-dialog details.options summary").click()
    judge("new game", ".new-game-dialog")


def test_movement_a_refusal_the_rule_book_and_settings(page, site, judge):
    table = brought(page, site, "move.pick").open()
    table.settled()
    unit = next(answer["unit"] for answer in table.legal() if answer.get("unit"))
    page.evaluate("unit => { echelon.select({unit}); }", unit)
    table.until("unit => echelon.reach?.unit === unit", unit)
    page.evaluate("unit => { echelon.why({unit, hex: Object.keys(echelon.board.hexes)[0]}); }", unit)
    page.locator("#why").wait_for()
    judge("movement")
    page.locator("#why [data-clause]").first.click()
    page.locator("#drawer .drawer-chapter").first.wait_for()
    page.locator("#drawer-search").fill("bridge")
    page.locator("#drawer .drawer-count").wait_for()
    judge("rule book", "#drawer")
    page.locator("#drawer .drawer-bar .icon-button").click()
    page.locator("#drawer").wait_for(state="hidden")
    page.locator("[data-key='settings']").click()
    page.locator(".settings-dialog").wait_for()
    judge("settings", ".settings-dialog")


def test_the_attack_panel_and_the_list_of_answers(page, site, judge):
    table = brought(page, site, "attack.battle", ("attack",)).open()
    table.settled()
    number = table.number()
    page.evaluate("line => { echelon.do(line); }", next(answer["line"] for answer in table.legal() if answer["verb"] == "with"))
    table.answered(number)
    table.until("() => echelon.scene.panel?.chances.length")
    page.keyboard.press("l")
    page.locator("#list button[data-line]").first.wait_for()
    judge("attack")


def test_the_result(page, site, judge):
    game = new_game(site, page, scenario="ford", seats={"blue": "me", "red": "random"})
    played_out(page, game, "blue")
    Table(page, game, "blue").open()
    page.locator("#result[open]").wait_for()
    judge("result", "#result")


def test_a_phone_held_upright(page, site, judge):
    page.set_viewport_size({"width": 390, "height": 844})
    table = brought(page, site, "attack.battle", ("attack",)).open()
    table.settled()
    number = table.number()
    page.evaluate("line => { echelon.do(line); }", next(answer["line"] for answer in table.legal() if answer["verb"] == "with"))
    table.answered(number)
    page.locator("[data-sheet='fight'] .ladder").wait_for()
    judge("fight")
    for name in ("standing", "units", "menu"):
        page.evaluate("name => { echelon.sheet(name); }", name)
        page.locator(f"[data-sheet='{name}'] #sheet").wait_for()
        judge(name, "#sheet")


# --- what a reader hears ------------------------------------------------------------------------------------------------
def test_a_hint_its_plan_and_the_report(page, site, judge):
    table = Table(page, new_game(site, page, "colonnes", {"allied": "me", "german": "me"}, seed=5), "allied").open()
    for _ in range(8):
        table.settled()
        page.keyboard.press("h")
        table.until("() => echelon.advice?.kind === 'hint'")
        if page.evaluate("() => echelon.advice.hint.plan.length > 2"):
            break
        number = table.number()
        page.locator("#advice [data-key='do']").click()
        table.answered(number)
    judge("hint")
    page.locator("#advice [data-key='whole']").click()
    judge("plan")
    game = new_game(site, page, scenario="ford", seats={"blue": "me", "red": "random"}, seed=4)
    played_out(page, game, "blue")
    Table(page, game, "blue").open()
    page.locator("#result [data-key='report']").click()
    page.locator(".report-chart").wait_for()
    judge("report", ".report-dialog")


def test_the_list_of_answers_reads_well(page, site):
    """Headings, how many there are, a field to filter them, and every answer a button that says the whole sentence."""
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    table.settled()
    page.keyboard.press("l")
    page.locator("#list").get_by_role("searchbox").wait_for()
    told = page.locator("#list").aria_snapshot()
    assert told.startswith('- region "All legal actions":\n  - heading "All legal actions" [level=2]')
    answers = table.legal()
    assert f"status: {len(answers)} actions." in told
    assert sorted(re.findall(r'- button "(?!Close)(.+)"', told)) == sorted(answer["say"] for answer in answers)
    assert re.search(r'heading "Move …" \[level=3\]\n +- list "Move …":', told)
    page.keyboard.type("lancers")
    page.locator("#list").get_by_role("button", name="Move 3rd Lancers", exact=True).click()
    table.until("() => echelon.scene.under_way.includes('b3')")
    said = page.locator("#prompt").aria_snapshot()
    assert re.search(r"status: .*3rd Lancers", said), said


def test_the_table_is_told_in_order(page, site):
    """What is asked comes first, then the map, then all that lies round it, each part by its name."""
    Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open().settled()
    parts = [line for line in page.locator("body").aria_snapshot().splitlines() if line.startswith("- ")]
    heard = [re.match(r"- '?(\w+)", part)[1] for part in parts]
    assert heard[:6] == ["region", "application", "banner", "navigation", "complementary", "complementary"]
    assert all('"' in part for part in parts[:2] + parts[3:6])
