"""Thinking aloud on the page: hints by button and key, plans of computer players as arrows, and why they did what they did."""

import re
from pathlib import Path

import pytest
from web_table import Table, column, new_game, played_out

ADVISED = "() => echelon.advice?.kind === 'hint'"


def hint(table, key=False):
    """Ask for a hint; what was advised."""
    table.settled()
    if key:
        table.page.keyboard.press("h")
    else:
        table.page.locator("#prompt [data-key='hint']").click()
    table.until(ADVISED)
    return table.page.evaluate("() => echelon.advice.hint")


def do_it(table):
    number = table.number()
    table.page.locator("#advice [data-key='do']").click()
    table.answered(number)


def pass_on(table):
    """Give the answer that ends the question, or any, past the page, which is told of it."""
    ask, number = table.page.request, table.number()
    scene = ask.get(f"/api/games/{table.game}/scene?side={table.side}").json()
    main = scene["main"] if scene["main"] and scene["main"]["legal"] else scene["legal"][0]
    assert ask.post(
        f"/api/games/{table.game}/act", data={"side": table.side, "number": scene["number"], "line": main["line"]}
    ).ok
    table.until("n => echelon.number > n", arg=number)


def until_planned(table):
    """Do the least until the computer has moved by a plan."""
    for _ in range(60):
        table.settled()
        pass_on(table)
        table.settled()
        if table.page.request.get(f"/api/games/{table.game}/plans?side={table.side}").json()["plans"]:
            return
    raise AssertionError("the computer never planned")


# --- hints --------------------------------------------------------------------------------------------------------------
def test_a_hint_says_what_and_why_and_does_it(page, site):
    table = Table(page, new_game(site, page, scenario="ford", seats={"blue": "me", "red": "random"}, seed=4), "blue").open()
    told = hint(table)
    card = page.locator("#advice")
    assert told["say"] in card.inner_text()
    assert told["reasons"][0] in card.inner_text()
    assert page.locator(".from-advice :is(.m-hinted, .m-route)").count() > 0, "unit and hex are marked"
    number, moves = table.number(), len(table.moves())
    do_it(table)
    assert table.number() == number + 1
    assert table.moves()[moves] == told["line"].split("; ")[0]
    assert card.is_hidden()
    assert page.locator(".from-advice path").count() == 0
    # By key, and closed by key.
    number = table.number()
    hint(table, key=True)
    page.keyboard.press("Escape")
    table.until("() => echelon.advice === null")
    assert table.number() == number, "a hint does nothing by itself"
    assert card.is_hidden()
    hint(table)
    table.step()
    table.until("() => echelon.advice === null")  # an act of one's own takes it away


def test_the_whole_plan_of_ones_own_side_in_arrows(page, site):
    table = Table(page, new_game(site, page, "colonnes", {"allied": "me", "german": "random"}, seed=5), "allied").open()
    for _ in range(8):
        told = hint(table)
        if len(told["plan"]) > 2:
            break
        do_it(table)
    assert page.locator(".from-advice .m-plan-arrow").count() == 0
    page.locator("#advice [data-key='whole']").click()
    ways = [row for row in told["plan"] if len(row["path"]) > 1]
    assert page.locator(".from-advice .m-plan-arrow").count() == len(ways)
    thoughts = page.locator("#advice .thought")
    assert thoughts.count() == len(told["plan"])
    thoughts.last.hover()
    page.mouse.move(*[n + 3 for n in (thoughts.last.bounding_box()["x"], thoughts.last.bounding_box()["y"])])
    table.until("() => document.querySelectorAll('.from-advice .m-plan-arrow.dim').length > 0")


def test_who_watches_is_offered_no_hint(visit, site):
    host, guest = visit(), visit()
    game = new_game(site, host, seats={"blue": "me", "red": "me"})
    table = Table(guest, game).open()
    assert guest.locator("[data-key='hint']").count() == 0
    guest.keyboard.press("h")
    guest.wait_for_timeout(200)
    assert table.page.evaluate("() => echelon.advice") is None


def test_a_hint_in_french(visit, site):
    page = visit(settings={"speed": 0, "motion": "reduced", "language": "fr"})
    table = Table(page, new_game(site, page, "colonnes", {"allied": "me", "german": "random"}, seed=5), "allied").open()
    assert page.locator("#prompt [data-key='hint']").inner_text().strip() == "Conseil"
    told = hint(table)
    assert re.search(r"[Ee]ffet attendu|[Gg]ain attendu|coûterait|aussi bon|rien d’autre", " ".join(told["reasons"]))
    assert page.locator("#advice [data-key='do']").inner_text().strip() == "Jouer ce coup"


# --- plans --------------------------------------------------------------------------------------------------------------
@pytest.fixture
def against_officer(visit, site):
    def make(plans):
        wish = {"plans": plans} if plans else {}
        page = visit(settings={"speed": 0, "motion": "reduced", **wish})
        return Table(page, new_game(site, page, "colonnes", {"allied": "me", "german": "officer"}, seed=5), "allied").open()

    return make


def test_the_plan_is_shown_afterwards_and_goes_when_one_acts(against_officer):
    table = against_officer("after")
    until_planned(table)
    table.until("() => echelon.advice?.kind === 'plan'")
    page = table.page
    reasons = page.evaluate("() => echelon.advice.plan.reasons")
    ways = [row for row in reasons if len(row["path"]) > 1]
    assert page.locator(".from-advice .m-plan-arrow").count() == len(ways) > 0
    assert page.locator(".from-advice .m-odds").all_text_contents() == [r["odds"] for r in reasons if r["odds"]]
    assert "German plan" in page.locator("#advice").inner_text()
    assert reasons[0]["say"] in page.locator("#advice").inner_text()
    hint(table)
    assert page.locator(".from-advice .m-plan-arrow").count() == 0
    do_it(table)
    column(page)
    page.locator(".log [data-key='plan']").click()
    table.until("() => echelon.advice?.kind === 'plan'")
    page.locator("#advice [data-key='close']").click()
    table.until("() => echelon.advice === null")
    # from the log: why just this
    page.locator(".log .why-told").first.click()
    table.until("() => echelon.advice?.kind === 'why'")
    assert re.search(r"staying put would cost|Worth|to make room|depends on it", page.locator("#advice").inner_text())
    # headed by the march as the log tells it, not by the word that began it
    marched = page.locator(".log .entry", has_text=" – ").filter(has=page.locator(".why-told")).last
    told = marched.locator(".told").inner_text()
    marched.locator(".why-told").click()
    table.until("told => echelon.advice?.march?.includes(' – ') && told.includes(echelon.advice.march)", told)
    assert page.locator("#advice .advice-say").inner_text() in told


def test_a_name_is_whole_while_its_player_thinks(visit, site):
    page = visit(viewport={"width": 1440, "height": 800}, settings={"speed": 0, "motion": "reduced", "language": "fr"})
    game = new_game(site, page, "colonnes", {"allied": "me", "german": "general"}, seed=5)
    Table(page, game, "allied").open().settled()
    page.locator(".seat", has_text="ordinateur").wait_for()
    for width in (1440, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator(".seat", has_text="ordinateur").wait_for()
        # at one go: what the server tells of who thinks is drawn again at any time
        name, after, fits = page.evaluate("""() => {
          const seat = [...document.querySelectorAll('.seat')].find((node) => node.innerText.includes('ordinateur'));
          seat.classList.add('thinking');
          const small = seat.querySelector('small');
          return [small.innerText, getComputedStyle(small, '::after').content, seat.scrollWidth <= seat.clientWidth];
        }""")
        assert name == "Général, ordinateur"
        assert after == '""', "no dots behind it"
        assert fits
        box = page.locator(".seats").bounding_box()
        assert box["x"] + box["width"] <= width


def test_the_plan_is_shown_before_and_the_moves_wait(against_officer):
    table = against_officer("before")
    page = table.page
    for _ in range(60):
        table.until("() => echelon.advice?.before || echelon.mine && !echelon.playing")
        if page.evaluate("() => Boolean(echelon.advice?.before)"):
            break
        pass_on(table)
    plan = page.evaluate("() => echelon.advice.plan")
    stand = page.evaluate("() => Object.fromEntries(echelon.scene.pieces.map((p) => [p.id, p.hex]))")
    ways = [row for row in plan["reasons"] if len(row["path"]) > 1]
    assert ways
    assert all(stand[row["unit"]] == row["path"][0] for row in ways), "nobody has moved on the map yet"
    page.locator("#advice [data-key='go']").click()
    table.settled()
    assert page.evaluate("() => echelon.advice?.before ?? null") is None


def test_a_plan_belongs_to_its_moment(against_officer):
    """Not in a replay before it existed, and not back after a reload."""
    table = against_officer("after")
    until_planned(table)
    table.until("() => echelon.advice?.kind === 'plan'")
    page, arrows = table.page, table.page.locator(".from-advice .m-plan-arrow")
    first = page.evaluate("() => Math.min(...echelon.plans.plans.map((plan) => plan.at))")
    page.evaluate("() => echelon.jump(0)")
    table.until("() => echelon.scene.at === 0")
    assert arrows.count() == 0
    assert page.evaluate("() => echelon.advice") is None
    assert page.locator(".log [data-key='plan']").count() == 0, "there was no plan yet"
    column(page)
    page.locator(".log .why-told").first.click()  # of a move that is still to come: told at its moment
    table.until("() => echelon.advice?.kind === 'why'")
    assert page.evaluate("() => echelon.at") > first
    page.evaluate("() => echelon.jump(1)")
    table.until("() => echelon.advice === null")
    assert arrows.count() == 0
    page.reload()
    table.ready()
    table.settled()
    table.until("() => echelon.plans.plans.length > 0")
    page.wait_for_timeout(300)
    assert page.evaluate("() => echelon.advice") is None
    column(page)
    page.locator(".log [data-key='plan']").click()
    table.until("() => echelon.advice?.kind === 'plan'")


@pytest.mark.parametrize("wish", [pytest.param("off", marks=pytest.mark.long), None])
def test_plans_that_nobody_wants_are_not_shown(against_officer, wish):
    table = against_officer(wish)
    until_planned(table)
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("() => echelon.advice") is None
    table.page.locator("[data-key='settings'], .doors [title='Settings']").first.click()
    table.page.get_by_role("radio", name="Before it moves").click()
    assert table.page.evaluate("() => JSON.parse(localStorage.getItem('echelon.settings')).plans") == "before"


# --- the report ---------------------------------------------------------------------------------------------------------
def test_the_report_of_a_finished_game_leads_to_its_moments(page, site):
    game = new_game(site, page, scenario="ford", seats={"blue": "me", "red": "random"}, seed=4)
    played_out(page, game, "blue")
    table = Table(page, game, "blue").open()
    page.locator("#result [data-key='report']").click()
    page.locator(".report-chart").wait_for()
    findings = page.locator(".report .finding")
    assert findings.count() > 0
    assert page.locator(".r-point").count() == page.locator(".part-points .finding").count()
    at = int(findings.first.get_attribute("data-at"))
    findings.first.click()
    table.until("at => echelon.at === at", arg=at)
    assert page.locator(".report-dialog").count() == 0
    page.locator("#replay [data-key='step chart']").click()  # and again from the replay
    page.locator(".report-chart .r-point").first.focus()
    page.keyboard.press("Enter")
    table.until("() => echelon.at !== null && !document.querySelector('.report-dialog')")


def test_the_report_shows_that_it_is_being_made_and_can_be_left(visit, site):
    page = visit(settings={"speed": 0, "motion": "reduced", "language": "fr"})
    record = (Path(__file__).parents[1] / "records" / "tigers-breakthrough.txt").read_text("utf-8")
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"}, record=record)
    table = Table(page, game, "german").open()
    page.locator("#result [data-key='report']").click()
    page.locator(".report progress").wait_for()
    table.until("() => document.querySelector('.report progress')?.value > 0 || document.querySelector('.report-chart')")
    page.locator(".report-dialog .dialog-head button").click()
    page.wait_for_timeout(300)
    page.locator("#prompt [data-key='report']").click()
    page.locator(".report progress, .report-chart").first.wait_for()
    assert "Bilan" in page.locator(".report-dialog h2").inner_text()
