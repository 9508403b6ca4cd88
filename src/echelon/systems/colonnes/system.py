"""Colonnes as one object: everything the engine and the other layers need to know of it."""

from __future__ import annotations

from echelon.core.parts import Judgement, Play, Proof, Show
from echelon.core.rules import Option
from echelon.core.system import System
from echelon.core.text.texts import Texts
from echelon.systems.colonnes.appreciation import ColonnesAppreciation
from echelon.systems.colonnes.contact import push
from echelon.systems.colonnes.facts.compiled import PACKAGE, SIDES, scenarios
from echelon.systems.colonnes.facts.start import blank, set_up
from echelon.systems.colonnes.frames import VERBS
from echelon.systems.colonnes.kinds import KINDS
from echelon.systems.colonnes.law.effects import transition
from echelon.systems.colonnes.law.order import problems
from echelon.systems.colonnes.overlays import MARKS
from echelon.systems.colonnes.pieces import STATUSES, VALUES, pieces
from echelon.systems.colonnes.planted import planted
from echelon.systems.colonnes.play.places import rebuild
from echelon.systems.colonnes.play.prepared import compile_rules
from echelon.systems.colonnes.proving import scramble
from echelon.systems.colonnes.queries import QUERIES
from echelon.systems.colonnes.sequence import FIRST, SEQUENCE, below
from echelon.systems.colonnes.shown.asking import HELPS, ready
from echelon.systems.colonnes.shown.books import books
from echelon.systems.colonnes.shown.card import MAIN, SAYS, card, remark, track
from echelon.systems.colonnes.shown.inspected import inspected, warnings
from echelon.systems.colonnes.shown.outlook import outlook
from echelon.systems.colonnes.shown.panels import panel
from echelon.systems.colonnes.standing import held, standing
from echelon.systems.colonnes.state import BOXES, ColonnesState

__all__ = ["SYSTEM"]


def _option(name: str, clauses: str, title: str, default: str = "on", values: str = "off on") -> Option:
    return Option(name, default, tuple(values.split()), tuple(clauses.split()), title)


OPTIONS = (
    _option("cap", "COL-CL-10 COL-CL-15", "The limit of three: all shifts, or logistic columns only", "total", "total cl_only"),
    _option("cl_command", "COL-CL-23", "In command to spend a column: any unit, or one of each kind", "any", "any each"),
    _option("concentric", "COL-CON-2", "A concentric attack shifts one column"),
    _option("dominance", "COL-SUP-7 COL-DOM-1", "Dominant positions"),
    _option("command_penalty", "COL-CMD-3", "Units out of command move at half and give no access to columns or support"),
    _option("hold", "COL-RES-4", "Defenders may hold instead of retreating"),
    _option("source_capture", "COL-SUP-3 COL-SUP-4", "A source occupied by the enemy stays invalid for good", "off"),
    _option("ferry_all", "COL-MOV-8", "Every German unit may use the ferries", "off"),
    _option("cl_bound", "COL-CL-21", "Logistic columns may not enter hexes where they would be out of supply"),
)  # fmt: skip

TEXTS = Texts.load(PACKAGE)

SYSTEM = System(
    name="colonnes",
    title="Colonnes",
    version="1.1.0",
    summary="Montélimar, 21 to 28 August 1944: the German 19th Army fights its way up the Rhône. Battalions, half-days.",
    sides=SIDES,
    verbs=VERBS,
    kinds=KINDS,
    sequence=SEQUENCE,
    texts=TEXTS,
    scenarios=scenarios(),
    setup=set_up,
    package=PACKAGE,
    state_type=ColonnesState,
    play=Play(
        boxes=BOXES,
        first=FIRST,
        order_clause="COL-SEQ-1",
        options={option.name: option for option in OPTIONS},
        compile=compile_rules,
        blank=blank,
        rebuild=rebuild,
        below=below,
        forms=(
            ("move unit path", "take unit; move unit *path; stop unit?"),
            ("attack hex with units", "attack hex; with *units; fight"),
        ),
        queries=QUERIES,
        assumes={"supplied": ("all", "none"), "commanded": ("all", "none")},
        main=MAIN,
    ),
    show=Show(
        pieces=pieces,
        standing=standing,
        held=held,
        marks=MARKS,
        ready=ready,
        helps=HELPS,
        says=SAYS,
        tells={"attack": 0, "die": 1},
        books=books,
        outlook=outlook,
        track=track,
        remark=remark,
        inspected=inspected,
        warnings=warnings,
        panel=panel,
        card=card(TEXTS),
        statuses=STATUSES,
        values=VALUES,
    ),
    proof=Proof(
        problems=problems,
        scramble=scramble,
        transition=transition,
        planted=planted,
    ),
    judgement=Judgement(
        push=push,
        appreciate=ColonnesAppreciation,
    ),
)
