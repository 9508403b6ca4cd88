"""Every refusal, remedy, problem and event of the code has a sentence, and no sentence asks for a fact that is not given."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import echelon
from echelon.systems.tigers.state import MISSIONS

FOLDER = Path(str(files("echelon.systems.tigers")))
TEXTS = echelon.load("tigers").texts
# cases that the code puts together, in place of the formatted string that names them
MADE = {
    "air.{}": [f"air.{mission}" for mission in MISSIONS],
    "unable.{}": [key for key in TEXTS.catalogues["en"]["ruling"] if key.startswith("unable.")],
    "effect.{}": [f"effect.{row}" for row in ("pos", "status", "marks", "spent")],
}


def _calls(name: str) -> Iterator[ast.Call]:
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = getattr(node, "func", None)
            if isinstance(node, ast.Call) and name in (getattr(called, "id", ""), getattr(called, "attr", "")):
                yield node


def _strings(node: ast.expr) -> list[str]:
    """The values an expression can have, if they can be read off: a string, one of two, or one made from parts."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return [*_strings(node.body), *_strings(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        pattern = "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
        return MADE[pattern]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        return [word for item in node.value.elts for word in _strings(item)]
    return []


def _said(name: str) -> Iterator[tuple[str, set[str] | None]]:
    """The keys of the sentences that a kind of call leads to, with the facts it gives if all of them are written there."""
    for call in _calls(name):
        facts = call.args[1] if len(call.args) > 1 else None
        if not isinstance(facts, ast.Dict):
            continue
        given = {str(k.value): v for k, v in zip(facts.keys, facts.values, strict=True) if isinstance(k, ast.Constant)}
        keys = _strings(given["case"]) if "case" in given else [] if None in facts.keys else _strings(call.args[0])
        for key in keys:
            yield key, None if None in facts.keys else set(given)


def _noted() -> Iterator[tuple[str, set[str] | None]]:
    for call in _calls("note"):
        for key in _strings(call.args[0]):
            yield key, None if any(k.arg is None for k in call.keywords) else {str(k.arg) for k in call.keywords}


def _wanted(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


@pytest.mark.parametrize("group", ["ruling", "problem", "event"])
def test_everything_said_has_a_sentence_with_its_facts(group):
    said = list(_noted() if group == "event" else _said(group.capitalize()))
    assert len(said) > 50
    for key, given in said:
        text = TEXTS.template(group, key)
        assert text, f"{group} {key} has no sentence"
        assert given is None or _wanted(text) <= given, f"{group} {key} wants {_wanted(text) - (given or set())}"


def test_every_remedy_has_words():
    remedies: set[str] = set()
    for call in _calls("Ruling"):
        for node in ast.walk(call.args[2]) if len(call.args) > 2 else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                remedies.add(node.value)
    assert len(remedies) > 10
    assert not [key for key in remedies if not TEXTS.template("remedy", key)]


def test_every_question_and_verb_has_words():
    system = echelon.load("tigers")
    for kind in system.kinds:
        assert TEXTS.template("prompt", kind.name), kind.name
        for verb in kind.verbs:
            assert TEXTS.template("action", f"{kind.name}.{verb}") or TEXTS.template("action", verb), (kind.name, verb)


def test_every_case_has_a_sentence_and_every_sentence_a_case():
    """Cases that are handed over in variables, too: any `case` of a dictionary, and no text that nothing leads to."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (FOLDER / "law").glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    known = {*TEXTS.catalogues["en"]["ruling"], *TEXTS.catalogues["en"]["problem"]}
    for node in nodes:
        for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and key.value == "case":
                assert not [word for word in _strings(value) if word not in known], ast.unparse(node)
    written = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    written |= {key for made in MADE.values() for key in made}
    assert not [key for key in known if key not in written and key not in ("TIG-MOV-9", "TIG-ROAD-1", "TIG-RNF-9")]
