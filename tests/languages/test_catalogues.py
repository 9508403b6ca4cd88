"""French beside English: nothing is missing, nothing is left in English, the facts agree, and the typography is right."""

import re
from datetime import date
from fractions import Fraction

import pytest
from french import BARE, SAME, SYSTEMS, english_in, faults, french_files, pairs

import echelon
from echelon.core.text.grammar import Word, bare, dated, plural
from echelon.core.text.names import untranslated
from echelon.core.text.texts import Texts
from echelon.server import scene as scenes

PAIRS = pairs()
# names of the data files
OWN = {"system", "scenario", "option", "status", "query", "unit", "label", "short", "name", "verb", "box"}
FACT = re.compile(r"\{(\w+)")


def _shared(key: str) -> bool:
    """Is this a text of both catalogues, not a name whose English stands in a data file?"""
    return key.split(".")[0] not in OWN


@pytest.mark.parametrize("name", PAIRS)
def test_no_text_is_missing_and_none_is_left_over(name):
    english, french = PAIRS[name]
    assert [key for key in english if key not in french] == []
    allowed = re.compile(r"word\.") if name != "web/texts" else re.compile("$^")  # further words for what data files name
    assert [key for key in french if key not in english and _shared(key) and not allowed.match(key)] == []


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_tell_the_same_facts(name):
    english, french = PAIRS[name]
    for key in english:
        one, other = set(FACT.findall(english[key])), set(FACT.findall(french[key]))
        if key.endswith(".one"):
            one.add("count")
            other.add("count")  # the English singular may say 1; the French one is for 0, too
        if "date" in other:
            one, other = one - {"day"}, other - {"date", "day"}
        assert one == other, key


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_is_left_in_english(name):
    english, french = PAIRS[name]
    same = [key for key in english if english[key] == french[key] and english[key] not in SAME and not BARE.match(english[key])]
    assert same == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_everything_the_data_files_name_has_a_french_name(name):
    system = echelon.load(name)
    assert untranslated(system) == []
    assert system.texts.gaps() == []


@pytest.mark.parametrize("name", french_files())
def test_no_english_word_stands_in_a_french_text(name):
    # these clauses quote slips of the English source
    texts = [text for text in french_files()[name] if not re.search(r"`TIG-(GEN-11|SHF-2)`", text)]
    assert [(text, words) for text in texts if (words := english_in(re.sub(r"^\| \w+ \|", "", text)))] == []


@pytest.mark.parametrize("name", french_files())
def test_signs_stand_as_in_french_print(name):
    assert [(text, wrong) for text in french_files()[name] if (wrong := faults(text))] == []


def test_a_fault_of_typography_is_seen():
    assert faults("Quoi?") and faults("Quoi ?") and faults("« oui »") and faults("l'hexagone") and faults("Fin: oui")
    assert faults("Quoi\u202f? «\u00a0Oui\u00a0»\u00a0: l’hexagone à 1:5, 33\u202f%\u202f; fin\u202f!") == []


def _numbers(text: str) -> list[str]:
    """The hexes and odds a clause names."""
    return sorted(re.findall(r"\b\d{3,4}\b|\d:\d", text.replace("FW-190", "")))


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_rule_books_have_the_same_clauses(name):
    system = echelon.load(name)
    english, french = system.book, system.book_in("fr")
    assert list(french.clauses) == list(english.clauses)
    for id_, clause in english.clauses.items():
        other = french[id_]
        assert (other.mark, other.defines, set(other.cites)) == (clause.mark, clause.defines, set(clause.cites)), id_
        assert other.text != clause.text
        assert _numbers(other.text) == _numbers(clause.text), id_
    chapters = [len(dict.fromkeys(c.chapter for c in book.clauses.values())) for book in (english, french)]
    assert chapters[0] == chapters[1]


def test_a_language_without_a_rule_book_reads_the_first():
    system = echelon.load("drill")
    assert system.book_in("de") is system.book


# --- grammar ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("number", "english", "french"), [(0, "other", "one"), (1, "one", "one"), (2, "other", "other"),
                                                          (Fraction(3, 2), "other", "one"), (-1, "one", "one")])  # fmt: skip
def test_the_plural_begins_elsewhere_in_each_language(number, english, french):
    assert (plural(number), plural(number, "fr")) == (english, french)


def test_names_bend_with_their_article():
    infantry = Word(["la 1re division"], 1, "fr", "et")
    both = Word(["la 1re division", "le 2e groupe", "Skorzeny"], 3, "fr", "et")
    sides = Word(["les Alliés"], 2, "fr", "et")
    said = "{a:Le} est attaqué{a:e} ; l’unité {a:du} ; {b:le} {b:est|sont} prêt{b:e} ; {s:Le} {s:joue|jouent} ; {s:au} ; {a}"
    wanted = (
        "La 1re division est attaquée ; l’unité de la 1re division ; la 1re division, le 2e groupe et Skorzeny sont prêts ; "
        "Les Alliés jouent ; aux Alliés ; 1re division"
    )
    assert said.format(a=infantry, b=both, s=sides) == wanted
    assert f"{Word(['Ourthe'], 1, 'fr'):du}" == "d’Ourthe"
    assert f"{Word(['la 1re', 'la 2e'], 2, 'fr'):e}" == "es"
    assert bare("la 1re division", "fr") == "1re division" and bare("la 1re division", "en") == "la 1re division"


def test_numbers_choose_their_plural_in_a_sentence():
    rules = echelon.load("drill").rules()
    texts = Texts({"en": {}, "fr": {}})
    assert texts.fill(rules, "{steps} {steps:hex|hexes}", {"steps": 0}) == "0 hexes"
    assert texts.fill(rules, "{steps} {steps:hexagone|hexagones}", {"steps": 0}, "fr") == "0 hexagone"
    assert texts.fill(rules, "{mf} {mf:point|points}", {"mf": 3}, "fr") == "1½ point"
    assert texts.fill(rules, "{units:est|sont}", {"units": (0, 1)}, "fr") == "sont"


def test_days_are_written_as_in_each_language():
    day = date(1944, 12, 16)
    assert (dated(day), dated(day, "fr")) == ("16 December 1944", "samedi 16 décembre 1944")
    assert dated(date(1944, 9, 1), "fr") == "vendredi 1er septembre 1944"


def test_a_hex_with_a_town_is_called_by_its_name():
    rules = echelon.load("tigers").rules()
    ids, fill = rules.board.ids, rules.texts.fill
    few, many = (ids["1008"], ids["1009"]), tuple(ids[label] for label in ("1008", "1009", "1107", "1207"))
    assert (
        fill(rules, "In {hex}; {hexes}.", {"hex": ids["1107"], "hexes": few}) == "In St. Vith (1107); Malmédy (1008) and 1009."
    )
    assert fill(rules, "{hexes}", {"hexes": many}) == "1008, 1009, 1107 and 1207", "many names would bury the numbers"
    said = fill(rules, "{hex:en}, {hexes:en}", {"hex": ids["1107"], "hexes": few}, "fr")
    assert said == "à Saint-Vith (1107), à Malmédy (1008) et en 1009"
    assert fill(rules, "{hexes:en}", {"hexes": many}, "fr") == "en 1008, 1009, 1107 et 1207"
    rhone = echelon.load("colonnes").rules()
    pouzin = {"hex": rhone.board.ids["0507"]}
    told = rhone.texts.fill(rhone, "{hex} ; {hex:en} ; {hex:du} ; adjacent {hex:au}", pouzin, "fr")
    assert told == "Le Pouzin (0507) ; au Pouzin (0507) ; du Pouzin (0507) ; adjacent au Pouzin (0507)"


def test_lines_of_records_keep_bare_numbers():
    state = echelon.load("tigers").new(seed=3)
    action = state.parse("dump 909")
    assert (state.text(action), state.describe(action)) == ("dump 909", "Hide the dump in Spa (909)")


def test_the_page_is_told_how_sides_are_bent():
    sides = {row["name"]: row["forms"] for row in scenes.card(echelon.load("tigers"), "fr")["sides"]}
    assert sides["german"] == {
        "le": "les Allemands", "Le": "Les Allemands", "du": "des Allemands", "au": "aux Allemands", "Au": "Aux Allemands",
        "number": "other",
    }  # fmt: skip
    assert scenes.card(echelon.load("drill"), "fr")["sides"][0]["forms"]["Au"] == "À Bleu"
    assert all(not row["forms"] for row in scenes.card(echelon.load("tigers"))["sides"]), "English has no articles to bend"
