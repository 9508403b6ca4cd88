"""The page in French: at first as the browser prefers, else by the setting, and without a reload."""

import json

import pytest
from web_french import SHOWN, TITLES, ill
from web_table import Table, new_game


def _speak(page, code):
    """Choose a language in the settings."""
    page.locator("[data-key='settings'], .home-nav button").filter(has_text="").first.wait_for()
    page.evaluate("() => document.querySelector('dialog[open]')?.close()")
    opener = page.locator("[data-key='settings']")
    (opener if opener.count() else page.locator(".home-nav .nav-link").nth(4)).click()
    page.locator(".settings-dialog").wait_for()
    page.locator(".settings-dialog [role='radio']", has_text={"fr": "Français", "en": "English"}[code]).click()
    page.wait_for_function("code => document.documentElement.lang === code", arg=code)
    page.locator(".settings-dialog .button.main").click()


def test_the_browser_is_spoken_to_in_its_language(visit):
    page = visit(locale="fr-FR")
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    text = page.locator("body").inner_text()
    assert "Des Tigres dans les Ardennes" in text and "Nouvelle partie" in text and "Mes parties" in text
    assert page.locator("html").get_attribute("lang") == "fr"
    assert ill([line for line in text.splitlines() if line.strip()]) == []


def test_another_language_is_spoken_in_the_first_one_the_page_has(visit):
    page = visit(locale="de-DE")
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("system", [pytest.param("drill", marks=pytest.mark.long), "tigers"])
def test_the_table_changes_its_language_without_a_reload(visit, site, system):
    page = visit(locale="en-GB")
    sides = {"drill": ("blue", "red"), "tigers": ("german", "allied")}[system]
    game = new_game(site, page, system, seats={sides[0]: "me", sides[1]: "random"}, seed=4)
    table = Table(page, game, sides[0])
    table.open()
    table.settled()
    page.evaluate("() => { window.kept = document.querySelector('#map .world'); }")
    before = page.evaluate(
        "() => ({number: echelon.number, prompt: echelon.scene.prompt, legal: echelon.scene.legal.map((a) => a.line)})"
    )
    _speak(page, "fr")
    page.wait_for_function("prompt => echelon.scene.prompt !== prompt", arg=before["prompt"])
    after = page.evaluate(
        "() => ({number: echelon.number, prompt: echelon.scene.prompt, legal: echelon.scene.legal.map((a) => a.line)})"
    )
    assert page.evaluate("() => window.kept === document.querySelector('#map .world')"), "the page was loaded again"
    assert (after["number"], after["legal"]) == (before["number"], before["legal"])
    assert ill(page.evaluate(SHOWN)) == []
    assert ill(page.evaluate(TITLES)) == []
    table.settled()
    line = page.evaluate("() => echelon.answers()[0].line")
    page.evaluate("line => echelon.do(line)", line)
    page.wait_for_function("number => echelon.number > number", arg=after["number"])
    table.settled()
    assert ill(page.evaluate(SHOWN)) == []
    page.reload()
    table.settled()
    assert page.locator("html").get_attribute("lang") == "fr", "the choice is kept"
    _speak(page, "en")
    page.wait_for_function("() => document.querySelector('#right').innerText.includes('Log')")


def test_the_pictures_have_french_words(visit, site):
    page = visit(locale="fr-FR")
    wanted = []
    page.on("request", lambda request: wanted.append(request.url) if "/art/" in request.url else None)
    game = new_game(site, page, "drill", seats={"blue": "me", "red": "random"})
    Table(page, game, "blue").open()
    sheet = next(url for url in wanted if "sheet-" in url)
    assert "lang=fr" in sheet
    drawn = page.request.get(sheet, timeout=120_000).text()
    english = page.request.get(sheet.replace("lang=fr", "lang=en"), timeout=120_000).text()
    assert "OUEST" in drawn and "WEST" not in drawn
    assert "WEST" in english and "OUEST" not in english
    counters = next(url for url in wanted if "counters-" in url)
    assert "1 Cha" in page.request.get(counters).text()


def test_the_interface_answers_in_the_language_it_is_asked_in(page):
    heads = [{"Accept-Language": value} for value in ("fr-CA,fr;q=0.8,en;q=0.5", "en-GB", "de, fr;q=0.3")]
    titles = []
    for head in heads:
        cards = page.request.get("/api/systems", headers=head).json()
        titles.append(next(card["title"] for card in cards if card["name"] == "tigers"))
    assert titles == ["Des Tigres dans les Ardennes", "Tigers in the Ardennes", "Des Tigres dans les Ardennes"]
    missing = page.request.get("/api/games/nowhere", headers=heads[0])
    assert "Il n’y a pas de partie" in json.loads(missing.text())["error"]
    wrong = page.request.get("/api/systems/nonsense/book", headers=heads[0])
    unit = page.request.post("/api/games", data={"system": "drill", "scenario": "nowhere"}, headers=heads[0])
    assert "Il n’y a pas de jeu" in wrong.json()["error"]
    assert "Il n’y a pas de scénario" in unit.json()["error"]


def test_sides_stand_in_sentences_of_the_page(visit):
    """The page bends the names of the sides as the server has told it; a name it was not told of takes its preposition bare."""
    page = visit(locale="fr-FR")
    page.goto("/")
    page.locator(".game-card:not(.ghost)").first.wait_for()
    said = page.evaluate("""async () => {
      const found = performance.getEntriesByType('resource').find((one) => /\\/js\\/texts\\.js/.test(one.name));
      const { t } = await import(found.name);
      return ['Allemands', 'Bleu', 'X'].map((side) => [t('home.toMove', { side }), t('panel.thinking', { side })]);
    }""")
    assert said == [
        ["Aux Allemands de jouer", "Les Allemands réfléchissent."], ["À Bleu de jouer", "Bleu réfléchit."],
        ["À X de jouer", "X réfléchit."],
    ]  # fmt: skip
