"""What README and docs say is true: their Python runs, their examples pass, their commands and links exist."""

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest

from echelon.cli.app import COMMANDS, app
from echelon.core.record.position import Position
from echelon.core.record.record import Record
from echelon.core.system import load, system_names

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_the_python_in_the_readme_does_what_it_shows():
    text = "\n".join(blocks(ROOT / "README.md", "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(test.examples) > 10
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_and_picture_exists(page):
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:|#", target):
            assert (page.parent / target.partition("#")[0]).exists(), f"{name(page)} points to {target}"


def test_every_page_of_the_docs_is_named_in_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    assert [name(page) for page in PAGES if page.parent != ROOT and f"({name(page)})" not in text] == []


def test_the_position_in_the_docs_holds():
    from echelon.core.proof.expect import check

    (text,) = blocks(ROOT / "docs" / "positions.md", "toml")
    assert check(Position.parse(text, "docs/positions.md")) == []


def test_the_record_in_the_docs_can_be_replayed():
    record = Record.parse(blocks(ROOT / "docs" / "records.md", "")[0])
    replayed = record.replay()
    assert replayed.damage is None and replayed.applied == len(record.entries) > 5


def commands() -> list[tuple[str, str]]:
    """Every `echelon ...` that stands in a page, with the page."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        lines = [line.partition("  #")[0] for block in blocks(page, "sh") for line in block.splitlines()]
        found += [(name(page), line.strip()) for line in lines if line.startswith("echelon ")]
        found += [(name(page), line) for line in re.findall(r"`(echelon [a-z][^`]*)`", text)]
    return sorted(set(found))


@pytest.mark.parametrize(("page", "line"), commands())
def test_every_command_that_is_printed_exists(page, line):
    """The command, its subcommand and its options; not what it would do."""
    words = shlex.split(line)[1:]
    assert words[0] in COMMANDS, f"{page}: {line}"
    command = app.get_command(click.Context(app), words[0])
    ctx = click.Context(command, info_name=words[0])
    if words[0] == "play":
        from echelon.cli.common import default_system

        named = [load(word) for word in words if word in system_names()]
        ctx.meta["echelon.system"] = named[0] if named else default_system()
    if isinstance(command, click.Group):
        known = set(command.commands)
        inner = [word for word in words[1:] if word in known]
        if len(words) > 1 and words[0] != "query":
            assert inner, f"{page}: {line}"
        if inner:
            command = command.commands[inner[0]]
    options = {option for param in command.get_params(ctx) for option in param.opts} | {"--help"}
    assert {word.partition("=")[0] for word in words if word.startswith("-")} <= options, f"{page}: {line}"


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "positions").rglob("*.toml")), ids=lambda path: path.stem)
def test_the_positions_behind_the_pictures_hold(path):
    from echelon.core.proof.expect import check

    position = Position.parse(path.read_text("utf-8"), path.name)
    assert position.data.get("expect"), "a position expects something"
    assert position.state().problems() == []
    assert [str(failure) for failure in check(position)] == []


@pytest.mark.parametrize("game", ["tigers", "colonnes"])
def test_the_pictures_of_the_page_come_from_those_positions_and_are_small(game):
    page = (ROOT / "docs" / f"{game}.md").read_text("utf-8")
    shown = set(re.findall(rf"pictures/{game}-([a-z]+)\.png", page)) - {"counters"}
    kept = {path.stem for path in (ROOT / "docs" / "positions" / game).glob("*.toml")}
    assert shown and shown <= kept
    for picture in shown:
        assert (ROOT / f"docs/pictures/{game}-{picture}.png").stat().st_size < 400_000
