"""Advice: what a planning player would do in somebody's place, and why; from what his side may know and nothing else."""

from echelon.advice.adviser import ADVISER, Advice, Adviser, single_answer
from echelon.advice.words import Reason, headline, plan_words, reasons, way_of

__all__ = ["ADVISER", "Advice", "Adviser", "Reason", "headline", "plan_words", "reasons", "single_answer", "way_of"]
