"""Who sits where: invitations, seats lent to computer players, and what-if boards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from echelon.players import player_names
from echelon.server import requests as r
from echelon.server import starts
from echelon.server.api import opened, time_of, told
from echelon.server.calls import Call
from echelon.server.errors import ApiError, say
from echelon.server.seats import OPEN, digest, fresh_token, now, seat_for, sits
from echelon.server.storage import SeatRow

if TYPE_CHECKING:
    from echelon.server.games import Live

__all__ = ["accept", "branch", "come_back", "invite", "seat", "stay"]

BACK = "back-"  # how the token of a link begins by which a player comes back to his own seats: it is part of what is hashed


def invite(call: Call) -> Any:
    """A link that gives an open seat to whoever follows it first."""
    wish: r.Invite = call.body
    with call.game() as live:
        live.side(wish.side, call.lang)
        if call.who is None or (call.who != live.row.owner and not any(x.player == call.who for x in live.seats.values())):
            raise ApiError(403, "seat", say("nobody", call.lang))
        seat = live.seats[wish.side]
        if seat.player or seat.computer:
            raise ApiError(409, "taken", say("not_open", call.lang, side=live.title(wish.side, call.lang)))
        token = fresh_token()
        call.desk.store.invite(digest(token), live.row.id, wish.side, now())
        return {"url": _link(call, live.row.id, token)}


def come_back(call: Call) -> Any:
    """A private link by which I take my seats with me into another browser. It may be followed more than once, until its time
    is over or another is made."""
    with call.game() as live:
        token, at = BACK + fresh_token(), now()
        call.desk.store.invite(digest(token), live.row.id, _mine(call, live)[0], at)
        return {"url": _link(call, live.row.id, token), "until": time_of(at + _lasts(call))}


def stay(call: Call) -> Any:
    """My return links end here: I go on in this browser only."""
    with call.game() as live:
        call.desk.store.uninvite(live.row.id, _mine(call, live))
        return told(call, live)


def _mine(call: Call, live: Live) -> list[str]:
    """My seats; whoever has none has nothing to come back to."""
    mine = [seat.side for seat in live.seats.values() if sits([seat], seat.side, call.who)]
    if not mine:
        raise ApiError(403, "seat", say("nobody", call.lang))
    return mine


def _link(call: Call, game: str, token: str) -> str:
    """What follows the # stays in the browser: it is in no log, and no page is told that one came from there."""
    return f"{call.address}/#join={game}.{token}"


def _lasts(call: Call) -> int:
    """Milliseconds that a return link can be followed."""
    return int(call.return_days * 86_400_000)


def _back(call: Call, live: Live, side: str, player: str) -> None:
    """The seats of whoever sits there are his who follows his link: the same person, in another browser."""
    holder = live.seats[side].player
    if holder is None:
        raise ApiError(409, "taken", say("taken", call.lang))
    for seat in list(live.seats.values()):
        if seat.player == holder:
            call.desk.sit(live, replace(seat, player=player))
        elif seat.lender == holder:
            call.desk.sit(live, replace(seat, lender=player))
    call.changed[live.row.id] = live.row.number


def accept(call: Call) -> Any:
    """Take the seat of an invitation, or come back to one's own."""
    wish: r.Join = call.body
    key, back = digest(wish.token), wish.token.startswith(BACK)
    found = call.desk.store.invitation(key)
    if found is None or found.game != call.path["game"]:
        raise ApiError(404, "invitation", say("invitation", call.lang))
    if back and now() > found.created + _lasts(call):
        raise ApiError(404, "invitation", say("expired", call.lang))
    player = call.me()
    with call.game() as live:
        if back:
            if not sits([live.seats[found.side]], found.side, player.id):
                _back(call, live, found.side, player.id)
        elif not any(sits([seat], seat.side, player.id) for seat in live.seats.values()):
            seat = SeatRow(found.side, player=player.id)
            if found.used or not call.desk.store.accept(key, found.game, seat):
                raise ApiError(409, "taken", say("taken", call.lang))
            live.seats[found.side] = seat
            call.changed[live.row.id] = live.row.number
        return told(call, live)


def seat(call: Call) -> Any:
    """Hand a seat to a computer player, or take it back."""
    wish: r.SeatWish = call.body
    with call.game() as live:
        live.side(wish.side, call.lang)
        held = live.seats[wish.side]
        free = held.player is None and held.computer is None and call.who == live.row.owner
        if call.who is None or not (free or call.who in (held.player, held.lender)):
            raise ApiError(403, "seat", say("seat", call.lang, side=live.title(wish.side, call.lang)))
        if wish.to == OPEN:
            raise ApiError(422, "computer", say("computer", call.lang, name=OPEN, names=", ".join(player_names())))
        call.desk.sit(live, seat_for(wish.side, wish.to, call.who, call.lang))
        call.changed[live.row.id] = live.row.number
        return told(call, live)


def branch(call: Call) -> Any:
    """A what-if board from a moment of a game, both sides mine."""
    wish: r.Branch = call.body
    player = call.opening()
    with call.game() as live:
        side = live.viewer(wish.side, player.id, call.lang)
        start = starts.branch(live, side, wish.at, player.id, call.lang)
        name, origin = live.row.name, live.row.id
    seats = [SeatRow(name, player=player.id) for name in start.table.state.rules.sides]
    return opened(call, start, seats, name, (origin, wish.at))
