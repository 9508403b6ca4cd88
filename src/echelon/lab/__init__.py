"""Trying out rules: certify, walks, solutions, clause coverage, ranges."""
