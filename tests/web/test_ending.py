"""Ending a game by hand: concede and offer a draw from the menu, each with a dialog that says what follows."""

import pytest
from web_table import Table, menu, new_game

AGAINST = {"blue": "me", "red": "random"}


def started(site, page, seats, side="blue"):
    table = Table(page, new_game(site, page, seats=seats), side).open()
    table.settled()
    return table


@pytest.fixture
def pair(visit, site):
    """Two players in two browsers."""
    host, guest = visit(), visit()
    game = new_game(site, host, seats={"blue": "me", "red": "open"})
    url = host.request.post(f"/api/games/{game}/invite", data={"side": "red"}).json()["url"]
    guest.goto(url)
    guest.locator("#to-table").click()
    guest.wait_for_url("**/game/**")
    red = Table(guest, game, "red")
    red.ready()
    blue = Table(host, game, "blue").open()
    red.settled()
    red.step()
    blue.settled()
    return blue, red


def test_concede_names_the_consequence_and_can_be_left(page, site):
    table = started(site, page, AGAINST)
    menu(page, "^Concede").click()
    dialog = page.locator("dialog[open]")
    assert "Red victory" in dialog.inner_text()
    assert "cannot be undone" in dialog.inner_text()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert not table.over()
    menu(page, "^Concede").click()
    dialog.get_by_role("button", name="Concede").click()
    page.locator("#result[open]").wait_for()
    assert "Red victory" in page.locator("#result h2").inner_text()
    assert "The Blue player concedes." in page.locator("#result").inner_text()
    page.locator("#result [data-key='look']").click()
    assert "The Blue player concedes." in page.locator("#prompt").inner_text()
    assert "The Blue player concedes." in page.locator(".log").inner_text()
    page.locator("[data-key='menu']").click()
    assert page.locator("#menu [role='menuitem']").filter(has_text="Concede").count() == 0
    page.goto("/")
    page.locator(".game-row", has_text="The Blue player concedes.").wait_for()


def test_a_draw_is_offered_across_the_line_and_accepted(pair):
    blue, red = pair
    menu(blue.page, "^Offer a draw").click()
    blue.page.locator("dialog[open]").get_by_role("button", name="Offer a draw").click()
    offer = red.page.locator(".offer-dialog")
    offer.wait_for()
    assert "The Blue player offers a draw" in offer.inner_text()
    blue.page.locator("#toasts").get_by_text("Waiting for the Red player").wait_for()
    offer.locator("[data-key='accept']").click()
    for table in (blue, red):
        table.page.locator("#result[open]").wait_for()
        assert "A draw by agreement." in table.page.locator("#result").inner_text()


def test_a_draw_is_declined_and_an_offer_lapses_when_one_plays_on(pair):
    blue, red = pair
    for answer in ("decline", "lapse"):
        number = blue.number()
        menu(blue.page, "^Offer a draw").click()
        blue.page.locator("dialog[open]").get_by_role("button", name="Offer a draw").click()
        blue.until("n => echelon.number > n", number)
        red.page.locator(".offer-dialog").wait_for()
        if answer == "decline":
            red.page.locator(".offer-dialog [data-key='decline']").click()
            blue.page.locator("#toasts").get_by_text("The Red player declines the draw").wait_for()
        else:
            red.page.keyboard.press("Escape")  # closed, not answered: it stands until red plays on
            red.page.locator(".offer-dialog").wait_for(state="detached")
            assert red.scene("draw")["offered"] == "blue"
        assert not blue.over()


def test_a_computer_declines(page, site):
    table = started(site, page, AGAINST)
    menu(page, "^Offer a draw").click()
    page.locator("dialog[open]").get_by_role("button", name="Offer a draw").click()
    page.locator("#toasts").get_by_text("The Red player declines the draw").wait_for()
    assert not table.over()


def test_two_at_one_screen_ask_each_other(page, site):
    table = Table(page, new_game(site, page, seats={"blue": "me", "red": "me"}), "red").open()
    table.settled()
    for key in ("decline", "accept"):
        menu(page, "^Offer a draw").click()
        page.locator(f".offer-dialog [data-key='{key}']").click()
        page.locator(".offer-dialog").wait_for(state="detached")
        assert key == "accept" or not table.over()
    page.locator("#result[open]").wait_for()


def test_a_spectator_has_neither(visit, site):
    page, watcher = visit(), visit()
    game = new_game(site, page, seats=AGAINST)
    Table(watcher, game).open()
    watcher.locator("[data-key='menu']").click()
    words = watcher.locator("#menu").inner_text()
    assert "Concede" not in words
    assert "draw" not in words
