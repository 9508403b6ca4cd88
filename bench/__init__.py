"""Benchmarks: every module of this package with a function `run(quick)` is a suite."""
