"""`python -m tests.web.against_general [FOLDER [SEED]]`: a campaign of Tigers on the page by hints, against the general.

As a person would who asks for a hint (H) and does it, turn after turn. Where only one answer is left, or hints have taken their
time for this turn, the answer is given without asking. The folder (`out/against-general`) gets pictures of the general's plans,
of hints, of *why?*, of every turn's end and of the report, beside `game.txt` (the record), `plans.json`, `hints.txt` and
`faults.txt`: what the page or the server complained of. It takes a minute a turn, and one for the report.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
for place in ("tests/support", "src"):
    sys.path.insert(0, str(ROOT / place))

from album import Album  # noqa: E402
from chromium import FLAGS, REASON, find  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from web_site import QUICK, Site  # noqa: E402
from web_table import SETTLED, Table, new_game  # noqa: E402

SIDE = "allied"
PATIENCE = 60.0  # seconds of hints in a turn, after which answers are given without them
WAITS = f"() => window.echelon?.advice?.before || ({SETTLED})()"  # a plan waits to be looked at, or an answer is asked for

# The answer has been heard, and shown; or the enemy's plan came up at once and waits.
ANSWERED = """n => echelon.advice?.before
  || (echelon.number > n && Number(document.body.dataset.ready) > n && !echelon.busy)"""

# The last entry of the log that tells of a march and can be asked why.
MARCHED = """() => [...document.querySelectorAll('.log [data-why]')].map((b) => Number(b.dataset.why))
  .filter((i) => /^(take|move) /.test(echelon.moves[i].line)).at(-1) ?? -1"""


class Match:
    """The game, and what is kept of it."""

    def __init__(self, album, page, game):
        self.album, self.page, self.table, self.folder = album, page, Table(page, game, SIDE), album.folder
        self.turn, self.spent, self.seen = 0, 0.0, set()
        self.plans, self.hints = {}, []

    def play(self):
        """To the end: plans are looked at, everything else is answered."""
        self.table.open()
        self.want_plans()
        while True:
            self.table.until(WAITS)
            if self.page.evaluate("() => Boolean(echelon.advice?.before)"):
                self.look_at_plan()
            elif self.table.over():
                break
            else:
                self.answer()
        self.album.keep(self.page, "end-of-game")
        self.write()

    def want_plans(self):
        """The setting, as a player finds it."""
        self.page.locator("[data-key='settings'], .doors [title='Settings']").first.click()
        self.page.get_by_role("radio", name="Before it moves").click()
        self.album.keep(self.page, "settings")
        self.page.keyboard.press("Escape")

    def once(self, name):
        """A picture, the first time."""
        if name not in self.seen:
            self.seen.add(name)
            self.album.keep(self.page, name)

    # --- the general ----------------------------------------------------------------------------------------------------
    def look_at_plan(self):
        plan = self.page.evaluate("() => echelon.advice.plan")
        self.plans[plan["at"]] = plan
        self.once(f"plan-{plan['turn']:02}-{plan['step']}")
        self.page.locator("#advice [data-key='go']").click()

    def look_back(self):
        """At the begin of the own turn: the enemy's plan from the log, why he did one thing, and how the armies stand."""
        found = self.page.request.get(f"/api/games/{self.table.game}/plans?side={SIDE}").json()
        self.plans |= {plan["at"]: plan for plan in found["plans"]}
        self.once(f"turn-{self.turn:02}-after-german")
        marched = self.page.evaluate(MARCHED)
        for key, kind in (("plan", "plan"), (f"why {marched}", "why")):
            button = self.page.locator(f".log [data-key='{key}']")
            if not button.count():
                continue
            button.click()
            self.table.until("kind => echelon.advice?.kind === kind", kind)
            self.once(f"turn-{self.turn:02}-{kind}")
            self.page.locator("#advice [data-key='close']").click()
            self.table.until("() => echelon.advice === null")

    # --- the own side ---------------------------------------------------------------------------------------------------
    def answer(self):
        turn, step, kind, main = self.table.scene("turn", "step", "kind", "main")
        if turn != self.turn and kind == "move.pick":
            print(f"turn {self.turn}: {self.spent:.0f} s of hints", flush=True)
            self.turn, self.spent = turn, 0.0
            self.look_back()
        number, legal = self.table.number(), self.table.legal()
        lines = [answer["line"] for answer in legal]
        if len(lines) == 1 or self.spent > PATIENCE:
            line = main["line"] if main and main["legal"] else lines[0]
            self.page.evaluate("line => { echelon.do(line); }", line)
        else:
            self.hint(turn, step, kind)
        self.table.until(ANSWERED, number)

    def hint(self, turn, step, kind):
        """Ask, look, do it."""
        begun = time.monotonic()
        self.page.keyboard.press("h")
        self.table.until("() => echelon.advice?.kind === 'hint'")
        took = time.monotonic() - begun
        self.spent += took
        hint = self.page.evaluate("() => echelon.advice.hint")
        self.hints.append(f"{turn} {step} {kind} {took:.1f} s: {hint['say']} | {' '.join(hint['reasons'])} | {hint['line']}")
        if turn % 3 == 1 or kind not in self.seen:
            self.once(f"hint-{turn:02}-{kind}")
            self.seen.add(kind)
        if len(hint["plan"]) > 3 and f"whole-{turn:02}-{step}" not in self.seen:
            self.page.locator("#advice [data-key='whole']").click()
            self.once(f"whole-{turn:02}-{step}")
        self.page.locator("#advice [data-key='do']").click()

    # --- afterwards -----------------------------------------------------------------------------------------------------
    def write(self):
        """The record and what was said, even if the game was not finished."""
        record = self.page.request.get(f"/api/games/{self.table.game}/record?side={SIDE}")
        (self.folder / "game.txt").write_text(record.text(), "utf-8")
        (self.folder / "plans.json").write_text(json.dumps(list(self.plans.values()), indent=1, ensure_ascii=False), "utf-8")
        (self.folder / "hints.txt").write_text("\n".join(self.hints) + "\n", "utf-8")
        (self.folder / "faults.txt").write_text("\n".join(self.page.watch.faults) + "\n", "utf-8")

    def report(self):
        """As it opens, then the whole of it in a window that is high enough."""
        self.page.locator("#result [data-key='report']").click()
        self.page.locator(".report-chart").wait_for(timeout=300_000)
        self.page.mouse.move(5, 5)
        self.album.keep(self.page, "report")
        self.page.set_viewport_size({"width": 1440, "height": 2600})
        self.album.keep(self.page, "report-whole")
        (self.folder / "report.txt").write_text(self.page.locator(".report").inner_text(), "utf-8")
        self.page.set_viewport_size({"width": 1440, "height": 900})
        self.page.keyboard.press("Escape")

    def turn_ends(self):
        """Every turn's last moment, in the replay."""
        ends = self.page.evaluate("() => Object.fromEntries(echelon.moves.map((m) => [m.turn, m.i + 1]))")
        for turn, at in ends.items():
            self.page.evaluate("at => echelon.jump(at)", at)
            self.table.until("at => echelon.at === at && echelon.scene.at === at || echelon.at === null", at)
            self.album.keep(self.page, f"turn-{int(turn):02}-end")


def main(words):
    path = find()
    if path is None:
        print(REASON)
        return 1
    folder = Path(words[0]) if words else ROOT / "out" / "against-general"
    seed = int(words[1]) if len(words) > 1 else 44
    with tempfile.TemporaryDirectory() as data, sync_playwright() as driver:
        site = Site(data, art=Path(tempfile.gettempdir()) / "echelon-art").start()
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            album = Album(browser, site, folder)
            page = album.visitor(settings=QUICK)
            seats = {"german": "general", SIDE: "me"}
            match = Match(album, page, new_game(site, page, "tigers", seats, scenario="campaign", seed=seed))
            try:
                match.play()
                match.report()
                match.turn_ends()
            finally:
                match.write()
                (folder / "server.txt").write_text(site.words(), "utf-8")
        finally:
            browser.close()
            site.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
