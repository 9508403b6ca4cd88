"""What screens show besides counters and answers: lines, overlays, books, the turn track, the combat panel."""
