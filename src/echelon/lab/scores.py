"""How good a score is: intervals for a rate, for pairs of games, and what they mean in Elo points."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import fmean

__all__ = ["Interval", "elo", "paired", "wilson"]

Interval = tuple[float, float]

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
_DRAWS = 2000  # of the bootstrap


def wilson(points: float, games: int) -> Interval:
    """The 95 % interval of a rate after Wilson: honest for few games and for rates near 0 and 1, where others are not.

    >>> [round(x, 3) for x in wilson(95, 100)]
    [0.888, 0.978]
    """
    if not games:
        return 0.0, 1.0
    rate, z2 = points / games, _Z * _Z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return (0.0 if points == 0 else max(0.0, middle - half)), (1.0 if points == games else min(1.0, middle + half))


def paired(pairs: Sequence[float]) -> Interval | None:
    """The 95 % interval of the mean of pairs of games, by drawing pairs again and again (percentile bootstrap).

    The two games of a pair have the same dice and swapped sides, so that what the dice and the scenario give one player they
    give the other, too: the interval is as narrow as that makes it. None for fewer than ten pairs, and if every game was won or
    every game lost: drawing them again could only say that nothing else ever happens. The same for the same pairs.
    """
    if len(pairs) < 10 or max(pairs) <= 0 or min(pairs) >= 1:
        return None
    rng = random.Random(0)
    means = sorted(fmean(rng.choices(pairs, k=len(pairs))) for _ in range(_DRAWS))
    return means[round(_DRAWS * 0.025)], means[round(_DRAWS * 0.975) - 1]


def elo(rate: float) -> float:
    """The difference in Elo points that a rate means; infinite for 0 and 1.

    >>> round(elo(0.75))
    191
    """
    if rate <= 0 or rate >= 1:
        return -math.inf if rate <= 0 else math.inf
    return -400 * math.log10(1 / rate - 1)
