"""Echelon: players."""
