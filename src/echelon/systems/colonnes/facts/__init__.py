"""Elementary facts of the game: compiled tables, who stands where, what lies between two hexes. Both judges read these."""
