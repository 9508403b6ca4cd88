"""Echelon: systems."""
