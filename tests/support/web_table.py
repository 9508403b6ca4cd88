"""A table as a test plays it, by mouse, keyboard or touch: it presses what a player would and waits for what he would see.

What is legal it reads from the page's store; every answer is given on the screen.
"""

import json
import random
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

SETTLED = "() => window.echelon?.scene && !echelon.busy && !echelon.playing && (echelon.mine || echelon.scene.result !== null)"
PLACE = """label => {
  const path = document.querySelector(`.l-hits [data-hex="${label}"]`);
  if (!path) return null;
  const box = path.getBoundingClientRect();
  return {x: box.left + box.width / 2, y: box.top + box.height / 2, size: box.height};
}"""
STATE = """() => window.echelon && ({
  number: echelon.number, heard: echelon._heard, busy: echelon.busy, playing: echelon.playing?.i, at: echelon.at,
  viewer: echelon.viewer, selection: echelon.selection, reach: Object.keys(echelon.reach?.hexes ?? {}),
  ready: document.body.dataset.ready, fault: echelon.fault?.say, prompt: echelon.scene?.prompt, main: echelon.scene?.main,
  toasts: document.getElementById('toasts')?.innerText, why: document.getElementById('why')?.innerText,
  legal: echelon.answers().map((a) => a.line), pieces: echelon.scene?.pieces.map((p) => `${p.id} ${p.hex}`)})"""
# A point of a hex that no panel and no card of the page covers, or null: its middle if it can be, `bare` beside its counters.
SPOT = """({label, bare}) => {
  const path = document.querySelector(`.l-hits [data-hex="${label}"]`);
  if (!path) return null;
  const box = path.getBoundingClientRect();
  const map = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top?.closest('#map, #zoom, body > *')?.id === 'map' && !top.closest('.float, [data-hexside]') ? top : null;
  };
  const free = ({x, y}) => {  // with room for the tip of a finger
    const top = map(x, y);
    if (!top || ![[-6, -6], [6, -6], [-6, 6], [6, 6]].every(([dx, dy]) => map(x + dx, y + dy))) return false;
    const chip = top.closest('.l-chips [data-hex]');
    return (!chip || chip.dataset.hex === label) && (!bare || chip || !top.closest('.counter'));
  };
  const inside = bare ? [[0, 0], [0, .38], [0, -.38], [.3, .3], [-.3, .3], [-.3, -.3], [.3, -.3]]
    : [[0, 0], [0, .18], [0, -.18], [.18, 0], [-.18, 0]];
  const x = box.left + box.width / 2, y = box.top + box.height / 2, size = box.height;
  const points = inside.map(([dx, dy]) => ({x: x + dx * size, y: y + dy * size}));
  const chip = bare && document.querySelector(`.l-chips [data-hex="${label}"]`)?.getBoundingClientRect();
  if (chip) points.unshift({x: chip.left + chip.width / 2, y: chip.top + chip.height / 2});
  return points.find(free) ?? null;
}"""
HEARD = """() => {
  if (!window.pressed) echelon.on('pressed', (at) => pressed.push(at.hex));
  window.pressed = [];
}"""
SOON = 6.0  # seconds after which a player thinks that his press was not noticed


def column(page):
    """Open the right column, as somebody does who wants to read the log."""
    strip = page.locator("#right .strip [data-key='open column']")
    if strip.is_visible():
        strip.click()


def tab(page, name):
    """Open a tab of the left panel."""
    found = page.locator(f"#tabs [data-key='tab {name}']")
    if found.get_attribute("aria-expanded") != "true":
        found.click()


def new_game(site, page, system="drill", seats=None, **facts):
    """Open a game through the interface with the cookie of this window; its id."""
    answer = page.request.post("/api/games", data={"system": system, "seats": seats, **facts})
    assert answer.ok, answer.text()
    return answer.json()["id"]


def played_out(page, game, side):
    """Answer through the interface until the game is over."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        scene = page.request.get(f"/api/games/{game}/scene?side={side}").json()
        if scene["result"]:
            return
        if scene["yours"]:
            line = (scene["main"] or scene["legal"][0])["line"]
            act = {"side": side, "number": scene["number"], "line": line}
            assert page.request.post(f"/api/games/{game}/act", data=act).ok
        else:
            page.wait_for_timeout(20)
    raise AssertionError("the game did not end")


def menu(page, words):
    """Open the menu and press what says so."""
    page.locator("[data-key='menu']").click()
    item = page.locator("#menu [role='menuitem']").filter(has_text=re.compile(words))
    item.first.wait_for()
    return item.first


class Hand:
    """Presses at points of the screen."""

    def __init__(self, page):
        self.page = page

    def press(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def button(self, locator, **how):
        locator.click(**how)

    def open_stack(self, table, label):
        """The pointer comes from elsewhere and rests on it, and it fans out."""
        at = table.place(label)
        self.page.mouse.move(at["x"] - 160, at["y"] - 120)
        self.page.mouse.move(at["x"], at["y"], steps=3)

    def look(self):
        """A mouse is never asked."""

    def agree(self):
        """Nor is it told at a press what awaits a unit where it goes."""


class Finger(Hand):
    """The same on a touch screen."""

    def press(self, x, y):
        self.page.touchscreen.tap(x, y)

    def button(self, locator, **how):
        locator.tap(**how)

    def open_stack(self, table, label):
        table.press(label)
        self.look()

    def look(self):
        """Where a unit in hand could go, a finger is asked whether it means to go there or to look who is there."""
        offer = self.page.locator('.choices:visible [data-key="look"]')
        if offer.count():
            offer.tap()

    def agree(self):
        offer = self.page.locator('.choices:visible [data-key="go"]')
        if offer.count():
            offer.tap()


class Table:
    """A game on the screen."""

    def __init__(self, page, game, side="", hand=Hand, seed=1):
        self.page, self.game, self.side, self.hand = page, game, side, hand(page)
        self.rng = random.Random(seed)
        self.pressed = []  # the last few presses, for who looks for a fault

    def soon(self, condition, arg=None):
        """Does the page say so before a player would press again?"""
        from playwright.sync_api import TimeoutError as Late

        try:
            self.page.wait_for_function(condition, arg=arg, timeout=1000 * SOON)
        except Late:
            return False
        return True

    def until(self, condition, arg=None):
        """Wait until the page says so; if it does not, say what it shows instead."""
        try:
            self.page.wait_for_function(condition, arg=arg)
        except Exception as error:
            state = self.page.evaluate(STATE)
            picture = Path("out") / "web" / "failed.png"
            self.page.screenshot(path=picture)
            raise AssertionError(
                f"not: {condition} with {arg} after {self.pressed}; the page ({picture}): {json.dumps(state)[:3000]}"
            ) from error

    # --- looking ------------------------------------------------------------------------------------------------------
    def open(self):
        self.page.goto(f"/game/{self.game}" + (f"?side={self.side}" if self.side else ""))
        self.ready()
        return self

    def ready(self, number=-1):
        """The page has drawn something newer than this number."""
        self.until("n => window.echelon?.scene && Number(document.body?.dataset.ready ?? -1) > n", arg=number)

    def settled(self):
        """It is this player's turn to answer, or the game is over."""
        self.until(SETTLED)

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
    def place(self, label, bare=False):
        """Where to press a hex on the screen, `bare` beside its counters; the map is moved there if something covers it."""
        wanted = {"label": label, "bare": bare}
        assert self.still(label), f"no hex {label} on the map"
        found = self.page.evaluate(SPOT, wanted)
        if found is None:
            self.page.evaluate("label => echelon.focusHex(label)", label)
            self.still(label)
            if self.page.evaluate(SPOT, wanted) is None:
                self.page.evaluate("() => echelon.cancel()")  # a card of the page lies over it
            self.until(SPOT, wanted)
            self.still(label)
            found = self.page.evaluate(SPOT, wanted)
            assert found, f"nowhere to press {label}"
        return found

    def still(self, label):
        """The camera has come to rest: some looks at a hex find it in the same place."""
        return self.page.evaluate(
            f"""async label => {{
          const place = {PLACE}, frame = () => new Promise((done) => requestAnimationFrame(done));
          for (let same = 0, last = '', n = 0; n < 400; n += 1) {{
            const now = JSON.stringify(place(label));
            same = now === last ? same + 1 : 0;
            last = now;
            if (same === 5) break;
            await frame();
          }}
          return place(label);
        }}""",
            label,
        )

    def press(self, label, bare=False):
        """Press a hex. If the map moved away under the hand, or was still busy with something, look again and press again."""
        for _ in range(3):
            at = self.place(label, bare)
            self.pressed = [*self.pressed[-5:], f"{label} at {at['x']:.0f},{at['y']:.0f}"]
            self.page.evaluate(HEARD)
            self.hand.press(at["x"], at["y"])
            if self.soon("label => pressed.includes(label)", label):
                return
        raise AssertionError(f"three presses were not noticed: {self.pressed}, {json.dumps(self.page.evaluate(STATE))[:3000]}")

    def go(self, label):
        """Press a hex that the chosen unit can reach; where a counter lies, press the chip with the cost, or beside it."""
        self.press(label, bare=any(p["hex"] == label for p in self.scene("pieces")))
        self.hand.agree()

    def press_unit(self, piece):
        """Press a counter; out of a stack by its fan."""
        stack = [p for p in self.scene("pieces") if p["hex"] == piece["hex"] and p["kind"] == "unit"]
        if len(stack) == 1:
            self.press(piece["hex"])
            self.hand.look()
            return
        fanned = "unit => document.querySelector(`.fan:not([hidden]) [data-unit='${unit}']`)"
        for _ in range(3):
            if not self.page.evaluate(fanned, piece["id"]):
                self.hand.open_stack(self, piece["hex"])
            if self.soon(fanned, piece["id"]):
                break
        self.until(fanned, piece["id"])
        self.hand.button(self.page.locator(f'.fan [data-unit="{piece["id"]}"]'))

    def press_line(self, line):
        """Press a button that stands for a line."""
        self.hand.button(self.page.locator(f"[data-line={json.dumps(line)}]:visible").first)

    def answered(self, number):
        """The act was accepted and drawn; what was held because it leads to more than its button said is carried out."""
        self.until("n => echelon.held || (echelon.number > n && !echelon.busy)", arg=number)
        if self.page.evaluate("() => Boolean(echelon.held)"):
            self.hand.button(self.page.locator("#prompt [data-key='main']"))
        self.until("n => echelon.number > n && Number(document.body.dataset.ready) > n && !echelon.busy", arg=number)

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
        for _ in range(3):
            done = self.give(answer, number)
            if self.soon("n => echelon.busy || echelon.held || echelon.number > n", number):
                break
        self.answered(number)
        return done

    def give(self, answer, number):
        """Give an answer on the map: its unit, then a place it can reach; else its place; else its button."""
        who = answer.get("unit") or answer.get("group")
        piece = self.piece(answer["unit"]) if answer.get("unit") else None
        if piece and piece["hex"]:
            return self.give_unit(answer, piece, number)
        if who:
            held = self.page.evaluate("() => echelon.selection?.unit ?? echelon.selection?.group")
            if held != who:
                self.hand.button(self.page.locator(f'[data-part="tray"] :is([data-unit="{who}"], [data-group="{who}"])').first)
        if answer.get("hex"):
            self.press(answer["hex"])
            return self.finish(answer, number)
        if answer.get("hexside"):
            self.still(answer["hexside"].split("|")[0])
            box = self.page.locator(f'#map [data-hexside="{answer["hexside"]}"]').first.bounding_box()
            self.hand.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return self.finish(answer, number)
        if who:
            return self.finish(answer, number)
        self.press_line(answer["line"])
        return answer["line"]

    def give_unit(self, answer, piece, number):
        if self.page.evaluate("() => echelon.selection?.unit") != piece["id"]:
            self.press_unit(piece)
            self.until("([unit, n]) => echelon.selection?.unit === unit || echelon.number > n", arg=[piece["id"], number])
        self.until(
            "([unit, n]) => echelon.number > n || echelon.reach?.unit === unit || !echelon.answers({unit}).length",
            arg=[piece["id"], number],
        )
        if self.number() > number:
            return answer["line"]
        ways = self.page.evaluate("() => Object.keys(echelon.reach?.hexes ?? {})")
        if ways:
            goal = self.rng.choice(sorted(ways))
            self.go(goal)
            return f"{piece['id']} to {goal}"
        if answer.get("hex"):
            self.press(answer["hex"])
        elif self.page.evaluate("() => Boolean(echelon.selection?.auto)"):
            self.press_unit(piece)  # who has come into the hand by himself has still to be pressed
        return self.finish(answer, number)

    def finish(self, answer, number):
        """A small menu may have opened; else it is done."""
        line = json.dumps(answer["line"])
        self.until(
            f"n => echelon.number > n || echelon.held || document.querySelector('.choices:not([hidden]) [data-line={line}]')",
            arg=number,
        )
        if self.number() == number and not self.page.evaluate("() => Boolean(echelon.held)"):
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


class Keys(Table):
    """The same with the keyboard alone: the map's cursor, Enter, Space, Tab."""

    def cursor(self):
        """Where the page says the cursor is: the first word it speaks."""
        return self.page.evaluate("() => (document.getElementById('live')?.textContent ?? '').split(/[,.]/)[0].trim()")

    def walk(self, label):
        """Arrow keys until the cursor stands there."""
        keyboard = self.page.keyboard
        self.focus("#map", "Tab")
        hexes = self.page.evaluate("() => echelon.board.hexes")
        goal = hexes[label]
        for _ in range(80):
            here = self.cursor()
            if here == label:
                return
            if here not in hexes:  # something else was said last
                keyboard.press("ArrowUp")
                if self.cursor() not in hexes:
                    keyboard.press("Home")
                continue
            dx, dy = goal["x"] - hexes[here]["x"], goal["y"] - hexes[here]["y"]
            sideways, upright = "ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"
            first, second = (sideways, upright) if abs(dx) > 1 else (upright, sideways)
            keyboard.press(first)
            if self.cursor() == here:  # the map ends there
                keyboard.press(second)
        raise AssertionError(f"the cursor did not come to {label} but to {self.cursor()}")

    def press(self, label):
        self.walk(label)
        self.page.keyboard.press("Enter")

    def go(self, label):
        self.press(label)

    def press_unit(self, piece):
        stack = [p for p in self.scene("pieces") if p["hex"] == piece["hex"] and p["kind"] == "unit"]
        if len(stack) == 1:
            self.press(piece["hex"])
            return
        self.walk(piece["hex"])
        self.page.keyboard.press("Space")
        self.reach(f'.fan [data-unit="{piece["id"]}"]', "ArrowRight")

    def press_line(self, line):
        self.reach(f"[data-line={json.dumps(line)}]", "Tab")

    def reach(self, selector, key):
        """Press a key until the focus is there, then Enter."""
        self.page.wait_for_selector(selector, state="visible")
        self.focus(selector, key)
        self.page.keyboard.press("Enter")

    def focus(self, selector, key):
        """Press a key until the focus is there."""
        for _ in range(250):
            if self.page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never led to {selector}")
