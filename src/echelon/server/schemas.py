"""What is sent, as types: answers are documented by these."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from echelon.core.show.leads import LeadsTo

__all__ = [
    "Answer", "Board", "Book", "Chapter", "Clause", "DrawOffer", "Duty", "ErrorBody", "GameInfo", "Held", "Inspect",
    "Lesson", "Link", "Main", "March", "Me", "Move", "Overlay", "Panel", "Parent", "Piece", "Reach", "Remark", "Result",
    "Ruling", "Scene", "Seat", "Stays", "SystemCard", "UndoInfo", "Update", "Warned", "Why",
]  # fmt: skip


class Ruling(Struct):
    """One broken clause: the sentence, and what would make it legal."""

    clause: str
    say: str
    remedy: list[str]


class Duty(Ruling):
    """What is still owed before the question may end, the hexes it speaks of, and a few words of it for a button."""

    hexes: list[str]
    short: str | UnsetType = UNSET


class ErrorBody(Struct):
    """A refusal: one sentence for people, a word for programs."""

    error: str
    code: str
    rulings: list[Ruling] | UnsetType = UNSET
    number: int | UnsetType = UNSET


class Seat(Struct):
    """Who sits where: `you`, another `player`, a `computer`, or nobody (`open`)."""

    side: str
    title: str
    forms: dict[str, str]
    held: str
    name: str
    player: str | UnsetType = UNSET


class Parent(Struct):
    """The game and moment a what-if board comes from."""

    game: str
    at: int


class Result(Struct):
    """How a game ended. No clause has ended it where a side has resigned (level `resigned`) or a draw was agreed (`agreed`)."""

    winner: str | None
    level: str
    word: str  # the level in words
    clause: str
    say: str


class GameInfo(Struct):
    """A game from outside. `number` grows with every accepted act and undo."""

    id: str
    system: str
    title: str
    scenario: str
    scenario_title: str = field(name="scenarioTitle")
    name: str
    options: dict[str, str]
    created: str
    updated: str
    turn: int
    turns: int
    asked: str
    seats: list[Seat]
    number: int
    result: Result | None
    secrets: bool
    seed_hash: str = field(name="seedHash")
    own: bool  # it brings its own map or units: ask for its own board and pictures
    parent: Parent | UnsetType = UNSET
    notice: str | UnsetType = UNSET


class Me(Struct):
    """A player and his games, the latest first."""

    player: str
    name: str
    games: list[GameInfo]


class ReturnLink(Struct):
    """A private address that leads back to one's seats until a time, as often as it is followed."""

    url: str
    until: str


class Link(Struct):
    """An address to send to somebody."""

    url: str


class SystemCard(Struct):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    period: str
    hours: str
    difficulty: int
    learning: bool
    palette: dict[str, str]
    sides: list[dict[str, Any]]
    scenarios: list[dict[str, Any]]
    options: list[dict[str, Any]]
    players: list[dict[str, Any]]


class Clause(Struct):
    """A clause of a rule book."""

    id: str
    mark: str
    text: str
    see: list[str]


class Chapter(Struct):
    """A chapter of a rule book. `parts` is all of it in printed order: `clause` (an id), `head`, `text` or `table` (rows)."""

    title: str
    clauses: list[Clause]
    parts: list[dict[str, Any]]


class Book(Struct):
    """A rule book."""

    title: str
    intro: str
    chapters: list[Chapter]


class Lesson(Struct):
    """A guided game."""

    id: str
    title: str
    text: str
    game: dict[str, Any]
    steps: list[dict[str, Any]]


class Board(Struct):
    """What never changes on a map: hexes with their centres, hexsides, names, units, the sequence of play."""

    system: str
    scenario: str
    width: float
    height: float
    hexes: dict[str, dict[str, Any]]
    hexsides: dict[str, dict[str, Any]]
    names: list[dict[str, Any]]
    rivers: list[dict[str, Any]]
    units: dict[str, dict[str, Any]]
    groups: dict[str, dict[str, Any]]
    sequence: list[dict[str, Any]]
    sides: list[dict[str, Any]]
    statuses: dict[str, str]
    values: str
    overlays: list[dict[str, Any]]
    main: list[str]
    signs: dict[str, str]
    palettes: dict[str, str]


class Warned(Struct):
    """What somebody should know before he does something; `grave` if it does him harm."""

    say: str
    clause: str
    grave: bool


class Answer(Struct):
    """A legal answer: its line, its sentence, and what it names."""

    line: str
    verb: str
    say: str
    unit: str | UnsetType = UNSET
    hex: str | UnsetType = UNSET
    hexside: str | UnsetType = UNSET
    group: str | UnsetType = UNSET
    other: str | UnsetType = UNSET
    word: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    beside: bool | UnsetType = UNSET
    final: bool | UnsetType = UNSET  # a die falls at once: it cannot be taken back
    warnings: list[Warned] | UnsetType = UNSET


class Ledger(Struct):
    """A ledger of the viewer's that stands open beside the question: what it asks, and of an inspected unit its entries."""

    kind: str
    say: str
    entries: list[Answer] | UnsetType = UNSET


class Piece(Struct):
    """A counter."""

    id: str
    hex: str | None
    side: str | None
    kind: str
    name: str
    sprite: str
    status: list[str]
    strength: Any
    title: str


class Panel(Struct):
    """What an action means: factors, shifts, exact chances. `options` are answers side by side: `line`, `say`, `notes`."""

    title: str
    subtitle: str
    attackers: list[str]
    defenders: list[str]
    facts: list[dict[str, Any]]
    ladder: dict[str, Any] | None
    shifts: list[dict[str, Any]]
    chances: list[dict[str, Any]]
    notes: list[str]
    changes: list[dict[str, Any]]
    cautions: list[dict[str, Any]]
    state: str | UnsetType = UNSET
    options: list[dict[str, Any]] | UnsetType = UNSET
    leads: list[str] | UnsetType = UNSET


class Main(Struct):
    """What ends the question; `final` if a die falls at once then. `leads` is what its button has to say beside its words:
    what they do not tell of what it leads to, and always the end of the turn. `ready` if most players would end it now."""

    line: str
    say: str
    legal: bool
    final: bool
    leads: list[LeadsTo]
    ready: bool
    warnings: list[Warned] | UnsetType = UNSET


class UndoInfo(Struct):
    """Whether something can be taken back: what, or why not."""

    can: bool
    say: str


class Remark(Struct):
    """What a rule book tells of this moment."""

    say: str
    clause: str


class DrawOffer(Struct):
    """The side whose offer of a draw stands, and the side that declined the last one. An offer lapses when the other side plays
    on; a decline is told until somebody does."""

    offered: str | None
    declined: str | None


class Scene(Struct):
    """A game at one moment as one viewer sees it."""

    game: str
    number: int
    at: int
    moves: int
    side: str | None
    turn: int
    turns: int
    step: str
    asked: str
    yours: bool
    kind: str
    prompt: str
    legal: list[Answer]
    ledgers: list[Ledger]
    under_way: list[str]
    free: list[str] | None
    pieces: list[Piece]
    tray: list[Piece]
    marks: list[dict[str, Any]]
    flags: list[dict[str, Any]]
    helps: list[dict[str, Any]]
    panel: Panel | None
    main: Main | None
    duties: list[Duty]
    undo: UndoInfo
    track: list[dict[str, Any]]
    books: list[dict[str, Any]]
    standing: list[dict[str, Any]]
    outlook: dict[str, Any] | None
    result: Result | None
    draw: DrawOffer
    waiting: str | UnsetType = UNSET
    remark: Remark | UnsetType | None = UNSET


class Move(Struct):
    """One move, with what it changed on the map. `track` is the cell of its turn, where the move has given it a new sign."""

    i: int
    side: str
    line: str
    say: str
    forced: bool
    chance: bool
    die: dict[str, Any] | None
    turn: int
    step: str
    events: list[dict[str, Any]]
    clauses: list[str]
    unit: str | UnsetType = UNSET
    path: list[str] | UnsetType = UNSET
    set: list[Piece] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    marks: list[dict[str, Any]] | UnsetType = UNSET
    track: dict[str, Any] | UnsetType = UNSET


class Held(Struct):
    """An answer that was not carried out, because it leads to more than its button said. `does` is the word for the button that
    carries it out (`fight roll over setup turn step go`), `step` the step that would end."""

    line: str
    say: str
    leads: list[LeadsTo]
    does: str
    step: str | UnsetType = UNSET


class Update(Struct):
    """What is new: cut your list of moves at `base` and put these behind it. With `next` there are more: ask for the same again
    with `from` set to it."""

    number: int
    base: int
    moves: list[Move]
    scene: Scene
    next: int | UnsetType = UNSET
    held: Held | UnsetType = UNSET


class Stays(Struct):
    """A unit that does not go with the others, and what forbids it."""

    unit: str
    say: str
    clause: str


class Reach(Struct):
    """Where a unit can go, what it costs, and the line that takes it there; of a body, who of it goes and who stays."""

    unit: str
    start: str | None
    hexes: dict[str, dict[str, Any]]
    complete: bool
    units: list[str] | UnsetType = UNSET
    stays: list[Stays] | UnsetType = UNSET


class March(Struct):
    """The line that takes several units to a hex, who goes and who is left."""

    hex: str
    line: str
    units: list[str]
    left: list[Stays]


class Why(Struct):
    """Why something cannot be done."""

    say: str
    rulings: list[Ruling]
    legal: bool
    far: str | UnsetType = UNSET


class Overlay(Struct):
    """Marks to be drawn."""

    marks: list[dict[str, Any]]


class Inspect(Struct):
    """What is known of a hex or unit."""

    title: str
    rows: list[Any]
    units: list[Any]
    ledgers: list[Ledger] | UnsetType = UNSET
