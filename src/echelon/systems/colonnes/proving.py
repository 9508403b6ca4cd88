"""What certify needs of Colonnes: dense odd situations with any question open.

A situation is thrown (units, losses, boxes, points, the turn), a step of the sequence is begun in it, and it is played on, with
contact sought, until a question of the wanted kind stands open: so whatever the question rests on has come about by play.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from echelon.core.fields import bits_of
from echelon.core.state import NOBODY
from echelon.systems.colonnes.contact import push
from echelon.systems.colonnes.scenes import WAYS, way_to
from echelon.systems.colonnes.situations import Thrown, throw
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["scramble"]

THROWS = 200  # after so many refusals any question will do
_KINDS = (*WAYS, "mouvement.pas", "mouvement.pas", "combat.avance", "combat.retraite")
_PASSED: Mapping[str, Sequence[int]] = {"combat.avance": (0, 0, 1, 2, 4, 6, 7), "mouvement.pas": (0, 0, 0, 0, 1, 2)}


def scramble(s: ColonnesState, rng: random.Random, kinds: tuple[str, ...] = ()) -> None:
    """Throw units of both sides together in a small circle and open a question.

    Whatever the dice make of it, the law must have nothing against the state; a throw it refuses is thrown again.
    """
    wanted, aimed = "", [name for name in WAYS if kinds and name.startswith(kinds)]
    for number in range(1, 10 * THROWS):
        if number % 15 == 1:  # some kinds are rare: a wish is kept for a while
            wanted = rng.choice(aimed if aimed and rng.random() < 0.6 else _KINDS)
        thrown = Thrown(s, rng.choice((ALLIED, GERMAN)), rng)
        prepare, begins = way_to(thrown, wanted)
        if begins.startswith("G"):
            thrown.side = GERMAN
        names = [step.name for step in s.rules.sequence]
        s.step = names.index(begins.replace("X", "AG"[thrown.side]))
        throw(thrown)
        prepare(thrown)
        s.rules.rebuild(s)
        if rng.random() < 0.3 and begins in ("X4", "X7"):
            _since_then(s, rng)
        s.rules.sequence[s.step].run(s)
        if s.frame is NOBODY:
            s.advance()
        if (_play_on(s, rng, wanted) or number > THROWS) and s.outcome is None and not s.problems():
            return
    raise AssertionError("no arrangement was legal")


def _since_then(s: ColonnesState, rng: random.Random) -> None:
    """Supply and command were found when some units stood elsewhere: they change places with others of their side.

    Some that are cut off now were supplied then.
    """
    if rng.random() < 0.6:
        s.unsupplied = sum(1 << u for u in bits_of(s.unsupplied) if rng.random() < 0.3)
    for low, high in s.rules.forces.ranges:
        there = [u for u in range(low, high) if s.pos[u] < s.rules.board.n]
        for _ in range(rng.choice((1, 2, 4))):
            if len(there) > 1:
                a, b = rng.sample(there, 2)
                s.pos[a], s.pos[b] = s.pos[b], s.pos[a]
    s.rules.rebuild(s)


def _play_on(s: ColonnesState, rng: random.Random, wanted: str, most: int = 120) -> bool:
    """Play until a question of the wanted kind is open; not always the first."""
    turn, passed = s.turn, rng.choice(_PASSED.get(wanted, (0, 0, 0, 1, 2, 3)))  # so many of the wanted kind are let pass
    for _ in range(most):
        if s.outcome is not None or s.turn > turn:
            return False
        if s.frame.kind.name == wanted:
            passed -= 1
            if passed < 0 or s.frame.chance or len(s.frame.kind.legal(s, s.frame)) == 1:
                return True
        if s.frame.chance:
            s.apply(_die(s, rng, wanted))
            continue
        actions = s.frame.kind.legal(s, s.frame)
        if not actions:
            return True  # a dead end: let it be seen
        s.apply(push(s, actions, rng))
    return False


def _die(s: ColonnesState, rng: random.Random, wanted: str) -> int:
    """A die; if one leads to the wanted question, often that one."""
    faces = [action for action, _chance in s.outcomes()]
    rng.shuffle(faces)
    if rng.random() < 0.7:
        for action in faces:
            then = s.copy()
            then.apply(action)
            if then.frame.kind.name == wanted:
                return action
    return faces[0]
