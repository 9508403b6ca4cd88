"""The text table in French: a whole game of drill, the beginning of tigers, and the language changed in the middle."""

import re

import pytest
from french import english_in, faults

# the map, what was typed, and the notation of short forms
DRAWN = re.compile(r"[/\\_♣■≈═║]{2}|^\s*\d+(?:-\d+)?  |> |^\S+> |  abrège |^  [A-Z]{2,5}  ")


def _sentences(output: str) -> list[str]:
    """What is said, without the map, the echo of what was typed, and the words one types."""
    found = []
    for line in output.splitlines():
        row = re.match(r"\s*\d+(?:-\d+)?  (.*?)  +\S", line)
        if row:
            found.append(row[1])  # a numbered answer; beside it stands what to type
        elif not DRAWN.search(line) and (spec := re.match(r"  [a-z].*  +(\S.*)", line)):
            found.append(spec[1])  # what a word or question does that one types
        elif not DRAWN.search(line):
            found.append(re.sub(r"\s\[[A-Z]+-[A-Z0-9]+-\d+\]$", "", line))
    return [line for line in found if line.strip()]


def _check(output: str) -> None:
    for line in _sentences(output):
        assert english_in(line) == [], line
        assert "{" not in line, line


@pytest.mark.parametrize("system", ["drill", "tigers"])
def test_a_game_is_played_in_french(run, system):
    typed = "status\nhelp\nodds\nask\nlog\nrules\n" + "1\n" * (150 if system == "drill" else 25) + "status\nlog\nquit\n"
    result = run("play", system, "--text", "--new", "--seed", "7", "--lang", "fr", input=typed)
    assert result.exit_code == 0
    _check(result.output)
    assert ("Bienvenue dans Le passage de la Sarce" if system == "drill" else "samedi 16 décembre 1944") in result.output
    said = [line for line in _sentences(result.output) if re.search(r"[a-zé]{3}", line) and not re.match(r" *[♣■b2]", line)]
    assert [line for line in said if faults(line)] == []


@pytest.mark.parametrize(("typed", "says"), [
    ("zzz", "« zzz » n’est pas une action ici"),
    ("range b9", "Il n’y a pas d’unité « b9 »."),
    ("rules zebra", "Aucune règle ne contient « zebra »"),
    ("rules ZOC-2", "Une unité qui entre dans un hexagone en ZdC ennemie doit s’y arrêter."),
    ("move b1 0505", "impossible."),
    ("undo", "Impossible d’annuler"),
    ("99", "Il n’y a pas d’action 99 : les numéros vont de 1 à 5."),
])  # fmt: skip
def test_refusals_and_errors_are_french(run, typed, says):
    result = run("play", "drill", "--text", "--new", "--seed", "3", "--lang", "fr", input=f"{typed}\n")
    assert says in result.output.replace("\u00a0", " ").replace("\u202f", " ")


def test_the_language_is_that_of_the_terminal_and_can_be_changed(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    result = run("play", "drill", "--text", "--new", "--seed", "3", input="lang en\nlang\nquit\n")
    assert "Bienvenue" in result.output
    assert "Language: English." in result.output
    assert "Blue movement: choose a unit" in result.output
    assert "Your game is saved." in result.output


def test_the_rule_book_is_printed_in_french(run):
    assert "zone de contrôle (ZdC)" in run("rules", "drill", "ZOC", "--lang", "fr").output
    assert run("rules", "drill", "ZOC").output != run("rules", "drill", "ZOC", "--lang", "fr").output
