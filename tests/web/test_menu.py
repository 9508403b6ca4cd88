"""Behind the doors of the table: files that come and go, seats that change hands, invitations, another game, settings."""

import re

import pytest
from web_table import Table, menu, new_game, played_out

AGAINST = {"blue": "me", "red": "random"}
LOOK = "name => document.documentElement.dataset[name]"


def seat(page, key):
    """Open the sheet of players and press what a seat can become."""
    menu(page, "^Players").click()
    found = page.locator(f".players-dialog [data-key='{key}']")
    found.wait_for()
    return found


def held(page, game):
    return {seat["side"]: seat["held"] for seat in page.request.get(f"/api/games/{game}").json()["seats"]}


def elsewhere(page, game):
    """The page has gone to another game; its table."""
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    table = Table(page, page.url.split("/game/")[1].split("?")[0])
    table.ready()
    return table


# --- files --------------------------------------------------------------------------------------------------------------
def test_a_position_is_saved_and_opened_again_from_the_menu(page, site):
    table = Table(page, new_game(site, page, seats=AGAINST), "blue", seed=8).open()
    for _ in range(4):
        table.step()
    table.settled()
    stand = {p["id"]: p["hex"] for p in table.scene("pieces")}
    with page.expect_download() as download:
        menu(page, "Save the position").click()
    text = download.value.path().read_text("utf-8")
    assert 'system = "drill"' in text
    with page.expect_file_chooser() as chooser:
        menu(page, "^Load a saved game").click()
    chooser.value.set_files({"name": "position.toml", "mimeType": "text/plain", "buffer": text.encode()})
    other = elsewhere(page, table.game)
    assert {p["id"]: p["hex"] for p in other.scene("pieces")} == stand
    assert set(held(page, other.game).values()) == {"you"}


def test_a_record_is_opened_from_the_menu_and_what_is_none_is_refused(page, site):
    page.watch.allow("4(00|22)", "Failed to load resource")
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "me"}), "red", seed=8).open()
    with page.expect_file_chooser() as chooser:
        menu(page, "^Load a saved game").click()
    chooser.value.set_files({"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear Anna, here is our game."})
    page.locator("#toasts").get_by_text(re.compile(r"\w{3,}")).first.wait_for()
    assert table.game in page.url
    text = page.request.get(f"/api/games/{table.game}/record?side=red").text()
    with page.expect_file_chooser() as chooser:
        menu(page, "^Load a saved game").click()
    chooser.value.set_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    elsewhere(page, table.game)


# --- seats --------------------------------------------------------------------------------------------------------------
def test_a_seat_is_handed_to_the_computer_and_taken_back(page, site):
    """He who has given up his seat watches; when he takes it again he is asked again."""
    game = new_game(site, page, seats={"blue": "me", "red": "open"})
    table = Table(page, game, "blue").open()
    seat(page, "to random blue").click()
    table.until("() => echelon.viewer === null && echelon.scene && !echelon.mine")
    assert held(page, game) == {"blue": "computer", "red": "open"}
    assert table.legal() == []
    seat(page, "take blue").click()
    table.until("() => echelon.viewer === 'blue' && echelon.scene")
    seat(page, "take red").click()
    table.until("() => echelon.info.seats.every((seat) => seat.held === 'you')")
    assert set(held(page, game).values()) == {"you"}
    page.locator("#curtain button").click()  # Red is asked first
    table.step()


def test_an_invitation_is_copied_and_the_guest_is_seen_to_come(visit, site):
    host, guest = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    game = new_game(site, host, seats={"blue": "me", "red": "open"})
    table = Table(host, game, "blue").open()
    host.locator("[data-key='seat red']").click()
    host.locator("#toasts").get_by_text("Invitation link copied").wait_for()
    guest.goto(host.evaluate("() => navigator.clipboard.readText()"))
    guest.locator("#to-table").click()
    Table(guest, game, "red").ready()
    table.until("() => echelon.info.seats.find((seat) => seat.side === 'red').held === 'player'")
    host.locator(".seats .here").wait_for()
    guest.goto("/")
    host.locator(".seats .away").wait_for()


def test_an_invitation_is_shown_where_there_is_no_clipboard(page, site):
    """As on a home network without encryption."""
    page.context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    shown = []
    page.on("dialog", lambda dialog: (shown.append(dialog.default_value), dialog.accept()))
    Table(page, new_game(site, page, seats={"blue": "me", "red": "open"}), "blue").open()
    with page.expect_event("dialog"):
        seat(page, "invite red").click()
    assert "join=" in shown[0]


# --- another game -------------------------------------------------------------------------------------------------------
def test_a_rematch_seats_the_same_players_again(page, site):
    game = new_game(site, page, scenario="ford", seats=AGAINST, name="Evening game")
    played_out(page, game, "blue")
    table = Table(page, game, "blue").open()
    page.locator("#result [data-key='rematch']").click()
    other = elsewhere(page, table.game)
    info = page.request.get(f"/api/games/{other.game}").json()
    assert info["scenario"] == "ford"
    assert held(page, other.game) == {"blue": "you", "red": "computer"}
    other.step()


def test_a_spectator_follows_a_link_without_a_side(visit, site):
    """He sees the map and the log, no button to act with, and what is played while he watches."""
    page, watcher = visit(), visit()
    game = new_game(site, page, seats=AGAINST)
    seen = Table(watcher, game).open()
    assert "spectating" in watcher.locator("#prompt").inner_text()
    assert watcher.locator("#prompt [data-line]").count() == 0
    table = Table(page, game, "blue", seed=5).open()
    table.step()
    seen.until("n => echelon.number >= n", table.number())
    assert seen.scene("side") is None


# --- settings: each shows at once, and is still there after the page was loaded again ------------------------------------
@pytest.fixture
def table(visit, site):
    """A table whose player has never set anything, with its settings open."""
    page = visit(settings={}, reduced_motion="no-preference")
    found = Table(page, new_game(site, page, seats={"blue": "me", "red": "random"}), "blue").open()
    found.settled()
    return found


def opened(table):
    table.page.locator("[data-key='settings']").click()
    dialog = table.page.locator(".settings-dialog")
    dialog.wait_for()
    return dialog


def choose(dialog, group, option):
    """Press one of a row of alternatives by its place."""
    found = dialog.get_by_role("radiogroup", name=group).get_by_role("radio").nth(option)
    found.click()
    assert found.get_attribute("aria-checked") == "true"


def wide(table):
    """How wide a counter is, as a share of its hex."""
    table.until("() => document.querySelector('#sprites symbol')")
    return table.page.evaluate("""() => {
      const width = (found) => document.querySelector(found).getBoundingClientRect().width;
      return width('#map .counter .body') / width('.l-hits [data-hex]');
    }""")


def reloaded(table):
    table.page.reload()
    table.ready()


def test_text_contrast_motion_and_theme(table):
    page = table.page
    size = "() => parseFloat(getComputedStyle(document.querySelector('#prompt .say, #prompt')).fontSize)"
    before = page.evaluate(size)
    dialog = opened(table)
    choose(dialog, "Text size", 3)
    choose(dialog, "Contrast", 2)
    choose(dialog, "Animation", 2)
    choose(dialog, "Theme", 2)
    page.keyboard.press("Escape")
    for _ in range(2):  # at once, and after a new start
        looks = {name: page.evaluate(LOOK, name) for name in ("contrast", "motion", "theme")}
        assert looks == {"contrast": "high", "motion": "reduced", "theme": "dark"}
        assert page.evaluate(size) > 1.3 * before
        reloaded(table)
    page.locator("[data-key='settings']").click()
    page.get_by_role("button", name="Restore defaults").click()
    assert page.evaluate(LOOK, "theme") == "light"
    assert page.evaluate(size) == before


def test_counters_grow_and_computer_moves_can_be_shown_at_once(table):
    page = table.page
    before = wide(table)
    dialog = opened(table)
    dialog.get_by_role("slider").fill("72")
    choose(dialog, "Speed", 4)
    dialog.get_by_role("button", name="Done").click()
    dialog.wait_for(state="detached")
    assert wide(table) > 1.15 * before
    assert page.evaluate("() => echelon.settings.speed") == 0
    reloaded(table)
    table.settled()
    assert wide(table) > 1.15 * before
    number = table.number()
    table.press_line("end")
    table.answered(number)
