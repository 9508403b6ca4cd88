"""What a game is about, in numbers: the only thing a system tells computer players besides its rules.

An appreciation judges; it decides nothing and knows no rule. What is legal, what a battle may bring, who is supplied, it asks
the engine (`legal`, `preview`, `outcomes`, the system's own `facts` and `play`), so that there is no second rule book.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

__all__ = ["NO_INTENT", "Appreciation", "Estimate", "Intent", "Planned", "Rough"]

Intent = Mapping[int, Mapping[int, int]]  # hexes that are to be attacked: by whom, and from where each
NO_INTENT: Intent = MappingProxyType({})


class Appreciation(Protocol):
    """Of one side's prospects. Made once for the rules of a game; keeps nothing of a state."""

    def worth(self, state: Any, side: int) -> float:
        """How a state stands for a side: points of victory, or what is worth as much. What is good for one side is as bad for
        the other."""

    def pull(self, state: Any, unit: int) -> Callable[[int], float]:
        """Of a hex, how good it is for a unit to be there, on the scale of `worth`: rising towards what it should go for,
        so that who goes uphill comes nearer."""

    def opinions(self, state: Any, answers: Sequence[int]) -> Sequence[float | None]:
        """What each of these answers to the open question gains the side that is asked, where the worth of the state after it
        does not tell: an attack begun, a battle joined, a unit picked. None: look at the state after it. All are asked for
        together, so that what they have in common is found once."""


class Estimate(Protocol):
    """What one movement of a side is worth, piece by piece, so that a plan can be weighed before anybody moves.

    A plan puts each unit somewhere and lets some attack. Its worth is the sum of the sites of its units, of the battles and of
    the stacks that it makes. Numbers of battles come from the odds of the engine, asked for a state in which the units stand
    where the plan puts them; nothing here decides what is legal.
    """

    neglect: float  # what it costs to leave a duty to attack unmet

    def settle(self, at: Mapping[int, int]) -> None:
        """From now on judge sites as if units stood there: what somebody does already need not be done again."""

    def ready(self, state: Any, unit: int) -> bool:
        """Could a unit that has moved so far still attack?"""

    def spent(self, state: Any, unit: int) -> int:
        """What the unit has spent on its move, in any measure that grows on the way."""

    def reward(self, state: Any, unit: int) -> float:
        """What it brings beside the site that a unit has left the map on just this way: not every way out is as good."""

    def can_wait(self, unit: int, place: int, spent: int) -> bool:
        """Could a unit go there as well in a later movement of this player-turn, for so much? Then it may see first what the
        battles bring."""

    def site(self, unit: int, place: int) -> float:
        """What it is worth that a unit ends its move in a place, by itself."""

    def targets(self, unit: int, place: int) -> Sequence[int]:
        """The enemy's hexes that a unit could attack from a place."""

    def owes(self, unit: int, place: int) -> Sequence[int]:
        """The enemy's hexes that somebody has to attack if this unit moves to a place, or attacks from it."""

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """What an attack on a hex is worth, by units that stand there."""

    def stand(self, place: int, units: tuple[int, ...]) -> float:
        """What it is worth to have just these units in a hex through the enemy's next turn: what they hold, less what he may do
        to them; far below nothing if they are too many."""

    def posts(self, reach: Mapping[int, Collection[int]]) -> Mapping[int, float]:
        """Where to stand in the enemy's way if he could soon win by it, of the places that units can reach, and what each such
        post is worth; none if he is not so near, or cannot be stopped so."""

    def bars(self, units: tuple[int, ...]) -> float:
        """How well units hold a post, from 0 to 1."""

    def odds(self, target: int, at: Mapping[int, int]) -> str:
        """The column of an attack, in the rules' words."""


class Planned(Appreciation, Protocol):
    """An appreciation that can also weigh a whole movement before it is made."""

    def estimate(self, state: Any, side: int) -> Estimate | None:
        """What there is to say for the movement that is open; None if the open question is not where a movement is planned."""

    def deliberate(self, state: Any, answers: Sequence[int], intent: Intent = NO_INTENT) -> Mapping[int, float]:
        """What answers gain by a closer look than `opinions` take; of those that are worth one, on the same scale. The attacks
        of the plan that is being carried out are told, where there is one: units may have gone where they are for them."""

    def rough(self) -> Rough:
        """The same judgement, rougher and faster, for games that are only played in the mind."""


class Rough(Planned, Protocol):
    """An appreciation for rehearsals."""

    def heed(self, unit: int, side: int) -> float:
        """Of the way a unit has come towards what it is wanted for, what counts for the side that searches."""

    def measure(self, state: Any, side: int, come: float) -> float:
        """What a rehearsal has come to for a side: its last state, and how far units have come, heeded. Asked once for each, so
        that it may look closer than `worth` can."""

    def foresee(self, state: Any, answers: Sequence[int]) -> Mapping[int, float]:
        """What answers gain by `measure`, of those on which nothing but a die follows, so that no rehearsal is needed to tell;
        whatever is left out is worth what `opinions` say."""
