"""Words that fit and that say what happened: the bar with large letters, the log in French, settings, what-if boards, cards."""

import os
from pathlib import Path

import pytest
from web_table import Table, column, new_game

LARGE = {"speed": 0, "motion": "reduced", "text": 1.5}
POSITIONS = Path(__file__).parents[2] / "docs" / "positions" / "tigers"
MARCH = ("take de-lehr", "move de-lehr 1305 normal", "move de-lehr 1306 normal", "stop de-lehr")
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('#top > *')].filter((node) => node.offsetWidth)
    .map((node) => [node.className, node.getBoundingClientRect()]).sort((a, b) => a[1].left - b[1].left);
  return parts.slice(1).filter(([, box], k) => box.left < parts[k][1].right - 1).map(([name], k) => [parts[k][0], name]);
}"""
PARTED = "() => [...document.querySelectorAll('#top .cell')].every((cell) => cell.scrollWidth <= cell.clientWidth + 1)"


def picture(page, name):
    """Kept to be looked at where somebody asks for it."""
    if folder := os.environ.get("ECHELON_PICTURES"):
        page.wait_for_timeout(500)
        page.screenshot(path=f"{folder}/{name}.png")


def opened(site, page, lines=()):
    text = (POSITIONS / "blitzkrieg.toml").read_text("utf-8")
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"}, position=text)
    for line in lines:
        number = page.request.get(f"/api/games/{game}/scene?side=german").json()["number"]
        answer = page.request.post(f"/api/games/{game}/act", data={"side": "german", "number": number, "line": line})
        assert answer.ok, answer.text()
    table = Table(page, game, "german").open()
    table.settled()
    return table


@pytest.mark.parametrize("width", [1280, *(pytest.param(width, marks=pytest.mark.long) for width in (1440, 1920))])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_with_the_largest_letters_nothing_in_the_bars_runs_over_its_neighbour(visit, site, locale, width):
    page = visit(settings=LARGE, locale=locale, viewport={"width": width, "height": 900})
    opened(site, page)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(PARTED)
    assert page.locator("#prompt").bounding_box()["height"] <= 200  # it was 235
    picture(page, f"large-{locale}-{width}")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_march_is_told_by_its_way_alone(visit, site, locale):
    page = visit(locale=locale)
    opened(site, page, lines=MARCH)
    told = page.locator(".entry .told").last.inner_text()
    assert "1304 – 1305 – 1306." in told
    assert "1305 for" not in told and "en 1305" not in told
    picture(page, f"march-{locale}")


def test_an_open_settings_dialog_changes_its_language_as_a_whole(visit, site):
    page = visit(locale="en-GB")
    opened(site, page)
    page.locator("[data-key='settings']").click()
    dialog = page.locator(".settings-dialog")
    dialog.locator("[role='radio']", has_text="Français").click()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    said = dialog.inner_text()
    assert "Réglages" in said and not any(word in said for word in ("Settings", "Saved in", "Restore defaults", "Done"))
    dialog.locator(".button.main").click()
    dialog.wait_for(state="detached")


def test_a_what_if_board_is_framed_and_named(visit, site):
    page = visit()
    table = opened(site, page, lines=MARCH)
    assert page.locator("body[data-whatif]").count() == 0
    column(page)
    page.locator("[data-part='log'] [data-key='replay']").click()
    page.locator("[data-key='whatif']").click()
    page.wait_for_url(lambda url: table.game not in url)
    page.locator("body[data-whatif]").wait_for()
    assert page.locator(".game .whatif").inner_text() == "what-if"
    frame = page.evaluate("() => getComputedStyle(document.body, '::after').borderTopWidth")
    assert float(frame.removesuffix("px")) >= 4
    picture(page, "what-if")


def test_a_card_keeps_its_words_apart(visit, site):
    page = visit()
    opened(site, page)
    page.evaluate("() => echelon.emit('inspect', { unit: 'de-2pz' })")
    page.locator(".answers .row").first.wait_for()
    gaps = page.evaluate("""() => [...document.querySelectorAll('.answers .row')].map((row) => {
      const [what, how] = row.children, range = document.createRange();
      range.selectNodeContents(what);
      return how.getBoundingClientRect().left - Math.max(...[...range.getClientRects()].map((box) => box.right));
    })""")
    assert gaps and all(gap >= 6 for gap in gaps)
    picture(page, "card")
