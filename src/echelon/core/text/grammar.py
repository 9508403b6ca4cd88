"""What a language asks of a sentence: plural forms, articles and agreement, lists, numbers and dates.

A template bends a fact by what stands behind its colon: `{steps:hex|hexes}` chooses by number, after the plural rule of the
language; in French `{unit:le}`, `{unit:Le}`, `{unit:du}` and `{unit:au}` put the article before a name, `{hex:en}` is *en 1009*
or *à Malmédy (1008)*, and `{units:e}` is the ending of an adjective or participle that agrees with it. A French catalogue has
names with their article (`la 1re division d’infanterie`), so that gender and number are known; where a name stands alone the
article is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

__all__ = ["FIRST", "Word", "bare", "bent", "counted", "dated", "fraction", "halves", "plural", "signed"]

FIRST = "en"  # the language of the rule books' sources and of every name in a data file
_ARTICLES = ("le ", "la ", "les ", "l’")
_FRENCH = {
    "le": {"le ": "le ", "la ": "la ", "les ": "les ", "l’": "l’", "": ""},
    "du": {"le ": "du ", "la ": "de la ", "les ": "des ", "l’": "de l’", "": "de "},
    "au": {"le ": "au ", "la ": "à la ", "les ": "aux ", "l’": "à l’", "": "à "},
    "en": {},  # a hex: en 1009, à Malmédy (1008)
}
_PLACES = {"Le ": "le ", "Les ": "les "}  # articles of place names that are swallowed by *à* and *de*: Le Pouzin, au Pouzin
_VOWELS = "aeiouyéèêëàâîïôöûüæœ"
_FRACTIONS = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙", Fraction(5, 6): "⅚",
}  # fmt: skip
_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December"),
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin",
           "juillet", "août", "septembre", "octobre", "novembre", "décembre"),
}  # fmt: skip
_WEEK = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


class Word(str):
    """A fact in words. `items` are the names it joins, as the catalogue has them; `number` is what plural forms go by."""

    __slots__ = ("_and", "_items", "_language", "_number")
    _items: tuple[str, ...]
    _number: int | Fraction
    _language: str
    _and: str

    def __new__(cls, items: Sequence[str], number: int | Fraction = 1, language: str = FIRST, joint: str = "and") -> Word:
        """One name or several, joined with commas and the language's `and`."""
        names = items if language != "fr" else [bare(item, language) for item in items]
        made = super().__new__(cls, names[0] if len(names) == 1 else _joined(names, joint))
        made._items, made._number, made._language, made._and = tuple(items), number, language, joint
        return made

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            one, _, other = spec.partition("|")
            return one if plural(self._number, self._language) == "one" else other
        if spec == "e":
            return self._ending()
        forms = _FRENCH.get(spec.lower()) if self._language == "fr" else None
        if forms is None:  # a word without grammar, as an English one in a French sentence, stands as it is
            return str(self) if spec.lower() in _FRENCH else super().__format__(spec)
        items = [_with_article(item, forms) for item in self._items]
        if "le " not in forms:  # en 1009, 1010 et 1011
            items = [one.removeprefix("en ") if i and items[i - 1].startswith("en ") else one for i, one in enumerate(items)]
        said = _joined(items, self._and)
        return said[:1].upper() + said[1:] if spec[0].isupper() else said

    def _ending(self) -> str:
        """What agrees with the name adds: nothing, `e`, `s` or `es`."""
        feminine = bool(self._items) and all(item.startswith("la ") for item in self._items)
        return ("e" if feminine else "") + ("s" if plural(self._number, self._language) == "other" else "")


def _joined(words: Sequence[str], joint: str) -> str:
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


def _article(name: str) -> str:
    return next((article for article in _ARTICLES if name.startswith(article)), "")


def _with_article(name: str, forms: dict[str, str]) -> str:
    article, place = _article(name), name.endswith(")")  # a hex with a name: Huy (309)
    if "le " not in forms:  # en: a number; a name takes `à`, a box is as it is
        if not place:
            return f"en {name}" if name[:1].isdigit() else name
        forms = _FRENCH["au"]
    own = next((one for one in _PLACES if name.startswith(one)), "") if place and forms is not _FRENCH["le"] else ""
    lead = forms[_PLACES[own] if own else article]
    if lead == "de " and name[:1].lower() in (_VOWELS if place else _VOWELS + "h"):  # the h of Belgian towns is heard
        lead = "d’"
    return lead + name[len(own or article) :]


def bent(name: str, language: str = FIRST) -> dict[str, str]:
    """A name in the forms that a template may ask for, and its number: what a page needs to put it in sentences of its own."""
    if language != "fr":
        return {}
    word = Word([name], counted(name, language), language)
    return {**{form: format(word, form) for form in ("le", "Le", "du", "au", "Au")}, "number": f"{word:one|other}"}


def bare(name: str, language: str = FIRST) -> str:
    """A name without the article its catalogue gives it."""
    return name[len(_article(name)) :] if language == "fr" else name


def counted(name: str, language: str = FIRST) -> int:
    """One, or two for a name that is a plural: `les Alliés`."""
    return 2 if language == "fr" and name.startswith("les ") else 1


def plural(number: int | Fraction, language: str = FIRST) -> str:
    """The plural form for a number: in English all but 1 is `other`, in French everything from 2 on."""
    size = abs(Fraction(number))
    return "one" if (size < 2 if language == "fr" else size == 1) else "other"


def signed(value: int) -> str:
    """A number with a true minus."""
    return str(value).replace("-", "−")


def fraction(value: Fraction) -> str:
    """A number as people write it: 3/2 -> 1½, 5/7 -> 5/7."""
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    sign = _FRACTIONS.get(Fraction(rest, value.denominator))
    return f"{whole or ''}{sign}" if sign else f"{f'{whole} ' if whole else ''}{rest}/{value.denominator}"


def halves(value: int) -> str:
    """Half points as people write them: 3 -> 1½."""
    return fraction(Fraction(value, 2))


def dated(day: date, language: str = FIRST) -> str:
    """A day in words: `16 December 1944`, `samedi 16 décembre 1944`."""
    month = _MONTHS.get(language, _MONTHS[FIRST])[day.month - 1]
    if language != "fr":
        return f"{day.day} {month} {day.year}"
    number = "1er" if day.day == 1 else str(day.day)
    return f"{_WEEK[day.weekday()]} {number} {month} {day.year}"
