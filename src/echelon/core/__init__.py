"""Core: board, forces, state, frames and engine, dice, clauses and rulings, notation, record, position, views."""
