"""The interface: every endpoint with its request, its answer and what it can be refused for, in one table."""

from __future__ import annotations

from echelon.server import api, hints, reports, seating
from echelon.server import requests as r
from echelon.server import schemas as s
from echelon.server import thought_schemas as th
from echelon.server.calls import Endpoint

__all__ = ["ENDPOINTS"]

_GAME, _ACT = (403, 404, 422), (400, 403, 404, 409, 413, 422)
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/me", api.me, s.Me, "The player and their games", query=r.Query, errors=(401, 429)),
    Endpoint("PUT", "/api/me", api.rename, s.Me, "Rename the player", r.Rename, r.Query, errors=(400, 401, 403, 413, 429)),
    Endpoint("GET", "/api/systems", api.systems, list[s.SystemCard], "The available games", query=r.Query),
    Endpoint("GET", "/api/systems/{system}/book", api.book, s.Book, "A rule book", query=r.Query, errors=(404,)),
    Endpoint("GET", "/api/systems/{system}/lessons", api.lessons, list[s.Lesson], "Guided games", query=r.Query, errors=(404,)),
    Endpoint("GET", "/api/systems/{system}/{scenario}/board", api.board, s.Board, "The map of a scenario", query=r.Query,
             errors=(404,)),
    Endpoint("POST", "/api/games", api.new_game, s.GameInfo, "Start a game", r.NewGame, r.Query, 201,
             (400, 403, 413, 422, 429)),
    Endpoint("GET", "/api/games/{game}", api.game, s.GameInfo, "A game from outside", query=r.Query, errors=(404,)),
    Endpoint("GET", "/api/games/{game}/board", api.game_board, s.Board, "The map of a game", query=r.Query, errors=(404,)),
    Endpoint("GET", "/api/games/{game}/scene", api.scene, s.Scene, "A moment of the game", query=r.SceneQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/update", api.update, s.Update, "New moves and scene", query=r.UpdateQuery, errors=_GAME),
    Endpoint("POST", "/api/games/{game}/act", api.act, s.Update, "Play an action for a side", r.Act, r.Query, errors=_ACT),
    Endpoint("POST", "/api/games/{game}/undo", api.undo, s.Update, "Undo the last choice", r.Undo, r.Query, errors=_ACT),
    Endpoint("GET", "/api/games/{game}/reach", api.reach, s.Reach, "The range of a unit", query=r.ReachQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/march", api.march, s.March, "How several units go to a hex", query=r.MarchQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/why", api.why, s.Why, "Why an action is not legal", query=r.WhyQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/preview", api.preview, s.Panel | None, "What a line would mean", query=r.LineQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/overlay/{name}", api.overlay, s.Overlay, "Marks to draw over the map",
             query=r.OverlayQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/inspect", api.inspect, s.Inspect, "About a hex or unit", query=r.InspectQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/log", api.log, list[s.Move], "Moves in sentences", query=r.LogQuery, errors=_GAME),
    Endpoint("POST", "/api/games/{game}/hint", hints.hint, th.Hint, "What a computer player would do in your place",
             th.HintWish, r.Query, errors=(*_ACT, 429, 503)),
    Endpoint("GET", "/api/games/{game}/plans", hints.plans, th.Plans, "The plans of computer players", query=r.SideQuery,
             errors=_GAME),
    Endpoint("GET", "/api/games/{game}/reasons", hints.reasons_of, th.MoveReasons, "Why a computer player made a move",
             query=th.MoveQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/report", reports.report, th.ReportPart, "The after-action report of a finished game",
             query=r.SideQuery, errors=(*_GAME, 429, 503)),
    Endpoint("GET", "/api/games/{game}/record", api.record, str, "The record so far", query=r.SideQuery, errors=_GAME),
    Endpoint("GET", "/api/games/{game}/position", api.position, str, "A moment as a position file", query=r.SceneQuery,
             errors=_GAME),
    Endpoint("POST", "/api/games/{game}/resign", api.resign, s.Update, "Resign for a side", r.Resign, r.Query,
             errors=_ACT),
    Endpoint("POST", "/api/games/{game}/draw", api.draw, s.Update, "Offer, accept or decline a draw", r.Draw, r.Query,
             errors=_ACT),
    Endpoint("POST", "/api/games/{game}/invite", seating.invite, s.Link, "Invite to an open seat", r.Invite, r.Query,
             errors=_ACT),
    Endpoint("POST", "/api/games/{game}/return", seating.come_back, s.ReturnLink, "A return link, for another browser",
             r.Nothing, r.Query, errors=_ACT),
    Endpoint("DELETE", "/api/games/{game}/return", seating.stay, s.GameInfo, "Cancel my return links", query=r.Query,
             errors=_ACT),
    Endpoint("POST", "/api/games/{game}/join", seating.accept, s.GameInfo, "Take the seat of an invitation or return link",
             r.Join, r.Query, errors=(*_ACT, 429)),
    Endpoint("POST", "/api/games/{game}/branch", seating.branch, s.GameInfo, "Start a what-if game", r.Branch, r.Query, 201,
             (*_ACT, 429)),
    Endpoint("POST", "/api/games/{game}/seat", seating.seat, s.GameInfo, "Give a seat to a computer, or take it over again",
             r.SeatWish, r.Query, errors=_ACT),
)  # fmt: skip
