"""The guided games: every step can be done as it says, on the lesson's seed, whatever the other side answers."""

import random
import tomllib
from importlib.resources import files

import pytest

import echelon

SYSTEM = echelon.load("drill")
LESSONS = tomllib.loads((files(SYSTEM.package) / SYSTEM.show.lessons).read_text("utf-8"))["lesson"]
REPLIES = 12  # ways in which the other side plays


def _start(lesson):
    game = lesson["game"]
    return echelon.Table(SYSTEM.new(game["scenario"], seed=game["seed"]), auto={"forced", "dice"})


def _replies(table, side, rng):
    """The other side answers until the learner is asked again."""
    while table.state.outcome is None and table.state.frame.side != side:
        table.do(rng.choice(list(table.state.legal())))


def _done(until, table, texts):
    verbs = {text.split()[0] for text in texts}
    if "line" in until:
        return until["line"] in texts
    if "verb" in until:
        return until["verb"] in verbs
    return until.get("kind") in (None, table.state.frame.kind.name)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["id"])
@pytest.mark.parametrize("luck", range(REPLIES))
def test_a_lesson_can_be_followed_to_its_end(lesson, luck):
    rng = random.Random(luck)
    table = _start(lesson)
    side = SYSTEM.sides.index(lesson["game"]["side"])
    _replies(table, side, rng)
    for step in lesson["steps"]:
        until = step.get("until", {})
        before = len(table.moves)
        for line in step.get("play", ()):
            assert table.state.frame.side == side, (step["say"], line)
            table.do(line)
            _replies(table, side, rng)
        if until.get("kind") == "over":
            while table.state.outcome is None:
                table.do(rng.choice(list(table.state.legal())))
        texts = [move.text for move in table.moves[before:]]
        assert _done(until, table, texts), (step["say"], texts, table.state.frame)


def test_the_first_lesson_shows_what_it_says():
    """The refusal it promises, the odds it names, the 4 on the die, and the retreat."""
    table = _start(LESSONS[0])
    table.do("take b1; move b1 0201; stop b1")
    table.do("take b2")
    assert [ruling.clause for ruling in table.state.why_not("move b2 0303")] == ["DRL-ZOC-3"]
    table.undo()
    table.do("end")
    table.do("attack 0302; with b1")
    alone = SYSTEM.show.panel(table.state, table.state.parse("fight"))
    assert (alone.facts[0].value, alone.facts[1].value, alone.ladder.columns[alone.ladder.basic]) == ("3", "2", "1:1")
    table.do("with b2; fight")
    assert next(move.text for move in table.moves if move.text.startswith("die")) == "die 4"
    assert table.state.frame.kind.name == "combat.retreat"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["id"])
def test_what_a_lesson_points_at_exists(lesson):
    rules = SYSTEM.rules(lesson["game"]["scenario"])
    assert lesson["title"] and lesson["text"]
    for step in lesson["steps"]:
        focus, until = step.get("focus", {}), step.get("until", {})
        assert set(step) <= {"say", "focus", "until", "hint", "play"}
        assert len(until) <= 1 and set(until) <= {"line", "verb", "kind", "opened"}
        assert focus.get("hex", "0101") in rules.board.ids
        assert focus.get("unit", "b1") in rules.forces
        assert until.get("verb", "end") in SYSTEM.verbs
        assert until.get("kind", "over") in rules.kind_numbers
        assert until.get("opened", "why") in {"why", "rules", *SYSTEM.show.marks}
        for clause in [word.strip(".,") for word in step.get("hint", "").split() if word.startswith("DRL-")]:
            assert clause in SYSTEM.clauses
