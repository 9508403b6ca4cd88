"""What several systems share, as functions that take tables and predicates. A mechanic moves here when a second system needs it."""
