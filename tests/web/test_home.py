"""The home page: cards, a new game, continue, the guided lesson, settings, and a page that needs nobody but its server."""

from urllib.parse import urlsplit

import pytest
from web_table import Table, new_game


def test_the_games_lie_there_as_cards(page):
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    systems = page.request.get("/api/systems").json()
    text = page.locator("body").inner_text()
    assert all(card["title"] in text for card in systems)
    page.wait_for_function("() => document.querySelector('.game-card .shot img')?.naturalWidth > 0")


def test_a_new_game_is_chosen_and_begun(page):
    page.goto("/")
    page.locator("button[data-system='tigers']").first.click()
    dialog = page.locator(".new-game-dialog")
    dialog.wait_for()
    assert dialog.locator("[role='radio']").count() >= 4
    assert dialog.locator(".opponents [aria-checked='true']").get_attribute("data-value") == "recruit"
    assert all(" " in text for text in dialog.locator(".opponents .muted").all_inner_texts()), "each says how it plays"
    dialog.locator("details.options summary").click()
    assert "TIG-" in dialog.inner_text(), "options show their clauses"
    dialog.locator("#start").click()
    page.wait_for_url("**/game/**")
    table = Table(page, "")
    table.ready()
    assert page.evaluate("() => echelon.info.seats.flatMap((s) => (s.held === 'computer' ? [s.player] : []))") == ["recruit"]
    page.goto("/")
    page.locator("#continue").click()
    page.wait_for_url("**/game/**")


def test_the_lesson_begins_with_one_press(page):
    page.goto("/")
    page.locator("#learn").click()
    page.wait_for_url("**/game/**lesson=**")
    Table(page, "").ready()
    page.locator(".coach .coach-say").wait_for()  # wherever the screen has room for the card
    assert page.locator(".coach-count").inner_text().startswith("Step 1 ")


def test_nothing_comes_from_elsewhere(page, site):
    """It works offline: every request goes to the server it came from."""
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc or urlsplit(request.url).scheme))
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    assert hosts - {"data", "blob"} == {urlsplit(site.url).netloc}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_dress_the_map(visit, site, scheme):
    page = visit(color_scheme=scheme)
    wanted = []
    page.on("request", lambda request: wanted.append(request.url) if "/art/" in request.url else None)
    Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    page.wait_for_function("() => document.querySelector('#sprites symbol')")
    assert any(("dusk" in url) == (scheme == "dark") and "sheet-" in url for url in wanted)


def test_a_game_that_does_not_exist_says_so(page):
    page.watch.allow("404", "Failed to load resource")
    page.goto("/game/nowhere")
    alert = page.get_by_role("alert").filter(has=page.get_by_role("link"))
    alert.wait_for()
    assert alert.locator("a[href='/']").count() == 1


def test_who_has_a_game_under_way_finds_it_first(page, site):
    page.goto("/")
    page.locator("#learn.first").wait_for()  # a newcomer learns
    new_game(site, page, "tigers", {"german": "me", "allied": "me"})
    page.goto("/")
    page.locator("#continue.first").wait_for()
    assert page.evaluate("() => [...document.querySelectorAll('.hero-button')].map((b) => b.id)") == ["continue", "learn"]
    assert page.locator(".hero-button.first").count() == 1


def branched(page, game, at=0):
    answer = page.request.post(f"/api/games/{game}/branch", data={"side": "german", "at": at})
    assert answer.ok, answer.text()
    return answer.json()["id"]


def test_continue_opens_the_real_game_and_not_a_what_if(page, site):
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"})
    whatifs = [branched(page, game), branched(page, game)]
    other = new_game(site, page, seats={"blue": "me", "red": "me"})
    page.goto("/")
    page.locator("#continue.first").wait_for()
    assert page.evaluate("() => document.getElementById('continue').pathname") == f"/game/{other}"
    page.locator(f"[data-game='{other}'] .icon-button").click()
    page.wait_for_function("game => document.getElementById('continue').pathname === `/game/${game}`", arg=game)
    # beneath their game, and marked
    rows = page.evaluate("() => [...document.querySelectorAll('.game-row')].map((row) => row.dataset.game)")
    assert rows[0] == game
    assert set(rows[1:]) == set(whatifs)
    for one in whatifs:
        assert page.locator(f"[data-game='{one}'] .tag", has_text="What-if").count() == 1
    assert page.locator(f"[data-game='{game}'] .tag", has_text="What-if").count() == 0


def test_continue_says_when_only_a_what_if_is_left(page, site):
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"})
    one = branched(page, game)
    page.goto("/")
    page.locator(f"[data-game='{game}'] .icon-button").click()
    goes = page.locator("#continue")
    page.wait_for_function("one => document.getElementById('continue').pathname === `/game/${one}`", arg=one)
    assert "what-if" in goes.inner_text()
    assert page.locator("#learn.first").count() == 1
