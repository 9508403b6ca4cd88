"""Echelon: cli."""
