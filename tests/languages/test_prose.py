"""Docs, rule books, lessons and the sentences written in Python read as if a native had written them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from accent import accents

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "echelon"
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
BOOKS = sorted(SOURCE.glob("systems/*/rules*.md"))
LESSONS = sorted(SOURCE.glob("systems/*/data/lessons*.toml"))
CODE = sorted(path for path in SOURCE.rglob("*.py") if not {"planted", "planted.py"} & set(path.parts))

# what is allowed where, with the reason
SPARED = {
    "docs/languages.md": [r"\| [^|]*take back[^|]*\|", "player-turn"],  # the glossary lists words to be translated
    "docs/opponents.md": ["the plan is kept"],  # kept as opposed to dropped
    "systems/colonnes/rules.fr.md": ["retraite[rnt]*"],  # the word of the printed rules
}


def name(path: Path) -> str:
    return path.relative_to(SOURCE if path.is_relative_to(SOURCE) else ROOT).as_posix()


def prose(path: Path) -> str:
    """A page without its code: fenced blocks, words in backquotes, targets of links."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`|\]\([^)]*\)", "`", text)


def paragraphs(text: str) -> list[str]:
    """Paragraphs, list items and rows of tables, each on its own."""
    return [part for part in re.split(r"\n\s*\n|\n(?=- |\||#|\d+\. )", text) if part.strip()]


def heard(path: Path, texts: list[str], **how: bool) -> list[tuple[str, str]]:
    language = "fr" if ".fr." in path.name else "en"
    return [found for text in texts for found in accents(text, language, SPARED.get(name(path), ()), **how)]


@pytest.mark.parametrize("path", [*DOCS, *BOOKS], ids=name)
def test_docs_and_rule_books(path):
    assert heard(path, paragraphs(prose(path))) == []


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_lessons(path):
    lessons = tomllib.loads(path.read_text("utf-8"))["lesson"]
    steps = [step for lesson in lessons for step in lesson["steps"]]
    texts = [lesson[key] for lesson in lessons for key in ("title", "text")]
    assert heard(path, texts + [step[key] for step in steps for key in ("say", "hint") if key in step], players=True) == []


def sentences(path: Path) -> Iterator[str]:
    """What the code says to people: the strings of its errors, echoes, help texts and tables; and docstrings of commands,
    which are their help."""
    tree = ast.parse(path.read_text("utf-8"))
    documents, inner = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            documents.add(node.body[0].value)
            decorators = getattr(node, "decorator_list", [])
            if any(".command" in ast.unparse(found) or "click.group" in ast.unparse(found) for found in decorators):
                yield ast.get_docstring(node) or ""
        if isinstance(node, ast.JoinedStr):
            inner.update(part for part in ast.walk(node) if part is not node)
    for node in ast.walk(tree):
        if node in documents or node in inner:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def test_sentences_written_in_python():
    found = {name(path): heard(path, [text for text in sentences(path) if len(text.split()) > 3]) for path in CODE}
    assert {path: words for path, words in found.items() if words} == {}


def test_the_old_sentences_are_heard():
    old = [
        "The other side has been asked since.", "It cannot be taken back: a die has been rolled since.", "Nobody is awaited.",
        "A die falls when it gets there.", "The die decides the battle.", "The page goes on as soon as it can.",
        "Units worth 5 can attack.", "The tests want Chromium, and the page wants it, too.", "Everybody stays where he is.",
    ]  # fmt: skip
    assert [text for text in old if not list(accents(text))] == []
    french = ["Au trait : Allemands", "Il n’y aurait pas de fin licite.", "Le dé décide de la météo.", "que l’on interroge"]
    assert [text for text in french if not list(accents(text, "fr"))] == []


def test_plain_words_pass():
    plain = [
        "Not your turn: the German player is to play.", "Rolling for the weather.", "{answer} is not legal now.",
        "He goes on foot.",
    ]  # fmt: skip
    assert [text for text in plain if list(accents(text))] == []
    assert list(accents("It was asked.", spare=["was asked"])) == []
