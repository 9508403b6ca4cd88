"""The tray of a set-up: who is still to be placed, by formation and by name, how many, and who is suggested next."""

from web_table import Table, new_game


def test_the_set_up_lists_those_still_to_be_placed(page, site):
    game = new_game(site, page, "tigers", {"german": "me", "allied": "random"}, options={"german_setup": "choice"}, seed=3)
    table = Table(page, game, "german").open()
    table.settled()
    while not table.scene("tray"):
        free = next((answer for answer in table.legal() if "free" in answer["line"]), None)
        number = table.number()
        page.evaluate("line => echelon.do(line)", (free or table.legal()[0])["line"])
        table.answered(number)
        table.settled()
    tray = page.locator("[data-part='tray']")
    pieces = table.scene("tray")
    table.until("() => echelon.board.units")
    short = page.evaluate("() => Object.fromEntries(Object.entries(echelon.board.units).map(([id, unit]) => [id, unit.short]))")
    for piece in pieces:
        assert short[piece["id"]] in tray.locator(f"[data-unit='{piece['id']}']").inner_text(), "each with its name"
    assert f"{len(pieces)} units left" in tray.inner_text()
    corps = page.evaluate("() => [...new Set(echelon.scene.tray.map((piece) => echelon.board.units[piece.id].parent))]")
    assert {head.strip() for head in tray.locator("h3").all_inner_texts()} == {name.strip() for name in corps}
    following = tray.locator(".pick.next")
    assert following.count() == 1
    unit = following.get_attribute("data-unit")
    following.click()
    table.until("unit => echelon.selection?.unit === unit", unit)
    hexes = page.evaluate("unit => echelon.answers({unit}).map((answer) => answer.hex)", unit)
    assert page.locator(".from-guide *").count() > 0, "where it may go is lit"
    number = table.number()
    table.press(hexes[len(hexes) // 2])
    table.answered(number)
    assert tray.locator(f"[data-unit='{unit}']").count() == 0, "who is placed has left it"
    assert f"{len(pieces) - 1} units left" in tray.inner_text()
