"""Inspect: everything a viewer may know of a hex or a unit, as rows to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.show.pieces import pieces_of
from echelon.core.text.names import name_of, side_name, status_said, unit_name
from echelon.core.text.texts import fraction
from echelon.server.scene.answers import ledgers
from echelon.server.scene.pieces import groups_of, pieces, place_of
from echelon.server.scene.words import generic

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.views import View

__all__ = ["inspect"]

Row = list[str]


def inspect(
    view: View, hex_: int | None = None, unit: int | None = None, lang: str = "en", *, group: str = "", past: bool = False
) -> dict[str, Any]:
    """A title, rows (what, how, and the clause if one stands behind it), and the counters in the hex; of a unit also what its
    owner may write about it in ledgers that are open now."""
    if group:
        return _group(view, group, lang)
    if unit is not None:
        found, written = _unit(view, unit, lang), () if past else ledgers(view, unit, lang)
        return found | {"ledgers": written} if written else found
    if hex_ is None:
        raise EchelonError("give a hex or a unit to look at")
    return _hex(view, hex_, lang)


# --- a hex ------------------------------------------------------------------------------------------------------------
def _hex(view: View, h: int, lang: str) -> dict[str, Any]:
    rules = view.rules
    label = rules.board.labels[h]
    names = [name_of(rules.texts, place.name, lang) for place in rules.board.places if place.hex == h]
    rows = [*_ground(view, h, lang), *_held(view, h, lang), *_asked(view, "hex", label, lang)]
    here = pieces(rules, (row for row in pieces_of(view.state) if row["hex"] == h), lang)
    return {"title": " ".join([label, *names[:1]]), "rows": rows, "units": here}


def _ground(view: View, h: int, lang: str) -> Iterator[Row]:
    """What is printed on the map there, bridges and the like as they are now."""
    rules, board = view.rules, view.rules.board
    bit = board.bit[h]

    def word(key: str) -> str:
        texts = rules.texts
        return texts.template("kind", key, lang) or texts.template("word", key, lang) or key.replace("_", " ")

    def heading(key: str) -> str:
        return generic(rules, lang, "inspect", key)

    terrain = [word(kind) for kind, bits in board.terrain.items() if bits & bit]
    if terrain:
        yield [heading("terrain"), ", ".join(terrain)]
    places = [name_of(rules.texts, place.name, lang) for place in board.places if place.hex == h]
    if places:
        yield [heading("place"), ", ".join(places)]
    edges = [word(name) for name, bits in board.edges.items() if bits & bit]
    if edges:
        yield [heading("edge"), ", ".join(edges)]
    changed = rules.system.show.hexsides(view.state)  # bridges that are blown, a railway that grows
    for kind in (kind for kind in board.links if kind not in changed):
        names = {name_of(rules.texts, chain.name, lang) for chain in board.chains if chain.kind == kind and h in chain.hexes}
        if names:
            yield [_headed(word(kind)), ", ".join(sorted(name for name in names if name)) or heading("yes")]
    for kind, sides in {**board.sides, **changed}.items():
        beyond = [other for other, _, side in board.near[h] if side & sides]
        if beyond:
            yield [_headed(word(kind)), generic(rules, lang, "inspect", "towards", hexes=tuple(beyond))]


def _headed(word: str) -> str:
    """A word at the head of a row; names in it keep their capitals."""
    return word[:1].upper() + word[1:]


def _held(view: View, h: int, lang: str) -> Iterator[Row]:
    holder = view.rules.system.show.held(view.state).get(h)
    if holder is not None:
        rules = view.rules
        yield [generic(rules, lang, "inspect", "objective"), generic(rules, lang, "inspect", "holder", side=holder)]


# --- a unit -----------------------------------------------------------------------------------------------------------
def _unit(view: View, number: int, lang: str) -> dict[str, Any]:
    rules, state = view.rules, view.state
    unit, at = rules.forces.units[number], place_of(state, number)
    texts, on_map = rules.texts, at < rules.board.n

    def heading(key: str) -> str:
        return generic(rules, lang, "inspect", key)

    rows: list[Row] = []
    for key, value in (("arm", unit.arm), ("size", unit.size), ("parent", unit.parent)):
        if value:
            rows.append([heading(key), texts.template("word", value, lang) or name_of(texts, value, lang)])
    if on_map:
        rows.append([heading("stands"), rules.board.labels[at]])
    else:
        box = rules.boxes[at - rules.board.n]
        rows.append([heading("fate"), texts.template("word", box, lang) or box])
    own = pieces(rules, (row for row in pieces_of(state) if row["id"] == unit.id), lang)
    for piece in own:
        states = [status_said(rules.system, word, lang) for word in piece["status"]]
        rows.append([heading("status"), ", ".join(states) or heading("fit")])
    if on_map:
        rows += _asked(view, "unit", unit.id, lang)
        rows += [[row.what, row.how, row.clause] for row in rules.system.show.inspected(state, number, _teller(rules, lang))]
    return {"title": unit_name(texts, unit, lang), "rows": rows, "units": own}


def _teller(rules: Rules, lang: str) -> Callable[..., str]:
    return rules.texts.teller(rules, "inspect", lang)


# --- a group ------------------------------------------------------------------------------------------------------------
def _group(view: View, name: str, lang: str) -> dict[str, Any]:
    """What is known of an air group: its name, and whose it is. Where it can fly, the map shows."""
    rules = view.rules
    title, side = groups_of(rules, lang)[name]
    kind = next((str(getattr(group, "aircraft", "")) for group in getattr(rules, "air", ()) if group.id == name), "")
    rows = [[generic(rules, lang, "inspect", "side"), side_name(rules.texts, rules.sides[side], lang)]]
    if kind:
        rows.insert(0, [generic(rules, lang, "inspect", "arm"), name_of(rules.texts, kind, lang)])
    return {"title": title, "rows": rows, "units": []}


# --- what the system can be asked ---------------------------------------------------------------------------------------
def _asked(view: View, kind: str, name: str, lang: str) -> Iterator[Row]:
    """The system's questions about one hex or one unit, answered from what the viewer knows."""
    rules = view.rules
    for question in rules.system.play.queries:
        if not question.card or question.spec.split()[1:] != [kind]:
            continue
        answer = view.ask(f"{question.name} {name}")
        value = _words(rules, answer.value, lang)
        if value and not (kind == "hex" and not answer.value):  # what a hex is or has not would be said of nearly all of them
            told = rules.texts.template("ask", question.name, lang) or rules.texts.template("query", question.name, lang)
            what = _headed(told or question.help or question.name)
            cited = next((note.clause for note in answer.notes if note.clause), "")
            yield [what, value, cited] if cited else [what, value]


def _words(rules: Rules, value: Any, lang: str) -> str:
    """An answer in words; nothing for one that is no plain value."""
    if isinstance(value, bool):
        return generic(rules, lang, "inspect", "yes" if value else "no")
    if isinstance(value, int | float):
        return fraction(Fraction(value).limit_denominator(100)) if value >= 0 else str(value).replace("-", "−")
    if isinstance(value, str):
        if value in rules.sides:
            return side_name(rules.texts, value, lang)
        return rules.texts.template("word", value, lang) or value
    return ""
