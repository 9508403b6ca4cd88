"""What the questions of a battle share: its results and fates by name, the rows of its target hexes, and its end."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.frames import Fight
from echelon.systems.tigers.state import TigersState

__all__ = [
    "AD",
    "AE",
    "D1",
    "D2",
    "D3",
    "DASH",
    "DD",
    "DE",
    "D_AE",
    "FORCED",
    "KEPT",
    "LEFT",
    "PINNED",
    "UNDECIDED",
    "D",
    "end_battle",
    "outcome_at",
    "set_target",
    "target_hexes",
]  # fmt: skip

# indices of RESULTS
DASH, AD, AE, D_AE, D, D1, D2, D3, DD, DE = range(1, 11)
# indices of FATES
UNDECIDED, FORCED, LEFT, PINNED, KEPT = range(5)


def target_hexes(s: TigersState) -> int:
    """The hexes attacked in this battle."""
    bit = s.rules.board.bit
    hexes = 0
    for row in s.targets:
        hexes |= bit[row[0]]
    return hexes


def set_target(s: TigersState, h: int, stand: int | None = None, distance: int | None = None) -> None:
    """Write the orders or the distance in the row of a target hex."""
    s.targets = tuple(
        row
        if row[0] != h
        else (h, row[1], row[2] if stand is None else stand, row[3] if distance is None else distance, row[4])
        for row in s.targets
    )


@clause("TIG-NRT-1", "TIG-NRT-6", "TIG-RES-7")
def outcome_at(rolled: int, stand: int) -> int:
    """What a result is for the defenders of a hex: under No Retreat! D1 is D, and D2, D3, DD are DE; of D/AE they get the D."""
    if rolled == D_AE:
        return D
    if stand and D1 <= rolled <= DD:
        return D if rolled == D1 else DE
    return rolled


@clause("TIG-SEQ-12", "TIG-KGP-5")
def end_battle(s: TigersState) -> None:
    """The battle is over: Kampfgruppe Peiper may go on at once if it took part, else the next battle is asked for."""
    from echelon.systems.tigers.play import peiper  # it opens battles itself

    took_part = s.attackers >> s.rules.peiper & 1
    s.attackers = s.attack_from = s.defenders = s.claimed = s.rolled = s.advanced = 0
    s.targets = s.retreats = s.occupiers = ()
    s.asked = 1
    s.frame = s.stack.pop()
    if took_part and isinstance(s.frame, Fight):
        peiper.after_battle(s)
