"""Mutants: small errors made in everything that carries a clause, one at a time, that a position or the law must kill."""

from echelon.lab.mutants.accepted import REASONS, Accepted
from echelon.lab.mutants.run import MutantReport, accepted_path, results_path, run_mutants
from echelon.lab.mutants.subject import Mutant, Subject
from echelon.lab.mutants.subjects import subjects
from echelon.lab.mutants.variants import Variant, variants

__all__ = [
    "REASONS", "Accepted", "Mutant", "MutantReport", "Subject", "Variant", "accepted_path", "results_path", "run_mutants",
    "subjects", "variants",
]  # fmt: skip
