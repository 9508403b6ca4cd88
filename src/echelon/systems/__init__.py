"""The games: one package each, with its rule book, data, play and law."""
