"""The guided games to their ends: pressing nothing but what the coach speaks of, where its ring lies."""

import pytest
from web_table import Table, played_out

RING = """([left, top]) => {
  const ring = document.querySelector('.coach-ring');
  const box = ring.hidden ? null : ring.getBoundingClientRect();
  return Boolean(box) && left > box.left && left < box.right && top > box.top && top < box.bottom;
}"""


class Pupil(Table):
    """A player who does what the card says."""

    def count(self):
        """How many steps of the lesson lie behind him."""
        return int(self.page.locator(".coach-count").inner_text().split()[1]) - 1

    def passed(self, step):
        """The card shows a later step than this one."""
        self.until("n => Number(document.querySelector('.coach-count')?.innerText.split(' ')[1]) > n + 1", step)

    def waits(self, step):
        """What was asked for is done: the card says so and stays until he has read it."""
        self.page.locator(".coach-done").wait_for()
        self.page.wait_for_timeout(200)
        assert self.count() == step, "the card has gone on by itself"

    def ringed(self, label):
        """The ring shows the hex that is meant."""
        at = self.still(label)
        self.until(RING, [at["x"], at["y"]])

    def unit(self, unit, ring=True):
        piece = self.piece(unit)
        if ring:
            self.ringed(piece["hex"])
        self.press_unit(piece)

    def hex(self, label, ring=True):
        if ring:
            self.ringed(label)
        self.go(label)

    def button(self, selector):
        """Press what the lesson speaks of; if it lies on a tab that is closed, the tab first, which is then what is ringed."""
        part = self.page.evaluate("s => document.querySelector(s)?.closest('#left > .part:not(.on)')?.dataset.part", selector)
        if part:
            self.button(f"#tabs [data-key='tab {part}']")
        found = self.page.locator(selector).locator("visible=true").first
        box = found.bounding_box()
        self.until(RING, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        found.click()

    def main(self):
        self.settled()
        self.button(f'#prompt [data-line="{self.scene("main")["line"]}"]')

    def onward(self):
        self.page.locator("[data-key='coach-next']").click()

    def end(self):
        """The game goes on to its end; the result is read and put away, then the coach takes leave."""
        played_out(self.page, self.game, self.side)
        self.page.locator("#result [data-key='look']").click()
        self.onward()
        self.page.locator(".coach-end h2").wait_for()


@pytest.fixture
def pupil(page):
    """Somebody who has pressed the large button on the first page."""
    page.goto("/")
    page.locator("#learn").click()
    page.wait_for_url("**/game/**lesson=ford**")
    found = Pupil(page, page.url.split("/game/")[1].split("?")[0], "blue", seed=3)
    found.ready()
    page.locator(".coach-count").wait_for()
    return found


def taken(pupil, *steps):
    """Each step is done as the card says, and leads to the next."""
    for step in steps:
        number = pupil.count()
        step()
        if step != pupil.onward:
            pupil.waits(number)
            pupil.onward()
        pupil.passed(number)


def chosen_then(pupil, unit, goal):
    pupil.unit(unit)
    pupil.until("unit => echelon.reach?.unit === unit", unit)
    pupil.hex(goal, ring=False)


def refused(pupil):
    """The second unit is pointed at a hex it may not enter: the card of the refusal comes up. Before that, going on is no
    button for most, and the lesson alone gives hints."""
    assert "main" not in pupil.page.locator("[data-key='coach-next']").get_attribute("class").split()
    assert pupil.page.locator("#prompt [data-key='hint']").count() == 0
    pupil.unit("b2", ring=False)
    pupil.until("() => echelon.reach?.unit === 'b2'")
    pupil.hex("0303")
    pupil.page.locator("#why").wait_for()


def no_further_advance(pupil):
    """Nobody else advances; with nothing left to attack the combat is ended by a press of its own."""
    pupil.main()
    pupil.until("() => echelon.scene.kind === 'combat.target' && !echelon.busy")
    pupil.main()


def test_both_lessons_to_their_ends(pupil):
    page = pupil.page
    taken(
        pupil,
        pupil.onward,
        lambda: chosen_then(pupil, "b1", "0201"),
        pupil.main,
        lambda: refused(pupil),
        lambda: pupil.button('[data-overlay="zones"]'),
        pupil.main,
        lambda: pupil.hex("0302"),
        lambda: pupil.unit("b1"),
        lambda: pupil.unit("b2"),
        pupil.main,
        lambda: chosen_then(pupil, "b2", "0302"),
        lambda: pupil.button('[data-overlay="supply"]'),
        lambda: no_further_advance(pupil),
    )
    assert pupil.scene("turn") == 2
    pupil.end()
    page.locator(".coach-end button.main").click()
    page.wait_for_url("**/game/**lesson=crossing**")
    second = Pupil(page, page.url.split("/game/")[1].split("?")[0], "blue", seed=4)
    second.ready()
    page.locator(".coach-count").wait_for()
    taken(second, second.onward, lambda: chosen_then(second, "b3", "0203"))
    number = second.count()
    second.main()
    second.until("() => echelon.scene.kind === 'move.pick' && !echelon.busy")
    second.main()
    second.waits(number)
    second.onward()
    second.passed(number)
    second.end()
    assert page.locator(".coach-end .coach-choices a").count() == 1, "the way on to the large game"


def test_the_coach_shows_how_when_asked(pupil):
    """Hint, then *Do it for me*, brings every step to its end; skipping a step does too."""
    page = pupil.page
    taken(pupil, pupil.onward)
    number = pupil.count()
    page.locator("[data-key='coach-hint']").click()
    page.locator("[data-key='coach-do']").click()
    pupil.waits(number)
    assert pupil.piece("b1")["hex"] == "0201"
    pupil.onward()
    pupil.passed(number)
    page.locator("[data-key='coach-skip']").click()
    pupil.passed(number + 1)


def test_a_lesson_goes_on_after_a_pause(pupil):
    page = pupil.page
    taken(pupil, pupil.onward)
    page.goto("/")
    page.locator("#continue").click()
    page.wait_for_url("**/game/**lesson=ford**")
    pupil.ready()
    page.locator(".coach-count").wait_for()
    assert pupil.count() == 1
    page.locator("[data-key='coach-leave']").click()
    page.locator("dialog[open] .button.main").click()
    page.locator(".coach-count").wait_for(state="detached")
    pupil.step()
