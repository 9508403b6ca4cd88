"""Echelon: draw."""
