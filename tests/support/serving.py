"""People who talk to a server as browsers and bots do, and what they may expect to hear."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.testclient import TestClient

import echelon
from echelon.core.table import Table
from echelon.server import schemas
from echelon.server.endpoints import ENDPOINTS


class Person:
    """Somebody with a token. What comes back is checked against its documented type and kept."""

    def __init__(self, client: TestClient, token: str | None = None) -> None:
        self.client = client
        client.cookies.clear()
        if token is None:
            told = client.get("/api/me")
            token = told.cookies["echelon"]
            self.id = told.json()["player"]
        client.cookies.clear()
        self.token = token
        self.heard: list[bytes] = []

    def ask(self, method: str, path: str, status: int = 200, body: Any = None, **query: Any) -> Any:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        answer = self.client.request(method, path, content=raw, headers=headers, params=query)
        self.heard.append(answer.content)
        assert answer.status_code == status, answer.text
        if answer.status_code >= 400:
            found = msgspec.json.decode(answer.content, type=schemas.ErrorBody)
            assert not found.error[:1].islower()
            assert found.error.rstrip()[-1] in ".?!"
        return answer.text if answer.headers["content-type"].startswith("text/plain") else answer.json()

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self.ask("GET", path, status, None, **query)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, status, {} if body is None else body)

    def new(self, system: str = "drill", **wish: Any) -> dict[str, Any]:
        return self.post("/api/games", {"system": system, **wish}, 201)

    def follow(self, url: str, status: int = 200) -> Any:
        """An invitation or a return link."""
        game, token = url.partition("#join=")[2].split(".")
        return self.post(f"/api/games/{game}/join", {"token": token}, status)

    def scene(self, game: str, side: str | None = None, **query: Any) -> dict[str, Any]:
        return self.get(f"/api/games/{game}/scene", **({"side": side} if side else {}), **query)

    def act(self, game: str, scene: dict[str, Any], line: str, status: int = 200, **more: Any) -> Any:
        body = {"side": scene["side"], "number": scene["number"], "line": line, **more}
        return self.post(f"/api/games/{game}/act", body, status)


def played(system: str = "drill", seed: int = 3, steps: int = 10_000) -> Table:
    """A table where so many random moves were made."""
    table = Table(echelon.load(system).new(seed=seed), ("forced", "dice"))
    rng = random.Random(seed)
    while table.state.outcome is None and len(table.moves) < steps:
        table.do(rng.choice(list(table.state.legal())))
    return table


def documented(path: str, method: str = "GET") -> Any:
    """The declared type of an answer."""
    return next(e.answer for e in ENDPOINTS if e.path == path and e.method == method)


def fits(answer: Any, path: str, method: str = "GET") -> None:
    """Does an answer fit its documented type, with nothing left over?"""
    made = msgspec.convert(answer, documented(path, method))
    over = list(_over(answer, msgspec.to_builtins(made)))
    assert not over, f"not documented: {over[:5]}"


def _over(told: Any, known: Any, where: str = "") -> Iterator[str]:
    """Where an answer says more than its type knows of."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key not in known:
                yield f"{where}.{key}"
            else:
                yield from _over(value, known[key], f"{where}.{key}")
    elif isinstance(told, list):
        for i, (a, b) in enumerate(zip(told, known, strict=True)):
            yield from _over(a, b, f"{where}[{i}]")


def listen(person: Person, game: str, side: str | None = None, **headers: str) -> Any:
    """The live line of a game."""
    query = f"?side={side}" if side else ""
    headers = {"authorization": f"Bearer {person.token}", **headers} if person.token else headers
    return person.client.websocket_connect(f"/api/games/{game}/live{query}", headers=headers)


def until(line: Any, wanted: Any, most: int = 40) -> Any:
    """Notices up to the one that fits; several may be told as one."""
    for _ in range(most):
        news = line.receive_json()
        if wanted(news):
            return news
    raise AssertionError("it never came")
