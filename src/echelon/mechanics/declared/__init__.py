"""Declarations: frozen values that say what a game is. They know neither of their forms, which look them up by their type."""
