"""What proves a declared game: dense odd situations, and a player who seeks contact. Both follow from what is declared."""
