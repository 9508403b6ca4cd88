"""The desk: games in play. Each is loaded when somebody asks for it, judged here and nowhere else, and on the disk before
anybody hears that an act was accepted. Judging goes on while the disk is written: what is on its way is in `Live.last`, and
whoever has seen the game meanwhile is answered when that is done."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.core.table import Table, only
from echelon.core.text.lines import run
from echelon.core.text.names import side_name
from echelon.server.errors import ApiError, illegal, out_of_turn, say
from echelon.server.kept import Kept
from echelon.server.scene.now import undo_of
from echelon.server.seats import now, sits
from echelon.server.storage import Clash, EventRow, GameRow, SeatRow, Snapshot, Store
from echelon.server.stored import AUTO, brings_own, rows_of
from echelon.server.thoughts import Thoughts
from echelon.server.turns import Turns

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["AUTO", "Desk", "Live", "brings_own", "rows_of", "standing", "start_of"]

log = logging.getLogger(__name__)

SNAPSHOT = 64  # moves between two stored states
KEYS = 64  # of the last acts of a game, known without asking the store


@dataclass(slots=True)
class Live:
    """A game in memory. Only who holds it reads or changes it (see `Desk.open`)."""

    row: GameRow
    seats: dict[str, SeatRow]
    table: Table
    bases: list[int]  # by number of an event, the first move that it replaced
    made: list[int]  # by number of a move, the event that made it
    shot: int = 0  # how many moves the stored state stands after
    offer: str = ""  # the side whose offer of a draw stands
    declined: str = ""  # the side that declined the last one, until somebody plays on
    last: Future[Any] | None = None  # the event that was handed to the store last: on its way, stored or lost
    refusal: ApiError | None = None  # what who did it is told if another process was faster
    keys: OrderedDict[tuple[str, str], tuple[int, str]] = field(default_factory=OrderedDict)  # of late: number and line
    used: float = field(default_factory=time.monotonic)
    serial: int = field(default_factory=count().__next__)  # of this loading: what is kept of a game elsewhere names it

    @property
    def rules(self) -> Rules:
        """The compiled rules."""
        return self.table.state.rules

    def base(self, since: int) -> int:
        """The first move that a reader who stopped at event `since` does not know as it is now."""
        return min(self.bases[max(since, 0) + 1 :], default=len(self.table.moves))

    def side(self, name: str, lang: str = "en") -> int:
        """A side by its name."""
        if name not in self.rules.sides:
            raise ApiError(422, "side", say("side", lang, side=name, sides=", ".join(self.rules.sides)))
        return self.rules.sides.index(name)

    def viewer(self, side: str | None, player: str | None, lang: str = "en") -> int | None:
        """The side somebody looks from, which must be his; None is a spectator."""
        if not side:
            return None
        found = self.side(side, lang)
        if not sits(self.seats.values(), side, player):
            raise ApiError(403, "seat", say("seat", lang, side=self.title(side, lang)))
        return found

    def title(self, side: str, lang: str = "en") -> str:
        """A side as people call it."""
        return side_name(self.rules.texts, side, lang)

    def heed(self, kind: str, side: str) -> None:
        """What an event does to an offer of a draw: it stands until it is answered, or until the other side plays on."""
        if kind == "offer":
            self.offer, self.declined = side, ""
        elif kind == "decline":
            self.offer, self.declined = "", side
        elif kind == "close":
            self.offer = self.declined = ""
        elif kind == "act":
            self.offer, self.declined = (self.offer if side == self.offer else ""), ""

    def remember(self, event: EventRow) -> None:
        """Know the key of an event again."""
        if event.key:
            self.keys[event.side, event.key] = event.number, event.line
            if len(self.keys) > KEYS:
                self.keys.popitem(last=False)

    def draw(self) -> dict[str, str | None]:
        """The offer of a draw that stands, and who declined the last one."""
        return {"offered": self.offer or None, "declined": self.declined or None}

    def computer(self) -> tuple[int, str] | None:
        """The side that is asked now and the computer player who sits there, if one does."""
        side = self.table.state.frame.side
        if self.table.state.outcome is not None or side >= len(self.rules.sides):
            return None
        name = self.seats[self.rules.sides[side]].computer
        return (side, name) if name else None


class Desk:
    """All games of a store. Games that nobody has touched for a while are put away; nothing is lost by it."""

    def __init__(self, store: Store, most: int = 500, idle: float = 900.0, kept: int = 64_000_000) -> None:
        self.store, self.most, self.idle = store, most, idle
        self.kept = Kept(kept)
        self.thoughts = Thoughts()  # of computer players
        self.turns = Turns()
        self._games: OrderedDict[str, Live] = OrderedDict()
        self._lock = threading.Lock()
        self._left: dict[str, Future[Any]] = {}  # of games that were forgotten while something of theirs was on its way

    def __len__(self) -> int:
        return len(self._games)

    # --- opening and putting away -----------------------------------------------------------------------------------
    @contextmanager
    def open(self, game: str, lang: str = "en") -> Iterator[Live]:
        """A game, held until the block ends. Whoever is answered for what he saw or did there must wait for the disk."""
        self.turns.take(game)
        live, last, own = None, None, False
        try:
            live = self._find(game, lang)
            before, live.used = live.last, time.monotonic()
            yield live
        finally:
            if live is not None:
                last, own = live.last, live.last is not before
            self.turns.leave(game)
            if live is not None and last is not None and not (last.done() and last.exception() is None):
                self._wait_for(last, live.refusal if own else None)

    def _wait_for(self, last: Future[Any], refusal: Exception | None) -> None:
        """What must be on the disk before anybody hears of it."""
        errand = self.turns.errand
        if errand is not None:
            errand.waits.append((last, refusal))
            return
        try:
            last.result()
        except Clash as clash:
            raise refusal or clash from None

    def _find(self, game: str, lang: str) -> Live:
        with self._lock:
            live = self._games.get(game)
            if live is not None:
                self._games.move_to_end(game)
                return live
            left = self._left.pop(game, None)
        if left is not None:
            left.exception()  # the writer comes to it soon: only then can the game be read as it is
        made = self._load(game, lang)
        with self._lock:
            self._games[game] = made
        self.sweep()
        return made

    def _load(self, game: str, lang: str) -> Live:
        stored = self.store.load(game) if "\0" not in game else None  # PostgreSQL cannot even look for that
        if stored is None:
            raise ApiError(404, "game", say("game", lang, game=game[:40]))
        moves: list[tuple[str, int, bool, str]] = []
        heads: list[int] = []
        made: list[int] = []
        known: Snapshot | None = None
        for event in stored.events:
            del moves[event.base :], made[event.base :]
            made += [event.number] * len(event.moves)
            heads = [head for head in heads if head < event.base]
            heads += [event.base] if event.kind == "act" else []
            moves += event.moves
            if stored.snapshot is not None and stored.snapshot.number == event.number:
                known = stored.snapshot
            elif known is not None and event.base < known.moves:
                known = None  # what it showed was taken back
        try:
            table = _table(stored.game, moves, known)
        except Exception as error:
            log.exception("game %s cannot be set up again", game)
            raise ApiError(409, "version", say("version", lang, version=stored.game.version)) from error
        table.heads = heads
        seats = {seat.side: seat for seat in stored.seats}
        live = Live(stored.game, seats, table, [e.base for e in stored.events], made, known.moves if known else 0)
        for event in stored.events:
            live.remember(event)
            live.heed(event.kind, event.side)
            if event.kind in ("start", "close") and event.line:
                _closed(table, event.line)
        return live

    def add(self, row: GameRow, seats: list[SeatRow], table: Table) -> Live:
        """A new game, stored and ready."""
        first = EventRow(0, "start", "", table.closing, None, row.created, 0, rows_of(table, 0))
        row = replace(row, **standing(table))
        shot = Snapshot(0, len(table.moves), table.state.pack()) if len(table.moves) >= SNAPSHOT else None
        self.store.add_game(row, seats, first, shot)
        live = Live(row, {s.side: s for s in seats}, table, [0], [0] * len(table.moves), shot.moves if shot else 0)
        with self._lock:
            self._games[row.id] = live
        self.sweep()
        return live

    def sweep(self) -> None:
        """Put away what is over the limit or was left alone for long. A game that somebody holds stays."""
        late = time.monotonic() - self.idle
        with self._lock:
            old = [g for i, (g, live) in enumerate(self._games.items()) if live.used < late or i < len(self._games) - self.most]
        for game in old:
            self.put_away(game)

    def put_away(self, game: str) -> None:
        """Forget a game, unless somebody holds it or something of it is on its way; the store has all of it."""
        if not self.turns.take_free(game):
            return
        try:
            with self._lock:
                live = self._games.get(game)
            if live is not None and (live.last is None or live.last.done()):
                self._forget(live)
        finally:
            self.turns.leave(game)

    def _forget(self, live: Live) -> None:
        """What is in memory is not what is stored, or not needed: load the game again when it is asked for."""
        game = live.row.id
        with self._lock:
            if self._games.get(game) is live:
                del self._games[game]
                if live.last is not None and not live.last.done():
                    self._left[game] = live.last

    # --- acting -----------------------------------------------------------------------------------------------------
    def act(self, live: Live, side: str, number: int, line: str, key: str | None = None, lang: str = "en") -> int:
        """Play a line for a side. Returns the number after which the news begins: that of the state it answers.

        The same act sent again (same key) is answered as it was the first time. Anything else that answers an older state
        is refused, so that nothing happens twice.
        """
        if number != live.row.number:
            known = self._known(live, side, key)
            if known != (number + 1, line):
                word = "stale" if known is None else "key"
                raise ApiError(409, word, say(word, lang), number=live.row.number)
            return number
        if key and (side, key) in live.keys:
            raise ApiError(409, "key", say("key", lang), number=number)
        base = len(live.table.moves)
        with self._whole(live):
            self._judge(live, live.side(side, lang), line, lang)
            self._write(live, "act", side, line, key, base, lang)
        return number

    def _known(self, live: Live, side: str, key: str | None) -> tuple[int, str] | None:
        """The number and line that a side sent with a key."""
        if not key or (side, key) in live.keys:
            return live.keys.get((side, key)) if key else None
        found = self.store.event_with_key(live.row.id, side, key)
        return (found.number, found.line) if found else None

    @contextmanager
    def _whole(self, live: Live) -> Iterator[None]:
        """What is in memory must be what is stored: a game that an error left half-way is forgotten and loaded again."""
        moves, number = live.table.moves[:], live.row.number
        try:
            yield
        except BaseException:
            if live.row.number == number and (live.table.moves != moves or live.table.closing):
                self._forget(live)
            raise

    def _judge(self, live: Live, side: int, line: str, lang: str) -> None:
        """Play the line, or refuse it by what its side may know: from a refusal nobody learns a secret."""
        table, rules = live.table, live.rules
        state = table.state
        if state.outcome is not None:
            raise out_of_turn(rules, say("over", lang))
        if side not in {state.frame.side, *(f.side for f in rules.beside(state))}:
            asked = rules.side_name(state.frame.side)
            raise out_of_turn(rules, say("turn", lang, side=live.title(asked, lang)))
        try:
            if state.layout.secrets:
                trial = state.view(side).state.copy()

                def apply(action: int) -> None:
                    only(trial, action, side)
                    trial.apply(action)

                run(trial, line, apply)
            done = table.do(line, side)
        except EchelonError as error:
            raise illegal(rules, error, lang) from None
        if not done:
            raise ApiError(422, "invalid", say("nothing_said", lang, line=line[:80]), [])

    def undo(self, live: Live, side: str, number: int, lang: str = "en") -> int:
        """Take back the last line of a side. Returns the number after which the news begins."""
        if number != live.row.number:
            raise ApiError(409, "stale", say("stale", lang), number=live.row.number)
        told = undo_of(live.table, live.side(side, lang), False, lang)
        if not told["can"]:
            raise ApiError(422, "undo", told["say"], [])
        with self._whole(live):
            target, _ = live.table.line_target()
            live.table.undo(line=True)
            self._write(live, "undo", side, "", None, target, lang)
        return number

    # --- ending -----------------------------------------------------------------------------------------------------
    def resign(self, live: Live, side: str, lang: str = "en") -> int:
        """A side gives the game up. Returns the number after which the news begins."""
        number = self._going(live, lang)
        with self._whole(live):
            live.table.resign(live.side(side, lang))
            self._write(live, "close", side, live.table.closing, None, len(live.table.moves), lang)
        return number

    def offer(self, live: Live, side: str, lang: str = "en") -> int:
        """A side offers a draw. If the other has offered one already they are agreed; a computer player declines."""
        number = self._going(live, lang)
        other = self._other(live, side, lang)
        if live.offer == side:
            raise ApiError(409, "offered", say("offered", lang))
        if live.offer:
            return self.accept(live, side, lang)
        seat = live.seats[other]
        if not seat.player and not seat.computer:
            raise ApiError(409, "open", say("offer_open", lang, side=live.title(other, lang)))
        self._note(live, "offer", side, lang)
        if seat.computer:
            self._note(live, "decline", other, lang)
        return number

    def accept(self, live: Live, side: str, lang: str = "en") -> int:
        """A side accepts the draw that was offered to it."""
        number = self._going(live, lang)
        self._offered(live, side, lang)
        with self._whole(live):
            live.table.agree()
            self._write(live, "close", side, live.table.closing, None, len(live.table.moves), lang)
        return number

    def decline(self, live: Live, side: str, lang: str = "en") -> int:
        """A side declines it."""
        number = self._going(live, lang)
        self._offered(live, side, lang)
        self._note(live, "decline", side, lang)
        return number

    def _going(self, live: Live, lang: str) -> int:
        if live.table.state.outcome is not None:
            raise ApiError(409, "over", say("over", lang))
        return live.row.number

    def _other(self, live: Live, side: str, lang: str) -> str:
        return live.rules.sides[1 - live.side(side, lang)]

    def _offered(self, live: Live, side: str, lang: str) -> None:
        if live.offer != self._other(live, side, lang):
            raise ApiError(409, "no_offer", say("no_offer", lang))

    def _note(self, live: Live, kind: str, side: str, lang: str) -> None:
        """Store an event that moves nothing."""
        with self._whole(live):
            self._write(live, kind, side, "", None, len(live.table.moves), lang)

    def _write(self, live: Live, kind: str, side: str, line: str, key: str | None, base: int, lang: str) -> None:
        """Hand to the store what has just happened. If it cannot be stored, the game is forgotten, and loaded as it was."""
        table = live.table
        number = live.row.number + 1
        event = EventRow(number, kind, side, line, key, now(), base, rows_of(table, base))
        row = replace(live.row, number=number, updated=event.at, **standing(table))
        shot = None
        if kind == "act" and (len(table.moves) - live.shot >= SNAPSHOT or len(table.moves) < live.shot):
            shot = Snapshot(number, len(table.moves), table.state.pack())
        live.last = self.store.send(row, event, shot, live.last)
        live.last.add_done_callback(lambda done: self._forget(live) if done.exception() is not None else None)
        word = "key" if key else "stale"
        live.refusal = ApiError(409, word, say(word, lang))
        live.row = row
        live.remember(event)
        live.bases.append(base)
        live.made[base:] = [number] * (len(table.moves) - base)
        live.heed(kind, side)
        if shot is not None:
            live.shot = shot.moves

    # --- seats ------------------------------------------------------------------------------------------------------
    def sit(self, live: Live, seat: SeatRow) -> None:
        """Somebody else sits there from now on."""
        self.store.set_seat(live.row.id, seat)
        live.seats[seat.side] = seat


def _table(row: GameRow, moves: list[tuple[str, int, bool, str]], known: Snapshot | None) -> Table:
    """The table as it was, from the stored moves."""
    start = start_of(row)
    names, verbs = start.rules.names(), start.rules.verbs
    rows = [(verbs.parse(names, text), side, forced, comment) for text, side, forced, comment in moves]
    return Table.restore(start, rows, AUTO, (known.moves, known.state) if known else None)


def _closed(table: Table, text: str) -> None:
    """The table as its players closed it; a state that was stored afterwards knows already."""
    if table.state.outcome is None:
        table.close(text)
    table.closing = text


def start_of(row: GameRow) -> State:
    """The state a game started from."""
    if row.position:
        state = Position.parse(row.position, "start").draft()
        state.seed = row.seed
        return state
    return load(row.system).new(row.scenario, row.options, row.seed)


def standing(table: Table) -> dict[str, Any]:
    """How a game stands, for lists."""
    state, rules = table.state, table.state.rules
    result = None
    if state.outcome is not None:
        winner = None if state.outcome.winner is None else rules.sides[state.outcome.winner]
        result = {"winner": winner, "level": state.outcome.level, "clause": state.outcome.clause}
    return {"turn": state.turn, "asked": rules.side_name(state.frame.side), "result": result}
