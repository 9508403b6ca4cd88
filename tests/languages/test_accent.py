"""No catalogue has the turns of phrase that give a translation away, in either language."""

import re

import pytest
from accent import FRENCH, accents
from french import pairs

PAIRS = pairs()
NAMES = ("unit.", "name.", "label.", "short.", "verb.", "box.")  # names of things, not prose
# French words that are wrong nearly everywhere, beyond those of the docs
MORE = {
    r"personne n’": "aucune unité ne",
    r"nul n’entre": "impossible d’y entrer",
    r"^qui (?:attaque|avance|finit|bat)": "une unité qui",
    r"non (?:permis|joué)": "impossible, pas joué",
    r", non (?:\{|de |sur |vers |ceux )": "et pas",
    r"assign(?:er|ée?s?|ent|ation)": "déclarer",
    r"\bretenir\b|retenu\{": "retarder",
    r"la chance (?:de|d’|que)": "la probabilité",
}
# a text in which such a word is right, and why
RIGHT = {
    ("systems/colonnes/texts", "fr"): [
        r"retrait\w+",  # Colonnes keeps the verb of its print: retraiter
    ],
    ("cli/texts", "en"): [
        r"\{answers?\}",  # the name of a fact
    ],
    ("cli/texts", "fr"): [r"interroger la position"],  # a query, put to the position and not to a player
    ("web/texts", "en"): [r"question mark"],  # the key
    ("web/texts", "fr"): [r"leçon est retenue"],  # an idiom
}


def told(name: str, number: int) -> dict[str, str]:
    """The sentences of one language: names and programs' words are left out."""
    return {key: text for key, text in PAIRS[name][number].items() if not key.startswith(NAMES)}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", PAIRS)
def test_no_text_gives_the_accent_away(name, language):
    texts, spare = told(name, ("en", "fr").index(language)), RIGHT.get((name, language), [])
    found = {key: list(accents(text, language, spare, players=True)) for key, text in texts.items()}
    if language == "fr":
        for key, text in texts.items():
            left = text
            for pattern in spare:
                left = re.sub(pattern, "…", left, flags=re.IGNORECASE)
            found[key] += [(text, better) for pattern, better in MORE.items() if re.search(pattern, left, re.IGNORECASE)]
    assert {key: words for key, words in found.items() if words} == {}


def test_old_texts_are_heard():
    assert FRENCH
    english = [
        "Take back: {action}", "The die decides the battle.", "{unit} digs in.", "The set-up question is open.",
        "No further retreat", "Left by chance, and nobody attacks.", "Kept as {path}; it goes on.", "{unit} is asked to hold.",
        "something still to do", "0303 in that of 7th Fusiliers", "Undo back to before {unit} joined",
        "Possible: move, or stop.", "{hex} is as far as it gets.",
        "Any of their edges, having been delayed", "Eliminated, being alone: {units}.",
    ]  # fmt: skip
    assert [text for text in english if not list(accents(text, players=True))] == []
    french = [
        "Après {result}, personne n’avance.",
        "Toutes les attaques sont assignées",
        "L’ennemi est là. Nul n’entre en {hex}.",
        "Retenir {unit:le}",
    ]
    assert [text for text in french if not any(re.search(pattern, text, re.IGNORECASE) for pattern in MORE)] == []
    others = [
        "il reste quelque chose à faire",
        "Au plus loin, {hex}.",
        "Possible\u00a0: se déplacer",
        "0 colonne reçue",
        "Éliminé, étant seul",
    ]
    assert [text for text in others if not list(accents(text, "fr"))] == []
