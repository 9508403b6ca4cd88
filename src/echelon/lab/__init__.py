"""Echelon: lab."""
