"""The page in a real Chromium: how long until it can be used, and how long a move takes from the press to the drawn answer.

Pages are opened in a browser context that has never been there, with the pictures drawn already. Moves are those of a random
player; the time is taken inside the page, from the call that sends the line to the first frame after the map was drawn again.
Beside each time stands the processor time of the server and of the page's own thread, which tells more on a busy machine.
"""

from __future__ import annotations

import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from shutil import which
from typing import Any

import echelon
from bench.server import GAME, _settled, _wait
from bench.table import Bar, Result, Row

OPTIONS = {"german_setup": "historical"}
MINE, THEIRS = echelon.load(GAME).sides
LOAD, MOVE = 2000.0, 100.0  # ms: what is promised
VIEW = {"width": 1440, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

SETTINGS = """localStorage.setItem('echelon.settings', '{"speed": 0}');"""
# Notes when the page first says it is ready; the table is once its counters and its sheet are there, too.
NOTE = """
globalThis.noted = {};
const note = (name, when) => { if (when && !(name in noted)) noted[name] = performance.now(); };
const look = () => {
  const home = document.body?.classList.contains('home');
  const ready = document.body?.dataset.ready;
  note('frame', ready !== undefined);
  if (home) {
    const cards = [...document.querySelectorAll('#page img')];
    note('usable', Number(ready ?? 0) > 1 && document.querySelector('.game-card:not(.ghost)'));
    note('complete', 'usable' in noted && cards.every((image) => image.complete));
  } else {
    note('usable', ready !== undefined && document.querySelector('#map .counter') && document.querySelector('#sprites *'));
    note('complete', 'usable' in noted && document.querySelector('.paper canvas'));
  }
  if (!('complete' in noted)) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
MOVE_ONE = """
async (pick) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const wait = async (fine) => { for (let n = 0; n < 2000 && !fine(); n += 1) await frame(); };
  await wait(() => echelon.scene && !echelon.busy && !echelon.playing && (echelon.mine || echelon.scene.result));
  const answers = echelon.answers();
  if (!answers.length) return null;
  const number = echelon.number;
  const answer = answers[Math.floor(pick * answers.length)];
  let begun = performance.now();
  let sent = echelon.do(answer.line);
  await wait(() => echelon.held || echelon.number > number);
  if (echelon.held) { await sent; begun = performance.now(); sent = echelon.carryOut(); }  // it leads to more
  await wait(() => echelon.number > number && Number(document.body.dataset.ready) > number);
  const drawn = performance.now();
  await sent;
  const calls = performance.getEntriesByType('resource').filter((row) => row.startTime >= begun && row.name.endsWith('/act'));
  return { kind: answer.verb, took: drawn - begun, server: calls.length ? calls[0].responseEnd - calls[0].startTime : 0,
           size: calls.length ? calls[0].encodedBodySize : 0 };
}
"""


class Server:
    """A server of its own with pictures drawn; a person who opens games."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        source = str(Path(echelon.__file__).parent.parent)
        env = {**os.environ, "ECHELON_HOME": folder, "PYTHONPATH": source}
        command = [sys.executable, "-m", "echelon", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        self.token = ""

    def begin(self, folder: str) -> None:
        _wait(self.port, self.process)
        _settled(Path(folder), self.process.pid)
        with urllib.request.urlopen(f"{self.url}/api/me") as answer:
            self.token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]

    def game(self) -> dict[str, Any]:
        wish = {"system": GAME, "options": OPTIONS, "seats": {MINE: "me", THEIRS: "random"}}
        head = {"Authorization": f"Bearer {self.token}"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/api/games", json.dumps(wish).encode(), head)) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def spent(self) -> float:
        """Processor time of the server so far, in milliseconds; 0 where the system does not tell."""
        try:
            words = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) * 1e3 / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Visit:
    """A page in a fresh browser context, and what it has cost so far."""

    def __init__(self, browser: Any, server: Server, path: str) -> None:
        self.server = server
        self.context = browser.new_context(base_url=server.url, viewport=VIEW, reduced_motion="reduce")
        self.context.add_cookies([{"name": "echelon", "value": server.token, "url": server.url}])
        self.context.add_init_script(SETTINGS + NOTE)
        self.page = self.context.new_page()
        self._wire = self.context.new_cdp_session(self.page)
        self._wire.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.mark()
        self.page.goto(path, wait_until="commit")
        self._until("usable")
        self.cost = self.mark()
        self._until("complete")
        self.noted: dict[str, float] = self.page.evaluate("() => noted")

    def _until(self, word: str) -> None:
        self.page.wait_for_function("word => word in noted", arg=word, timeout=90_000)

    def mark(self) -> tuple[float, float]:
        """Processor time since the last mark, in milliseconds: of the server, of the page."""
        rows = {row["name"]: row["value"] for row in self._wire.send("Performance.getMetrics")["metrics"]}
        now = (self.server.spent(), rows["TaskDuration"] * 1e3)
        before = getattr(self, "_last", now)
        self._last = now
        return now[0] - before[0], now[1] - before[1]


def _moves(page: Any, many: int) -> list[dict[str, Any]]:
    """Random moves against a computer player."""
    rng = random.Random(7)
    found: list[dict[str, Any]] = []
    while len(found) < many:
        told = page.evaluate(MOVE_ONE, rng.random())
        if told is None:
            break
        found.append(told)
    return found


def run(quick: bool) -> Result:
    """Open both pages some times, then play."""
    result = Result()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        result.notes.append("skipped: the package playwright is not installed (make test fetches it)")
        return result
    rounds, many = (2, 10) if quick else (5, 30)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.begin(folder)
            _measure(sync_playwright, server, rounds, many, result)
        finally:
            server.end()
    return result


def _measure(playwright: Any, server: Server, rounds: int, many: int, result: Result) -> None:
    path = os.environ.get("ECHELON_CHROMIUM") or which("chromium") or which("google-chrome")
    table = f"/game/{server.game()['id']}?side={MINE}"
    with playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        Visit(browser, server, "/").context.close()  # the browser itself has started then
        for name, address in (("home page", "/"), ("table", table)):
            visits = []
            for _ in range(rounds):
                visits.append(Visit(browser, server, address))
                visits[-1].context.close()
            _loads(result, name, visits)
        visit = Visit(browser, server, table)
        visit.page.evaluate(MOVE_ONE, 0.5)
        visit.mark()
        moves = _moves(visit.page, many)
        spent = visit.mark()
        browser.close()
    took = sorted(row["took"] for row in moves)
    p50, p95 = statistics.median(took), took[int(0.95 * (len(took) - 1))]
    subject = "a move, press to drawn answer"
    size = statistics.median(row["size"] for row in moves)
    note = f"{len(took)} moves, {size / 1024:.0f} KB each; from {took[0]:.0f} to {took[-1]:.0f}"
    result.rows += [
        Row("page", subject, GAME, "p50", p50, "ms", True, note),
        Row("page", subject, GAME, "p95", p95, "ms", True),
    ]
    _costs(result, subject, spent[0] / len(took), spent[1] / len(took))
    result.bars.append(Bar("page", f"p50 of a move under {MOVE:.0f} ms", MOVE / p50, 1.0))
    result.notes.append(f"load of the machine: {', '.join(f'{x:.1f}' for x in os.getloadavg())}")


def _loads(result: Result, name: str, visits: list[Visit]) -> None:
    subject = f"load of the {name}"
    for word in ("usable", "complete"):
        times = [visit.noted[word] for visit in visits]
        spread = f"{min(times):.0f} to {max(times):.0f}"
        result.rows.append(Row("page", subject, GAME, word, statistics.median(times), "ms", True, spread))
    _costs(result, subject, *(statistics.median(visit.cost[i] for visit in visits) for i in (0, 1)))
    usable = statistics.median(visit.noted["usable"] for visit in visits)
    result.bars.append(Bar("page", f"{name} under {LOAD:.0f} ms", LOAD / usable, 1.0))


def _costs(result: Result, subject: str, served: float, shown: float) -> None:
    result.rows.append(Row("page", subject, GAME, "processor time of the server", served, "ms", True))
    result.rows.append(Row("page", subject, GAME, "processor time of the page", shown, "ms", True))
