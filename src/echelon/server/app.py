"""The application: requests in, answers out. It listens on the event loop; judging and storing are done by a few threads."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from echelon.core.errors import EchelonError
from echelon.server.api import scenario_rules
from echelon.server.bodies import Bodies
from echelon.server.calls import Call, Endpoint, Later, Reply, Upload
from echelon.server.endpoints import ENDPOINTS
from echelon.server.errors import ApiError, say, sentence_of, told
from echelon.server.files import Shelf
from echelon.server.games import Desk
from echelon.server.gate import SOON, Gate, busy
from echelon.server.guard import Guard
from echelon.server.health import health, measured, metrics
from echelon.server.hosts import Hosts
from echelon.server.limits import Allowance
from echelon.server.live import Hub, Watcher, same_origin
from echelon.server.metrics import Metered
from echelon.server.openapi import document, page
from echelon.server.places import BusyError
from echelon.server.pool import Full, Pool
from echelon.server.reader import Reader
from echelon.server.replies import address, cached, language, refusal, set_cookie, token_of, visitor
from echelon.server.scene.words import languages
from echelon.server.seats import Players, digest
from echelon.server.settings import Settings
from echelon.server.staff import Staff
from echelon.server.storage import Store, Unavailable
from echelon.server.stored import brings_own
from echelon.server.thinking import Thinker
from echelon.server.waiting import thought

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from echelon.core.rules import Rules
    from echelon.server.door import Door

__all__ = ["Server", "make_app"]

log = logging.getLogger(__name__)
T = TypeVar("T")

CARD = "card.svg"
CHATTER = 60  # messages that a live connection may send at once, and one more each second
SWEEP = 60.0  # seconds between two looks for games that nobody touches


class Server:
    """What one process holds: the store, the desk, watchers, computer players, threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.url)
        idle = min(settings.idle_seconds, SWEEP) if settings.routed else settings.idle_seconds
        # a game that another process has by now is not kept for long
        self.desk = Desk(self.store, settings.live_games, idle, settings.kept_bytes)
        self.players = Players(self.store)
        self.hub = Hub(settings.watchers, settings.watchers_an_address, settings.watchers_a_game)
        self.pool = Pool(self.desk.turns, settings.threads, settings.waiting, settings.patience)
        self.staff = Staff(settings.workers, settings.think_seconds, settings.requests_waiting)
        self.thinker = Thinker(self.desk, self.hub, self.run, self.staff, settings.unwatched_seconds)
        self.reader = Reader(settings.readers, settings.reader_seconds, settings.reader_megabytes)
        self.bodies = Bodies(settings.body_limit, settings.bodies_bytes)
        self.shelf = Shelf()
        self.games = Allowance(settings.games_an_hour)
        self.newcomers = Allowance(settings.players_an_hour)
        self.hints = Allowance(settings.hints_an_hour)
        self.gallery: Any = None
        self.door: Door | None = None  # where connections come in, if `echelon serve` opened one
        self.meter = measured(self)
        self.sweeper: asyncio.Task[None] | None = None

    async def run(self, function: Callable[..., T], *words: Any, who: str = "") -> T:
        """Run a function in one of the threads, for a visitor or for the house."""
        return await self.pool.run(function, *words, who=who)

    async def start(self) -> None:
        """Begin to draw the pictures, and to put idle games away."""
        self.sweeper = asyncio.create_task(self._sweep())
        try:
            from echelon.server.art import Gallery
        except ImportError:  # pragma: no cover - without the pictures everything else works
            return
        self.gallery = Gallery(self.settings.data / "art")
        if self.settings.warm:
            await self.gallery.start()

    def drawing(self) -> bool:
        """Are there pictures that are still to be drawn before they are asked for?"""
        return self.gallery is not None and self.settings.warm and self.gallery.drawing()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.run(self.desk.sweep)

    async def close(self) -> None:
        """End in good order; everything is stored already."""
        if self.sweeper is not None:
            self.sweeper.cancel()
        await self.thinker.close()
        self.staff.close()
        await self.reader.close()
        if self.gallery is not None:
            await self.gallery.close()
        self.pool.close()
        self.store.close()

    # --- requests ---------------------------------------------------------------------------------------------------
    async def answer(self, endpoints: Mapping[str, Endpoint], request: Request) -> Response:
        """One request to one of the endpoints of an address."""
        method = "GET" if request.method == "HEAD" else request.method
        lang = language(request)
        try:
            endpoint = endpoints[method]
            if method != "GET" and not self._ours(request):
                raise ApiError(403, "origin", say("origin", lang))
            query = _query(endpoint, request, lang)
            lang = query.lang if query is not None and query.lang in languages() else lang
            body = await self._body(endpoint, request, lang)
            call = Call(self.desk, self.players, None, request.path_params, query, body, lang, address(request), self.settings)
            call.visitor, call.games, call.newcomers, call.hints = visitor(request), self.games, self.newcomers, self.hints
            call.return_days, call.routed = self.settings.return_days, self.settings.routed
            reply = await self.run(self._handle, endpoint, call, *token_of(request), who=call.visitor)
            if isinstance(reply, Upload):
                read = await self.reader.read(reply.job, call.visitor)
                reply = await self.run(self._told, endpoint, call, reply, read, who=call.visitor)
            while isinstance(reply, Later):
                found = await thought(self.staff, request, call, reply)
                reply = await self.run(self._told, endpoint, call, reply, found, who=call.visitor)
        except ApiError as error:
            return refusal(error)
        except EchelonError as error:  # a name in the address that the game does not know
            return refusal(ApiError(422, "unknown", told(error, lang)))
        except (Full, Unavailable) as error:
            return refusal(self._passing(error, request, lang))
        except asyncio.CancelledError:  # the server stops, and waits for nobody any longer
            return refusal(busy(self.pool, lang, visitor(request)))
        except ClientDisconnect:  # nobody is there to read it
            return Response(status_code=400)
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            return refusal(ApiError(500, "broken", say("broken", lang)))
        for game, number in call.changed.items():
            self.staff.moved(game, number)
            self.hub.tell(game, number)
        for game in call.waiting:
            self.thinker.wake(game, call.visitor, call.who or "")
        return self._response(request, endpoint, call, reply)

    def _ours(self, connection: HTTPConnection) -> bool:
        """Does it come from a page of ours, or from a program? A browser sends its cookie along with what other pages at the
        same host ask, whatever their port, so the cookie alone is no proof."""
        headers = connection.headers
        if headers.get("sec-fetch-site") == "same-origin":
            return True
        return same_origin(headers.get("origin"), headers.get("host"), self.settings.origins)

    def _handle(self, endpoint: Endpoint, call: Call, token: str, bearer: bool) -> Any:
        """In a thread: find out who asks, do what he asks, and put the answer into bytes."""
        if token:  # begun again, it may have made a player
            call.player = self.players.find(token)
        if bearer and call.player is None:
            raise ApiError(401, "token", say("token", call.lang))
        return self._reply(endpoint, endpoint.handler(call))

    def _told(self, endpoint: Endpoint, call: Call, later: Later | Upload, found: Any) -> Any:
        """In a thread: what was thought or read, as an answer."""
        return self._reply(endpoint, later.tell(call, found))

    def _reply(self, endpoint: Endpoint, found: Any) -> Any:
        if isinstance(found, Later | Upload):
            return found
        reply = found if isinstance(found, Reply) else Reply(found, endpoint.status)
        if isinstance(reply.body, str):
            return Reply(reply.body.encode(), reply.status, reply.media, reply.headers)
        if isinstance(reply.body, bytes):
            return reply
        return Reply(msgspec.json.encode(reply.body), reply.status, reply.media, reply.headers)

    def _response(self, request: Request, endpoint: Endpoint, call: Call, reply: Reply) -> Response:
        headers = {"cache-control": "no-store", **reply.headers}
        if headers["cache-control"] == "no-cache":
            response = cached(request, reply.body, reply.media, headers)
        else:
            response = Response(reply.body, reply.status, headers, reply.media)
        if call.token:
            set_cookie(request, response, call.token, bool(self.settings.origins))
        return response

    async def _body(self, endpoint: Endpoint, request: Request, lang: str) -> Any:
        """The body, decoded and checked."""
        if endpoint.body is None:
            return None
        raw = await self.bodies.read(request, visitor(request), lang)
        try:
            if b"\\u0000" in raw:
                raise ValueError("a text must not contain the character NUL")
            return msgspec.json.decode(raw, type=endpoint.body)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise ApiError(400, "body", say("body", lang, reason=str(error).rstrip("."))) from None

    # --- pages and files --------------------------------------------------------------------------------------------
    async def page(self, name: str, request: Request) -> Response:
        """A page. Whoever opens one has a token afterwards."""
        if "join" in request.query_params:  # a link of former times
            return await self._moved(request, request.query_params["join"][:200])
        body = self.shelf.page(name)
        if body is None:
            return refusal(ApiError(404, "nothing", say("nothing", language(request))))
        # `private`: who keeps pages for several readers must not hand out one reader's token
        response = Response(body, headers={"cache-control": "private, no-cache"}, media_type="text/html")
        token, _ = token_of(request)
        who = visitor(request)
        try:
            known = await self.run(self.players.find, token, who=who) if token else None
            if known is None:
                made = await self.run(self.players.make, who=who) if self.newcomers.take(who) else None
                token = made[1] if made else ""
        except (Full, Unavailable):  # the page comes all the same, and says what is amiss
            token = ""
        if token:
            set_cookie(request, response, token, bool(self.settings.origins))
        return response

    async def _moved(self, request: Request, token: str) -> Response:
        """An invitation whose token stood in the address, which is logged: behind # it is sent nowhere."""
        try:
            found = await self.run(self.store.invitation, digest(token), who=visitor(request))
        except (Full, Unavailable) as error:
            return refusal(self._passing(error, request, language(request)))
        return RedirectResponse(f"/#join={found.game if found else ''}.{quote(token)}", 303)

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        return self.shelf.answer(request) or refusal(ApiError(404, "nothing", say("nothing", language(request))))

    async def art(self, request: Request) -> Response:
        """A picture."""
        words = request.path_params
        lang = request.query_params.get("lang", "")
        lang = lang if lang in languages() else language(request)
        try:
            rules, own = await self.run(self._pictured, words, who=visitor(request))
            if self.gallery is None:
                raise EchelonError("the pictures are not available")
            found = await self.gallery.get(rules, words["name"][:80], lang, visitor(request) if own else None)
        except ApiError as error:
            return refusal(error)
        except BusyError:
            return refusal(ApiError(503, "busy", say("busy_art", lang)))
        except EchelonError as error:
            return refusal(ApiError(404, "art", say("art", lang, reason=told(error, lang))))
        except (Full, Unavailable) as error:
            return refusal(self._passing(error, request, lang))
        headers = {"etag": found.etag, "cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        if found.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(found.packed, headers={**headers, "content-encoding": "gzip"}, media_type=found.media)
        return Response(found.body, headers=headers, media_type=found.media)

    def _pictured(self, words: Mapping[str, str]) -> tuple[Rules, bool]:
        """The rules whose map and units an address of a picture names, of a game or of a scenario; and is the map its own?"""
        if "game" not in words:
            return scenario_rules(words["system"], words["scenario"]), False
        if words["name"] == CARD:
            raise EchelonError("only scenarios have a card")
        with self.desk.open(words["game"]) as live:
            return live.rules, brings_own(live.row.position)

    def _passing(self, error: Full | Unavailable, asked: HTTPConnection, lang: str = "en") -> ApiError:
        """What will pass: ask again in a moment."""
        if isinstance(error, Full):
            return busy(self.pool, lang, visitor(asked))
        return ApiError(503, "store", say("store", lang), wait=SOON)

    # --- live news --------------------------------------------------------------------------------------------------
    async def live(self, socket: WebSocket) -> None:
        """Notices of a game until the other end goes away."""
        if not self._ours(socket):
            await socket.close(4403, say("origin"))
            return
        side, game = socket.query_params.get("side") or None, socket.path_params["game"]
        token, _ = token_of(socket)
        try:
            number, waiting, player = await self.run(self._watch, game, side, token, who=visitor(socket))
        except ApiError as error:
            await socket.close(4000 + error.status, error.sentence[:100])
            return
        except (Full, Unavailable) as error:
            await socket.close(1013, self._passing(error, socket).sentence[:100])
            return
        refused = self.hub.full(game, side, visitor(socket))
        if refused:
            await socket.close(1013, say(refused))
            return
        watcher = self.hub.join(game, side, number, visitor(socket))  # before anything is waited for: many may come at once
        sending = None
        try:
            await socket.accept()
            if waiting:
                self.thinker.wake(game, visitor(socket), player)
            sending = asyncio.create_task(self._send(socket, watcher))
            await self._listen(socket)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            if sending is not None:
                sending.cancel()
            self.hub.leave(watcher)

    async def _listen(self, socket: WebSocket) -> None:
        """Until the other end goes away, or talks more than a page has reason to."""
        began, heard = time.monotonic(), 0
        while (await socket.receive())["type"] != "websocket.disconnect":
            heard += 1
            if heard > CHATTER + time.monotonic() - began:
                await socket.close(1008, say("chatter"))
                return

    def _watch(self, game: str, side: str | None, token: str) -> tuple[int, bool, str]:
        player = self.players.find(token) if token else None
        with self.desk.open(game) as live:
            live.viewer(side, player.id if player else None)
            return live.row.number, live.computer() is not None, player.id if player else ""

    async def _send(self, socket: WebSocket, watcher: Watcher) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                await socket.send_text(msgspec.json.encode(self.hub.news(watcher.game)).decode())


def _query(endpoint: Endpoint, request: Request, lang: str) -> Any:
    if endpoint.query is None:
        return None
    given = dict(request.query_params)
    try:
        if any("\0" in word for pair in given.items() for word in pair) or any("\0" in v for v in request.path_params.values()):
            raise ValueError("a text must not contain the character NUL")
        return msgspec.convert(given, endpoint.query, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise ApiError(400, "query", say("body", lang, reason=str(error).rstrip("."))) from None


def make_app(settings: Settings | None = None) -> Starlette:
    """The application, ready for any ASGI server. `app.state.server` holds what it works with."""
    server = Server(settings or Settings())
    described = document(ENDPOINTS)
    spec, shown = msgspec.json.encode(described), page(described).encode()

    async def openapi(request: Request) -> Response:
        return cached(request, spec, "application/json", {"cache-control": "no-cache"})

    async def overview(request: Request) -> Response:
        return cached(request, shown, "text/html; charset=utf-8", {"cache-control": "no-cache"})

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        lang = language(request)
        if error.status_code == 405:
            methods = (error.headers or {}).get("Allow", "GET")
            return refusal(ApiError(405, "method", say("method", lang, methods=methods)), error.headers)
        if error.status_code == 404:
            return refusal(ApiError(404, "nothing", say("nothing", lang)))
        return refusal(ApiError(error.status_code, "refused", sentence_of(str(error.detail))), error.headers)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.close()

    app = Starlette(
        routes=[
            *_routes(server, ENDPOINTS),
            Route("/api/openapi.json", openapi),
            Route("/api", overview),
            Route("/healthz", partial(health, server)),
            Route("/metrics", partial(metrics, server)),
            Route("/", partial(server.page, "index.html")),
            Route("/game/{game}", partial(server.page, "table.html")),
            Route("/art/game/{game}/{name}", server.art),
            Route("/art/{system}/{scenario}/{name}", server.art),
            WebSocketRoute("/api/games/{game}/live", server.live),
            Route("/static/{path:path}", server.file),
        ],
        middleware=[
            Middleware(Metered, server.meter),
            Middleware(Guard, Hosts(server.settings.allowed_hosts, server.settings.host), bool(server.settings.origins)),
            *_shared(server.settings),
            Middleware(Gate, pool=server.pool, of_one=server.settings.address_requests),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3),
        ],
        exception_handlers={HTTPException: refused},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def _routes(server: Server, endpoints: Sequence[Endpoint]) -> list[Route]:
    """One route an address, for all its methods."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, partial(server.answer, methods), methods=list(methods)) for path, methods in paths.items()]


def _shared(settings: Settings) -> list[Middleware]:
    """Leave for the pages of other sites to ask, to send their reader's cookie along, and to read the answers."""
    if not settings.origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=("GET", "POST", "PUT", "DELETE"),
            allow_headers=("authorization", "content-type"),
            allow_credentials=True,
            expose_headers=("location",),
        )
    ]
