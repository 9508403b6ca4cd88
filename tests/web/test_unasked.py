"""Nothing unasked: what a button does not say is held, and a step or a turn ends when its player says so."""

from web_table import Finger, Table, new_game

SUPPORT = """
system = "colonnes"
side = "allied"
frame = "combat.cible"
hexes = { T = "1010", A = "T S", C = "A SW SW" }
board = { base = "blank" }
assume = { supplied = "all" }
[units]
"A-1/157" = "A"
A-6C = "C"
d = { at = "T", side = "german", arm = "mot", attack = 3, defence = 3, movement = 4 }
"""

READY = """
system = "drill"
side = "blue"
frame = "move.pick"
board = { base = "blank" }
units = { b1 = "0404", b2 = "0101", r3 = "0405" }
"""
# a button that comes up under the finger as it leaves the glass
COMES_UP = """({x, y}) => {
  window.pressed = 0;
  window.late = document.createElement('button');
  late.textContent = 'Fight';
  late.style.cssText = `position: fixed; z-index: 9999; left: ${x - 40}px; top: ${y - 40}px; width: 80px; height: 80px`;
  late.onclick = () => { pressed += 1; };
  addEventListener('pointerup', () => document.body.append(late), {once: true});
}"""


def opened(visit, site, system, position, seats, locale):
    page = visit(locale=locale)
    game = new_game(site, page, system, seats, position=position)
    table = Table(page, game, page.request.get(f"/api/games/{game}").json()["asked"]).open()
    table.settled()
    return page, table


def pressed(table, line):
    number = table.number()
    table.page.evaluate("line => echelon.do(line)", line)
    table.until("n => echelon.number > n && !echelon.busy", arg=number)
    table.settled()


def test_support_throws_no_die_and_hands_over_nothing(visit, site):
    """Colonnes in French: the case that ended a turn with one press."""
    page, table = opened(visit, site, "colonnes", SUPPORT, {"allied": "me", "german": "me"}, "fr-FR")
    pressed(table, "attack 1010")  # who alone can attack has joined
    assert table.scene("kind") == "combat.att_soutien"
    number = table.number()
    table.press_line("support A-6C")
    table.until("() => echelon.held !== null")
    main = page.locator("#prompt [data-key='main']")
    assert main.inner_text().startswith("Combattre") and table.number() == number
    page.locator("#prompt [data-key='undo']").click()  # drops it: nothing was done
    table.until("() => echelon.held === null")
    assert table.number() == number and table.scene("kind") == "combat.att_soutien"
    table.press_line("support A-6C")
    table.until("() => echelon.held !== null")
    page.keyboard.press("Escape")
    table.until("() => echelon.held === null")
    table.press_line("support A-6C")
    table.until("() => echelon.held !== null")
    main.click()
    table.until("n => echelon.number > n && !echelon.busy", arg=number)
    for _ in range(12):  # look at the die, then answer what it brought
        page.keyboard.press("Shift")
        table.settled()
        if table.scene("kind") == "combat.cible":
            break
        table.step()
    assert page.evaluate("() => echelon.moves.some((move) => move.die)")
    assert table.scene("kind") == "combat.cible" and table.scene("asked") == "allied", "the turn is still his"
    assert "termine votre tour" in main.inner_text()
    main.click()
    table.until("() => echelon.scene.step.startsWith('G')")


def test_a_second_click_of_the_same_hand_ends_nothing_more(visit, site):
    """Drill: where the end of movement was, the end of the attacks and of the turn comes."""
    page = visit()
    table = Table(page, new_game(site, page, "drill", {"blue": "me", "red": "random"}, position=READY), "blue").open()
    table.settled()
    main = page.locator("#prompt [data-key='main']").bounding_box()
    x, y = main["x"] + main["width"] / 2, main["y"] + main["height"] / 2
    number = table.number()
    page.mouse.click(x, y)
    table.until("n => echelon.number > n && !echelon.busy && Number(document.body.dataset.ready) > n", arg=number)
    page.mouse.click(x, y)
    page.wait_for_timeout(700)
    assert table.number() == number + 1 and table.scene("kind") == "combat.target"
    page.mouse.click(x, y)
    table.until("n => echelon.number > n + 1 || echelon.held", arg=number)


BATTLE = """
system = "tigers"
set_up = "campaign"
turn = 1
step = "B2c"
side = "german"
frame = "combat.pick"
[units]
de-560vg = { attacked = true }
de-26vg = { attacked = true }
[state]
battles = [{ hexes = "1105", units = ["de-560vg", "de-26vg"], state = "open" }]
"""


def test_the_tap_that_opens_a_menu_fights_no_battle(visit, site):
    """Tigers on a phone: the attack sheet leaves the menu no room beside its hex, and it comes up under the finger."""
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    game = new_game(site, page, "tigers", {"german": "me", "allied": "me"}, position=BATTLE)
    table = Table(page, game, "german", Finger).open()
    table.settled()
    foot = page.locator("#foot [data-line='fight 1105']")
    foot.wait_for()
    assert "rolls the die" in foot.inner_text()
    number, menu = table.number(), page.locator(".choices [data-line='fight 1105']")
    for height in (180, 220, 250):
        page.evaluate("dy => echelon.emit('nudge', dy)", height - table.still("1105")["y"])
        at = table.still("1105")
        for _ in range(2):  # the second tap of a hurried hand, too
            page.touchscreen.tap(at["x"], at["y"])
        page.wait_for_timeout(400)
        assert table.number() == number and not page.evaluate("() => echelon.busy"), height
        told = "" if menu.count() == 0 else menu.inner_text()  # the Allied player is asked first whether he orders No Retreat!
        assert not told or "rolls the die" in told or "the other side decides" in told
        if not menu.count():
            page.touchscreen.tap(at["x"], at["y"])
        menu.wait_for()
        page.locator(".choices [data-key='cancel']").tap()
    assert table.number() == number
    page.evaluate(COMES_UP, at)
    for pressed in (0, 1):  # by the tap it came up with, and by one of its own
        page.touchscreen.tap(at["x"], at["y"])
        page.wait_for_timeout(100)
        assert page.evaluate("() => pressed") == pressed
    page.evaluate("() => { late.remove(); echelon.cancel(); }")
    page.touchscreen.tap(at["x"], at["y"])
    page.wait_for_timeout(400)
    menu.tap()
    table.until("n => echelon.number > n", arg=number)
