"""`python -m bench fuzz`: a real server, games of every system, and requests of our own making over every route.

Nothing may answer 5xx but a 503 on purpose (it says when to come back), no answer may keep one waiting, no error may be in the
server's log, and its memory stays flat. The table has the answers by route and status; the exit code is 1 if anything failed.
The same seed makes the same requests, as far as what they are made of (ids, numbers) is the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import echelon
from bench.hostile import SYSTEMS, Game, Hostile, Shot

PATIENCE = 60.0  # seconds for one answer
MOST_GAMES = 80  # that requests are aimed at
LEEWAY = 40 * 1024  # kilobytes that the memory may grow after a tenth of the requests ...
GROWTH = 1.25  # ... or by so much


@dataclass
class Found:
    """What a run brought: answers by route and status, what failed, and kilobytes after a tenth and at the end."""

    table: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")


# --- the server -----------------------------------------------------------------------------------------------------------
def serve(port: int, folder: str, url: str) -> None:
    """The server under fire: as `echelon serve` runs it, with allowances that one address does not use up."""
    from echelon.cli.serve import _bind, _run
    from echelon.server.settings import Settings

    many = 10_000_000
    settings = Settings(
        Path(folder), url, games_an_hour=many, players_an_hour=many, hints_an_hour=many, live_games=40, warm=False,
        kept_bytes=8_000_000,  # full long before the end: what the memory grows by then is a leak
    )  # fmt: skip
    _run(settings, _bind("127.0.0.1", port), lambda address: None)


@contextmanager
def site(folder: Path, url: str) -> Iterator[tuple[int, int, Path]]:
    """A server in a process of its own: its port, its number, its log."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "server.log"
    with log.open("wb") as out:
        command = [sys.executable, "-c", f"from bench.fuzz import serve; serve({port}, {str(folder)!r}, {url!r})"]
        path = os.pathsep.join([str(Path(__file__).parent.parent), str(Path(echelon.__file__).parent.parent)])
        server = subprocess.Popen(
            command, stdout=out, stderr=out, env={**os.environ, "PYTHONPATH": path, "ECHELON_NO_ART": "1"}
        )
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                if server.poll() is not None:
                    break
                time.sleep(0.1)
            yield port, server.pid, log
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database; a PostgreSQL is started in the folder, without waiting for its disk."""
    if kind == "sqlite":
        yield ""
        return
    control = shutil.which("pg_ctl")
    if control is None:
        raise SystemExit("PostgreSQL (initdb and pg_ctl) is not installed, or not in PATH")
    base = folder / "pg"
    base.mkdir()
    base.chmod(0o777)
    folder.chmod(0o755)
    user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []  # PostgreSQL does not run as root
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": base}
    subprocess.run([*user, "initdb", "-D", str(base / "db"), "-U", "echelon", "-A", "trust", "-E", "UTF8"], check=True, **quiet)
    options = f"-k {base} -c listen_addresses= -c fsync=off"
    start = [*user, control, "-D", str(base / "db")]
    subprocess.run([*start, "-w", "-o", options, "-l", str(base / "log"), "start"], check=True, **quiet)
    try:
        yield f"postgresql+psycopg://echelon@/postgres?host={base}"
    finally:
        subprocess.run([*start, "-m", "immediate", "stop"], check=False, **quiet)


def memory(pid: int) -> int:
    """Kilobytes of the server's own process; 0 where the system does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


# --- asking ---------------------------------------------------------------------------------------------------------------
class Wire:
    """One connection, opened again when the other end has closed it. It speaks just enough HTTP to hear the answer."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def fire(self, shot: Shot) -> tuple[str, dict[str, str], bytes]:
        """Status, headers and body of the answer; `closed` if there was none."""
        for fresh in (self.streams is None, True):
            if self.streams is None:
                self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
            reader, writer = self.streams
            try:
                writer.write(shot.bytes())
                if shot.raw:
                    writer.write_eof()
                answer = await self._hear(shot, reader, writer)
            except (
                OSError,
                asyncio.IncompleteReadError,
                ValueError,
                IndexError,
            ):  # also of what is closed while one still sends
                answer = ("closed", {}, b"")
            if answer[0] == "closed" or shot.raw or shot.frames is not None or answer[1].get("connection") == "close":
                self.close()
            if answer[0] != "closed" or fresh or shot.raw:
                return answer
        raise AssertionError("unreachable")

    async def _hear(
        self, shot: Shot, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[str, dict[str, str], bytes]:
        first = await reader.readline()
        while first.startswith(b"HTTP/1.1 100"):
            await reader.readline()
            first = await reader.readline()
        if not first:
            return "closed", {}, b""
        status, headers = first.split()[1].decode(), {}
        while row := (await reader.readline()).strip():
            name, _, value = row.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        if status == "101":
            for frame in shot.frames or ():
                writer.write(frame)
            with suppress(TimeoutError):  # it closes on us, or has nothing more to say
                await asyncio.wait_for(reader.read(), 0.05)
            return status, headers, b""
        if shot.method == "HEAD" or status in ("204", "304"):
            return status, headers, b""
        if headers.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(await reader.readline(), 16):
                parts.append(await reader.readexactly(size))
                await reader.readline()
            await reader.readline()
            return status, headers, b"".join(parts)
        return status, headers, await reader.readexactly(int(headers.get("content-length", 0)))

    def close(self) -> None:
        """Hang up."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


async def _json(wire: Wire, method: str, target: str, token: str = "", body: Any = None) -> tuple[dict[str, str], Any]:
    data = b"" if body is None else json.dumps(body).encode()
    headers = [("Host", "127.0.0.1"), ("Content-Length", str(len(data)))]
    headers += [("Authorization", f"Bearer {token}")] if token else []
    status, told, text = await wire.fire(Shot("", method, target, headers, data))
    if not status.startswith("2"):
        raise SystemExit(f"{method} {target} was answered {status}: {text[:300]!r}")
    return told, json.loads(text)


async def begin(wire: Wire) -> Hostile:
    """Two players, and games of every system between them."""
    tokens, games, files = [], [], []
    for _ in range(2):
        headers, _body = await _json(wire, "GET", "/api/me")
        tokens.append(headers["set-cookie"].partition("echelon=")[2].partition(";")[0])
    for system, scenarios in SYSTEMS.items():
        for scenario in scenarios:
            wish = {"system": system, "scenario": scenario, "seed": 1}
            _, info = await _json(wire, "POST", "/api/games", tokens[0], wish)
            game = Game(info["id"], system, tuple(seat["side"] for seat in info["seats"]))
            _, board = await _json(wire, "GET", f"/api/games/{game.id}/board", tokens[0])
            game.units, game.hexes = sorted(board["units"]), sorted(board["hexes"])
            for kind in ("record", "position"):
                headers_ = [("Host", "127.0.0.1"), ("Authorization", f"Bearer {tokens[0]}")]
                text = await wire.fire(Shot("", "GET", f"/api/games/{game.id}/{kind}?side={info['asked']}", headers_))
                files.append(text[2].decode())
            games.append(game)
    _, document = await _json(wire, "GET", "/api/openapi.json")
    return Hostile(document, tokens, games, files)


def learn(games: list[Game], target: str, told: Any, rng: random.Random) -> None:
    """What an answer says of a game: the next requests are made of it."""
    if not isinstance(told, dict):
        return
    if {"id", "system", "seats"} <= told.keys() and all(game.id != told["id"] for game in games):
        like = next(game for game in games if game.system == told["system"])
        made = Game(told["id"], told["system"], like.sides, told["number"], units=like.units, hexes=like.hexes)
        if len(games) < MOST_GAMES:
            games.append(made)
        else:
            games[rng.randrange(len(SYSTEMS) + 2, MOST_GAMES)] = made
    scene = told.get("scene", told)
    if isinstance(scene, dict) and {"legal", "number"} <= scene.keys():
        for game in games:
            if game.id in target:
                game.number, game.moves = scene["number"], scene.get("moves", 0)
                game.asked, game.over = scene.get("asked") or "", bool(scene.get("result"))
                game.lines = [row["line"] for row in scene["legal"]][:200]


# --- the run --------------------------------------------------------------------------------------------------------------
async def run_fuzz(port: int, pid: int, requests: int, seed: int, lines: int = 8) -> Found:
    """So many requests on a few lines at once."""
    found, numbers, begun = Found(), iter(range(requests)), time.monotonic()
    first = Wire(port)
    hostile = await begin(first)
    first.close()

    async def work() -> None:
        wire = Wire(port)
        for i in numbers:
            rng = random.Random(seed * 1_000_003 + i)
            shot, at = hostile.shot(rng), time.monotonic()
            try:
                status, headers, body = await asyncio.wait_for(wire.fire(shot), PATIENCE)
            except (TimeoutError, OSError) as error:
                status, headers, body = type(error).__name__, {}, b""
                wire.close()
            found.slowest = max(found.slowest, (time.monotonic() - at, f"{i} {shot.route}"))
            found.table[shot.route, status] += 1
            if _failed(shot, status, headers):
                found.failures.append(f"{i}: {status} {body[:200]!r}\n    {shot.bytes()[:600]!r}")
            elif (
                status.startswith("2")
                and headers.get("content-type") == "application/json"
                and "content-encoding" not in headers
            ):
                learn(hostile.games, shot.target, json.loads(body) if body else None, rng)
            if i == requests // 10 or i == requests - 1:
                found.memory.append(memory(pid))
        wire.close()

    await asyncio.gather(*(work() for _ in range(lines)))
    found.seconds = time.monotonic() - begun
    return found


def _failed(shot: Shot, status: str, headers: dict[str, str]) -> bool:
    if status == "503":
        return "retry-after" not in headers
    if status == "closed":  # fair enough for what is hardly HTTP
        return not shot.raw and shot.frames is None
    return not status.isdigit() or status >= "500"


def shown(found: Found) -> str:
    """The table of answers."""
    statuses = sorted({status for _, status in found.table})
    routes = sorted({route for route, _ in found.table})
    wide = max(map(len, routes))
    rows = [" ".join(["route".ljust(wide), *(f"{s:>7}" for s in statuses)])]
    for route in [*routes, "all"]:
        count = [sum(n for (r, s), n in found.table.items() if s == status and route in (r, "all")) for status in statuses]
        rows.append(" ".join([route.ljust(wide), *(f"{n or '':>7}" for n in count)]))
    return "\n".join(rows)


def fuzz(requests: int, seed: int = 1, kind: str = "sqlite") -> Found:
    """A run from nothing, with everything that is wrong afterwards in `failures`."""
    with tempfile.TemporaryDirectory(prefix="echelon-fuzz-") as name:
        folder = Path(name)
        with database(kind, folder) as url, site(folder, url) as (port, pid, log):
            found = asyncio.run(run_fuzz(port, pid, requests, seed))
            text = log.read_text(errors="replace")
            for part in text.split("Traceback (most recent call last):")[1:]:
                if "/echelon/server/" in part:  # what the libraries say of broken frames is theirs
                    found.failures.append(f"in the server's log: Traceback {part[:3000]}")
    if len(found.memory) == 2 and found.memory[1] > max(found.memory[0] * GROWTH, found.memory[0] + LEEWAY):
        found.failures.append(f"the memory grew from {found.memory[0]} to {found.memory[1]} kB")
    return found


def main(words: list[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    found = fuzz(options.requests, options.seed, options.database)
    print(shown(found))
    grown = " -> ".join(f"{kb / 1024:.0f} MB" for kb in found.memory)
    print(f"\n{sum(found.table.values())} requests on {options.database} in {found.seconds:.0f} s; memory {grown}; "
          f"the slowest took {found.slowest[0]:.1f} s ({found.slowest[1]})")  # fmt: skip
    for failure in found.failures[:20]:
        print(f"FAILED {failure}")
    print(f"{len(found.failures)} failures" if found.failures else "nothing failed")
    return 1 if found.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
