"""Echelon: mechanics."""
