"""The board of a game: read, checked, written, and where it lies on the globe."""
