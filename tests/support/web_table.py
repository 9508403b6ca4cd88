"""A table as a test plays it: by mouse, by keyboard, by touch. It presses what a player would press and waits for what he would see.

What is legal it reads from the page's store; every answer is given on the screen.
"""

import json
import random
from urllib.parse import urlsplit

SETTLED = "() => window.echelon?.scene && !echelon.busy && !echelon.playing && (echelon.mine || echelon.scene.result !== null)"
PLACE = """label => {
  const path = document.querySelector(`.l-hits [data-hex="${label}"]`);
  if (!path) return null;
  const box = path.getBoundingClientRect();
  return {x: box.left + box.width / 2, y: box.top + box.height / 2, size: box.height};
}"""
FREE = "({x, y}) => document.elementFromPoint(x, y)?.closest('#map, #zoom, body > *')?.id === 'map'"


def new_game(site, page, system="drill", seats=None, **facts):
    """Open a game through the interface with the cookie of this window; its id."""
    answer = page.request.post("/api/games", data={"system": system, "seats": seats, **facts})
    assert answer.ok, answer.text()
    return answer.json()["id"]


class Hand:
    """Presses at points of the screen."""

    def __init__(self, page):
        self.page = page

    def press(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def button(self, locator):
        locator.click()


class Finger(Hand):
    """The same on a touch screen."""

    def press(self, x, y):
        self.page.touchscreen.tap(x, y)

    def button(self, locator):
        locator.tap()


class Table:
    """A game on the screen."""

    def __init__(self, page, game, side="", hand=Hand, seed=1):
        self.page, self.game, self.side, self.hand = page, game, side, hand(page)
        self.rng = random.Random(seed)

    # --- looking ------------------------------------------------------------------------------------------------------
    def open(self):
        self.page.goto(f"/game/{self.game}" + (f"?side={self.side}" if self.side else ""))
        self.ready()
        return self

    def ready(self, number=-1):
        """The page has drawn something newer than this number."""
        self.page.wait_for_function("n => Number(document.body.dataset.ready ?? -1) > n", arg=number)

    def settled(self):
        """It is this player's turn to answer, or the game is over."""
        self.page.wait_for_function(SETTLED)

    def number(self):
        return self.page.evaluate("() => echelon.number")

    def scene(self, *names):
        """The scene, or some of its parts."""
        if not names:
            return self.page.evaluate("() => echelon.scene")
        found = self.page.evaluate(
            "names => Object.fromEntries(names.map((n) => [n, echelon.scene?.[n] ?? null]))", list(names)
        )
        return found[names[0]] if len(names) == 1 else [found[name] for name in names]

    def legal(self):
        return self.page.evaluate("() => echelon.answers()")

    def over(self):
        return self.scene("result") is not None

    def piece(self, unit):
        return next((p for p in self.scene("pieces") if p["id"] == unit), None)

    def moves(self):
        """The lines played, as the page knows them."""
        return self.page.evaluate("() => echelon.moves.map((m) => m.line)")

    # --- pressing -----------------------------------------------------------------------------------------------------
    def place(self, label):
        """Where a hex lies on the screen; the map is moved there if something covers it."""
        found = self.page.evaluate(PLACE, label)
        assert found, f"no hex {label} on the map"
        if not self.page.evaluate(FREE, found):
            self.page.evaluate("label => echelon.focusHex(label)", label)
            self.page.wait_for_function(f"label => ({FREE})(({PLACE})(label))", arg=label)
            found = self.still(label)
        return found

    def still(self, label):
        """The camera has come to rest: two looks at a hex find it in the same place."""
        last = None
        while (found := self.page.evaluate(PLACE, label)) != last:
            last = found
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return found

    def press(self, label):
        at = self.place(label)
        self.hand.press(at["x"], at["y"])

    def press_line(self, line):
        """Press a button that stands for a line."""
        self.hand.button(self.page.locator(f"[data-line={json.dumps(line)}]:visible").first)

    def answered(self, number):
        """The act was accepted and drawn."""
        self.page.wait_for_function(
            "n => echelon.number > n && Number(document.body.dataset.ready) > n && !echelon.busy", arg=number
        )

    # --- playing ------------------------------------------------------------------------------------------------------
    def step(self):
        """Answer one question in some way that the map offers; what was pressed."""
        self.settled()
        if self.over():
            return ""
        number, answers, main = self.number(), self.legal(), self.scene("main")
        acting = [a for a in answers if a["line"] != (main or {}).get("line")]
        if main and main["legal"] and (not acting or self.rng.random() < 0.2):
            self.press_line(main["line"])
            self.answered(number)
            return main["line"]
        answer = self.rng.choice(acting or answers)
        done = self.give(answer, number)
        self.answered(number)
        return done

    def give(self, answer, number):
        """Give an answer on the map: its unit, then a place it can reach; else its place; else its button."""
        piece = self.piece(answer["unit"]) if answer.get("unit") else None
        if piece and piece["hex"]:
            return self.give_unit(answer, piece, number)
        if answer.get("hex"):
            self.press(answer["hex"])
            return self.finish(answer, number)
        self.press_line(answer["line"])
        return answer["line"]

    def give_unit(self, answer, piece, number):
        if self.page.evaluate("() => echelon.selection?.unit") != piece["id"]:
            self.press(piece["hex"])
            self.page.wait_for_function(
                "([unit, n]) => echelon.selection?.unit === unit || echelon.number > n", arg=[piece["id"], number]
            )
        self.page.wait_for_function(
            "([unit, n]) => echelon.number > n || echelon.reach?.unit === unit || !echelon.answers({unit}).length",
            arg=[piece["id"], number],
        )
        if self.number() > number:
            return answer["line"]
        ways = self.page.evaluate("() => Object.keys(echelon.reach?.hexes ?? {})")
        if ways:
            goal = self.rng.choice(sorted(ways))
            self.press(goal)
            return f"{piece['id']} to {goal}"
        if answer.get("hex"):
            self.press(answer["hex"])
        return self.finish(answer, number)

    def finish(self, answer, number):
        """A small menu may have opened; else it is done."""
        line = json.dumps(answer["line"])
        self.page.wait_for_function(
            f"n => echelon.number > n || document.querySelector('.choices:not([hidden]) [data-line={line}]')", arg=number
        )
        if self.number() == number:
            self.press_line(answer["line"])
        return answer["line"]

    def play(self, most=400):
        """Until the game is over."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError(f"the game did not end within {most} answers")

    @property
    def base(self):
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.page.url))
