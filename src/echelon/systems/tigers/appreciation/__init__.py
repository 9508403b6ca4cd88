"""What the Ardennes are about, for computer players: what is fought for, where a unit is wanted, what a battle may bring.

`aims` says what both sides go for, `ground` how good a hex is for a unit, `battles` what fighting gains, `support` what air,
bridges and reinforcements do; `judge` puts the question that is open to the right one. Rules are asked of `play`, never told.
"""

from echelon.systems.tigers.appreciation.judge import TigersAppreciation

__all__ = ["TigersAppreciation"]
