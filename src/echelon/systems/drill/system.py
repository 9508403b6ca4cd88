"""Drill as one object: everything the engine and the other layers need to know of it."""

from __future__ import annotations

from echelon.core.parts import Judgement, Play, Proof, Show
from echelon.core.rules import Option
from echelon.core.system import System
from echelon.core.text.texts import Texts
from echelon.systems.drill.asking import HELPS, ready
from echelon.systems.drill.books import MAIN, SAYS, books, card, track
from echelon.systems.drill.facts import PACKAGE, SIDES, scenarios
from echelon.systems.drill.frames import VERBS
from echelon.systems.drill.kinds import KINDS
from echelon.systems.drill.law.effects import transition
from echelon.systems.drill.law.order import problems
from echelon.systems.drill.overlays import MARKS, ranges
from echelon.systems.drill.panels import panel
from echelon.systems.drill.pieces import pieces
from echelon.systems.drill.planted import planted
from echelon.systems.drill.play.places import rebuild
from echelon.systems.drill.play.prepared import compile_rules
from echelon.systems.drill.play.setup import blank, guess_mine, set_up
from echelon.systems.drill.proving import push, scramble
from echelon.systems.drill.queries import QUERIES
from echelon.systems.drill.sequence import FIRST, SEQUENCE, below
from echelon.systems.drill.standing import held, outlook, standing
from echelon.systems.drill.state import GONE, DrillState

__all__ = ["SYSTEM"]

TEXTS = Texts.load(PACKAGE)

SYSTEM = System(
    name="drill",
    title="Drill: the crossing of the Sarce",
    version="1.0.0",
    summary="Learn Echelon in ten minutes: four units cross a river against three.",
    sides=SIDES,
    verbs=VERBS,
    kinds=KINDS,
    sequence=SEQUENCE,
    texts=TEXTS,
    scenarios=scenarios(),
    setup=set_up,
    package=PACKAGE,
    state_type=DrillState,
    learning=True,
    play=Play(
        boxes=(GONE,),
        first=FIRST,
        order_clause="DRL-SEQ-1",
        options={"frozen": Option("frozen", "off", ("off", "on"), ("DRL-MOV-6",), "The river is frozen")},
        compile=compile_rules,
        blank=blank,
        rebuild=rebuild,
        below=below,
        forms=(
            ("move unit path", "take unit; move unit *path; stop unit?"),
            ("attack hex with units", "attack hex; with *units"),
        ),
        queries=QUERIES,
        assumes={"supplied": ("all",)},
        guess=guess_mine,
        main=MAIN,
    ),
    show=Show(
        pieces=pieces,
        standing=standing,
        held=held,
        statuses={"disrupted": "Shaken", "unsupplied": "Out of supply", "moved": "Moved"},
        values="strength, movement",
        marks=MARKS,
        ready=ready,
        helps=HELPS,
        says=SAYS,
        ranges=ranges,
        books=books,
        outlook=outlook,
        track=track,
        panel=panel,
        card=card(TEXTS),
        lessons="data/lessons.toml",
    ),
    proof=Proof(
        problems=problems,
        scramble=scramble,
        transition=transition,
        planted=planted,
    ),
    judgement=Judgement(
        push=push,
    ),
)
