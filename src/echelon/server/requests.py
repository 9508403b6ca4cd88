"""What is received, as types: requests are decoded into these."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from echelon.core.show.leads import LeadsTo

__all__ = [
    "Act", "Branch", "Draw", "InspectQuery", "Invite", "Join", "LineQuery", "LogQuery", "MarchQuery", "NewGame",
    "Nothing", "Number", "OverlayQuery", "Query", "ReachQuery", "Rename", "Request", "Resign", "SceneQuery", "SeatWish",
    "SideQuery", "Undo", "UnitQuery", "UpdateQuery", "WhyQuery", "Word",
]  # fmt: skip

Name = Annotated[str, Meta(max_length=60)]
Word = Annotated[str, Meta(min_length=1, max_length=80)]
Line = Annotated[str, Meta(min_length=1, max_length=2000)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]
Upload = Annotated[str, Meta(min_length=1, max_length=900_000)]


class Request(Struct, forbid_unknown_fields=True):
    """What all requests share: a field that is not known is an error, not a surprise."""


class Nothing(Request):
    """An empty object."""


class Rename(Request):
    """A player's new name."""

    name: Name


class NewGame(Request):
    """A game to be opened. A side that `seats` does not name is yours; `record` or `position` bring a file's text."""

    system: Word
    scenario: Annotated[str, Meta(max_length=80)] = ""
    options: Annotated[dict[Word, Word], Meta(max_length=40)] = {}
    seats: Annotated[dict[Word, Word], Meta(max_length=8)] = {}
    name: Annotated[str, Meta(max_length=80)] = ""
    record: Upload | None = None
    position: Upload | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None


class Act(Request):
    """An answer of a side to the state with this number. Sent again with the same key, it counts once.

    With `said`, what the pressed button said it leads to (`die asks step turn over`), an answer that leads to more is not
    carried out: the reply then has it as `held`. Without, it is carried out whatever it leads to.
    """

    side: Word
    number: Number
    line: Line
    key: Key | None = None
    said: Annotated[list[LeadsTo], Meta(max_length=8)] | None = None


class Undo(Request):
    """Take back the last choice of a side."""

    side: Word
    number: Number


class Resign(Request):
    """The side that gives the game up."""

    side: Word


class Draw(Request):
    """A side offers a draw, or answers the offer of the other."""

    side: Word
    to: Literal["offer", "accept", "decline"]


class Invite(Request):
    """The open side to invite somebody to."""

    side: Word


class Join(Request):
    """What stands in an invitation or return link behind the game. It is no part of an address: those are logged."""

    token: Annotated[str, Meta(min_length=1, max_length=80)]


class Branch(Request):
    """The moment a what-if board starts from, in moves."""

    at: Number
    side: Word | None = None


class SeatWish(Request):
    """A seat to be handed to a computer player, or taken back (`me`)."""

    side: Word
    to: Word


class Query(Request):
    """The words behind the question mark of an address."""

    lang: Annotated[str, Meta(max_length=20)] = ""


class SideQuery(Query):
    """Whose view."""

    side: Annotated[str, Meta(max_length=80)] = ""


class SceneQuery(SideQuery):
    """A moment, in moves from the start; now if left out."""

    at: Number | None = None


class UpdateQuery(SideQuery):
    """News since an event; `from` goes on with a long answer at the move it named as its `next`."""

    since: Number = 0
    start: Number = field(default=0, name="from")


class UnitQuery(SideQuery):
    """A unit."""

    unit: Annotated[str, Meta(max_length=80)] = ""


class ReachQuery(UnitQuery):
    """A unit, and others that go along with it, their ids with commas between them."""

    others: Annotated[str, Meta(max_length=2000)] = ""


class MarchQuery(SideQuery):
    """Units, their ids with commas between them, and a hex."""

    units: Annotated[str, Meta(max_length=2000)] = ""
    hex: Annotated[str, Meta(max_length=40)] = ""


class WhyQuery(UnitQuery):
    """A unit, a hex, a line."""

    hex: Annotated[str, Meta(max_length=40)] = ""
    line: Annotated[str, Meta(max_length=2000)] = ""


class LineQuery(SideQuery):
    """A line."""

    line: Annotated[str, Meta(max_length=2000)] = ""


class OverlayQuery(SideQuery):
    """Of which side, of which unit, when."""

    of: Annotated[str, Meta(max_length=80)] = ""
    unit: Annotated[str, Meta(max_length=80)] = ""
    at: Number | None = None


class InspectQuery(SideQuery):
    """A hex or a unit, when."""

    hex: Annotated[str, Meta(max_length=40)] = ""
    unit: Annotated[str, Meta(max_length=80)] = ""
    at: Number | None = None


class LogQuery(SideQuery):
    """From which move to which."""

    start: Number = field(default=0, name="from")
    end: Number | None = field(default=None, name="to")
