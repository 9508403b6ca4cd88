"""What is kept of a game: records, positions, packed states, and how a game was closed."""
