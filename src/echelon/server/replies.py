"""What requests carry and answers say, whatever they are about: token, language, address; refusals and what may be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from echelon.server.errors import ApiError
from echelon.server.scene.words import languages

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

__all__ = ["address", "cached", "language", "refusal", "set_cookie", "token_of", "visitor"]

COOKIE = "echelon"
YEAR = 31_536_000


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


def visitor(request: HTTPConnection) -> str:
    """From where it was sent; a proxy on this machine tells for whom it asks."""
    return request.client.host if request.client else ""


def refusal(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    """An error as it is sent."""
    kept = {"cache-control": "no-store", **(headers or {})}
    if error.wait is not None:
        kept["retry-after"] = str(error.wait)
    return Response(msgspec.json.encode(error.body()), error.status, kept, "application/json")


def cached(request: Request, body: bytes, media: str, headers: Mapping[str, str]) -> Response:
    """An answer that the reader may keep; if he has it already he is told so."""
    etag = f'"{hashlib.blake2b(body, digest_size=10).hexdigest()}"'
    kept = {**headers, "etag": etag, "vary": "accept-language"}
    if etag.strip('"') in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=kept)
    return Response(body, 200, kept, media)
