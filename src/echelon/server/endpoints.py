"""The interface: every endpoint with its request, its answer and what it can be refused for, in one table."""

from __future__ import annotations

from echelon.server import api, hints, reports, seating
from echelon.server import schemas as s
from echelon.server import thought_schemas as th
from echelon.server.calls import Endpoint

__all__ = ["ENDPOINTS"]

_GAME, _ACT = (403, 404, 422), (400, 403, 404, 409, 413, 422)
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/me", api.me, s.Me, "Who I am, and my games", query=s.Query, errors=(401, 429)),
    Endpoint("PUT", "/api/me", api.rename, s.Me, "Give me another name", s.Rename, s.Query, errors=(400, 401, 403, 413, 429)),
    Endpoint("GET", "/api/systems", api.systems, list[s.SystemCard], "The games that can be played", query=s.Query),
    Endpoint("GET", "/api/systems/{system}/book", api.book, s.Book, "A rule book", query=s.Query, errors=(404,)),
    Endpoint("GET", "/api/systems/{system}/lessons", api.lessons, list[s.Lesson], "Guided games", query=s.Query, errors=(404,)),
    Endpoint("GET", "/api/systems/{system}/{scenario}/board", api.board, s.Board, "The map of a scenario", query=s.Query,
             errors=(404,)),
    Endpoint("POST", "/api/games", api.new_game, s.GameInfo, "Open a game", s.NewGame, s.Query, 201,
             (400, 403, 413, 422, 429)),
    Endpoint("GET", "/api/games/{game}", api.game, s.GameInfo, "A game from outside", query=s.Query, errors=(404,)),
    Endpoint("GET", "/api/games/{game}/board", api.game_board, s.Board, "The map of a game", query=s.Query, errors=(404,)),
    Endpoint("GET", "/api/games/{game}/scene", api.scene, s.Scene, "A moment of the game", query=s.SceneQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/update", api.update, s.Update, "What is new", query=s.UpdateQuery, errors=_GAME),
    Endpoint("POST", "/api/games/{game}/act", api.act, s.Update, "Answer for a side", s.Act, s.Query, errors=_ACT),
    Endpoint("POST", "/api/games/{game}/undo", api.undo, s.Update, "Take back the last choice", s.Undo, s.Query, errors=_ACT),
    Endpoint("GET", "/api/games/{game}/reach", api.reach, s.Reach, "Where a unit can go", query=s.UnitQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/why", api.why, s.Why, "Why something cannot be done", query=s.WhyQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/preview", api.preview, s.Panel | None, "What a line would mean", query=s.LineQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/overlay/{name}", api.overlay, s.Overlay, "Marks to draw over the map",
             query=s.OverlayQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/inspect", api.inspect, s.Inspect, "What is known of a hex or unit", query=s.InspectQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/log", api.log, list[s.Move], "Moves in sentences", query=s.LogQuery, errors=_GAME),
    Endpoint("POST", "/api/games/{game}/hint", hints.hint, th.Hint, "What a computer player would do in your place",
             th.HintWish, s.Query, errors=(*_ACT, 429)),
    Endpoint("GET", "/api/games/{game}/plans", hints.plans, th.Plans, "What computer players had in mind", query=s.SideQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/reasons", hints.reasons_of, th.MoveReasons, "Why a computer player made a move",
             query=th.MoveQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/report", reports.report, th.ReportPart, "The after-action report of a finished game",
             query=s.SideQuery, errors=(*_GAME, 429)),
    Endpoint("GET", "/api/games/{game}/record", api.record, str, "The record so far", query=s.SideQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/position", api.position, str, "A moment as a position file", query=s.SceneQuery,
             errors=_GAME),
    Endpoint("POST", "/api/games/{game}/invite", seating.invite, s.Link, "Invite somebody to an open seat", s.Invite, s.Query,
             errors=_ACT),
    Endpoint("POST", "/api/games/{game}/return", seating.come_back, s.Link, "A link back to my seats, for another browser",
             s.Nothing, s.Query, errors=_ACT),
    Endpoint("POST", "/api/invitations/{token}", seating.accept, s.GameInfo, "Take the seat of an invitation", s.Nothing,
             s.Query, errors=(400, 403, 404, 409, 413, 429)),
    Endpoint("POST", "/api/games/{game}/branch", seating.branch, s.GameInfo, "A what-if board", s.Branch, s.Query, 201,
             (*_ACT, 429)),
    Endpoint("POST", "/api/games/{game}/seat", seating.seat, s.GameInfo, "Hand a seat to a computer, or take it back",
             s.SeatWish, s.Query, errors=_ACT),
)  # fmt: skip
