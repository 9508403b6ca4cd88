"""Echelon plays operational hex-and-counter wargames with every rule enforced."""

__version__ = "0.1.0"
