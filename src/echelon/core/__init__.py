"""Echelon: core."""
