"""How the game presents itself: its card, the verbs of the main button, and the turn track."""

from __future__ import annotations

from collections.abc import Mapping

from echelon.core.parts import Sign
from echelon.core.show.leads import LeadsTo
from echelon.core.show.panels import Card
from echelon.core.text.texts import Texts
from echelon.systems.tigers.calendar import EVE, day_of
from echelon.systems.tigers.state import GERMAN, WEATHER, TigersState

__all__ = ["MAIN", "SAYS", "SIGNS", "card", "remark", "today", "track"]

SNOWED_IN = 2  # turns of snow without a roll (TIG-WX-1)
# the verbs that end a question, best first
MAIN = ("set", "confirm", "done", "halt", "finish", "stop", "pass", "spare", "keep", "end")
# what the words of verbs tell of what they lead to; in a battle each side answers the other
SAYS: Mapping[str, tuple[LeadsTo, ...]] = {
    "fight": ("die", "asks"), "end": ("step", "turn", "over"), "ask": ("die", "asks"), "distance": ("asks",),
    "lose": ("asks",), "pass": ("step", "asks"), "mode": ("step",), "invoke": ("step",), "confirm": ("step",),
    "standard": ("step",), "done": ("step",), "drop": ("step",), "pray": ("step",),
}  # fmt: skip
# the verbs that look different on the map, where several can be done
SIGNS: Mapping[str, Sign] = {
    "build": "build", "dismantle": "remove", "blow": "blast", "bust": "blast", "bomb": "bomb", "fight": "fight",
    "cancel": "cancel",
}  # fmt: skip


def card(texts: Texts) -> Card:
    """The card of the home page; its words are those of the catalogue's `[card]`."""
    return Card(
        period=texts.template("card", "period") or "",
        hours=texts.template("card", "hours") or "",
        difficulty=3,
        palettes={"light": "winter", "dark": "dusk"},
        colours={"german": ("#4B5560", "#93A0AD"), "allied": ("#5E6E2E", "#B5C46B")},
    )


def today(s: TigersState) -> str:
    """The weather of the present turn, or nothing while it is still to be rolled for."""
    rules = s.rules
    if s.turn <= SNOWED_IN:
        return WEATHER[0]
    return "" if s.step >= 0 and rules.sequence[s.step].name == "A" else WEATHER[s.weather]


def track(s: TigersState, language: str = "en") -> list[tuple[int, str, str, str]]:
    """Turn, day of December, weather sign (`snow fog clear`, empty if unknown) and a title.

    A state does not remember the weather of days gone by, except where the rules fix it.
    """
    rules = s.rules
    say = rules.texts.teller(rules, "track", language)
    found = []
    for turn in range(1, rules.turns + 1):
        sign = WEATHER[0] if turn <= SNOWED_IN else ""
        if turn == s.turn:
            sign = today(s)
        elif rules.fixed_weather:
            sign = rules.historical_weather[turn - 1]
        title = say("day.weather" if sign else "day", day=EVE + turn, date=day_of(turn), turn=turn, word_weather=sign)
        found.append((turn, str(EVE + turn), sign, title))
    return found


def remark(s: TigersState, language: str = "en") -> tuple[str, str] | None:
    """What is peculiar to the present step, for the list of the sequence of play: a sentence and its clause."""
    rules = s.rules
    step = rules.sequence[s.step]
    name = step.name
    if s.turn == 1 and name.startswith("B2a"):
        found = ("no.movement", "TIG-SET-11")
    elif s.turn == 1 and name in ("B2c", "B2d.combat"):
        found = ("barrage", "TIG-SET-9") if s.frame.side == GERMAN else ("no.withdrawal", "TIG-SET-8")
    elif s.short and name.endswith(".move") and step.side == GERMAN:
        found = ("fuel", "TIG-FUEL-1")
    elif rules.blitz[s.step]:
        going_on = step.side == GERMAN and s.pos[rules.peiper] < rules.gone  # TIG-KGP-8 lets it
        found = ("blitz" if going_on else "breakthrough", "TIG-SEQ-2")
    else:
        return None
    return rules.texts.teller(rules, "remark", language)(found[0]), found[1]
