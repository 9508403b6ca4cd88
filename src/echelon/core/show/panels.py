"""Panels: what an action means, and how a game is kept, as small frozen values that every screen can show.

A system fills them with sentences of its own catalogue; who shows them needs to know no rules. Amounts are numbers, so that
a screen may sort and colour them; words are for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "Book", "Card", "Caution", "Chance", "Change", "Condition", "Fact", "Ladder", "Outlook", "Panel", "Part", "Row", "Shift",
    "Victory",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One row behind a number: what it is, how much it adds (in words: `2`, `1½`, `−1`, `×2`), and the clause."""

    say: str
    amount: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of a panel with what it is made of: `Attack 7`."""

    label: str
    value: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """The columns of a table, where the plain odds stand, and where the shifts lead: indices into `columns`."""

    columns: tuple[str, ...]
    basic: int
    final: int


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of the column with its clause; `applies` is False for one that would count under other circumstances."""

    amount: int
    say: str
    clause: str = ""
    applies: bool = True


@dataclass(frozen=True, slots=True)
class Chance:
    """One result of a die: `n` of `of` cases, whom it hurts (`defender`, `attacker`, `none`), how badly (0 to 4), and what
    it would do, a sentence each."""

    result: str
    say: str
    n: int
    of: int
    tone: str = "none"
    weight: int = 0
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What one more answer would change: its line, in words, the column (or chance) it leads to, and whether that is better."""

    line: str
    say: str
    final: str
    better: bool = True


@dataclass(frozen=True, slots=True)
class Caution:
    """What somebody should know of a unit where it has come to stand, or of an answer before he gives it, and the clause;
    `grave` if it does him harm."""

    say: str
    clause: str
    grave: bool = True


@dataclass(frozen=True, slots=True)
class Panel:
    """What an action, or the question as it stands, means. Units are named by id."""

    title: str
    subtitle: str = ""
    state: str = ""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    ladder: Ladder | None = None
    shifts: tuple[Shift, ...] = ()
    chances: tuple[Chance, ...] = ()
    notes: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    cautions: tuple[Caution, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a book that is kept: what, how it stands, the clause, the units concerned; `warn` if it presses."""

    what: str
    how: str
    clause: str = ""
    units: tuple[str, ...] = ()
    warn: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """A list that is kept, with its title. `tab` is where a screen shows it: `turn`, `supply`, `forces`, `arrivals`, `victory`,
    or a name of the game's own (`air`, `weather`), which then gets a tab to itself."""

    title: str
    rows: tuple[Row, ...]
    tab: str = "turn"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a victory: what must be so, how it stands (`0 of 2`, `Allied`), whether it is met now, and the hex it
    is about, or -1."""

    say: str
    how: str = ""
    met: bool = False
    clause: str = ""
    hex: int = -1


@dataclass(frozen=True, slots=True)
class Victory:
    """A way to win: whose (None: either side's), its name, its conditions, what it is worth, when it is checked, its clause."""

    side: int | None
    title: str
    conditions: tuple[Condition, ...]
    worth: str = ""
    note: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who would win if the game ended now (None: a draw): in the fewest words, in a sentence and with a second one; and every
    way to win."""

    side: int | None
    short: str
    say: str
    under: str = ""
    victories: tuple[Victory, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """How a system presents itself before a game: period, hours to play, difficulty 1 to 5, palettes of its map (`light`,
    `dark`) and the colours of its sides (name: light, dark)."""

    period: str = ""
    hours: str = ""
    difficulty: int = 1
    palettes: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
