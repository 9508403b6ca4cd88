"""Records: written, read, replayed; every kind of damage is found where it is."""

import pytest
from playing import table

import echelon
from echelon.core import dice
from echelon.core.errors import EchelonError, PositionError
from echelon.core.record.record import Record


@pytest.fixture(scope="module")
def game():
    return table("drill", 5)


@pytest.fixture(scope="module")
def text(game):
    return game.record(Blue="Anna", Place="Nancy").text()


def damaged(text, old, new, nth=0):
    """The text with the n-th line that starts with `old` replaced, and the number of that line."""
    lines = text.splitlines()
    number = [i for i, line in enumerate(lines) if line.startswith(old)][nth]
    lines[number] = new
    return "\n".join(lines) + "\n", number + 1


def test_a_record_reads_back_and_replays_to_the_same_state(game, text):
    record = Record.parse(text)
    assert record.damage is None
    assert (record.system, record.version, record.scenario) == ("drill", "1.0.0", "crossing")
    assert record.options == {"frozen": "off"}
    assert record.headers == {"Blue": "Anna", "Place": "Nancy"}
    assert [e.text for e in record] == [m.text for m in game.moves]
    assert record.text() == text
    replay = record.replay(keep=True)
    assert replay.damage is None
    assert replay.state == game.state
    assert replay.applied == len(game.moves)
    assert [s.key() for s in replay.states] == [m.before.key() for m in game.moves] + [game.state.key()]


def test_a_game_is_known_by_its_seal_and_tells_its_seed_at_the_end(game):
    running = echelon.Table(echelon.load("drill").new(seed=5))
    running.do("mine 0404")
    assert running.record().seed == ""
    assert running.record().seal == dice.seal(dice.seed_bytes(5))
    assert running.start.seed.hex() not in running.record().text()
    assert game.record().seed == dice.seed_bytes(5).hex()


def test_a_record_replays_without_its_seed(text, game):
    record = Record.parse("\n".join(line for line in text.splitlines() if not line.startswith("seed")) + "\n")
    assert record.seed == ""
    assert record.replay().state == game.state


def test_a_die_that_the_seed_does_not_give_is_found(text):
    falls = next(line for line in text.splitlines() if line.startswith("* die "))
    other = "* die 1" if falls != "* die 1" else "* die 2"
    broken, line = damaged(text, "* die", other)
    damage = Record.parse(broken).replay().damage
    assert damage.line == line
    assert damage.message == f"'{other[2:]}' does not match the dice of this seed: {falls[2:]!r}"


def test_a_seed_that_does_not_fit_its_seal_is_found(text):
    broken, _line = damaged(text, "seed 0000", "seed " + dice.seed_bytes(6).hex())
    replay = Record.parse(broken).replay()
    assert "does not match the seal" in replay.damage.message
    assert replay.applied == 0


def test_an_illegal_action_is_found_where_it_stands_with_its_clause(text):
    broken, line = damaged(text, "take b", "take r1")
    record = Record.parse(broken)
    replay = record.replay()
    assert replay.damage.line == line
    assert "'take r1' is not legal here" in replay.damage.message
    assert "[DRL-SEQ-1]" in replay.damage.message
    assert replay.applied == [e.line for e in record].index(line), "it was loaded up to its first error"
    assert replay.state.frame.kind.name == "move.pick"


def test_a_text_that_is_no_action_is_found(text):
    broken, line = damaged(text, "take b", "tkae b1")
    damage = Record.parse(broken).replay().damage
    assert damage.line == line
    assert "did you mean 'take'" in damage.message
    assert str(damage).startswith(f"line {line}: ")


def test_a_wrong_fingerprint_names_the_action_before_it(text):
    broken, line = damaged(text, "= ", "= 0123456789ab")
    damage = Record.parse(broken).replay().damage
    assert damage.line == line
    assert "differs from the fingerprint 0123456789ab" in damage.message


def test_a_wrong_heading_is_found(text):
    broken, _ = damaged(text, "@ 1 B2", "@ 1 R2")
    assert "the record says '1 R2' where the game is at '1 B2'" in Record.parse(broken).replay().damage.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("= xyz", "is not a fingerprint"),
        (")", "a ) without its ("),
    ],
)
def test_unreadable_lines_end_the_reading_there(text, line, message):
    lines = text.splitlines()
    body = next(i for i, words in enumerate(lines) if words.startswith("@")) + 5
    record = Record.parse("\n".join([*lines[:body], line, *lines[body:]]))
    assert message in record.damage.message
    assert record.damage.line == body + 1
    assert record.replay().damage == record.damage
    assert record.replay().applied == len(record.entries) > 0


def test_a_branch_must_be_closed(text):
    assert "a branch is not closed" in Record.parse(text + "(\nend\n").damage.message
    assert "no move to be an alternative to" in Record.parse("echelon 1 | drill 1.0.0 | crossing\n(\n").damage.message


def test_an_action_after_the_end_is_found(text):
    record = Record.parse(text + "end\n")
    assert "comes after the end of the game" in record.replay().damage.message


@pytest.mark.parametrize("first", ["", "echelon 9 | drill 1.0.0 | crossing", "1. e4 e5", "echelon 1 | drill | crossing"])
def test_a_text_that_is_no_record_says_how_one_begins(first):
    with pytest.raises(PositionError, match=r"a record begins `echelon 1 \| system version \| scenario \| options`"):
        Record.parse(first)


def test_a_seed_that_is_none_damages_the_record_at_its_line(text):
    broken, line = damaged(text, "seed 0000", "seed xyz")
    record = Record.parse(broken)
    assert record.damage.line == line
    assert "hexadecimal" in record.damage.message


@pytest.mark.parametrize("header", ["drill 1.0.0 | nowhere |", "drill 1.0.0 | crossing | frozen=maybe", "chess 1 | x |"])
def test_a_header_that_names_nothing_is_one_sentence(header):
    with pytest.raises(EchelonError, match=r"there is no (scenario|value of option frozen|system)"):
        Record.parse(f"echelon 1 | {header}\n").replay()


def test_comments_and_branches_are_kept():
    text = """echelon 1 | drill 1.0.0 | crossing | frozen=off
mine 0404  # in the middle
take b1
(
take b2  # instead
(
take b4
)
stop b2
)
(
end
)
stop b1
"""
    record = Record.parse(text)
    assert record.damage is None
    assert record.entries[0].comment == "in the middle"
    first, second = record.entries[1].branches
    assert [e.text for e in first] == ["take b2", "stop b2"]
    assert (first[0].comment, first[0].branches[0][0].text) == ("instead", "take b4")
    assert [e.text for e in second] == ["end"]
    assert record.replay().applied == 3
    again = Record.parse(record.text(checks=False))
    assert again.text(checks=False) == record.text(checks=False)
    assert again.entries[1].branches[0][0].branches[0][0].text == "take b4"


def test_several_actions_may_stand_on_one_line():
    record = Record.parse("echelon 1 | drill 1.0.0 | crossing\nmine 0404; take b1; stop b1 # all at once\n~ end\n")
    assert [e.text for e in record] == ["mine 0404", "take b1", "stop b1", "end"]
    assert record.entries[2].comment == "all at once"
    assert [e.forced for e in record] == [False, False, False, True]
    assert record.replay().damage is None


def test_forced_answers_and_chance_are_marked():
    game = table("drill", 2, auto=("forced",))
    back = Record.parse(game.record().text())
    assert [(e.forced, e.chance) for e in back] == [(m.forced, m.side == 2) for m in game.moves]
    assert any(e.forced for e in back)
    assert any(e.chance for e in back)


def test_a_secret_action_is_sealed_for_the_other_side_and_bound_by_its_hash():
    game = echelon.Table(echelon.load("drill").new(seed=5))
    game.do("mine 0404")
    game.do("take b1")
    own, other = game.record(1), game.record(0)
    assert own.entries[0].text == "mine 0404"
    assert other.entries[0].sealed
    assert "0404" not in other.text()
    assert other.entries[1].text == "take b1"
    seals = set()
    for hex_ in ("0402", "0403", "0404", "0405"):
        again = echelon.Table(echelon.load("drill").new(seed=5))
        again.do(f"mine {hex_}")
        seals.add(again.record(0).entries[0].text)
    assert len(seals) == 4
    assert other.entries[0].text in seals
    damage = Record.parse(other.text()).replay().damage
    assert "is sealed" in damage.message


def test_a_sealed_record_of_the_same_moves_looks_the_same_whatever_is_hidden():
    """Nothing but the hash may differ: no fingerprint after the secret gives it away."""
    texts = set()
    for hex_ in ("0402", "0405"):
        game = echelon.Table(echelon.load("drill").new(seed=5))
        game.do(f"mine {hex_}")
        game.do("take b1")
        record = game.record(0)
        record.entries[0].text = "mine ?"
        texts.add(record.text())
    assert len(texts) == 1


def test_options_stand_in_the_header_and_change_the_replay():
    game = echelon.Table(echelon.load("drill").new(options={"frozen": True}, seed=1))
    game.do("mine 0404")
    assert "frozen=on" in game.record().text().splitlines()[0]
    assert Record.parse(game.record().text()).replay().state.rules.options["frozen"] == "on"


def test_damage_anywhere_never_raises_anything_but_a_sentence(text):
    """Every line in turn is cut short, doubled or removed: reading and replaying give a damage or a good game."""
    lines = text.splitlines()
    for i in range(1, len(lines), 5):
        for changed in ([lines[i][: len(lines[i]) // 2]], [lines[i], lines[i]], []):
            record = Record.parse("\n".join([*lines[:i], *changed, *lines[i + 1 :]]) + "\n")
            try:
                replay = record.replay()
            except EchelonError:
                continue
            assert replay.applied <= len(record.entries)


SITUATION = """\
system = "drill"
side = "blue"
frame = "move.pick"
hexes = { P = "0404", A = "P NW", B = "A NW" }
board = { base = "blank", wood = "A" }
units = { b1 = "B", r1 = "P", x = { at = "A", side = "blue", arm = "armour", strength = 5, movement = 4 } }
state = { mine = "0402" }
"""


def test_a_game_from_a_position_replays_from_it():
    game = echelon.Table(echelon.Position.parse(SITUATION).state(), seed=b"16 random bytes!")
    game.do("end; attack 0404 with x")
    game.do("fight")
    game.roll()
    record = Record.parse(game.record().text())
    assert 'wood = "A"' in record.position
    assert record.damage is None
    replay = record.replay()
    assert replay.damage is None
    assert replay.state == game.state
    assert echelon.Table.resume(record).state == game.state
    assert "0402" in record.position
    assert "0402" not in game.record(side=0).position  # Blue's own record does not tell where the minefield is
    assert not echelon.Table(echelon.load("drill").new(seed=3)).record().position


def test_a_branch_that_is_not_legal_is_found(text):
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("take"))
    lines[at + 1 : at + 1] = ["(", "fight", ")"]
    replay = Record.parse("\n".join(lines) + "\n").replay()
    assert replay.damage is not None
    assert replay.damage.line == at + 3
    assert "in a branch" in replay.damage.message
    lines[at + 2] = "end"
    assert Record.parse("\n".join(lines) + "\n").replay().damage is None


def test_another_version_of_the_rules_is_noted(text):
    assert Record.parse(text).replay().note == ""
    assert "0.9.0" in Record.parse(text.replace("drill 1.0.0", "drill 0.9.0")).replay().note


def test_secret_actions_are_open_once_the_game_is_over():
    game = table("drill", 3)
    assert game.state.outcome is not None
    other = game.record(0)
    assert not any(entry.sealed for entry in other.entries)
    assert Record.parse(other.text()).replay().state == game.state


def test_headers_and_remarks_may_hold_any_sign_but_stay_on_their_line():
    game = echelon.Table(echelon.load("drill").new(seed=3))
    game.do("mine 0404")
    game.moves[0].comment = "well hidden #1\nend"
    back = Record.parse(game.record(Blue="Anna #2", Event="Club (1); a=b\ntake b1").text())
    assert back.headers == {"Blue": "Anna #2", "Event": "Club (1); a=b take b1"}
    assert [(entry.text, entry.comment) for entry in back.entries] == [("mine 0404", "well hidden #1 end")]
    assert back.replay().damage is None


def test_a_header_that_could_be_an_action_is_refused():
    game = echelon.Table(echelon.load("drill").new(seed=3))
    for key in ("event", "", "Blue: x", "@"):
        with pytest.raises(EchelonError, match="cannot be a header"):
            game.record(**{key: "x"})
