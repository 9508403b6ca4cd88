"""Tigers in the Ardennes as one object: everything the engine and the other layers need to know of it."""

from __future__ import annotations

from echelon.core.parts import Judgement, Play, Proof, Show
from echelon.core.rules import Option
from echelon.core.system import System
from echelon.core.text.texts import Texts
from echelon.systems.tigers.appreciation import TigersAppreciation
from echelon.systems.tigers.contact import push
from echelon.systems.tigers.facts.compiled import PACKAGE, SIDES, scenarios
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.kinds import KINDS
from echelon.systems.tigers.law.effects import transition
from echelon.systems.tigers.law.order import problems
from echelon.systems.tigers.overlays import MARKS
from echelon.systems.tigers.pieces import STATUSES, VALUES, pieces
from echelon.systems.tigers.planted import planted
from echelon.systems.tigers.play.places import rebuild
from echelon.systems.tigers.play.prepared import compile_rules
from echelon.systems.tigers.play.setup import blank, guess, revealed, set_up
from echelon.systems.tigers.proving import scramble
from echelon.systems.tigers.queries import QUERIES
from echelon.systems.tigers.sequence import FIRST, SEQUENCE, below
from echelon.systems.tigers.shown.asking import HELPS, ready
from echelon.systems.tigers.shown.books import books
from echelon.systems.tigers.shown.card import MAIN, SAYS, SIGNS, card, remark, track
from echelon.systems.tigers.shown.inspected import cautions, inspected, warnings
from echelon.systems.tigers.shown.outlook import outlook
from echelon.systems.tigers.shown.panels import panel
from echelon.systems.tigers.shown.ranges import ranges
from echelon.systems.tigers.shown.telling import TELLS, retell
from echelon.systems.tigers.standing import held, hexsides, standing
from echelon.systems.tigers.state import BOXES, TigersState

__all__ = ["SYSTEM"]


def _option(name: str, clauses: str, title: str, default: str = "off", values: str = "off on") -> Option:
    return Option(name, default, tuple(values.split()), tuple(clauses.split()), title)


OPTIONS = (
    _option("die_index", "TIG-GEN-2", "Index column used for die tables", "A", "A B"),
    _option("german_setup", "TIG-SET-4", "The German set-up", "choice", "choice historical free"),
    _option("entrench_9th_literal", "TIG-SET-2", "The 99th Infantry Division does not start Entrenched"),
    _option("auto_entrench", "TIG-ENT-6", "Every division that can entrench does so automatically", "on"),
    _option("forgotten_question", "TIG-NRT-2", "The attacker must remember to ask for No Retreat! orders"),
    _option("remind_malmedy", "TIG-SSR-3", "GI rage counts only if the U.S. player claims it before the die roll"),
    _option("open_dump", "TIG-FUEL-2", "Both sides know where the fuel dump is"),
    _option("pin_ignores_own_zoc", "TIG-ADV-9", "A contained defender's ZOC does not hinder units that bypass it", "on"),
    _option("occupation_optional", "TIG-ADV-7", "Attackers need not enter a vacated hex"),
    _option("historical_weather", "TIG-WX-1", "The weather of December 1944 instead of die rolls"),
    _option("best_of", "TIG-VIC-9", "Games of the match; a Strategic Victory counts 2, a Historic one 1", "1", "1 3 5"),
)

TEXTS = Texts.load(PACKAGE)

SYSTEM = System(
    name="tigers",
    title="Tigers in the Ardennes",
    version="1.3.0",
    summary="The Battle of the Bulge, 16 to 27 December 1944: divisions, twelve days, one die.",
    sides=SIDES,
    verbs=VERBS,
    kinds=KINDS,
    sequence=SEQUENCE,
    texts=TEXTS,
    scenarios=scenarios(),
    setup=set_up,
    package=PACKAGE,
    state_type=TigersState,
    play=Play(
        boxes=BOXES,
        first=FIRST,
        order_clause="TIG-SEQ-1",
        options={option.name: option for option in OPTIONS},
        compile=compile_rules,
        blank=blank,
        rebuild=rebuild,
        below=below,
        forms=(
            ("move unit path:normal,r=road,f=ford", "take unit; move unit *path; stop unit?"),
            ("attack hex with units", "attack hex; with *units; set"),
        ),
        queries=QUERIES,
        assumes={"supplied": ("all",)},
        revealed=revealed,
        guess=guess,
        main=MAIN,
    ),
    show=Show(
        pieces=pieces,
        standing=standing,
        held=held,
        hexsides=hexsides,
        marks=MARKS,
        statuses=STATUSES,
        values=VALUES,
        ready=ready,
        helps=HELPS,
        says=SAYS,
        signs=SIGNS,
        ranges=ranges,
        books=books,
        outlook=outlook,
        track=track,
        panel=panel,
        retell=retell,
        tells=TELLS,
        remark=remark,
        inspected=inspected,
        warnings=warnings,
        cautions=cautions,
        card=card(TEXTS),
    ),
    proof=Proof(
        problems=problems,
        scramble=scramble,
        transition=transition,
        planted=planted,
    ),
    judgement=Judgement(
        push=push,
        appreciate=TigersAppreciation,
    ),
)
