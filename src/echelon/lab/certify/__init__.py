"""Certify: the battery of checks that every rule system must pass, in-house or foreign.

>>> import echelon
>>> from echelon.lab.certify import certify
>>> certify(echelon.load("drill"), games=1).ok
True
"""

from echelon.lab.certify.battery import SHARP, Rates
from echelon.lab.certify.clauses import ClauseCount, counts_path, read_counts, save_counts
from echelon.lab.certify.finding import Failure
from echelon.lab.certify.planted import Caught, PlantedReport, certify_planted
from echelon.lab.certify.report import CHECKS, Report
from echelon.lab.certify.run import certify, certify_in_parts, reproduce

__all__ = [
    "CHECKS", "SHARP", "Caught", "ClauseCount", "Failure", "PlantedReport", "Rates", "Report", "certify",
    "certify_in_parts", "certify_planted",
    "counts_path", "read_counts", "reproduce", "save_counts",
]  # fmt: skip
