"""`python -m bench siege`: one attack after another on a real server, while a friendly visitor plays and takes the time.

The server runs as `echelon serve` starts it, with all its defaults; attackers and friend have addresses of their own in the
network that Linux has to itself. Attackers run in another process, at a lower priority, for so many seconds each. What the
friend felt in each attack is printed: what he waited for a page, an act, a recruit's reply and a hint (middle and longest, with
all that he was told to wait), and the server's memory. The exit code is 1 if the server fell, gave a 5xx that does not say when
to come back, or made the friend wait for longer than he would.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

import echelon
from bench.line import Line
from bench.server import NEW, Running, memory
from echelon.core.table import Table
from echelon.server.stored import AUTO

PASSING = (429, 503)
LONGEST = {"page": 3.0, "act": 3.0, "recruit": 8.0, "hint": 15.0}  # seconds that the friend waits for each at most
FRIEND = 9_000  # the number of his line, and with it his address
OPTIONS = {"german_setup": "historical"}
POSITION = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\n'
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
BOARD = b"GET /api/systems/tigers/campaign/board HTTP/1.1\r\nHost: localhost\r\n\r\n"
RECORD = "echelon 1 | drill 1.0.0 | crossing\n"
BOMBS = (
    ("position", POSITION + ".".join(["a"] * 100_000) + " = 1"),
    ("position", POSITION + "\n".join(f"a{i}.b.c = 1" for i in range(4000))),
    ("position", POSITION + "turn = " + "9" * 800_000),
    ("position", POSITION + "turn = 0x" + "f" * 90),
    ("position", POSITION + "state = { mine = " + "[" * 80_000 + "]" * 80_000 + " }"),
    ("position", POSITION + "".join("[[expect]]\ndo = []\n" for _ in range(10_000))),
    ("position", POSITION + 'title = """' + "\\\n   " * 40_000 + '"""'),
    ("position", POSITION + 'board = { road = "' + "0202-0203-" * 1900 + '0202" }'),
    ("position", POSITION + "board = { " + ", ".join(f'k{i} = "0202 0303 0404"' for i in range(59)) + " }"),
    ("position", POSITION + "hexes = { " + ", ".join(f'P{i} = "{f"P{i - 1} " * 40}"' for i in range(1, 60)) + " }"),
    ("position", POSITION.replace(" }", ", " + ", ".join(
        f'u{i} = {{ at = "0303", side = "red", arm = "infantry", strength = 9, movement = 900, name = "{"n" * 70}" }}'
        for i in range(190)) + " }")),
    ("record", RECORD + "end\n" * 220_000),
    ("record", RECORD + "end\n" + "(\nend\n" * 100_000),
    ("record", RECORD + "move b1 " + "0203-" * 170_000),
    ("record", RECORD + "> " + "a" * 890_000),
    ("record", RECORD + "take b1; " * 90_000),
)  # fmt: skip


# --- the attackers --------------------------------------------------------------------------------------------------------
class Horde:
    """Attackers, each with a line to the server; what they were answered is counted."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.until = port, time.monotonic() + seconds
        self.told: Counter[str] = Counter()
        self.rng = random.Random(port)

    def going(self) -> bool:
        return time.monotonic() < self.until

    async def all(self, number: int, work: Callable[[Line], Awaitable[None]], addresses: int = 1) -> None:
        """So many attackers at the same work, over and over, from so many addresses."""

        async def one(i: int) -> None:
            line = Line(self.port, 100 + i % addresses)
            while self.going():
                try:
                    await asyncio.wait_for(work(line), max(0.1, self.until - time.monotonic()))
                except (OSError, TimeoutError, ValueError, IndexError, asyncio.IncompleteReadError):
                    self.told["cut"] += 1
                    line.close()
                    await asyncio.sleep(0.05)
            line.close()

        await asyncio.gather(*(one(i) for i in range(number)))

    async def ask(self, line: Line, method: str, path: str, data: Any = None, **more: str) -> tuple[int, Any]:
        """One request of an attacker, who does not wait when he is told to."""
        status, text = await line.send(method, path, b"" if data is None else msgspec.json.encode(data), more)
        found = msgspec.json.decode(text) if text[:1] in (b"{", b"[") else text
        self.told[str(status)] += 1
        if status >= 500 and (status != 503 or not line.wait):
            self.told[f"FAILED {status} {method} {path[:60]}"] += 1
        return status, found

    async def game(self, line: Line, system: str = "tigers", **wish: Any) -> dict[str, Any]:
        """A game of an attacker, if he gets one."""
        options = OPTIONS if system == "tigers" else {}
        while self.going():
            status, found = await self.ask(line, "POST", "/api/games", {"system": system, "options": options, **wish})
            if status == 201:
                return dict(found)
            await asyncio.sleep(0.3)
        raise TimeoutError

    # --- what they do -----------------------------------------------------------------------------------------------------
    async def uploads(self) -> None:
        """Files that cost whoever reads them."""

        async def send(line: Line) -> None:
            kind, text = self.rng.choice(BOMBS)
            await self.ask(line, "POST", "/api/games", {"system": "drill", kind: text})

        await self.all(48, send, 4)

    async def reading(self) -> None:
        """A hundred loops that read games of 2,000 moves from the beginning, their records and past scenes."""
        first = Line(self.port, 100)
        table = Table(echelon.load("tigers").new(options=OPTIONS, seed=1), AUTO)
        rng = random.Random(1)
        while len(table.moves) < 2000 and table.state.outcome is None:
            table.do(rng.choice(list(table.state.legal())))
        text = table.record().text()
        games = [(await self.game(first, record=text))["id"] for _ in range(5)]
        paths = (
            "update?since=0",
            "update?since=0&from=900",
            "log?from=0",
            "record",
            "scene?at=1999",
            "scene",
            "position?at=777",
        )

        async def read(line: Line) -> None:
            path = paths[0] if self.rng.random() < 0.6 else self.rng.choice(paths)
            path = path if "?at" not in path else f"{path.partition('=')[0]}={self.rng.randrange(len(table.moves))}"
            await self.ask(line, "GET", f"/api/games/{self.rng.choice(games)}/{path}")

        await self.all(100, read, 4)

    async def idle(self) -> None:
        """Sockets that say nothing; when they are closed others come."""

        async def sit(line: Line) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=line.home)
            try:
                self.told["opened"] += 1
                await reader.read()
            finally:
                writer.close()

        await self.all(3000, sit, 12)

    async def slow(self) -> None:
        """Headers and bodies that come one byte at a time, and answers that are not read."""

        async def drip(line: Line) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=line.home)
            try:
                head = self.rng.choice((b"", POST % 900_000, BOARD * 40))
                writer.write(head or b"GET / HTTP/1.1\r\n")
                self.told["opened"] += 1
                while self.going():
                    writer.write(b"a: b\r\n" if not head else b" ")
                    await writer.drain()
                    await asyncio.sleep(1)
            finally:
                writer.close()
                reader.feed_eof()

        await self.all(1200, drip, 8)

    async def bodies(self) -> None:
        """Bodies of nearly a megabyte that do not quite end."""

        async def fill(line: Line) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=line.home)
            try:
                writer.write(POST % 990_000 + b" " * 980_000)
                self.told["opened"] += 1
                await writer.drain()
                row = await reader.readline()
                self.told[row.split()[1].decode() if row else "cut"] += 1
            finally:
                writer.close()

        await self.all(1500, fill, 30)

    async def live(self) -> None:
        """Live connections, as many as there are, and others that talk on them."""
        first = Line(self.port, 100)
        games = [(await self.game(first, "drill"))["id"] for _ in range(20)]

        async def watch(line: Line) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=line.home)
            try:
                head = f"GET /api/games/{self.rng.choice(games)}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                writer.write(f"{head}Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())  # fmt: skip
                self.told[(await reader.readline()).split()[1].decode()] += 1
                while await reader.read(4096):
                    writer.write(b"\x81\x80abcd" * self.rng.choice((0, 1, 30)))
            finally:
                writer.close()

        await self.all(2500, watch, 20)

    async def hints(self) -> None:
        """Hints that are asked for and not waited for."""

        async def ask(line: Line) -> None:
            found = await self.game(line, seats={"german": "me", "allied": "me"})
            wish = {"side": found["asked"], "number": found["number"]}
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(
                    self.ask(line, "POST", f"/api/games/{found['id']}/hint", wish), self.rng.choice((0.2, 9))
                )
            line.close()
            await asyncio.sleep(0.05)

        await self.all(60, ask, 3)

    async def generals(self) -> None:
        """A hundred and twenty games of general against general, all watched."""
        homes: list[str] = []

        async def look(line: Line) -> None:
            if len(homes) < 120:
                found = await self.game(line, seats={"german": "general", "allied": "general"})
                homes.append(found["id"])
            await self.ask(line, "GET", f"/api/games/{self.rng.choice(homes)}/update")
            await asyncio.sleep(0.2)

        await self.all(12, look, 2)

    async def forged(self) -> None:
        """Other origins, other names, guessed links and tokens, ids of games."""
        away = ({"Origin": "http://["}, {"Origin": "null"}, {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
                {"Host": "evil.example"}, {"Host": "localhost.evil.example"}, {"Host": "[::1].evil.example"})  # fmt: skip
        first = Line(self.port, 100)
        mine = (await self.game(first, "drill", seats={"blue": "me", "red": "open"}))["id"]

        async def forge(line: Line) -> None:
            pick = self.rng.random()
            if pick < 0.6:
                status, _ = await self.ask(line, "POST", "/api/games", {"system": "drill"}, **self.rng.choice(away))
                good = {403, 421, 429, 503}
            elif pick < 0.9:
                token = f"{self.rng.getrandbits(128):x}"
                status, _ = await self.ask(line, "POST", f"/api/games/{mine}/join", {"token": token})
                good = {404, 429, 503}
            else:
                token = f"{self.rng.getrandbits(128):x}"
                status, _ = await self.ask(line, "GET", "/api/me", None, Authorization=f"Bearer {token}")
                good = {401, 429, 503}
            if status not in good:
                self.told[f"FAILED forgery was answered {status}"] += 1

        await self.all(40, forge, 4)

    async def flood(self) -> None:
        """What is cheap to ask for, as fast as it comes, from as many connections as one address may have."""
        paths = ("/api/me", "/", "/static/js/api.js", "/api/systems", "/api/systems/tigers/book", "/healthz", "/nowhere",
                 "/metrics", "/game/x", "/api/games/x/scene", "/api/systems/tigers/campaign/board")  # fmt: skip

        async def ask(line: Line) -> None:
            status, _ = await line.send("GET", self.rng.choice(paths))
            self.told[str(status)] += 1

        await self.all(400, ask, 1)

    async def opening(self) -> None:
        """Games by the hundred, with maps of their own and pictures of them, and each move taken back and made again."""

        async def open_one(line: Line) -> None:
            wood = " ".join(f"{self.rng.randint(2, 9):02}{self.rng.randint(2, 5):02}" for _ in range(9))
            text = POSITION + f'board = {{ wood = "{wood}" }}'
            status, found = await self.ask(line, "POST", "/api/games", {"system": "drill", "position": text})
            if status != 201:
                await asyncio.sleep(0.2)
                return
            for name in ("sheet-summer.svg", "counters-light.svg", "legend-summer.svg"):
                await line.send("GET", f"/art/game/{found['id']}/{name}")
            await self.ask(line, "GET", f"/api/games/{found['id']}/board")
            await self.ask(line, "GET", "/api/me")

        await self.all(24, open_one, 4)

    async def everything(self) -> None:
        """All of it at once."""
        await asyncio.gather(*(getattr(self, name)() for name in ATTACKS if name not in ("everything", "calm")))

    async def calm(self) -> None:
        """Nothing: what the friend feels on a quiet day."""
        await asyncio.sleep(max(0.0, self.until - time.monotonic()))


ATTACKS = ("calm", "uploads", "reading", "idle", "slow", "bodies", "live", "hints", "generals", "forged", "flood", "opening",
           "everything")  # fmt: skip


def attack(name: str, port: int, seconds: float) -> None:
    """The attackers' process: it ends by itself, whatever comes."""
    os.nice(5)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    horde = Horde(port, seconds)

    async def fight() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(getattr(horde, name)(), seconds + 5)

    asyncio.run(fight())
    sys.stdout.buffer.write(msgspec.json.encode(dict(horde.told)))


# --- the friend -----------------------------------------------------------------------------------------------------------
class Friend:
    """Somebody who plays: with himself, and against a recruit, and now and then asks for a hint. He waits when he is told to,
    and counts that as waiting."""

    def __init__(self, port: int) -> None:
        self.line = Line(port, FRIEND)
        self.rng = random.Random(1)
        self.felt: dict[str, list[float]] = defaultdict(list)
        self.told: Counter[str] = Counter()

    async def ask(self, kind: str, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        began = time.monotonic()
        while True:
            status, found = await self.line.ask(method, path, data)
            self.told[str(status) if status not in PASSING else f"{status} {found['code']} {self.line.wait:.0f} s"] += 1
            if status not in PASSING:
                break
            await asyncio.sleep(max(0.1, self.line.wait) * self.rng.uniform(1.0, 1.5))
        self.felt[kind].append(time.monotonic() - began)
        return status, found

    async def open(self, system: str, **seats: str) -> str:
        options = OPTIONS if system == "tigers" else {}
        _, found = await self.ask("open", "POST", "/api/games", {"system": system, "options": options, "seats": seats})
        return str(found["id"])

    async def act(self, kind: str, game: str, scene: dict[str, Any]) -> dict[str, Any]:
        line = self.rng.choice(scene["legal"])["line"]
        wish = {"side": scene["asked"], "number": scene["number"], "line": line, "key": f"{self.rng.getrandbits(60):x}"}
        status, found = await self.ask(kind, "POST", f"/api/games/{game}/act", wish)
        return found["scene"] if status == 200 else {}

    async def scene(self, game: str, side: str) -> dict[str, Any]:
        return dict((await self.ask("page", "GET", f"/api/games/{game}/scene?side={side}"))[1])

    async def play(self, until: float) -> None:
        """Round after round."""
        own, drill, last = "", "", 0.0
        while time.monotonic() < until:
            await self.ask("page", "GET", "/api/me")
            own = own or await self.open("tigers", german="me", allied="me")
            scene = await self.scene(own, "german")
            scene = scene if scene["yours"] else await self.scene(own, "allied")
            if scene["result"]:
                own = ""
                continue
            if time.monotonic() - last > 10:
                last = time.monotonic()
                await self.ask("hint", "POST", f"/api/games/{own}/hint", {"side": scene["asked"], "number": scene["number"]})
            for _ in range(4):
                if scene and scene["yours"]:
                    scene = await self.act("act", own, scene)
                await asyncio.sleep(0.1)
            drill = drill or await self.open("drill", blue="me", red="recruit")
            drill = drill if await self._drill(drill, until) else ""

    async def _drill(self, game: str, until: float) -> bool:
        """Until the recruit has answered once; False when the game is over."""
        scene = await self.scene(game, "blue")
        began = time.monotonic()
        while scene and scene["yours"] and not scene["result"]:
            began = time.monotonic()
            scene = await self.act("act", game, scene)
        if not scene or scene["result"]:
            return False
        while not scene["yours"] and not scene["result"] and time.monotonic() < until + 30:
            await asyncio.sleep(0.05)
            scene = await self.scene(game, "blue")
        self.felt["recruit"].append(time.monotonic() - began)
        return not scene["result"]


# --- the siege ------------------------------------------------------------------------------------------------------------
async def stand(name: str, server: Running, seconds: float) -> tuple[Friend, Counter[str], float]:
    """One attack: what the friend felt, what the attackers were told, and the most memory the server had."""
    words = [sys.executable, "-c", f"from bench.siege import attack; attack({name!r}, {server.port}, {seconds})"]
    root = os.pathsep.join([str(Path(__file__).parent.parent), str(Path(echelon.__file__).parent.parent)])
    horde = subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": root})
    friend, most = Friend(server.port), [memory(server.process.pid)]
    until = time.monotonic() + seconds

    async def look() -> None:
        while True:
            most.append(memory(server.process.pid))
            await asyncio.sleep(0.5)

    looking = asyncio.create_task(look())
    try:
        await asyncio.wait_for(friend.play(until), seconds + 60)
    except (TimeoutError, OSError, ValueError, KeyError, IndexError) as error:
        friend.told[f"FAILED {type(error).__name__} {error}"] += 1
    looking.cancel()
    friend.line.close()
    try:
        told, _ = await asyncio.to_thread(horde.communicate, timeout=30)
    finally:
        horde.kill()
    return friend, Counter(msgspec.json.decode(told or b"{}", type=dict[str, int])), max(most)


def siege(attacks: list[str], seconds: float) -> int:
    """The attacks in turn on one server."""
    failed = 0
    with ExitStack() as rest:
        server = Running(NEW, Path(echelon.__file__).parent.parent, rest)
        for name in attacks:
            friend, told, most = asyncio.run(stand(name, server, seconds))
            parts = []
            for kind, bound in LONGEST.items():
                felt = sorted(friend.felt[kind]) or [0.0]
                slow = felt[-1] > bound
                failed += slow
                parts.append(
                    f"{kind} {felt[len(felt) // 2]:.2f}/{felt[-1]:.2f}{' LATE' if slow else ''} ({len(friend.felt[kind])})"
                )
            bad = [f"{word} x{count}" for word, count in [*friend.told.items(), *told.items()] if word.startswith("FAILED")]
            bad += ["FAILED: the server fell"] if server.process.poll() is not None else []
            failed += len(bad)
            shown = ", ".join(f"{count} {word}" for word, count in sorted(told.items()) if not word.startswith("FAILED"))
            print(f"{name:10} friend: {', '.join(parts)}; {dict(friend.told)}")
            print(f"{'':10} attackers: {shown}; memory {most:.0f} MB", *bad, sep="\n           ", flush=True)
    return failed


def main(words: list[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench siege", description=__doc__)
    parser.add_argument("attack", nargs="*", choices=[*ATTACKS, []], help=f"which: {', '.join(ATTACKS)} (all)")
    parser.add_argument("--seconds", type=float, default=140.0, help="how long each lasts; the default makes half an hour")
    options = parser.parse_args(words)
    failed = siege(options.attack or list(ATTACKS), options.seconds)
    print(f"{failed} failures" if failed else "nothing fell, and nobody was made to wait")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
