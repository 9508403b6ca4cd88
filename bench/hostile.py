"""Requests of our own making, for `bench.fuzz`: what a page sends, the same half wrong, and what a hostile visitor sends.

A request is made of the OpenAPI document, of what is known of the games, and of a generator of its own, so that a number and a
seed bring back its shape.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

__all__ = ["Game", "Hostile", "Shot"]

SYSTEMS = {"drill": ("crossing", "ford"), "tigers": ("campaign", "breakthrough"), "colonnes": ("montelimar",)}
NASTY: tuple[Any, ...] = (
    "", " ", "\0", "a\0b", "\x1b[2J", "\u202e\u2028", "\ud7ff\U0010ffff", "🙂" * 30, "9" * 60, "-1", "1e309", "NaN", "²", "١٢",
    "null", "../../etc/passwd", "%00", "%2e%2e%2f", "'; drop table game; --", "{0.__class__}", "{unit:x}", "%s%n", "<script>",
    "x" * 79, "x" * 2000, "a" * 20_000, "-" * 500, ";" * 500, "0203-" * 300, "move " * 300, "chance", "over", -1, 0, 2**31,
    2**53, 2**63, 2**64, 10**400, 1.5, True, None, [], {}, [[[]]], {"a": {"b": 1}}, ["x"] * 500,
)  # fmt: skip
WORDS = (
    "take",
    "move",
    "stop",
    "end",
    "with",
    "attack",
    "done",
    "mine",
    "roll",
    "retreat",
    "advance",
    "pass",
    "hold",
    "?",
    "*",
)
ORIGINS = (
    "http://[",
    "null",
    "https://evil.example",
    "http://127.0.0.1",
    "",
    "//",
    "http://a:99999",
    "http://[::1]:80",
    "\xff",
)
PICTURES = ("counters-light.svg", "counters-dusk.svg", "legend-summer.svg", "card.svg", "nope.svg", "sheet-nope.svg", "sheet-",
            "legend-", "counters-.svg", "..svg", ".svg", "sheet-summer", "card.svg.svg")  # fmt: skip
FILES = ("js/theme.js", "js/api.js", "nope.js", "../app.py", "%2e%2e/app.py", "%00", "~0/js/theme.js", "/", "js", "a" * 3000)
POSITION = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\n'
RECORD = "echelon 1 | drill 1.0.0 | crossing\n"
UPLOADS = (
    POSITION,
    POSITION + 'board = { wood = "0303" }\n',
    POSITION + ".".join("a" * 2000) + " = 1",
    POSITION + "turn = " + "9" * 5000,
    POSITION + "state = { mine = " + "[" * 3000 + "]" * 3000 + " }",
    POSITION + 'board = { road = "' + "0202-0203-" * 1500 + '0202" }',
    POSITION.replace('"0202"', '{ at = "0202", strength = 0 }'),
    POSITION.replace('"0202"', '{ at = "0202", movement = 900 }'),
    RECORD + "end\n" * 40_000,
    RECORD + "end\n" + "(\nend\n" * 2000,
    RECORD + ">\n" * 100_000,
    "echelon 1 | tigers 1.0.0 | campaign\n",
    "nonsense",
    "\ufeff",
    "\0",
)
BODIES = (
    b"", b"[", b"{" * 3000, b"[" * 100_000, b'{"side": ' * 2000, b"\xff\xfe", b"null", b"[]", b'"x"', b"1" * 5000,
    b'{"side":"\\ud800"}', b'{"side":"\\u0000"}', b"{}" * 9, b" " * 1_000_001, b'{"system":1e999}',
)  # fmt: skip
FRAMES = (
    b"\x81\x85abcdxxxxx", b"\x82\x80abcd", b"\x89\x80abcd", b"\xff\xff", b"\x81\xff" + b"\xff" * 8, b"\x81\x81abcd\xff",
    b"\x01\x80abcd", b"\x88\x80abcd", b"\x00" * 20,
)  # fmt: skip
POST = b"POST /api/games HTTP/1.1\r\nHost: x\r\n"
RAW = (
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET  HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\r\n\r\n\r\n",
    POST + b"Content-Length: -5\r\n\r\n",
    POST + b"Content-Length: 50\r\n\r\n{}",
    POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{}x\r\n0\r\n\r\n",
    POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
    b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3000 + b"\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe[\r\n\r\n",
)
WEIGHTS = {"act": 6.0, "scene": 3.0, "resign": 0.1, "draw": 0.3, "hint": 0.15, "report": 0.15, "branch": 0.5, "seat": 0.2}


@dataclass
class Game:
    """What is known of a game: as much as the last answers told."""

    id: str
    system: str
    sides: tuple[str, ...]
    number: int = 0
    moves: int = 0
    asked: str = ""
    over: bool = False
    lines: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=lambda: ["b1"])
    hexes: list[str] = field(default_factory=lambda: ["0203"])


@dataclass
class Shot:
    """One request: `route` is what the table counts it under; `frames` follow on a WebSocket that was opened."""

    route: str
    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    frames: tuple[bytes, ...] | None = None
    raw: bytes = b""  # sent as it is, instead of all the rest

    def bytes(self) -> bytes:
        """As it goes over the wire."""
        head = [f"{self.method} {self.target} HTTP/1.1", *(f"{k}: {v}" for k, v in self.headers)]
        return self.raw or "\r\n".join([*head, "", ""]).encode("latin-1", "replace") + self.body


class Hostile:
    """Makes the requests."""

    def __init__(self, document: Mapping[str, Any], tokens: list[str], games: list[Game], files: list[str]) -> None:
        self.schemas = document["components"]["schemas"]
        self.tokens, self.games, self.files = tokens, games, files
        self.operations = [(path, method, row) for path, rows in document["paths"].items() for method, row in rows.items()]
        self.weights = [WEIGHTS.get(row["operationId"], 1.0) for _, _, row in self.operations]

    def shot(self, rng: Random) -> Shot:
        """The next request of a generator."""
        pick = rng.random()
        if pick < 0.06:
            return self._page(rng)
        if pick < 0.10:
            return self._socket(rng)
        if pick < 0.115:
            return self._raw(rng)
        path, method, row = rng.choices(self.operations, self.weights)[0]
        spoil = rng.choice((0.0, 0.0, 0.15, 0.15, 0.6))  # well-formed, half-formed, hostile
        game = self._game(rng)
        target = path
        for parameter in (p for p in row["parameters"] if p["in"] == "path"):
            word = self._word(parameter["name"], game, rng, spoil)
            target = target.replace(
                "{" + parameter["name"] + "}", quote(str(word)[:3000], safe="" if rng.random() < 0.9 else "/%")
            )
        query = [(p["name"], str(self._word(p["name"], game, rng, spoil)))
                 for p in row["parameters"] if p["in"] == "query" and (rng.random() < 0.7 or p["name"] == "side")]  # fmt: skip
        if spoil and rng.random() < 0.1:
            query += rng.choice(
                ([("side", "blue")] * 3, [(str(i), "x") for i in range(1500)], [("\0", "\0")], [("lang", "fr" * 50)])
            )
        body = self._body(row, game, rng, spoil) if "requestBody" in row else b""
        method = (
            method.upper() if rng.random() > 0.03 * bool(spoil) else rng.choice(("PATCH", "DELETE", "HEAD", "OPTIONS", "X"))
        )
        address = f"{target}?{urlencode(query)}" if query else target
        route = f"{method} {path}" if method in ("GET", "POST", "PUT") else "other methods"
        return Shot(route, method, address[:30_000], self._headers(rng, spoil, body), body)

    def _game(self, rng: Random) -> Game:
        """Any game, mostly one that is not over."""
        going = [game for game in self.games if not game.over]
        return rng.choice(going if going and rng.random() < 0.85 else self.games)

    # --- parts ------------------------------------------------------------------------------------------------------
    def _word(self, name: str, game: Game, rng: Random, spoil: float) -> Any:
        """A value for a field of this name: one that fits, or with a chance one that does not."""
        if rng.random() < spoil:
            good = self._word(name, game, rng, 0.0)
            return rng.choice(NASTY) if rng.random() < 0.6 else _bent(str(good), rng)
        known: dict[str, Any] = {
            "game": game.id, "side": game.asked if rng.random() < 0.6 and game.asked in game.sides else rng.choice(game.sides),
            "system": rng.choice(list(SYSTEMS)), "scenario": "", "unit": rng.choice(game.units), "hex": rng.choice(game.hexes),
            "units": ",".join(rng.sample(game.units, min(3, len(game.units)))), "line": self._line(game, rng),
            "number": game.number, "since": max(0, game.number - rng.randrange(4)), "at": rng.randint(0, game.moves),
            "from": max(0, game.moves - rng.randrange(9)), "to": game.moves, "lang": rng.choice(("en", "fr", "fr", "de")),
            "name": rng.choice(("zones", "supply", "threat", "front", "control", "objectives", "range", "trails", "Anna")),
            "of": rng.choice(game.sides), "token": rng.choice(("x" * 22, "back-x")), "move": rng.randint(0, game.moves),
            "key": f"k{rng.randrange(50)}", "said": rng.sample(("die", "asks", "step", "turn", "over"), 2), "player": "recruit",
            "to_seat": rng.choice(("me", "me", "random", "open")), "seed": rng.randrange(9), "options": {}, "seats": {},
        }  # fmt: skip
        if name == "scenario":
            return rng.choice(SYSTEMS[known["system"]] if rng.random() < 0.5 else ("crossing", "campaign", "montelimar"))
        return known.get(name, "x")

    def _line(self, game: Game, rng: Random) -> str:
        """What a side may say: mostly what is legal, else what looks like it."""
        if game.lines and rng.random() < 0.6:
            return rng.choice(game.lines)
        parts = []
        for _ in range(rng.choice((1, 1, 2, 5))):
            verb = rng.choice(game.lines).split()[0] if game.lines and rng.random() < 0.5 else rng.choice(WORDS)
            rest = [
                rng.choice((game.units, game.hexes, ["normal", "road", "6", "-", "0203-0304"])) for _ in range(rng.randrange(4))
            ]
            parts.append(" ".join([verb, *(rng.choice(words) for words in rest)]))
        return "; ".join(parts)

    def _body(self, row: Mapping[str, Any], game: Game, rng: Random, spoil: float) -> bytes:
        """The body an operation wants, made after its schema; or what is no such body."""
        if rng.random() < spoil * 0.3:
            return rng.choice(BODIES)
        ref = row["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        schema = self.schemas[ref]
        made: dict[str, Any] = {}
        for name in schema.get("properties", {}):
            if name in schema.get("required", ()) or rng.random() < 0.4:
                made[name] = self._field(ref, name, game, rng, spoil)
        if ref == "NewGame" and (made.get("record") is None) == (made.get("position") is None):
            made.pop("record" if rng.random() < 0.8 else "position", None)
        upload = made.get("record") or made.get("position")
        if isinstance(upload, str):  # of the system that it is of, as far as that can be told
            made["system"] = next((name for name in SYSTEMS if name in upload[:200]), "drill")
        if rng.random() < spoil * 0.3 and made:
            made.pop(rng.choice(list(made)))
        if rng.random() < spoil * 0.2:
            made[rng.choice(("x", "", "__class__", "side ", "\0"))] = rng.choice(NASTY)
        text = json.dumps(made, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        return _flipped(text, rng) if rng.random() < spoil * 0.2 else text

    def _field(self, ref: str, name: str, game: Game, rng: Random, spoil: float) -> Any:
        if rng.random() < spoil:
            return rng.choice(NASTY)
        if name in ("record", "position"):
            if rng.random() < 0.6:
                return None
            text = rng.choice(self.files) if self.files and rng.random() < 0.6 else rng.choice(UPLOADS)
            return _bent(text, rng) if rng.random() < 0.4 else text
        if ref == "SeatWish" and name == "to":
            return self._word("to_seat", game, rng, 0.0)
        if ref == "Draw" and name == "to":
            return rng.choice(("offer", "accept", "decline"))
        if name == "seats" and rng.random() < 0.3:
            return {rng.choice(("blue", "german", "x")): rng.choice(("me", "open", "recruit", "random", "nobody"))}
        return self._word(name, game, rng, 0.0)

    def _headers(self, rng: Random, spoil: float, body: bytes = b"") -> list[tuple[str, str]]:
        found = [("Host", "127.0.0.1"), ("Content-Length", str(len(body)))]
        found.append(("Authorization", f"Bearer {rng.choice(self.tokens[:1] * 3 + self.tokens)}"))
        if rng.random() < spoil:
            extra = [
                ("Origin", rng.choice(ORIGINS)), ("Accept-Language", rng.choice(("fr", "xx;q=9", ",;,-" * 200, "\xe9"))),
                ("Cookie", rng.choice(("echelon=x", "echelon=" + "x" * 3000, '="";;;', "echelon=\x7f"))),
                ("X-Forwarded-For", "9.9.9.9"),
                ("If-None-Match", rng.choice(("*", '"x"', "," * 500))),
                ("Accept-Encoding", rng.choice(("gzip", "*", "br;q=x"))),
                ("Content-Type", "text/plain"), ("Sec-Fetch-Site", rng.choice(("same-origin", "cross-site"))),
                ("Range", "bytes=0-1"),
            ]  # fmt: skip
            found += rng.sample(extra, rng.randint(1, 4))
            if rng.random() < 0.3:
                found[2] = (
                    "Authorization",
                    rng.choice(("Bearer", "Bearer ", "Basic eDp4", "Bearer \xff", "bearer " + "x" * 500)),
                )
        return found

    def _page(self, rng: Random) -> Shot:
        game = rng.choice(self.games)
        system = rng.choice([*SYSTEMS, "nope"])
        scenario = rng.choice([*SYSTEMS.get(system, ("x",)), "nope"])
        route, target = rng.choice((
            ("/", "/"), ("/", "/?game=%00&join=" + "x" * 300), ("/game/{game}", f"/game/{game.id}"),
            ("/game/{game}", "/game/%00"),
            ("/static/{path}", f"/static/{rng.choice(FILES)}"), ("/art/{system}/{scenario}/{name}",
             f"/art/{system}/{scenario}/{rng.choice(PICTURES)}?lang={rng.choice(('fr', 'en', 'x', ''))}"),
            ("/art/game/{game}/{name}", f"/art/game/{rng.choice((game.id, 'nope', '%00'))}/{rng.choice(PICTURES)}?lang=fr"),
            ("/api", "/api"), ("/api/openapi.json", "/api/openapi.json"),
            ("nowhere", f"/{quote(str(rng.choice(NASTY))[:200])}"),
        ))  # fmt: skip
        method = "GET" if rng.random() < 0.9 else rng.choice(("POST", "HEAD", "DELETE"))
        return Shot(f"GET {route}" if method == "GET" else "other methods", method, target, self._headers(rng, 0.3))

    def _socket(self, rng: Random) -> Shot:
        """A live line of a game, and what is sent on it."""
        game = rng.choice(self.games)
        target = (
            f"/api/games/{rng.choice((game.id, game.id, 'nope', '%00'))}/live?side={rng.choice((*game.sides, '', 'x', '%00'))}"
        )
        upgrade = [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", rng.choice(("13", "13", "13", "0"))),
            ("Sec-WebSocket-Key", rng.choice(("dGhlIHNhbXBsZSBub25jZQ==",) * 4 + ("", "x"))),
        ]
        frames = tuple(rng.sample(FRAMES, rng.randint(0, 3)))
        headers = [*self._headers(rng, 0.2), *upgrade]
        return Shot("WS /api/games/{game}/live", "GET", target, [h for h in headers if h[0] != "Content-Length"], frames=frames)

    def _raw(self, rng: Random) -> Shot:
        """What is hardly HTTP."""
        return Shot("raw", "", "", [], raw=rng.choice((*RAW, rng.randbytes(300))))


def _bent(text: str, rng: Random) -> str:
    """A text with a little of it changed: signs swapped, a piece doubled, dropped or cut off."""
    for _ in range(rng.randint(1, 4)):
        a, b = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        b = min(b, a + 40)
        text = rng.choice((
            text[:a] + text[b:], text[:b] + text[a:b] * rng.choice((1, 2, 20)) + text[b:], text[:b],
            text[:a] + rng.choice(("\0", "é", "9", "-", ";", "\n", '"', "[", "|", " ")) + text[a:],
            text[:a] + text[a:b][::-1] + text[b:],
        ))  # fmt: skip
    return text


def _flipped(text: bytes, rng: Random) -> bytes:
    made = bytearray(text)
    for _ in range(rng.randint(1, 5)):
        made[rng.randrange(len(made))] = rng.randrange(256)
    return bytes(made)
