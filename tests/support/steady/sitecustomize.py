"""Every process of a test's server imports this first: where no seed is asked for, dice fall the same each time."""

from echelon.core import dice

dice.fresh_seed = lambda: dice.seed_bytes(7)
