"""How a declared game is shown: questions answered, counters, overlays, panels, books, standing. All of it follows from what is
declared; it reads the state and decides nothing."""
