"""A player-turn of Colonnes in French, from the home page to the last attack, with mouse and eye: no word of it is English."""

from pathlib import Path

from web_french import look
from web_table import Table, new_game

COLUMNS = Path(__file__).parents[2] / "docs/positions/colonnes/columns.toml"
MARCH = {"A-F1": "0714", "A-TFH": "0813", "A-117": "0614", "A-2/143": "0614", "A-753": "0713"}


def begun(page):
    """A game against a friend at this screen, begun as a player does."""
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    assert "la 19e armée allemande se fraie un chemin" in page.locator("body").inner_text()
    page.locator("button[data-system='colonnes']").first.click()
    dialog = page.locator(".new-game-dialog")
    dialog.wait_for()
    dialog.locator("details.options summary").click()
    look(page)
    dialog.locator("[role='radio']", has_text="Un ami devant cet écran").click()
    dialog.locator("#start").click()
    page.wait_for_url("**/game/**")
    table = Table(page, page.url.rsplit("/", 1)[1].partition("?")[0], "allied")
    table.ready()
    table.settled()
    return table


def prompt(table):
    return table.page.locator("#prompt").inner_text()


def done(table, press, *words):
    """Press something that is an answer, and wait for it."""
    number = table.number()
    press(*words)
    table.answered(number)
    table.until("() => echelon.lying || echelon.mine")
    if table.page.evaluate("() => Boolean(echelon.lying)"):  # dice lie there until somebody has looked at them
        look(table.page)
        table.page.keyboard.press("Shift")
    table.settled()


def near(table, label):
    """Turn the wheel until the hexes round this one can be read."""
    for _ in range(12):
        at = table.still(label)
        if at["size"] > 75:
            break
        table.page.mouse.move(620, 480)
        table.page.mouse.wheel(0, -200)
    table.page.evaluate("label => echelon.focusHex(label)", label)
    table.still(label)


def taken(table, unit):
    """Lay down what is in hand, take a unit, and see where it can go."""
    for _ in range(4):
        if table.page.evaluate("() => echelon.selection === null"):
            break
        table.page.keyboard.press("Escape")
    table.press_unit(table.piece(unit))
    table.until("u => echelon.selection?.unit === u && echelon.reach?.unit === u", unit)
    return table.page.evaluate("() => echelon.reach.hexes")


def refused(table, label):
    """Press a hex out of reach: a card says why not, and a clause of it opens the rule book."""
    page = table.page
    table.press(label)
    page.locator("#why").wait_for(state="visible")
    why = page.locator("#why").inner_text()
    look(page)
    page.locator("#why [data-clause]").first.click()
    page.locator("#drawer", has_text="Une unité se déplace une fois par segment de mouvement").wait_for(state="visible")
    look(page)
    page.keyboard.press("Escape")
    page.locator("#drawer").wait_for(state="hidden")
    return why


def question(table):
    return table.page.locator("[data-part='question']").inner_text()


def seen_through(table):
    """Whatever a die brought: losses, holding or retreat, an advance, and the end of the segment; what was asked."""
    asked = []
    for _ in range(25):
        kind, step, main = table.scene("kind", "step", "main")
        if step.startswith("G"):
            look(table.page)
            return asked
        asked.append(kind)
        look(table.page)
        if main and main["legal"]:
            done(table, table.press_line, main["line"])
        else:
            done(table, table.give, table.legal()[0], table.number())
    raise AssertionError(f"the segment did not end: {asked}")


def test_a_player_turn_from_the_home_page_to_the_last_attack(visit, site):
    page = visit(locale="fr-FR")
    table = begun(page)

    # four columns come in
    assert "colonne" in prompt(table)
    for source in ("2109", "2109", "2119", "2119"):
        look(page)
        done(table, table.press, source)
    assert table.scene("kind") == "mouvement"
    assert {p["hex"] for p in table.scene("pieces") if p["id"].startswith("A-CL")} == {"2109", "2119"}

    # movement, with ranges and a why-not
    assert "Choisissez une unité à déplacer" in prompt(table)
    near(table, "0914")
    ways = taken(table, "A-117")
    assert ways["0614"]["cost"] == "4", "eight road hexes"
    look(page)
    why = refused(table, "0811")
    assert "ne peut pas atteindre 0811" in why and "COL-" in why
    for unit, goal in MARCH.items():
        taken(table, unit)
        done(table, table.go, goal)
        if table.scene("kind") == "mouvement.pas":  # it could go on
            assert "Arrêter" in prompt(table)
            done(table, table.press_line, f"stop {unit}")
        assert table.piece(unit)["hex"] == goal
        look(page)
    for overlay in ("command", "dominance", "supply"):
        page.evaluate("name => echelon.toggleOverlay(name)", overlay)
        table.until("name => echelon.overlays[name]?.marks.length > 0", overlay)
        look(page)
        page.evaluate("name => echelon.toggleOverlay(name)", overlay)
    done(table, table.press_line, "end")

    # an attack, with the support of a headquarters
    assert "Choisissez un hexagone à attaquer" in prompt(table)
    done(table, table.press, "0615")
    for unit in ("A-117", "A-2/143"):
        answer = next(a for a in table.legal() if a["line"] == f"with {unit}")
        done(table, table.give, answer, table.number())
    fight = question(table)
    assert "Attaque des Alliés contre 0615" in fight and "dominé par l’attaquant" in fight and "3:1" in fight
    assert table.scene("kind") == "combat.att_soutien", "nobody else can join: the question is answered by itself"
    assert "QG Butler" in prompt(table)
    look(page)
    done(table, table.press_line, "support A-TFH")  # the German has nothing to answer with: the die falls
    seen_through(table)

    # the turn is the German's now; the server has it all, and the log tells it
    log = page.locator("#log, [data-part='log']").first.inner_text()
    assert "Attaque" in log or "attaque" in log
    record = page.request.get(f"/api/games/{table.game}/record?side=allied").text()
    for line in ("column 2109", "column 2119", "attack 0615", "with A-117", "with A-2/143", "support A-TFH"):
        assert line in record, record[-2000:]


def test_columns_are_spent_by_both_sides(visit, site):
    page = visit(locale="fr-FR")
    game = new_game(site, page, "colonnes", {"allied": "me", "german": "me"}, position=COLUMNS.read_text("utf-8"))
    table = Table(page, game, "allied").open()
    table.settled()
    done(table, table.press_line, "end")
    done(table, table.press, "0615")
    for unit in ("A-753", "A-117", "A-2/143"):
        answer = next(a for a in table.legal() if a["line"] == f"with {unit}")
        done(table, table.give, answer, table.number())
    fight = question(table)
    assert "Colonnes de l’attaquant" in fight and "avec la CL 1" in fight and "10 contre 6 : 1:1, décalé à 2:1" in plain(fight)
    look(page)
    done(table, table.press_line, "spend A-CL1")  # in the panel: what a change would bring
    assert "Colonnes de l’attaquant : colonne logistique alliée 1" in plain(question(table))
    look(page)
    done(table, table.press_line, "done")
    assert table.scene("asked") == "german" and "Allemands" in prompt(table)
    look(page)
    done(table, table.press_line, "spend G-CL1")
    asked = seen_through(table)
    assert asked
    boxes = {p["id"] for p in table.scene("pieces")}
    assert not boxes & {"A-CL1", "G-CL1"}, "both columns have left the map"


def plain(text):
    """With ordinary spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")
