"""Games at once on one server process, random players acting through the HTTP API.

The server runs in a process of its own; the players are coroutines of this one, each with a connection that stays open and an
address of its own, as far as the system has addresses to spare. From 1 to 1,000 games act as fast as answers come: how much
does the server do, how long does one wait, how many are sent away to come back later? Then 200 games act at a pace that people
might keep. The memory of a game is what the server grew by, divided by the games.

With `--base`, the folder that holds the package of an older version, a server of that version is measured in turn with the new
one at every step, so that both are told by one run on one machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import echelon
from bench.line import Line
from bench.table import Bar, Result, Row

GAME = "tigers"
OPTIONS = {"german_setup": "historical"}  # all games are in their first days, not in a long set-up
LOADS = (1, 20, 100, 500, 1000)  # games at once
PACE = 40.0  # acts a second of all games together: 200 players who act every five seconds
STROLLERS = 200
SUBJECT = "games on one server process"
SLOWEST = 0.1  # seconds a move may take at people's pace
LONGEST = 1.0  # seconds an answer may take under any load
NEW, OLD = "now", "before"
PASSING = (429, 503)  # come back later


@dataclass
class Tally:
    """What all players did."""

    seconds: list[float] = field(default_factory=list)  # of every act that was answered
    turned: list[float] = field(default_factory=list)  # of every one that was sent away to come back later
    begun: float = 0.0
    ended: float = 0.0
    refused: int = 0

    def at(self, share: float) -> float:
        """The time that this share of the answered acts stayed under, in milliseconds."""
        found = sorted(self.seconds) or [0.0]
        return found[min(len(found) - 1, int(share * len(found)))] * 1e3

    @property
    def rate(self) -> float:
        return len(self.seconds) / (self.ended - self.begun)

    @property
    def shed(self) -> float:
        """The share of requests that were sent away."""
        return len(self.turned) / max(1, len(self.turned) + len(self.seconds))


class Player:
    """One game, both its seats, random answers."""

    def __init__(self, port: int, seed: int) -> None:
        self.line, self.rng = Line(port, seed), random.Random(seed)
        self.game = ""
        self.scene: dict[str, Any] = {}

    async def sit(self) -> None:
        """Open the game."""
        sides = echelon.load(GAME).sides
        wish = {"system": GAME, "options": OPTIONS, "seats": dict.fromkeys(sides, "me")}
        status, info = await self.patient("POST", "/api/games", wish)
        if status != 201:
            raise RuntimeError(f"no game: {status} {info}")
        self.game = info["id"]
        await self.look(info["asked"])

    async def look(self, side: str) -> None:
        _, self.scene = await self.patient("GET", f"/api/games/{self.game}/scene?side={side}")

    async def patient(self, method: str, path: str, data: Any = None, tally: Tally | None = None) -> tuple[int, Any]:
        """Ask until there is an answer; wait as long as one is told to wait."""
        while True:
            begun = time.perf_counter()
            status, found = await self.line.ask(method, path, data)
            took = time.perf_counter() - begun
            if status not in PASSING:
                if tally is not None:
                    tally.seconds.append(took)
                return status, found
            if tally is not None:
                tally.turned.append(took)
            await asyncio.sleep(self.line.wait * self.rng.uniform(1.0, 1.5))

    async def act(self, tally: Tally) -> bool:
        """One act; False when the game is over."""
        scene = self.scene
        if scene["result"] is not None or not scene["legal"]:
            return False
        side = scene["asked"]
        answer = self.rng.choice(scene["legal"])
        data = {"side": side, "number": scene["number"], "line": answer["line"], "key": f"{self.rng.getrandbits(64):016x}"}
        status, found = await self.patient("POST", f"/api/games/{self.game}/act", data, tally)
        if status != 200:
            tally.refused += 1
            await self.look(side)
            return True
        self.scene = found["scene"]
        if self.scene["asked"] != side and self.scene["result"] is None:
            await self.look(self.scene["asked"])
        return True


async def rush(players: list[Player], seconds: float) -> Tally:
    """Everybody as fast as the answers come."""
    tally = Tally(begun=time.perf_counter())

    async def play(player: Player) -> None:
        while time.perf_counter() - tally.begun < seconds and await player.act(tally):
            pass

    tasks = [asyncio.create_task(play(player)) for player in players]
    await asyncio.wait(tasks, timeout=seconds)
    tally.ended = time.perf_counter()
    done = Tally(tally.seconds[:], tally.turned[:], tally.begun, tally.ended, tally.refused)
    await asyncio.gather(*tasks)  # what is on its way comes too late to be counted
    return done


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


class Running:
    """A server of one version, and the players at it."""

    def __init__(self, name: str, source: Path, rest: ExitStack, drawn: Path | None = None) -> None:
        self.name = name
        self.folder = folder = Path(rest.enter_context(tempfile.TemporaryDirectory()))
        if drawn is not None:
            shutil.copytree(drawn / "art", folder / "art")
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        env = {**os.environ, "ECHELON_HOME": str(folder), "PYTHONPATH": str(source)}
        words = [sys.executable, "-m", "echelon", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL)
        rest.callback(self._stop)
        _wait(self.port, self.process)
        if not os.environ.get("ECHELON_NO_ART"):
            _settled(folder, self.process.pid)
        self.players: list[Player] = []
        self.empty = 0.0

    def _stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    async def seat(self, games: int) -> list[Player]:
        """So many players at their games; those who sat there before play on."""
        if not self.players:
            self.players.append(Player(self.port, 0))
            await self.players[0].sit()
            for _ in range(50):
                await self.players[0].act(Tally())
            self.empty = memory(self.process.pid)
        fresh = [Player(self.port, seed) for seed in range(len(self.players), games)]
        for start in range(0, len(fresh), 20):
            await asyncio.gather(*(player.sit() for player in fresh[start : start + 20]))
        self.players += fresh
        return self.players[:games]

    def leave(self) -> None:
        for player in self.players:
            player.line.close()


def memory(process: int) -> float:
    """Resident memory of a process in megabytes."""
    try:
        rows = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
        return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024
    except OSError:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False)
        return int(told.stdout or 0) / 1024


async def measure(servers: list[Running], loads: tuple[int, ...], seconds: float, strollers: int, result: Result) -> None:
    rates: dict[tuple[str, int], float] = {}
    worst = 0.0
    for games in loads:
        for server in servers:
            players = await server.seat(games)
            tally = await rush(players, seconds)
            rates[server.name, games] = tally.rate
            worst = max(worst, tally.at(0.99)) if server.name == NEW else worst
            for technique, value, unit, note in (
                ("acts a second", tally.rate, "/s", f"{tally.refused} refused"),
                ("one act", tally.at(0.5), "ms", "p50"),
                ("one act at worst", tally.at(0.99), "ms", "p99"),
                ("sent away to come back later", 100 * tally.shed, "%", ""),
            ):
                case = f"{games} {GAME} as fast as answers come"
                result.rows.append(Row("server", SUBJECT, case, f"{server.name}: {technique}", value, unit, True, note))
            print(f"  {games:5d} games, {server.name}: {tally.rate:.0f} acts/s, p50 {tally.at(0.5):.0f} ms, "
                  f"p99 {tally.at(0.99):.0f} ms, shed {tally.shed:.0%}", flush=True)  # fmt: skip
    for server in servers:
        grown = (memory(server.process.pid) - server.empty) * 1024 / max(1, loads[-1] - 1)
        slow = await stroll(await server.seat(strollers), seconds, PACE)
        for technique, value, unit, note in (
            ("one act", slow.at(0.5), "ms", "p50"),
            ("one act at worst", slow.at(0.99), "ms", "p99"),
            ("memory a game", grown, "KB", f"after the rush, of {loads[-1]} games"),
        ):
            case = f"{strollers} {GAME} at {slow.rate:.0f} acts a second"
            result.rows.append(Row("server", SUBJECT, case, f"{server.name}: {technique}", value, unit, True, note))
        if server.name == NEW:
            quick = SLOWEST * 1e3 / slow.at(0.99)
            result.bars.append(Bar("server", f"p99 under {SLOWEST * 1e3:.0f} ms at people's pace", quick, 1.0))
        server.leave()
    result.bars.append(Bar("server", f"p99 under {LONGEST:g} s under any load", LONGEST * 1e3 / worst, 1.0))
    if len(servers) > 1:
        gained = rates[NEW, loads[1]] / rates[OLD, loads[1]]
        result.bars.append(Bar("server", f"acts a second at {loads[1]} games against before", gained, 2.0))


def run(quick: bool, base: Path | None = None) -> Result:
    """Start a server, or one of each version, let them play, stop it."""
    loads, seconds, strollers = ((1, 20, 40), 2.0, 40) if quick else (LOADS, 6.0, STROLLERS)
    sources = {OLD: base} if base else {}
    result = Result()
    with ExitStack() as rest:
        servers: list[Running] = []
        for name, source in {**sources, NEW: Path(echelon.__file__).parent.parent}.items():
            servers.append(Running(name, source, rest, servers[0].folder if servers else None))
        asyncio.run(measure(servers, loads, seconds, strollers, result))
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
