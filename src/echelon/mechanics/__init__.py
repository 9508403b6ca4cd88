"""What several systems share: functions of tables and predicates. A mechanic moves here when a second system needs it."""
