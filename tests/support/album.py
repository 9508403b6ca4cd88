"""An album of pictures of the page: games brought to a moment through the interface, then shown as a player would see them."""

import random
from pathlib import Path

from web_site import visitor
from web_table import Table, new_game

from echelon.draw.reduce import reduce

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures" / "web"
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
HISTORY = {"german_setup": "historical"}


class Album:
    """Where pictures go, and how to get to them."""

    def __init__(self, browser, site, folder):
        self.browser, self.site, self.folder = browser, site, folder
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("sheet-winter.svg", "sheet-dusk.svg", "card.svg"):
            site.get(f"/art/tigers/campaign/{name}")  # drawn before it is looked at

    def visitor(self, **options):
        return visitor(self.browser, self.site, **{"settings": {"speed": 4, "motion": "reduced"}, **options})

    def keep(self, page, name):
        """The page as it is once fonts, pictures and the map are there."""
        page.evaluate("() => document.fonts.ready")
        page.wait_for_function("() => [...document.images].every((i) => i.complete || i.loading === 'lazy')")
        page.locator("#map .drawing").wait_for(state="hidden")  # there is none on the home page, which is hidden enough
        page.wait_for_timeout(400)  # the last fade of a panel
        (self.folder / f"{name}.png").write_bytes(reduce(page.screenshot()))
        print(name, flush=True)

    def bring(self, page, game, wanted, *, seed=5, most=1500, prefer=()):
        """Answer through the interface until a question of that kind is open; the side that is asked."""
        rng = random.Random(seed)
        side = page.request.get(f"/api/games/{game}").json()["asked"]
        for _ in range(most):
            scene = page.request.get(f"/api/games/{game}/scene?side={side}").json()
            if scene["asked"] != side and scene["result"] is None:
                side = scene["asked"]
                continue
            if scene["kind"] in wanted.split():
                return side
            assert not scene["result"], f"the game ended without {wanted}"
            legal = [a for a in scene["legal"] if a["verb"] not in ("undo",)]
            liked = [a for word in prefer for a in legal if a["verb"] == word]
            main = scene["main"] if scene["main"] and scene["main"]["legal"] else None
            line = rng.choice(liked or legal)["line"] if not main or liked or rng.random() < 0.7 else main["line"]
            data = {"side": side, "number": scene["number"], "line": line}
            answer = page.request.post(f"/api/games/{game}/act", data=data)
            assert answer.ok, answer.text()
        raise AssertionError(f"no {wanted} within {most} answers")

    def position(self, page, file, *lines, hand=None):
        """A table at a position file of the documentation once these lines are played, both sides in one hand."""
        text = (ROOT / "docs" / "positions" / file).read_text("utf-8")
        name = file.partition("/")[0]
        sides = [side["name"] for side in next(s for s in self.site.get("/api/systems") if s["name"] == name)["sides"]]
        game = new_game(self.site, page, name, dict.fromkeys(sides, "me"), position=text)
        side = page.request.get(f"/api/games/{game}").json()["asked"]
        for line in lines:
            number = page.request.get(f"/api/games/{game}/scene?side={side}").json()["number"]
            answer = page.request.post(f"/api/games/{game}/act", data={"side": side, "number": number, "line": line})
            assert answer.ok, answer.text()
        table = Table(page, game, side, *([hand] if hand else [])).open()
        table.settled()
        return table

    def at(self, page, wanted, *, scenario="campaign", options=HISTORY, hand=None, **how):
        """A table of tigers at a question of that kind."""
        seats = {"german": "me", "allied": "me"}
        game = new_game(self.site, page, "tigers", seats, scenario=scenario, options=options)
        side = self.bring(page, game, wanted, **how)
        table = Table(page, game, side, *([hand] if hand else [])).open()
        table.settled()
        return table


def reach(table, longest=True):
    """Choose a unit that can go somewhere."""
    for answer in table.legal():
        piece = table.piece(answer["unit"]) if answer.get("unit") else None
        if not piece or not piece["hex"]:
            continue
        table.page.evaluate("p => echelon.select({unit: p.id, hex: p.hex})", piece)
        table.until("u => echelon.reach?.unit === u", piece["id"])
        ways = table.page.evaluate("() => Object.keys(echelon.reach.hexes)")
        if len(ways) > (8 if longest else 0):
            return piece, ways
    raise AssertionError("nobody can move")


def far(table):
    """A hex out of reach, in view."""
    return table.page.evaluate("""() => {
      const all = echelon.board.hexes, from = all[echelon.reach.start];
      const gap = (l) => Math.hypot(all[l].x - from.x, all[l].y - from.y);
      return Object.keys(all).filter((l) => !echelon.reach.hexes[l] && gap(l) > 150 && gap(l) < 420
        && !echelon.scene.pieces.some((p) => p.hex === l)).sort((a, b) => gap(b) - gap(a))[0];
    }""")
