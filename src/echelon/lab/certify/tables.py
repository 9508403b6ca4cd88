"""A game at the table: undo with its limits, and the record that replays to the same state."""

from __future__ import annotations

import random
from collections.abc import Callable

from echelon.core.errors import Illegal
from echelon.core.frames import CHANCE
from echelon.core.record.record import Record
from echelon.core.state import State
from echelon.core.table import Move, Table
from echelon.core.verbs import VERB
from echelon.lab.certify.finding import Findings, found

__all__ = ["record", "table_game"]

Choose = Callable[[State, list[int]], int]


def table_game(start: State, choose: Choose, rng: random.Random, limit: int, replay: bool) -> Findings:
    """Play a game at a table with undo every now and then, then replay its record."""
    auto = rng.choice(((), ("forced",), ("dice",), ("forced", "dice")))
    table = Table(start, auto)
    while table.state.outcome is None and len(table.moves) < limit:
        state, known = table.state, table.state.reveals
        if state.frame.chance:
            table.roll()
        else:
            actions = list(state.legal())
            if not actions:
                return  # reported as a dead end by the game itself
            try:
                table.do(choose(state, actions))
            except Illegal as error:
                yield found("judges", f"table {state.frame.kind.name}", f"listed, and refused at the table: {error}", state)
                return
        disclosed = table.state.reveals != known  # who has just learnt something would like to have it back
        while disclosed or rng.random() < 0.2:
            disclosed = False
            moves = len(table.moves)
            yield from _undo(table)
            if len(table.moves) == moves:
                break
        if table.moves and rng.random() < 0.05:
            yield from _take_back(table, rng)
            yield from sealed(table)
    if replay:
        yield from record(table)


def _undo(table: Table) -> Findings:
    """Undo brings back an earlier state of the same question, or says why it cannot."""
    now, moves = table.state.copy(), list(table.moves)
    reason = table.undo()
    kind = now.frame.kind.name
    if reason is not None:
        if table.state != now or table.moves != moves:
            yield found("undo", f"refused {kind}", f"undo was refused ({reason}) but changed the game", now)
        if _nothing_between(now, moves):
            yield found("undo", f"no cause {kind}", f"undo was refused ({reason}) for no reason", now)
        return
    back, undone = table.state, moves[len(table.moves) :]
    if not undone:
        yield found("undo", f"nothing {kind}", "undo had no effect", now)
        return
    before = undone[0].before
    if back.content() != before.content():
        yield found("undo", f"other {kind}", f"undo of {undone[0].text!r} did not restore the state before it", before)
    side = undone[0].side
    # a die that is asked for but not yet cast has told nobody anything
    crossed = any(move.side != side for move in undone) or now.frame.side not in (side, CHANCE)
    if back.rolls != now.rolls or any(move.side == CHANCE for move in undone):
        yield found("undo", f"dice {kind}", f"undo of {undone[0].text!r} undid a die roll", before)
    elif back.reveals != now.reveals:
        yield found("undo", f"reveal {kind}", f"undo of {undone[0].text!r} undid a reveal", before)
    elif crossed:
        yield found("undo", f"asked {kind}", f"undo of {undone[0].text!r} undid another side's decision", before)
    again = back.copy()
    for move in undone:
        again.apply(move.action)
    if again.content() != now.content():
        texts = "; ".join(move.text for move in undone)
        yield found("undo", f"redo {kind}", f"{texts!r} done again after undo led to a different state", before)


def _nothing_between(now: State, moves: list[Move]) -> bool:
    """No die, disclosure or other side's answer lies between the last choice and now."""
    last = next((i for i in reversed(range(len(moves))) if not moves[i].forced), None)
    if last is None or now.outcome is not None:
        return False
    before = moves[last].before
    one_side = {now.frame.side, *(move.side for move in moves[last:])} == {moves[last].side}
    return one_side and (before.rolls, before.reveals) == (now.rolls, now.reveals)


def _take_back(table: Table, rng: random.Random) -> Findings:
    """A move taken back out of order: what was announced as kept is kept, and nothing is crossed that undo may not cross."""
    now = table.state.copy()
    number = rng.randrange(max(0, len(table.moves) - 6), len(table.moves))
    if table.can_take_back(number) is not None:
        return
    move = table.moves[number]
    kept, lost = table.after_take_back(number)
    wanted = move.before.copy()
    for action in kept:
        wanted.apply(action)
    later = sum(not move.forced for move in table.moves[number + 1 :])
    told = table.take_back(number)
    if len(kept) + len(lost) < later:
        yield found("undo", "take back lost", f"{move.text!r} undone: what followed is neither kept nor lost", move.before)
    if told != lost or ("dice" not in table.auto and table.state.content() != wanted.content()):
        yield found("undo", "take back", f"{move.text!r} undone did not leave what was announced", move.before)
    if move.before.rolls != now.rolls or move.before.reveals != now.reveals or now.frame.side not in (move.side, CHANCE):
        yield found("undo", "take back far", f"{move.text!r} was undone across a die roll, a reveal or a decision", move.before)


def record(table: Table) -> Findings:
    """The record of a game, written and read, replays to the same state."""
    start, state = table.start, table.state
    text = table.record().text()
    read = Record.parse(text)
    replay = read.replay()
    if replay.damage:
        yield found("record", "damage", f"the record of a whole game is damaged: {replay.damage}", start)
    elif replay.state.content() != state.content():
        yield found("record", "unequal", "the record of a whole game replays to a different state", start)
    elif read.text() != text:
        yield found("record", "text", "a record read and written again has a different text", start)


def sealed(table: Table) -> Findings:
    """The record of a running game, made for one side, does not tell the other's secret actions."""
    start = table.start
    codes = start.rules.verbs.code
    telling = {codes(verb) for kind in start.rules.kinds if kind.secret for verb in kind.verbs}
    if not any(move.action & VERB in telling for move in table.moves):
        return
    for side in range(len(start.rules.sides)):
        entries = table.record(side).entries
        for move, entry in zip(table.moves, entries, strict=True):
            if move.action & VERB not in telling:
                continue
            frame = move.before.frame_of(move.action)
            secret = frame is not None and frame.kind.secret and frame.owner != side
            if secret and table.state.outcome is None and move.text == entry.text:
                name = start.rules.side_name(side)
                yield found("secret", f"record {name}", f"{name}'s record shows the secret action {move.text!r}", start)
                break
