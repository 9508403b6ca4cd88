"""The law of effects: what every answer brings about, carried out a second time from the rule book, unit by unit.

Every function here changes `want`, a copy of the state before an action, into what the state must be after it. Only where units
are, their status and what lies on the table are touched; the sets that play keeps are neither read nor written.
"""
