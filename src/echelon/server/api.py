"""What each endpoint does: plain functions of a call. The table of them all is in `endpoints`."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec

from echelon.core import dice
from echelon.core.errors import EchelonError
from echelon.core.show.leads import lead_of
from echelon.core.state import Result
from echelon.core.system import load, system_names
from echelon.core.text.names import scenario_text, side_forms, side_name, title_of
from echelon.core.views import View, public
from echelon.server import requests as r
from echelon.server import scene as scenes
from echelon.server import starts
from echelon.server.calls import Call, Reply, Upload
from echelon.server.errors import ApiError, illegal, say, sentence_of
from echelon.server.games import brings_own, standing
from echelon.server.kept import moves_of
from echelon.server.reading import Job
from echelon.server.scene.leads import held
from echelon.server.scene.moments import is_past, view_at
from echelon.server.scene.words import catalogue
from echelon.server.seats import ME, OPEN, fresh_id, now, seat_for
from echelon.server.storage import GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from echelon.core.rules import Rules
    from echelon.core.system import System
    from echelon.server.games import Live
    from echelon.server.scene.sight import Sight

__all__ = [
    "act", "board", "book", "draw", "game", "game_board", "info", "inspect", "lessons", "log", "march", "me",
    "new_game", "opened", "overlay", "position", "preview", "reach", "record", "rename", "resign", "scenario_rules",
    "scene", "systems", "time_of", "told", "undo", "update", "why",
]  # fmt: skip


# --- me and the systems -------------------------------------------------------------------------------------------------
def me(call: Call) -> Any:
    """Who I am, and my games."""
    player = call.me()
    games = call.desk.store.games_of(player.id)
    names = _names(call, [seat for _, seats in games for seat in seats])
    rows = []
    for row, seats in games:
        with suppress(EchelonError):  # a game of a system or scenario that is gone stays in the store and is not shown
            rows.append(info(row, seats, player.id, names, call.lang))
    return {"player": player.id, "name": player.name, "games": rows}


def rename(call: Call) -> Any:
    """Another name for me."""
    call.player = call.players.rename(call.me(), " ".join(call.body.name.split()))
    return me(call)


def systems(call: Call) -> Any:
    """The games that can be played here."""
    return Reply(_cards(call.lang), media="application/json", headers=_KEEP)


def book(call: Call) -> Any:
    """A rule book."""
    return Reply(_book(starts.system_of(call.path["system"], lang=call.lang).name, call.lang), headers=_KEEP)


def lessons(call: Call) -> Any:
    """Guided games."""
    return scenes.lessons(starts.system_of(call.path["system"], lang=call.lang), call.lang)


def board(call: Call) -> Any:
    """The map of a scenario."""
    rules = scenario_rules(call.path["system"], call.path["scenario"])
    return Reply(_board(rules.system.name, rules.scenario.name, call.lang), headers=_KEEP)


def game_board(call: Call) -> Any:
    """The map and units of one game: its scenario's, or those its position brought."""
    with call.game() as live:
        row, rules = live.row, live.rules
        if not brings_own(row.position):
            return Reply(_board(row.system, row.scenario, call.lang), headers=_KEEP)
        return Reply(msgspec.json.encode(scenes.board(rules, call.lang)), headers=_KEEP)


_KEEP = {"cache-control": "no-cache"}  # may be kept, but is asked for again: an update of the program may change it


@lru_cache(maxsize=8)
def _cards(lang: str) -> bytes:
    found = [scenes.card(load(name), lang) for name in system_names()]
    return msgspec.json.encode(sorted(found, key=lambda card: (not card["learning"], card["title"])))


@lru_cache(maxsize=32)
def _book(system: str, lang: str) -> bytes:
    return msgspec.json.encode(scenes.book(load(system), lang))


@lru_cache(maxsize=64)
def _board(system: str, scenario: str, lang: str) -> bytes:
    return msgspec.json.encode(scenes.board(load(system).rules(scenario), lang))


def scenario_rules(system: str, scenario: str) -> Rules:
    """The rules of a scenario that an address names."""
    found = starts.system_of(system)
    if scenario not in found.scenarios:
        raise ApiError(404, "scenario", sentence_of(f"{found.title} has no scenario {scenario[:40]!r}"))
    return found.rules(scenario)


# --- games --------------------------------------------------------------------------------------------------------------
def new_game(call: Call) -> Any:
    """Open a game."""
    wish: r.NewGame = call.body
    system = starts.system_of(wish.system, 422, call.lang)
    if wish.record is not None and wish.position is not None:
        raise ApiError(422, "upload", say("upload_both", call.lang))
    player = call.opening()
    _check_sides(wish.seats, system, call.lang)
    seats = [seat_for(side, wish.seats.get(side, ME), player.id, call.lang) for side in system.sides]
    if wish.seed is not None and OPEN in wish.seats.values():
        raise ApiError(422, "seed", say("seed_open", call.lang))
    name = " ".join(wish.name.split())
    text = wish.position if wish.record is None else wish.record
    if text is None:
        return opened(call, starts.from_scenario(system, wish.scenario, wish.options, wish.seed, call.lang), seats, name)
    kind = "position" if wish.record is None else "record"
    return Upload(
        Job(kind, system.name, text, call.lang), lambda call, found: opened(call, starts.taken_up(system, found), seats, name)
    )


def _check_sides(seats: Mapping[str, str], system: System, lang: str) -> None:
    for side in seats:
        if side not in system.sides:
            raise ApiError(422, "side", say("side", lang, side=side[:40], sides=", ".join(system.sides)))


def opened(
    call: Call, start: starts.Start, seats: Sequence[SeatRow], name: str, parent: tuple[str, int] | None = None
) -> Reply:
    """Store a new game and tell about it."""
    table, rules, at = start.table, start.table.state.rules, now()
    row = GameRow(
        fresh_id(), call.me().id, rules.system.name, rules.system.version, rules.scenario.name, rules.options, name,
        start.position, table.start.seed, start.proved, parent[0] if parent else None, parent[1] if parent else None,
        at, at, 0, **standing(table),
    )  # fmt: skip
    live = call.desk.add(row, list(seats), table)
    found = told(call, live)
    if call.routed:  # another process may have this game from here on; what is kept here would grow old
        call.desk.put_away(row.id)
    elif live.computer():
        call.waiting.add(row.id)
    if start.notice:
        found["notice"] = start.notice
    return Reply(found, 201, headers={"location": f"/api/games/{row.id}"})


def game(call: Call) -> Any:
    """A game from outside."""
    with call.game() as live:
        return told(call, live)


def told(call: Call, live: Live) -> dict[str, Any]:
    """A game in memory from outside."""
    seats = tuple(live.seats.values())
    return info(live.row, seats, call.who, _names(call, seats), call.lang)


def _names(call: Call, seats: Sequence[SeatRow]) -> dict[str, str]:
    ids = sorted({seat.player for seat in seats if seat.player})
    return call.desk.store.player_named(ids) if ids else {}


def info(row: GameRow, seats: Sequence[SeatRow], me: str | None, names: Mapping[str, str], lang: str) -> dict[str, Any]:
    """GameInfo, made without loading the game."""
    system = load(row.system)
    rules = system.rules(row.scenario, row.options)
    by_side = {seat.side: seat for seat in seats}
    found: dict[str, Any] = {
        "id": row.id,
        "system": row.system,
        "title": title_of(system, lang),
        "scenario": row.scenario,
        "scenarioTitle": scenario_text(system, rules.scenario, "title", lang),
        "name": row.name,
        "options": dict(row.options),
        "created": time_of(row.created),
        "updated": time_of(row.updated),
        "turn": row.turn,
        "turns": getattr(rules, "turns", 0),
        "asked": row.asked,
        "seats": [_seat(system, by_side[side], me, names, lang) for side in system.sides],
        "number": row.number,
        "result": None,
        "secrets": bool(system.state_type.layout.secrets) or any(kind.secret for kind in system.kinds),
        "seedHash": dice.seal(row.seed) if row.proved else "",
        "own": brings_own(row.position),
    }
    if row.result:
        winner = row.result["winner"]
        result = Result(None if winner is None else system.sides.index(winner), row.result["level"], row.result["clause"])
        found["result"] = scenes.result_of(rules, result, lang)
    if row.parent is not None:
        found["parent"] = {"game": row.parent, "at": row.parent_at or 0}
    return found


def _seat(system: System, seat: SeatRow, me: str | None, names: Mapping[str, str], lang: str) -> dict[str, Any]:
    found = {
        "side": seat.side,
        "title": side_name(system.texts, seat.side, lang),
        "forms": side_forms(system.texts, seat.side, lang),
        "held": "open",
        "name": "",
    }
    if seat.computer:
        found |= {"held": "computer", "name": catalogue().template("player", seat.computer, lang) or seat.computer}
        found["player"] = seat.computer
    elif seat.player:
        held = "you" if seat.player == me else "player"
        found |= {"held": held, "name": names.get(seat.player, ""), "player": seat.player}
    return found


def time_of(milliseconds: int) -> str:
    """A moment as programs read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# --- looking ------------------------------------------------------------------------------------------------------------
def scene(call: Call) -> Any:
    """A moment of the game as one viewer sees it."""
    with call.game() as live:
        return _scene(call, live, _viewer(call, live), call.query.at)


def _viewer(call: Call, live: Live) -> int | None:
    return live.viewer(call.query.side, call.who, call.lang)


def _scene(
    call: Call, live: Live, side: int | None, at: int | None = None, seen: Callable[[], Sight] | None = None
) -> msgspec.Raw:
    def make() -> dict[str, Any]:
        view = seen() if seen is not None else None
        found = scenes.scene(live.table, side, at, call.lang, game=live.row.id, number=live.row.number, seen=view)
        return {**found, "draw": live.draw()}

    return call.desk.kept.of((live.serial, "scene", live.row.number, at, side, call.lang), make)


def _update(call: Call, live: Live, side: int | None, since: int, start: int = 0) -> dict[str, Any]:
    """The news for a side: the moves up to so many, from `start` on, and the scene."""

    @cache
    def seen() -> Sight:
        return scenes.sight(live.table, side)

    base, end = live.base(since), len(live.table.moves)
    first = min(max(base, start), end)
    last = min(first + call.settings.update_moves, end)
    moves = moves_of(call.desk.kept, live, side, (first, last), call.lang, True, seen)
    scene = _scene(call, live, side, None, seen)
    more = {"next": last} if last < end else {}
    return {"number": live.row.number, "base": base, "moves": moves, "scene": scene, **more}


def update(call: Call) -> Any:
    """What is new since an event."""
    with call.game() as live:
        return _update(call, live, _viewer(call, live), call.query.since, call.query.start)


def log(call: Call) -> Any:
    """Moves in sentences. When there are more than one answer takes, the header `Link` says where to go on."""
    query = call.query
    with call.game() as live:
        side, end = _viewer(call, live), len(live.table.moves)
        end = end if query.end is None else min(query.end, end)
        first = min(query.start, end)
        last = min(first + call.settings.log_moves, end)
        moves = moves_of(call.desk.kept, live, side, (first, last), call.lang, False)
        if last == end:
            return Reply(moves)
        words = {"side": query.side, "lang": query.lang, "from": last, "to": query.end}
        more = urlencode({key: word for key, word in words.items() if word not in ("", None)})
        return Reply(moves, headers={"link": f'</api/games/{live.row.id}/log?{more}>; rel="next"'})


def _view(call: Call, live: Live, at: int | None = None) -> View:
    return view_at(live.table, _viewer(call, live), at)


def _unit(view: View, name: str) -> int:
    return view.rules.names().unit(name)


def reach(call: Call) -> Any:
    """Where a unit can go, or all of a body."""
    with call.game() as live:
        view, query = _view(call, live), call.query
        unit, others = _unit(view, query.unit), [_unit(view, name) for name in query.others.split(",") if name]
        return scenes.together(view, [unit, *others], call.lang) if others else scenes.reach(view, unit, call.lang)


def march(call: Call) -> Any:
    """The line that takes several units to a hex."""
    with call.game() as live:
        view, query = _view(call, live), call.query
        units = [_unit(view, name) for name in query.units.split(",") if name]
        return scenes.march(view, units, view.rules.names().hex(query.hex), call.lang)


def why(call: Call) -> Any:
    """Why something cannot be done."""
    with call.game() as live:
        view, query = _view(call, live), call.query
        names = view.rules.names()
        unit = names.unit(query.unit) if query.unit else None
        hex_ = names.hex(query.hex) if query.hex else None
        return scenes.why(view, unit=unit, hex_=hex_, line=query.line or None, lang=call.lang)


def preview(call: Call) -> Any:
    """What a line would mean."""
    with call.game() as live:
        view = _view(call, live)
        try:
            found = scenes.panel(view, call.query.line, call.lang)
        except EchelonError as error:
            raise illegal(live.rules, error, call.lang) from None
        return found | {"leads": list(lead_of(live.table, call.query.line, view.side).found)} if found else found


def overlay(call: Call) -> Any:
    """Marks to be drawn over the map."""
    with call.game() as live:
        query = call.query
        view = _view(call, live, query.at)
        of = live.side(query.of, call.lang) if query.of else None
        unit = _unit(view, query.unit) if query.unit else None
        end = len(live.table.moves) if query.at is None else query.at
        trail = (
            scenes.moves(live.table, view.side, max(0, end - 40), end, False, call.lang)
            if call.path["name"] == "trails"
            else ()
        )
        return {"marks": scenes.overlay(view, call.path["name"], of, unit, trail, call.lang)}


def inspect(call: Call) -> Any:
    """What is known of a hex or a unit."""
    with call.game() as live:
        query = call.query
        view = _view(call, live, query.at)
        names = view.rules.names()
        group = query.unit if query.unit in scenes.groups_of(view.rules) else ""
        unit = names.unit(query.unit) if query.unit and not group else None
        hex_ = names.hex(query.hex) if query.hex else None
        return scenes.inspect(view, unit=unit, hex_=hex_, lang=call.lang, group=group, past=is_past(live.table, query.at))


def record(call: Call) -> Any:
    """The game so far as a record; secret choices of others are sealed until it is over."""
    with call.game() as live:
        side = _viewer(call, live)
        names = _names(call, tuple(live.seats.values()))
        heads = {seat.side.capitalize(): seat.computer or names.get(seat.player or "", "") for seat in live.seats.values()}
        key = (live.serial, "record", live.row.number, side, tuple(heads.items()))
        text = call.desk.kept.get(key)
        if text is None:
            text = _record(live, side, heads).encode()
            call.desk.kept.put(key, text)
        return _file(live, text, "record")


def _record(live: Live, side: int | None, heads: Mapping[str, str]) -> str:
    found = live.table.record(side)
    if side is None and live.table.state.outcome is None:
        found = public(found, live.table.start, live.table.secret_moves())
    found.headers |= heads
    if not live.row.proved:
        found.seal = found.seed = ""
    return found.text()


def position(call: Call) -> Any:
    """A moment of the game as a position file of what a side knows."""
    with call.game() as live:
        return _file(live, _view(call, live, call.query.at).position(), "position")


def _file(live: Live, text: str | bytes, kind: str) -> Reply:
    name = f"{live.row.system}-{live.row.id}.{'toml' if kind == 'position' else 'txt'}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Reply(text, media="text/plain; charset=utf-8", headers=headers)


# --- acting -------------------------------------------------------------------------------------------------------------
def act(call: Call) -> Any:
    """Answer for a side."""
    wish: r.Act = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        if wish.said is not None and side is not None and wish.number == live.row.number:
            found = held(live.table, side, wish.line, wish.said, call.lang)
            if found is not None:
                return {**_update(call, live, side, wish.number), "held": found}
        since = call.desk.act(live, wish.side, wish.number, wish.line, wish.key, call.lang)
        return _update(call, live, side, since)


def undo(call: Call) -> Any:
    """Take back the last choice of a side."""
    wish: r.Undo = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        since = call.desk.undo(live, wish.side, wish.number, call.lang)
        return _update(call, live, side, since)


def resign(call: Call) -> Any:
    """Give the game up for a side: it is over, and the other side has won."""
    wish: r.Resign = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        return _update(call, live, side, call.desk.resign(live, wish.side, call.lang))


def draw(call: Call) -> Any:
    """Offer a draw, or answer the offer of the other side."""
    wish: r.Draw = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        deed = {"offer": call.desk.offer, "accept": call.desk.accept, "decline": call.desk.decline}[wish.to]
        return _update(call, live, side, deed(live, wish.side, call.lang))
