"""The keys of the table: all on the help sheet, undo by two of them, and Escape, which closes the topmost thing only."""

from web_table import Table, new_game

AGAINST = {"blue": "me", "red": "random"}


def seated(page, site, system="drill", seats=None, side="blue"):
    table = Table(page, new_game(site, page, system, seats or AGAINST), side).open()
    table.settled()
    return table


def moved(table):
    """Play until something can be undone."""
    while not table.scene("undo")["can"]:
        table.step()
        table.settled()
    return table


def taken(table):
    """A unit in hand."""
    while not any(answer.get("unit") for answer in table.legal()):
        table.step()
        table.settled()
    unit = next(answer["unit"] for answer in table.legal() if answer.get("unit"))
    table.page.evaluate("unit => echelon.select({unit, act: true})", unit)
    table.until("unit => echelon.reach?.unit === unit || !echelon.answers({unit}).some((answer) => answer.hex)", unit)
    table.page.evaluate(
        """unit => {  // a hex that it cannot reach
      const near = new Set([...Object.keys(echelon.reach?.hexes ?? {}), echelon.piece(unit).hex]);
      window.beyond = Object.keys(echelon.board.hexes).findLast((label) => !near.has(label));
    }""",
        unit,
    )
    return unit


# --- the help sheet -----------------------------------------------------------------------------------------------------
def test_the_help_sheet_shows_every_key_that_works(page, site):
    table = seated(page, site)
    page.keyboard.press("?")
    sheet = page.locator("dialog.keys-dialog")
    sheet.wait_for()
    rows = page.evaluate("() => echelon.shortcuts.rows.map((row) => [row.say(), row.keys.length])")
    shown = [[row.locator("dd").inner_text(), row.locator("kbd").count()] for row in sheet.locator("dl > div").all()]
    assert sorted(shown) == sorted(rows)
    assert {"U", "Ctrl+Z", "?", "Esc", "L", "H"} <= set(sheet.locator("kbd").all_inner_texts())
    page.keyboard.press("u")  # no key of the table acts behind it
    assert sheet.is_visible()
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    assert table.number() == table.scene("number")
    # It follows what parts of the page add, and a key has one meaning.
    page.evaluate("""() => echelon.shortcuts.add(
        {group: 'panels', keys: ['J', 'U'], say: () => 'A panel of mine', act: () => { window.opened = 1; }})""")
    page.keyboard.press("j")
    assert page.evaluate("() => window.opened") == 1
    page.keyboard.press("?")
    row = page.locator("dialog.keys-dialog dl > div").filter(has_text="A panel of mine")
    assert row.locator("kbd").all_inner_texts() == ["J"]  # U is undo's
    keys = page.evaluate("() => echelon.shortcuts.rows.flatMap((row) => row.keys)")
    assert len(keys) == len(set(keys))


def test_the_sheet_is_behind_a_door_of_the_menu_too_and_speaks_french(visit, site):
    page = visit(locale="fr-FR")
    seated(page, site)
    page.locator("[data-key='menu']").click()
    page.locator("#menu [role='menuitem']").filter(has_text="Raccourcis clavier").click()
    assert {"Échap", "Entrée", "Espace"} <= set(page.locator("dialog.keys-dialog kbd").all_inner_texts())


# --- undo ---------------------------------------------------------------------------------------------------------------
def test_undo_by_each_of_its_keys_but_not_while_something_is_typed(page, site):
    table = seated(page, site)
    for key in ("u", "Control+z", "Meta+z"):
        moved(table)
        made, number = len(table.moves()), table.number()
        page.keyboard.press(key)
        table.answered(number)
        table.settled()
        assert len(table.moves()) < made, key
    made = moved(table).moves()
    page.keyboard.press("l")
    page.locator("#list-filter").fill("move")
    page.keyboard.press("Control+z")
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    assert table.moves() == made


# --- Escape -------------------------------------------------------------------------------------------------------------
OPEN = {
    "dialog": ("() => echelon.shortcuts.help()", "dialog.keys-dialog"),
    "menu": ("() => document.getElementById('menu').showPopover()", "#menu"),
    "drawer": ("() => echelon.openClause(null)", "#drawer"),
    "list": ("() => echelon.list(true)", "#list"),
    "card": ("unit => echelon.why({unit, hex: window.beyond})", "#why"),
    "hint": ("() => echelon.askHint()", "#advice .advice-card.hint"),
}


def test_escape_closes_the_topmost_thing_wherever_the_focus_is_and_leaves_the_rest(page, site):
    table = moved(seated(page, site))
    unit, made = taken(table), table.moves()
    for thing, (script, selector) in OPEN.items():
        page.evaluate(f"unit => {{ ({script})(unit); }}", unit)
        page.locator(selector).wait_for()
        if thing in ("list", "card", "hint"):
            page.evaluate("() => { document.activeElement?.blur?.(); }")
        page.keyboard.press("Escape")
        page.locator(selector).wait_for(state="hidden")
        assert page.evaluate("() => echelon.selection?.unit") == unit, thing
    while page.evaluate("() => echelon.selection && !echelon.scene.under_way.length"):
        page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.press("Escape")
    assert table.moves() == made


def test_escape_goes_down_the_whole_pile_in_order(page, site):
    table = moved(seated(page, site))
    unit = taken(table)
    card, drawer, rows = page.locator("#why"), page.locator("#drawer"), page.locator("#list")
    page.evaluate(f"unit => {{ ({OPEN['card'][0]})(unit); }}", unit)
    card.wait_for()
    page.evaluate("() => echelon.list(true)")
    rows.wait_for()
    page.evaluate("() => echelon.openClause(null)")
    drawer.wait_for()
    page.evaluate("() => echelon.shortcuts.help()")
    dialog = page.locator("dialog.keys-dialog")
    dialog.wait_for()
    pile = [dialog, drawer, rows, card]
    while pile:
        page.keyboard.press("Escape")
        pile.pop(0).wait_for(state="hidden")
        assert all(thing.is_visible() for thing in pile)
        assert page.evaluate("() => echelon.selection?.unit") == unit


def test_escape_leaves_the_replay_for_now(page, site):
    table = moved(seated(page, site))
    page.evaluate("() => echelon.jump(0)")
    table.until("() => echelon.at === 0")
    page.keyboard.press("Escape")
    table.until("() => echelon.at === null")


def test_escape_drops_what_is_dragged_where_it_came_from(page, site):
    table = seated(page, site)
    unit = taken(table)
    table.until("unit => echelon.reach?.unit === unit", unit)
    made, home = table.moves(), table.piece(unit)["hex"]
    goal = page.evaluate("() => Object.keys(echelon.reach.hexes)[0]")
    start, end = table.place(home), table.place(goal)
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=6)
    page.locator(".l-ghost .ghost, .ghost").first.wait_for(state="attached")
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.locator(".ghost").count() == 0
    assert table.moves() == made
    assert page.evaluate("() => echelon.selection?.unit") == unit


def test_escape_closes_an_open_stack_before_the_hand(page, site):
    table = seated(page, site, system="tigers", seats={"german": "me", "allied": "random"}, side="german")
    hexes = [piece["hex"] for piece in table.scene("pieces") if piece["hex"]]
    stacked = next(label for label in hexes if hexes.count(label) > 1)
    unit = table.scene("pieces")[0]["id"]
    page.evaluate("unit => echelon.select({unit})", unit)
    table.hand.open_stack(table, stacked)
    page.locator(".fan:not([hidden])").wait_for()
    page.keyboard.press("Escape")
    page.locator(".fan").wait_for(state="hidden")
    assert page.evaluate("() => echelon.selection?.unit") == unit
    page.keyboard.press("Escape")
    table.until("() => echelon.selection === null")
