"""Echelon: hexes."""
