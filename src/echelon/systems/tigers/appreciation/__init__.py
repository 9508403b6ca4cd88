"""What the Ardennes are about, for computer players: what is fought for, where a unit is wanted, what a battle may bring.

`aims` says what both sides go for, `ways` where a unit is wanted and how it comes there, `ground` how good a hex is for it,
`battles` what fighting gains, `support` what air units and bridges do; `judge` puts the open question to the right one.
Rules are asked of `play`, never told.
"""

from echelon.systems.tigers.appreciation.judge import TigersAppreciation

__all__ = ["TigersAppreciation"]
