"""Book-keeping that is always visible, the turn track, and how the game stands. Only what a side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from echelon.core.show.panels import Book, Outlook, Row
from echelon.mechanics.declared.game import Game, Listing
from echelon.mechanics.fast.engine import Fast
from echelon.mechanics.shown.overlays import held

__all__ = ["Books"]

Say = Callable[..., str]


class Books:
    """Makes the books of a game."""

    def __init__(self, game: Game, fast: Fast) -> None:
        self.game, self.fast = game, fast

    def books(self, s: Any, side: int | None, say: Say) -> list[Book]:
        """The game's own, then what is listed, then losses; those without a row are left out."""
        both = (0, 1) if side is None else (side, 1 - side)
        found = [*self.game.look.books(s, side, say)]
        for listing in self.game.look.listings:
            found.append(Book(say(f"title.{listing.title}"), tuple(self._listed(s, both, say, listing)), listing.tab))
        found.append(Book(say("title.losses"), tuple(self._losses(s, both, say)), "forces"))
        return [book for book in found if book.rows]

    def _listed(self, s: Any, sides: Iterable[int], say: Say, listing: Listing) -> Iterator[Row]:
        """The units with a mark, or without it; of the reader's side they are urgent."""
        for i, side in enumerate(sides):
            here = [u for u in range(*s.rules.ranges[side]) if s.pos[u] < s.rules.off]
            found = [u for u in here if self.fast.among(s, listing.mark, u) != listing.lacking]
            if found:
                yield Row(say(listing.key, side=side), say("units", units=found), listing.clause, _ids(s, found), i == 0)

    def _losses(self, s: Any, sides: Iterable[int], say: Say) -> Iterator[Row]:
        for side in sides:
            lost = _lost(s, side)
            how = say("units", units=lost) if lost else say("nothing")
            yield Row(say("lost", side=side), how, self.game.look.loss_clause, _ids(s, lost))

    def track(self, s: Any, language: str = "en") -> list[tuple[int, str, str, str]]:
        """Turn, its number, no sign, and a title."""
        say = s.rules.texts.teller(s.rules, "track", language)
        return [(turn, str(turn), "", say("turn", turn=turn, turns=s.rules.turns)) for turn in range(1, s.rules.turns + 1)]

    def standing(self, s: Any, language: str = "en") -> list[tuple[str, str]]:
        """The turn, who holds what, losses, and who would win now."""
        rules = s.rules
        say = rules.texts.teller(rules, "standing", language)
        rows = [(say("turn"), say("turn.value", turn=s.turn, turns=rules.turns))] if rules.turns else []
        name = next((holding.event or holding.field for holding in self.game.holdings), "")
        for h, side in held(self.game)(s).items():
            rows.append((say(name, hex=h), say(f"{name}.value", side=side)))
        for side in (0, 1):
            lost = _lost(s, side)
            rows.append((say("lost", side=side), say("lost.value", units=lost) if lost else say("lost.none")))
        found = self.fast.verdict(s)
        if found is not None and found.winner is not None:
            rows.append((say("now"), say("now.value", side=found.winner, word_level=found.level)))
        return rows

    def outlook(self, s: Any, say: Say) -> Outlook | None:
        """Who would win now, and the ways to win that the game tells."""
        now = self.fast.verdict(s)
        ways = self.game.look.ways
        if now is None or now.winner is None or ways is None:
            return None
        return Outlook(
            now.winner,
            say("short", side=now.winner, word_level=now.level),
            say("now", side=now.winner),
            say("under", word_level=now.level, turn=s.turn, turns=s.rules.turns),
            tuple(ways(s, say)),
        )


def _ids(s: Any, units: Iterable[int]) -> tuple[str, ...]:
    return tuple(s.rules.forces.units[u].id for u in units)


def _lost(s: Any, side: int) -> list[int]:
    return [u for u in range(*s.rules.ranges[side]) if s.pos[u] == s.rules.gone]
