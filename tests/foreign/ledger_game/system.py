"""The two ledgers as one object."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from importlib.resources import files
from typing import Any

from echelon.core.board.board import Board
from echelon.core.forces import Forces
from echelon.core.frames import CHANCE, Frame, Kind
from echelon.core.parts import Judgement, Play, Proof
from echelon.core.rules import Option, Query, Rules, Scenario, Step
from echelon.core.rulings import Answer, Note
from echelon.core.state import Problem, State
from echelon.core.system import System
from ledger_game import game, model
from ledger_game.model import BOXES, CORPS, NAMES, NORTH, SOUTH, VERBS, LedgerState

PACKAGE = "ledger_game"
HOME = files(PACKAGE)


def outcomes(verb: str, *chances: Fraction) -> Any:
    table = tuple((VERBS.make(verb, i), chance) for i, chance in enumerate(chances))
    return lambda s, f: table


UNEQUAL = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def kind(name: str, frame: type[Frame], verbs: str, **rest: Any) -> Kind:
    roll = rest.get("outcomes")
    if roll:
        rest |= {"legal": lambda s, f: [a for a, _ in roll(s, f)], "why_not": lambda s, f, a: []}
    return Kind(name, frame, tuple(verbs.split()), **rest)


def _unit(s: Any, f: Any) -> dict[str, Any]:
    return {"unit": f.unit, "mf": getattr(f, "left", 0)}


def _price(s: Any, f: Any, a: int) -> dict[str, Any]:
    unit, *to = VERBS.fields(a)
    return {"cost": model.cost(s, s.pos[unit], to[0]) / 4} if to else {}


LEDGER = kind(
    "ledger", model.Ledger, "assign", legal=game.legal_ledger, why_not=game.why_not_ledger, apply=game.apply_ledger,
    preview=lambda s, f, a: {"effective": s.turn + 1}, secret=True,
)  # fmt: skip
KINDS = (
    kind("weather", model.Weather, "weather", apply=game.apply_weather, outcomes=outcomes("weather", *UNEQUAL)),
    kind("land", model.Land, "land", legal=game.legal_land, why_not=game.why_not_land, apply=game.apply_land, facts=_unit),
    kind(
        "act", model.Act, "march send break assemble blow dig fire end",
        legal=game.legal_act, why_not=game.why_not_act, apply=game.apply_act,
    ),
    kind(
        "march", model.March, "step halt",
        legal=game.legal_march, why_not=game.why_not_march, apply=game.apply_march, preview=_price, facts=_unit,
    ),
    kind(
        "answer", model.Hold, "answer",
        legal=lambda s, f: [VERBS.make("answer", 0), VERBS.make("answer", 1)], why_not=lambda s, f, a: [],
        apply=game.apply_hold, facts=_unit,
    ),
    kind("effect", model.Effect, "effect", apply=game.apply_effect, outcomes=outcomes("effect", *UNEQUAL), facts=_unit),
    LEDGER,
)  # fmt: skip


def opening(frame: type[Frame], side: int) -> Any:
    def run(s: Any) -> None:
        s.frame = frame((side,))

    return run


def player_turn(side: int) -> tuple[Step, ...]:
    letter = "NS"[side]
    return (
        Step(f"{letter}0", "Entries take effect", side, partial(game.take_effect, side=side), (), "LED-LED-2"),
        Step(f"{letter}1", "Arrivals", side, game.arrive, ("land",), "LED-ARR-1"),
        Step(f"{letter}2", "Actions", side, opening(model.Act, side), ("act", "march", "answer", "effect"), "LED-SEQ-2"),
    )


SEQUENCE = (
    Step("W", "Weather", CHANCE, opening(model.Weather, CHANCE), ("weather",), "LED-WEA-1"),
    *player_turn(NORTH),
    *player_turn(SOUTH),
    Step("E", "End of turn", CHANCE, game.end_turn, (), "LED-VIC-1"),
)


def beside(s: Any) -> Sequence[Frame]:
    """The ledger of the side whose player-turn it is, whoever is being asked."""
    side = s.rules.sequence[s.step].side
    return () if s.outcome or s.frame.chance or side == CHANCE else (model.Ledger((side,)),)


def clerk(s: Any) -> list[int]:
    """Everybody had better belong to corps I."""
    return [a for f in beside(s) if f.side == s.frame.side for a in game.legal_ledger(s, f) if VERBS.fields(a)[1] == 0]


def compile_rules(system: Any, scenario: Any, options: Any, board: Board | None, units: Any) -> Rules:
    forces = Forces.parse((HOME / "units.csv").read_text("utf-8"), NAMES, "units.csv")
    board = board or Board.parse((HOME / "board.txt").read_text("utf-8"), "board.txt")
    return model.LedgerRules(system, scenario, options, board, forces.plus(units))


def blank(rules: Any) -> State:
    s = LedgerState.fresh(rules)
    n = len(rules.forces)
    s.pos, s.steps, s.status = array("H", [rules.pool]) * n, bytearray(rules.printed), bytearray([model.FRESH]) * n
    return s


def set_up(s: Any) -> None:
    names = s.rules.names()
    place = s.layout.rows[0].codec
    for i, unit in enumerate(s.rules.forces.units):
        s.pos[i] = place.load(names, unit.values["start"])
        s.due[i] = unit.number("due")
        s.corps[i] = CORPS.index(unit.values["corps"])
    s.rules.rebuild(s)


def problems(s: Any) -> list[Problem]:
    found = []
    for h in range(s.rules.board.n):
        units = model.there(s, h)
        if len(units) > 2 or len({model.side_of(s, u) for u in units}) > 1:
            found.append(Problem("LED-STK-1", {"hex": h, "units": tuple(units)}))
    alive = {u for u in range(len(s.pos)) if s.pos[u] != s.rules.lost}
    found += [Problem("LED-LOS-1", {"unit": u}) for u in sorted(alive) if not s.steps[u]]
    return found


SYSTEM = System(
    name="ledger_game.system",
    title="The two ledgers",
    version="1.0.0",
    summary="A game for tests.",
    sides=NAMES,
    verbs=VERBS,
    kinds=KINDS,
    sequence=SEQUENCE,
    scenarios={"fords": Scenario("fords", "Two fords", {})},
    setup=set_up,
    package=PACKAGE,
    state_type=LedgerState,
    play=Play(
        boxes=BOXES,
        per=4,
        order_clause="LED-SEQ-1",
        options={"mud": Option("mud", "off", ("off", "on"), ("LED-MOV-1",))},
        compile=compile_rules,
        blank=blank,
        rebuild=model.rebuild,
        below=lambda s, f: [] if f.kind.name in ("act", "land", "weather") else [model.Act((s.rules.sequence[s.step].side,))],
        forms=(("march unit path", "march unit; step unit *path; halt unit?"),),
        queries=(
            Query("cost hex hex", lambda s, a, b: Answer(model.cost(s, a, b) / 4, (Note("LED-MOV-1"),))),
            Query("ledger side", lambda s, side: Answer(len(model.ledger(s, side)), (Note("LED-LED-1"),))),
        ),
        beside_kinds=(LEDGER,),
        beside=beside,
    ),
    judgement=Judgement(clerk=clerk),
    proof=Proof(
        problems=problems,
    ),
)
