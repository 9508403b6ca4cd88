"""Two hundred games at once on one server process, random players acting through the HTTP API.

The server runs in a process of its own; the players are coroutines of this one, each with one connection that stays open. First
everybody acts as fast as the answers come (how much does the server do?), then at a pace that people might keep (how long does
one wait?). The memory of a game is what the server grew by, divided by the games.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import echelon
from bench.table import Bar, Result, Row

GAME = "tigers"
OPTIONS = {"german_setup": "historical"}  # all games are in their first days, not in a long set-up
PACE = 40.0  # acts a second of all games together: 200 players who act every five seconds
SUBJECT = "games on one server process"
SLOWEST = 0.1  # seconds a move may take


class Line:
    """One connection that stays open, speaking just enough HTTP/1.1."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.cookie = ""

    async def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        """One request; status and JSON of its answer."""
        body = b"" if data is None else json.dumps(data).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\n" + (f"Cookie: {self.cookie}\r\n" if self.cookie else "")
        first = await self._send(head.encode() + b"\r\n" + body)
        if not first:  # the server closed a connection that lay idle
            self.close()
            first = await self._send(head.encode() + b"\r\n" + body)
        assert self.reader is not None
        status = int(first.split()[1])
        length, chunked = 0, False
        while (row := (await self.reader.readline()).rstrip()) != b"":
            name, _, value = row.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "transfer-encoding":
                chunked = "chunked" in value
            elif name.lower() == "set-cookie" and not self.cookie:
                self.cookie = value.split(";")[0].strip()
        text = await (self._chunks() if chunked else self.reader.readexactly(length))
        return status, json.loads(text) if text else None

    async def _send(self, request: bytes) -> bytes:
        """The first line of the answer; nothing if the line is dead."""
        try:
            if self.writer is None or self.reader is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
            self.writer.write(request)
            return await self.reader.readline()
        except ConnectionError:
            return b""

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        parts: list[bytes] = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        await self.reader.readline()
        return b"".join(parts)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Tally:
    """What all players did."""

    seconds: list[float] = field(default_factory=list)  # of every act
    begun: float = 0.0
    ended: float = 0.0
    refused: int = 0
    looks: int = 0

    def at(self, share: float) -> float:
        """The time that this share of the acts stayed under, in milliseconds."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))] * 1e3

    @property
    def rate(self) -> float:
        return len(self.seconds) / (self.ended - self.begun)


class Player:
    """One game, both its seats, random answers."""

    def __init__(self, port: int, seed: int) -> None:
        self.line, self.rng = Line(port), random.Random(seed)
        self.game = ""
        self.scene: dict[str, Any] = {}

    async def sit(self) -> None:
        """Open the game."""
        sides = echelon.load(GAME).sides
        status, info = await self.line.ask(
            "POST", "/api/games", {"system": GAME, "options": OPTIONS, "seats": dict.fromkeys(sides, "me")}
        )
        if status != 201:
            raise RuntimeError(f"no game: {status} {info}")
        self.game = info["id"]
        await self.look(info["asked"])

    async def look(self, side: str) -> None:
        _, self.scene = await self.line.ask("GET", f"/api/games/{self.game}/scene?side={side}")

    async def act(self, tally: Tally) -> bool:
        """One act; False when the game is over."""
        scene = self.scene
        if scene["result"] is not None or not scene["legal"]:
            return False
        side = scene["asked"]
        answer = self.rng.choice(scene["legal"])
        begun = time.perf_counter()
        data = {"side": side, "number": scene["number"], "line": answer["line"], "key": f"{self.rng.getrandbits(64):016x}"}
        status, found = await self.line.ask("POST", f"/api/games/{self.game}/act", data)
        tally.seconds.append(time.perf_counter() - begun)
        if status != 200:
            tally.refused += 1
            await self.look(side)
            return True
        self.scene = found["scene"]
        if self.scene["asked"] != side and self.scene["result"] is None:
            tally.looks += 1
            await self.look(self.scene["asked"])
        return True


async def rush(players: list[Player], seconds: float) -> Tally:
    """Everybody as fast as the answers come."""
    tally = Tally(begun=time.perf_counter())

    async def play(player: Player) -> None:
        while time.perf_counter() - tally.begun < seconds and await player.act(tally):
            pass

    await asyncio.gather(*map(play, players))
    tally.ended = time.perf_counter()
    return tally


async def stroll(players: list[Player], seconds: float, rate: float) -> Tally:
    """Everybody at a pace; whoever waits for his answer is not hurried."""
    tally = Tally(begun=time.perf_counter())

    async def play(player: Player, index: int) -> None:
        gap = len(players) / rate
        due = tally.begun + gap * index / len(players)
        while due - tally.begun < seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await player.act(tally):
                return
            due += gap * player.rng.uniform(0.5, 1.5)

    await asyncio.gather(*(play(player, index) for index, player in enumerate(players)))
    tally.ended = time.perf_counter()
    return tally


def memory(process: int) -> float:
    """Resident memory of a process in megabytes."""
    try:
        rows = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
        return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024
    except OSError:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False)
        return int(told.stdout or 0) / 1024


async def measure(port: int, process: int, games: int, seconds: float) -> tuple[Tally, Tally, float]:
    warm = Player(port, 0)
    await warm.sit()
    for _ in range(50):
        await warm.act(Tally())
    before = memory(process)
    players = [Player(port, seed) for seed in range(1, games + 1)]
    for start in range(0, games, 20):
        await asyncio.gather(*(player.sit() for player in players[start : start + 20]))
    fast = await rush(players, seconds)
    slow = await stroll(players, seconds, PACE)
    grown = memory(process) - before
    for player in [warm, *players]:
        player.line.close()
    return fast, slow, grown


def run(quick: bool) -> Result:
    """Start a server, let them play, stop it."""
    games, seconds = (40, 4.0) if quick else (200, 20.0)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    source = str(Path(echelon.__file__).parent.parent)
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "ECHELON_HOME": folder, "PYTHONPATH": source}
        server = subprocess.Popen(
            [sys.executable, "-m", "echelon", "serve", "--port", str(port)], env=env, stdout=subprocess.DEVNULL
        )
        try:
            _wait(port, server)
            _settled(Path(folder), server.pid)
            fast, slow, grown = asyncio.run(measure(port, server.pid, games, seconds))
        finally:
            server.terminate()
            server.wait(20)
    acts = len(fast.seconds) + len(slow.seconds)
    note = f"{acts} acts in all, {fast.refused + slow.refused} refused"
    queue = f"p50; p99 {fast.at(0.99):.0f} ms: {games} wait in one queue"
    rows = (
        ("acts a second, as fast as answers come", fast.rate, "/s", note),
        (
            "the same, one act",
            statistics.median(fast.seconds) * 1e3,
            "ms",
            queue,
        ),
        (f"{slow.rate:.0f} acts a second, one act", slow.at(0.5), "ms", "p50"),
        (f"{slow.rate:.0f} acts a second, one act at worst", slow.at(0.99), "ms", "p99"),
        ("memory a game", grown * 1024 / games, "KB", f"after {acts / games:.0f} acts each; the server grew by {grown:.0f} MB"),
    )
    result = Result()
    for technique, value, unit, text in rows:
        result.rows.append(Row("server", SUBJECT, f"{games} {GAME}", technique, value, unit, True, text))
    result.bars.append(Bar("server", f"p99 under {SLOWEST * 1e3:.0f} ms at people's pace", SLOWEST * 1e3 / slow.at(0.99), 1.0))
    return result


def _settled(folder: Path, pid: int) -> None:
    """The pictures are drawn by then: they would share the processor with what is measured. Where the system does not tell
    of a process's children, they are taken to be drawn when no new one has come for a while."""
    last, same = -1, 0
    while same < 8 or _has_children(pid):
        count = sum(1 for _ in (folder / "art").glob("*.gz"))
        same, last = (same + 1 if count == last and count else 0), count
        time.sleep(0.5)


def _has_children(pid: int) -> bool:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1]) == pid:
                return True
        except OSError:
            continue  # it has ended since
    return False


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.05)
