"""The application: requests in, answers out. It listens on the event loop; judging and storing are done by a few threads."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import mimetypes
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from echelon.core.errors import EchelonError
from echelon.server.api import ENDPOINTS, scenario_rules
from echelon.server.calls import Call, Endpoint, Reply
from echelon.server.errors import ApiError, say, sentence_of
from echelon.server.games import Desk
from echelon.server.live import Hub, Watcher, same_origin
from echelon.server.openapi import document, page
from echelon.server.scene.words import languages
from echelon.server.seats import Players
from echelon.server.settings import Settings
from echelon.server.storage import Store
from echelon.server.thinking import Thinker

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Server", "make_app"]

log = logging.getLogger(__name__)
T = TypeVar("T")

COOKIE = "echelon"
YEAR = 31_536_000
SWEEP = 60.0  # seconds between two looks for games that nobody touches
WEB = Path(__file__).parent.parent / "web"
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
     b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class Server:
    """What one process holds: the store, the desk, watchers, computer players, threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.url)
        self.desk = Desk(self.store, settings.live_games, settings.idle_seconds)
        self.players = Players(self.store)
        self.hub = Hub()
        self.threads = ThreadPoolExecutor(settings.threads, "desk")
        self.thinker = Thinker(self.desk, self.hub, self.run)
        self.gallery: Any = None
        self.sweeper: asyncio.Task[None] | None = None

    async def run(self, function: Callable[..., T], *words: Any) -> T:
        """Run a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(function, *words))

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

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.run(self.desk.sweep)

    async def close(self) -> None:
        """End in good order; everything is stored already."""
        if self.sweeper is not None:
            self.sweeper.cancel()
        await self.thinker.close()
        if self.gallery is not None:
            await self.gallery.close()
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    # --- requests ---------------------------------------------------------------------------------------------------
    async def answer(self, endpoints: Mapping[str, Endpoint], request: Request) -> Response:
        """One request to one of the endpoints of an address."""
        method = "GET" if request.method == "HEAD" else request.method
        lang = language(request)
        try:
            endpoint = endpoints[method]
            query = _query(endpoint, request, lang)
            lang = query.lang if query is not None and query.lang in languages() else lang
            body = await self._body(endpoint, request, lang)
            call = Call(self.desk, self.players, None, request.path_params, query, body, lang, address(request))
            reply = await self.run(self._handle, endpoint, call, *token_of(request))
        except ApiError as error:
            return refusal(error)
        except EchelonError as error:  # a name in the address that the game does not know
            return refusal(ApiError(422, "unknown", sentence_of(str(error))))
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            return refusal(ApiError(500, "broken", say("broken", lang)))
        for game, number in call.changed.items():
            self.hub.tell(game, number)
        for game in call.waiting:
            self.thinker.wake(game)
        return self._response(request, endpoint, call, reply)

    def _handle(self, endpoint: Endpoint, call: Call, token: str, bearer: bool) -> Any:
        """In a thread: find out who asks, do what he asks, and put the answer into bytes."""
        call.player = self.players.find(token) if token else None
        if bearer and call.player is None:
            raise ApiError(401, "token", say("token", call.lang))
        found = endpoint.handler(call)
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
            set_cookie(request, response, call.token)
        return response

    async def _body(self, endpoint: Endpoint, request: Request, lang: str) -> Any:
        """The body, decoded and checked; nothing longer than the limit is read."""
        if endpoint.body is None:
            return None
        limit = self.settings.body_limit
        length = request.headers.get("content-length", "")
        chunks, size = [], int(length) if length.isascii() and length.isdigit() else 0
        if size <= limit:
            size = 0
            async for chunk in request.stream():
                chunks.append(chunk)
                size += len(chunk)
                if size > limit:
                    break
        if size > limit:
            raise ApiError(413, "large", say("large", lang, limit=f"{limit:,}".replace(",", " ")))
        raw = b"".join(chunks)
        try:
            if b"\\u0000" in raw:
                raise ValueError("a text must not hold the sign NUL")
            return msgspec.json.decode(raw, type=endpoint.body)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise ApiError(400, "body", say("body", lang, reason=str(error).rstrip("."))) from None

    # --- pages and files --------------------------------------------------------------------------------------------
    async def page(self, name: str, request: Request) -> Response:
        """A page. Whoever opens one has a token afterwards."""
        file = WEB / name
        if not file.is_file():
            return refusal(ApiError(404, "nothing", say("nothing", language(request))))
        response = FileResponse(file, headers={"cache-control": "no-cache"}, media_type="text/html")
        token, _ = token_of(request)
        known = await self.run(self.players.find, token) if token else None
        if known is None:
            _, token = await self.run(self.players.make)
        set_cookie(request, response, token)
        return response

    async def art(self, request: Request) -> Response:
        """A picture."""
        words = request.path_params
        lang = request.query_params.get("lang", "")
        lang = lang if lang in languages() else language(request)
        try:
            rules = await self.run(scenario_rules, words["system"], words["scenario"])
            if self.gallery is None:
                raise EchelonError("the pictures are not there")
            found = await self.gallery.get(rules, words["name"], lang)
        except ApiError as error:
            return refusal(error)
        except EchelonError as error:
            return refusal(ApiError(404, "art", say("art", lang, reason=sentence_of(str(error)))))
        headers = {"etag": found.etag, "cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        if found.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(found.packed, headers={**headers, "content-encoding": "gzip"}, media_type=found.media)
        return Response(found.body, headers=headers, media_type=found.media)

    # --- live news --------------------------------------------------------------------------------------------------
    async def live(self, socket: WebSocket) -> None:
        """Notices of a game until the other end goes away."""
        headers = socket.headers
        if not same_origin(headers.get("origin"), headers.get("host"), self.settings.origins):
            await socket.close(4403, say("origin"))
            return
        side, game = socket.query_params.get("side") or None, socket.path_params["game"]
        token, _ = token_of(socket)
        try:
            number, waiting = await self.run(self._watch, game, side, token)
        except ApiError as error:
            await socket.close(4000 + error.status, error.sentence[:100])
            return
        await socket.accept()
        watcher = self.hub.join(game, side, number)
        if waiting:
            self.thinker.wake(game)
        sending = asyncio.create_task(self._send(socket, watcher))
        try:
            while True:
                await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sending.cancel()
            self.hub.leave(watcher)

    def _watch(self, game: str, side: str | None, token: str) -> tuple[int, bool]:
        player = self.players.find(token) if token else None
        with self.desk.open(game) as live:
            live.viewer(side, player.id if player else None)
            return live.row.number, live.computer() is not None

    async def _send(self, socket: WebSocket, watcher: Watcher) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                await socket.send_text(msgspec.json.encode(self.hub.news(watcher.game)).decode())


# --- small things -------------------------------------------------------------------------------------------------------
def token_of(request: HTTPConnection) -> tuple[str, bool]:
    """The token of a request, and whether it came as a bearer's."""
    scheme, _, word = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and word.strip():
        return word.strip()[:200], True
    return request.cookies.get(COOKIE, "")[:200], False


def set_cookie(request: HTTPConnection, response: Response, token: str) -> None:
    """Tell a browser who it is."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def language(request: HTTPConnection) -> str:
    """The language a reader prefers, of those we have."""
    known = languages()
    for part in request.headers.get("accept-language", "").split(","):
        word = part.split(";")[0].strip().lower().split("-")[0]
        if word in known:
            return word
    return known[0]


def address(request: HTTPConnection) -> str:
    """How the reader reaches this server."""
    return f"{request.url.scheme}://{request.headers.get('host') or request.url.netloc}"


def refusal(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    """An error as it is sent."""
    kept = {"cache-control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(error.body()), error.status, kept, "application/json")


def cached(request: Request, body: bytes, media: str, headers: Mapping[str, str]) -> Response:
    """An answer that the reader may keep; if he has it already he is told so."""
    etag = f'"{hashlib.blake2b(body, digest_size=10).hexdigest()}"'
    kept = {**headers, "etag": etag, "vary": "accept-language"}
    if etag.strip('"') in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=kept)
    return Response(body, 200, kept, media)


def _query(endpoint: Endpoint, request: Request, lang: str) -> Any:
    if endpoint.query is None:
        return None
    given = dict(request.query_params)
    try:
        if any("\0" in word for pair in given.items() for word in pair) or any("\0" in v for v in request.path_params.values()):
            raise ValueError("a text must not hold the sign NUL")
        return msgspec.convert(given, endpoint.query, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise ApiError(400, "query", say("body", lang, reason=str(error).rstrip("."))) from None


class Files(StaticFiles):
    """The files of the page: kept by the browser, and asked for again."""

    def file_response(self, *words: Any, **more: Any) -> Response:
        """As Starlette makes it, with our header."""
        response = super().file_response(*words, **more)
        response.headers["cache-control"] = "no-cache"
        return response


class Guard:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, guarded)


def make_app(settings: Settings | None = None) -> Starlette:
    """The application, ready for any ASGI server. `app.state.server` holds what it works with."""
    mimetypes.add_type("text/javascript", ".js")
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
            Route("/", partial(server.page, "index.html")),
            Route("/game/{game}", partial(server.page, "table.html")),
            Route("/art/{system}/{scenario}/{name}", server.art),
            WebSocketRoute("/api/games/{game}/live", server.live),
            Mount("/static", Files(directory=WEB, check_dir=False)),
        ],
        middleware=[Middleware(Guard), Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3)],
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
