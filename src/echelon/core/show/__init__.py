"""What screens show of a game: counters, panels, and what a press brings with it."""
