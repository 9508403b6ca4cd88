"""Trying out rules: certify, walks, solutions, clause coverage, surveys and matches."""
