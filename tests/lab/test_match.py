"""Matches: paired games, the same whoever plays them, and fair by construction."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.record import Record
from echelon.lab import match as module
from echelon.lab.match import Match, match
from echelon.lab.survey import Endless
from echelon.players import Limits

MOCK = Path(__file__).parents[1] / "support" / "mock_engine.py"


@pytest.fixture(scope="module")
def drill():
    return echelon.load("drill")


def test_a_player_against_itself_gets_exactly_half(drill):
    """The two games of a pair are the same game with the players swapped."""
    found = match(drill, ("random", "random"), 20, seed=4, keep=True)
    assert found.points == 10 and found.pairs == [0.5] * 10
    for even, odd in zip(found.games[::2], found.games[1::2], strict=True):
        assert (even.seats, odd.seats) == ((0, 1), (1, 0))
        assert even.seed == odd.seed
        assert even.side == odd.side and even.winner == 1 - odd.winner
        assert replace(odd, number=even.number, seats=even.seats, winner=even.winner, record="") == replace(even, record="")
        assert Record.parse(even.record).entries == Record.parse(odd.record).entries
    assert len({game.record for game in found.games[::2]}) == 10


def test_who_pushes_wins(drill):
    found = match(drill, ("pushy", "random"), 40)
    assert found.rate > 0.8
    low, high = found.interval
    assert 0.65 < low < found.rate < high
    assert found.elo[0] > 200 and found.elo[1] < found.elo[0] < found.elo[2]
    assert found.pair_interval[0] <= found.rate <= found.pair_interval[1]
    swapped = match(drill, ("random", "pushy"), 40)
    assert swapped.rate < 0.2


def test_the_tables_add_up(drill):
    found = match(drill, ("pushy", "random"), 11)
    assert sum(found.tally()) == 11 and found.tally(1) == found.tally()[::-1]
    assert [found.as_side(0, side)[1] for side in (0, 1)] == [6, 5]
    assert sum(found.as_side(0, side)[0] for side in (0, 1)) == found.points
    assert sum(found.as_side(player, side)[0] for player in (0, 1) for side in (0, 1)) == 11
    assert len(found.pairs) == 5
    assert all(game.clause in drill.clauses for game in found.games)
    assert found.turns > 1 and found.decisions > 10
    for player in (0, 1):
        spent = found.thought(player)
        assert spent.turns >= 11 and 0 < spent.mean <= spent.longest <= spent.seconds
        assert spent.late == found.illegal(player) == 0 and found.forfeits(player) == []


def test_results_do_not_depend_on_the_number_of_processes(drill):
    one, two = (match(drill, ("pushy", "random"), 9, scenario="ford", jobs=jobs, keep=True) for jobs in (1, 2))
    assert one.games == two.games
    assert [game.number for game in one.games] == list(range(9))


def test_seeds_scenarios_and_options_matter(drill):
    def games(**words):
        return [(g.side, g.level, g.turn, g.decisions) for g in match(drill, ("random", "random"), 6, **words).games]

    assert games() == games()
    assert len({str(games(**words)) for words in ({}, {"seed": 100}, {"scenario": "ford"}, {"options": {"frozen": "on"}})}) == 4


def test_records_replay_to_the_same_end(drill):
    for game in match(drill, ("pushy", "random"), 4, keep=True).games:
        record = Record.parse(game.record)
        assert [record.headers[side] for side in ("Blue", "Red")] == [("pushy", "random")[i] for i in game.seats]
        replay = record.replay()
        assert replay.damage is None and record.seed
        result = replay.state.result()
        assert (drill.sides[result.winner], result.level, result.clause) == (game.side, game.level, game.clause)


def test_forced_answers_are_marked_and_asked_of_nobody(drill):
    (game,) = match(drill, ("random", "random"), 1, keep=True).games
    record = Record.parse(game.record)
    asked = sum(not entry.forced and not entry.chance for entry in record.entries)
    assert asked == game.decisions and any(entry.forced for entry in record.entries)


def test_draws_count_half():
    (game,) = match(echelon.load("drill"), ("random", "random"), 1).games
    drawn = replace(game, winner=None, side="")
    found = Match(("a", "b"), [replace(drawn, number=n) for n in range(4)])
    assert found.points == 2 and found.tally() == (0, 4, 0) and found.rate == 0.5


def test_levels_of_victory_can_be_worth_less(drill):
    plain = match(drill, ("pushy", "random"), 10)
    graded = match(drill, ("pushy", "random"), 10, scores={"marginal": 0.75})
    assert {game.level for game in plain.games} >= {"marginal"}
    for before, after in zip(plain.games, graded.games, strict=True):
        worth = 0.75 if after.level == "marginal" else 1.0
        assert after.points == (worth if before.winner == 0 else 1 - worth)
    assert graded.tally() == plain.tally() and graded.points != plain.points


def test_endings_are_counted_for_both_players(drill):
    found = match(drill, ("pushy", "random"), 12)
    assert sum(sum(won) for _, won in found.endings) == 12
    assert [sum(won[player] for _, won in found.endings) for player in (0, 1)] == [found.tally()[0], found.tally()[2]]
    drawn = Match(("a", "b"), [replace(game, winner=None, side="", level="", clause="") for game in found.games])
    assert drawn.endings == [(("", "", ""), (12, 12))]


# --- players that cannot go on ------------------------------------------------------------------------------------------
@pytest.fixture
def engine(tmp_path):
    """`engine(lines)` names an engine that follows a script after its greeting."""

    def call(lines, parameters=""):
        path = tmp_path / "script.txt"
        path.write_text("< echelon 1\n> id name Mock\n> ready\n< newgame\n> ready\n" + lines)
        return f"engine:{parameters}{sys.executable} {MOCK} {path}"

    return call


def test_an_illegal_answer_loses_the_game_and_is_counted(drill, engine):
    name = engine("< position\n< go\n> best attack 0101\n")
    found = match(drill, ("random", name), 4, scenario="ford", keep=True)
    assert found.points == 4
    assert (found.illegal(0), found.illegal(1), len(found.forfeits(1))) == (0, 4, 4)
    for game in found.games:
        assert game.level == "forfeit" and game.clause == ""
        assert "the engine Mock chose 'attack 0101', which is not legal" in game.forfeit
        record = Record.parse(game.record)
        assert record.headers["Forfeit"] == game.forfeit
        assert record.replay().damage is None
        assert record.replay().state.result() is None


def test_a_crash_loses_the_game_but_is_no_illegal_answer(drill, engine):
    found = match(drill, (engine("< position\nexit 4\n"), "random"), 2, scenario="ford", jobs=2)
    assert found.points == 0 and found.illegal(0) == 0 and len(found.forfeits(0)) == 2
    assert "ended with exit code 4" in found.games[0].forfeit


def test_late_player_turns_are_counted(drill, engine):
    """Half a second where a tenth was allowed."""
    name = engine("< position\n< go time\nsleep 0.5\n> best end\n< position\nexit 0\n", "time=0.1:")
    found = match(drill, (name, "random"), 1, scenario="ford", limits=Limits(60))
    assert found.thought(0).late == 1 and found.thought(0).longest > 0.5
    assert found.thought(1).late == 0


@pytest.mark.parametrize(
    ("players", "words", "said"),
    [
        (("random", "randon"), {}, "did you mean 'random'"),
        (("random:time=1", "random"), {}, "takes no parameters"),
        (("engine:/nowhere/bot", "random"), {}, "cannot be started"),
        (("random", "random"), {"scenario": "fjord"}, "no scenario 'fjord'"),
        (("random", "random"), {"options": {"frozen": "maybe"}}, "no value of option frozen"),
    ],
)
def test_bad_words_are_refused_before_the_first_game(drill, players, words, said, monkeypatch):
    monkeypatch.setattr(module, "play_game", None)  # nobody gets there
    with pytest.raises(EchelonError, match=said):
        match(drill, players, 2, **words)


def test_a_game_without_end_is_a_fault_of_the_rules(drill, monkeypatch):
    monkeypatch.setattr(module, "MOST", 5)
    with pytest.raises(Endless, match="did not end"):
        match(drill, ("random", "random"), 1)


def test_ctrl_c_leaves_what_has_been_played(drill):
    def enough(done, game):
        if done == 3:
            raise KeyboardInterrupt

    found = match(drill, ("random", "random"), 50, scenario="ford", progress=enough)
    assert len(found.games) == 3 and found.wanted == 50


def test_a_ledger_beside_the_question_is_open_to_players():
    """A game of somebody else, with frames beside the top one."""
    found = match(echelon.load("ledger_game.system"), ("random", "random"), 4)
    assert found.points == 2 and not any(game.forfeit for game in found.games)
