"""Proofs of a system: the expectations of position files, planted errors, and a check of what it declares."""
