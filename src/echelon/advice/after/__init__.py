"""After the action: where a game turned, what luck did, and which attacks were missed."""

from echelon.advice.after.report import Die, Missed, Phase, Report, Work, report, study
from echelon.advice.after.words import Row, Told, heading, legend, side_word, words

__all__ = [
    "Die",
    "Missed",
    "Phase",
    "Report",
    "Row",
    "Told",
    "Work",
    "heading",
    "legend",
    "report",
    "side_word",
    "study",
    "words",
]
