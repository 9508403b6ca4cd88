"""`python -m tests.web.shots [FOLDER]`: plays through the page in Chromium and writes the pictures of the documentation.

Games are brought to the moment of a picture through the interface, then shown as a player would see them. The letters are those
of the machine: install Debian's fonts-inter, fonts-vollkorn and fonts-roboto-unhinted first, which the page is designed for.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
for place in ("tests/support", "src"):
    sys.path.insert(0, str(ROOT / place))

import french_shots  # noqa: E402
from album import FOLDER, PHONE, Album, far, reach  # noqa: E402
from chromium import FLAGS, REASON, find  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from web_site import Site  # noqa: E402
from web_table import Finger, Table, new_game  # noqa: E402


def home(album):
    page = album.visitor()
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    page.wait_for_function("() => document.querySelector('.game-card .shot img')?.naturalWidth > 0")
    album.keep(page, "home")
    page.locator("button[data-system='tigers']").first.click()
    page.locator(".new-game-dialog").wait_for()
    album.keep(page, "new-game")
    page.context.close()


def set_up(album):
    page = album.visitor()
    table = album.at(page, "setup.place", options={"german_setup": "choice"})
    page.locator("[data-part='tray'] [data-unit]").first.click()
    table.still("1204")
    album.keep(page, "set-up")
    page.context.close()


def movement(album):
    page = album.visitor()
    table = album.at(page, "move.pick")
    _, ways = reach(table)
    at = table.place(max(ways))
    page.mouse.move(at["x"], at["y"])
    album.keep(page, "movement")
    table.press(far(table))
    page.locator("#why").wait_for(state="visible")
    album.keep(page, "why-not")
    page.locator("#why [data-clause]").first.click()
    page.locator("#drawer").wait_for(state="visible")
    album.keep(page, "rules")
    page.locator(".drawer-chapters").select_option(label="11 Odds and column shifts")
    album.keep(page, "rules-tables")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.evaluate("() => echelon.select(null)")
    for name in ("supply", "zones"):
        page.evaluate("name => echelon.toggleOverlay(name)", name)
        table.until("name => echelon.overlays[name]?.marks.length > 0", name)
        album.keep(page, f"overlay-{name}")
        page.evaluate("name => echelon.toggleOverlay(name)", name)
    page.context.close()


def joined(table):
    """Two units join the attack, if so many can and others are left."""
    for _ in range(2):
        joins = [a for a in table.legal() if a["verb"] == "with"]
        if len(joins) < 2:
            return
        number = table.number()
        table.page.evaluate("line => { echelon.do(line); }", joins[0]["line"])
        table.answered(number)
        table.settled()


def battle(album):
    page = album.visitor()
    fighting = ("attack", "with")
    joined(album.at(page, "attack.battle", prefer=("attack",)))
    album.keep(page, "attack")
    page.context.close()
    page = album.visitor(settings={"speed": 1})
    table = album.at(page, "combat.route combat.voluntary", prefer=fighting)
    at = table.place(next(a["hex"] for a in table.legal() if a.get("hex")))
    page.mouse.move(at["x"] + 8, at["y"] + 8)
    page.mouse.move(at["x"], at["y"])
    page.wait_for_timeout(1500)  # the panel tells where it would go, if nothing lies over the hex
    album.keep(page, "retreat")
    page.context.close()


def dice(album):
    page = album.visitor(settings={"speed": 1, "motion": "reduced"})
    table = album.at(page, "combat.pick", prefer=("attack", "with"))
    for _ in range(8):
        number = table.number()
        page.evaluate("line => { echelon.do(line); }", table.legal()[0]["line"])
        table.until("n => echelon.number > n && !echelon.busy", number)
        page.wait_for_function(
            "() => document.querySelectorAll('#dice .die').length || echelon.mine || echelon.scene?.asked !== echelon.viewer"
        )
        if page.locator("#dice .die").count():
            break
        if not page.evaluate("() => echelon.mine"):
            page.locator("#curtain button").click()
            table.settled()
    album.keep(page, "dice")
    page.context.close()


def looking_back(album):
    page = album.visitor()
    table = album.at(page, "combat.advance", prefer=("attack", "with"))
    album.keep(page, "log")
    page.evaluate("() => echelon.jump(Math.floor(echelon.scene.moves * 0.6))")
    page.locator("[data-key='slider']").wait_for()
    table.until("() => echelon.scene.at === echelon.at")
    album.keep(page, "replay")
    page.context.close()


def advice(album):
    """A hint, the plan it belongs to, and the report of a game that was played before."""
    page = album.visitor()
    seats = {"german": "me", "allied": "recruit"}
    table = Table(page, new_game(album.site, page, "tigers", seats, scenario="breakthrough", seed=5), "german").open()
    for _ in range(150):
        table.settled()
        page.locator("#prompt [data-key='hint']").click()
        table.until("() => echelon.advice?.kind === 'hint'")
        if page.evaluate("() => echelon.advice.hint.path.length > 2 && echelon.advice.hint.plan.length > 2"):
            break
        number = table.number()
        page.locator("#advice [data-key='do']").click()
        table.answered(number)
    album.keep(page, "hint")
    page.locator("#advice [data-key='whole']").click()
    page.mouse.move(5, 5)
    album.keep(page, "plan")
    page.context.close()
    page = album.visitor()
    record = (ROOT / "tests" / "records" / "tigers-breakthrough.txt").read_text("utf-8")
    seats = {"german": "me", "allied": "me"}
    Table(page, new_game(album.site, page, "tigers", seats, record=record), "german").open()
    page.locator("#result [data-key='report']").click()
    page.locator(".report-chart").wait_for(timeout=300_000)
    page.mouse.move(5, 5)
    album.keep(page, "report")
    page.context.close()


def other_screens(album):
    page = album.visitor(viewport={"width": 2560, "height": 1440}, color_scheme="dark")
    reach(album.at(page, "move.pick"))
    album.keep(page, "table-4k-dark")
    page.context.close()
    page = album.visitor(**PHONE)
    table = album.at(page, "move.pick", hand=Finger)
    piece, _ = reach(table)
    page.evaluate("hex => echelon.focusHex(hex)", piece["hex"])
    table.still(piece["hex"])
    album.keep(page, "phone")
    page.context.close()
    page = album.visitor(**PHONE)
    joined(album.at(page, "attack.battle", prefer=("attack",), hand=Finger))
    if not page.evaluate("() => document.body.dataset.sheet"):  # a battle opens it by itself
        page.locator("#corner [data-key='tab fight']").tap()
    album.keep(page, "phone-attack")
    page.context.close()


def main(words):
    """All pictures, or those whose part is named after the folder."""
    path = find()
    if path is None:
        print(REASON)
        return 1
    parts = {
        f.__name__: f for f in (home, set_up, movement, battle, dice, looking_back, advice, other_screens, *french_shots.PARTS)
    }
    folder = Path(words[0]) if words else FOLDER
    chosen = [parts[word] for word in words[1:]] or list(parts.values())
    with tempfile.TemporaryDirectory() as data, sync_playwright() as driver:
        site = Site(data, art=Path(tempfile.gettempdir()) / "echelon-art").start()
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            for part in chosen:
                part(Album(browser, site, folder))
        finally:
            browser.close()
            site.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
