"""Where the time of random play goes, by kind of question: `python -m bench --profile SYSTEM`.

Each question is timed by itself, so the sum is a little more than the time of a game that nobody watches. Shares tell what to
speed up; they are no bar.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from dataclasses import dataclass

import echelon

__all__ = ["Share", "profile", "table"]


@dataclass
class Share:
    """What one kind of question took."""

    kind: str
    asked: int = 0
    decisions: int = 0  # of them with two or more answers
    answers: int = 0
    legal: float = 0.0
    apply: float = 0.0

    @property
    def seconds(self) -> float:
        """Both halves."""
        return self.legal + self.apply


def profile(system: str, scenario: str = "", seconds: float = 10.0, seed: int = 1) -> list[Share]:
    """Whole random games for so long; the shares, the greatest first."""
    start = echelon.load(system).new(scenario, seed=seed)
    rng = random.Random(seed)
    found: defaultdict[str, Share] = defaultdict(lambda: Share(""))
    clock, draw = time.thread_time, rng.random  # processor time: others on the machine do not count
    begun = clock()
    while clock() - begun < seconds:
        state = start.copy()
        while state.result() is None:
            share = found[state.frame.kind.name]
            share.asked += 1
            chance = state.frame.chance
            at = clock()
            if chance:
                outcomes = state.outcomes()
                action = outcomes[int(draw() * len(outcomes))][0]
            else:
                answers = state.legal().main
                n = len(answers)
                share.decisions += n > 1
                share.answers += n
                action = answers[int(draw() * n)]
            middle = clock()
            state.apply(action)
            share.apply += clock() - middle
            share.legal += middle - at
    for name, share in found.items():
        share.kind = name
    return sorted(found.values(), key=lambda share: -share.seconds)


def table(shares: list[Share]) -> str:
    """The shares as a table of Markdown."""
    total = sum(share.seconds for share in shares)
    decisions = sum(share.decisions for share in shares)
    lines = [
        "| question | asked | of them decisions | mean list | legal | apply | share of the time | µs a time |",
        "|---|---|---|---|---|---|---|---|",
    ]
    asked = sum(share.asked for share in shares)
    for share in shares:
        if share.seconds < 0.005 * total:
            continue
        mean = f"{share.answers / share.asked:.1f}" if share.answers else "die"
        lines.append(
            f"| `{share.kind}` | {share.asked / asked:.1%} | {share.decisions / share.asked:.0%} | {mean} | "
            f"{share.legal / total:.1%} | {share.apply / total:.1%} | **{share.seconds / total:.1%}** | "
            f"{share.seconds / share.asked * 1e6:.0f} |"
        )
    rest = [share for share in shares if share.seconds < 0.005 * total]
    if rest:
        lines.append(f"| {len(rest)} others | {sum(s.asked for s in rest) / asked:.1%} | | | | | "
                     f"{sum(s.seconds for s in rest) / total:.1%} | |")  # fmt: skip
    legal, applied = (sum(getattr(s, half) for s in shares) / total for half in ("legal", "apply"))
    lines.append(f"| all | 100% | | | {legal:.1%} | {applied:.1%} | | {total / asked * 1e6:.0f} |")
    lines.append("")
    lines.append(f"{decisions:,} decisions with two or more answers, {total / decisions * 1e6:.0f} µs for each.")
    return "\n".join(lines)
