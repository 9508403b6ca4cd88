"""A real server in a process of its own, and visitors with real browsers, for the tests of the page and its pictures."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
STEADY = Path(__file__).parent / "steady"  # no test passes by luck
START = 120.0  # seconds a server may take to answer


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """A server with its own data folder; it can be killed and started again on the same port."""

    def __init__(self, folder, art=None):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        if art is not None:
            Path(art).mkdir(parents=True, exist_ok=True)
            (self.folder / "art").symlink_to(art, target_is_directory=True)
        self.port = free_port()
        self.log = self.folder / "server.log"
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        paths = [str(STEADY), str(SOURCE), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "ECHELON_HOME": str(self.folder), "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
        env["ECHELON_NO_ART"] = "1"  # pictures are drawn when they are asked for, not all of them beforehand
        command = [sys.executable, "-m", "echelon", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + START
        while True:
            try:
                self.get("/api/systems")
                return self
            except OSError as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"the server did not start: {self.words()}") from error
                time.sleep(0.05)

    def kill(self):
        """As a power cut would: no chance to say goodbye."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As Ctrl-C would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def words(self):
        """What the server wrote."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def get(self, path, token=""):
        return self.ask("GET", path, None, token)

    def post(self, path, data, token=""):
        return self.ask("POST", path, data, token)

    def ask(self, method, path, data=None, token=""):
        """One request by a program that is no browser; JSON or text."""
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.url + path, body, head, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text


class Watch:
    """Listens to a page: every error it writes, every request that fails. What a test expects it allows by a pattern."""

    def __init__(self, page):
        self.faults, self.allowed = [], []
        page.on("console", lambda m: m.type == "error" and self.add(f"console: {m.text} ({m.location.get('url', '')})"))
        page.on("pageerror", lambda error: self.add(f"script: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", lambda r: r.status >= 400 and self.add(f"{r.status} {r.request.method} {r.url}"))

    def _failed(self, request):
        if "ERR_ABORTED" not in (request.failure or ""):  # the page went elsewhere
            self.add(f"failed: {request.method} {request.url} {request.failure}")

    def add(self, text):
        self.faults.append(text)

    def allow(self, *patterns):
        self.allowed += patterns

    def left(self):
        """What happened that nobody allowed."""
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.allowed)]


QUICK = {"speed": 0, "motion": "reduced"}


def visitor(browser, site, *, settings=None, **options):
    """A new player: a browser window with cookies of its own. `settings` are those of the page."""
    options = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **options}
    context = browser.new_context(base_url=site.url, **options)
    wanted = json.dumps(QUICK if settings is None else settings)
    context.add_init_script(f"localStorage.getItem('echelon.settings') ?? localStorage.setItem('echelon.settings', '{wanted}')")
    context.set_default_timeout(60_000)  # a busy machine is no fault of the page
    page = context.new_page()
    page.watch = Watch(page)
    return page
