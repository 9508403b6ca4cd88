"""The pictures of Colonnes in French: what a player of that language sees from the home page to a combat with columns."""

from album import PHONE, far
from web_table import Finger

FRENCH = {"locale": "fr-FR"}
BATTLE = ("end", "attack 0615 with A-117 A-2/143 A-753")


def french_home(album):
    page = album.visitor(**FRENCH)
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    page.wait_for_function("() => document.querySelector('.game-card .shot img')?.naturalWidth > 0")
    album.keep(page, "fr-home")
    page.locator("button[data-system='colonnes']").first.click()
    page.locator(".new-game-dialog").wait_for()
    album.keep(page, "fr-new-game")
    page.context.close()


def _chosen(table, unit):
    """Take a unit and see where it can go."""
    piece = table.piece(unit)
    table.page.evaluate("p => echelon.select({unit: p.id, hex: p.hex})", piece)
    table.until("u => echelon.reach?.unit === u", unit)
    table.still(piece["hex"])


def french_movement(album):
    page = album.visitor(**FRENCH)
    table = album.position(page, "colonnes/march.toml")
    _chosen(table, "A-117")
    at = table.place("0614")
    page.mouse.move(at["x"], at["y"])
    album.keep(page, "fr-movement")
    table.press(far(table))
    page.locator("#why").wait_for(state="visible")
    album.keep(page, "fr-why-not")
    page.locator("#why [data-clause]").first.click()
    page.locator("#drawer").wait_for(state="visible")
    album.keep(page, "fr-rules")
    page.context.close()


def french_overlays(album):
    page = album.visitor(**FRENCH)
    table = album.position(page, "colonnes/columns.toml", "end")
    table.page.evaluate("() => echelon.focusHex('0914')")
    for name in ("command", "dominance", "supply"):
        page.evaluate("name => echelon.toggleOverlay(name)", name)
        table.until("name => echelon.overlays[name]?.marks.length > 0", name)
        album.keep(page, f"fr-overlay-{name}")
        page.evaluate("name => echelon.toggleOverlay(name)", name)
    page.context.close()


def french_battle(album):
    page = album.visitor(**FRENCH)
    table = album.position(page, "colonnes/columns.toml", *BATTLE)
    number = table.number()
    table.press_line("spend A-CL1")
    table.answered(number)
    table.settled()
    page.mouse.move(700, 8)  # away from the buttons, which show what they would bring
    album.keep(page, "fr-attack")
    page.context.close()


def french_phone(album):
    page = album.visitor(**PHONE, **FRENCH)
    table = album.position(page, "colonnes/march.toml", hand=Finger)
    _chosen(table, "A-117")
    page.evaluate("hex => echelon.focusHex(hex)", "0914")
    table.still("0914")
    album.keep(page, "fr-phone")
    page.context.close()
    page = album.visitor(**PHONE, **FRENCH)
    album.position(page, "colonnes/columns.toml", *BATTLE, hand=Finger)
    if not page.evaluate("() => document.body.dataset.sheet"):
        page.locator("#corner [data-key='tab fight']").tap()
    album.keep(page, "fr-phone-attack")
    page.context.close()


PARTS = (french_home, french_movement, french_overlays, french_battle, french_phone)
