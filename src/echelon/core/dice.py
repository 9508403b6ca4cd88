"""Counter-based dice: roll n of game s is the same everywhere, and cannot be guessed from the rolls before it.

A roll is a keyed cryptographic hash of its number. A server publishes `seal(seed)` when a game starts and the seed when it
ends, so everybody can check every die.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b, sha256

from echelon.core.errors import EchelonError

__all__ = ["Seed", "fresh_seed", "pick", "roll", "seal", "seed_bytes"]

Seed = bytes


def seed_bytes(seed: int | str | bytes) -> Seed:
    """The key of a game's dice. Small numbers are for tests; a server takes `fresh_seed()`."""
    if seed == b"":
        return b""  # what a view has instead of the seed
    try:
        if isinstance(seed, int):
            return seed.to_bytes(16, "big") if seed >= 0 else (-seed).to_bytes(16, "big") + b"-"
        key = bytes.fromhex(seed) if isinstance(seed, str) else seed
    except (ValueError, OverflowError):
        key = b""
    if not 0 < len(key) <= 64:
        raise EchelonError(f"the seed {seed!r} is not 1 to 64 bytes in hexadecimal, such as {'0' * 31}7")
    return key


def fresh_seed() -> Seed:
    """128 random bits from the operating system."""
    return secrets.token_bytes(16)


def seal(seed: Seed) -> str:
    """What may be published before the game: it binds the dice and tells nothing about them."""
    return "sha256:" + sha256(b"echelon dice " + seed).hexdigest()


def roll(seed: Seed, counter: int) -> int:
    """64 uniform bits: number `counter` of the game keyed by `seed`."""
    return int.from_bytes(blake2b(counter.to_bytes(8, "big"), key=seed, digest_size=8).digest(), "big")


def pick(seed: Seed, counter: int, outcomes: Sequence[tuple[int, Fraction]]) -> int:
    """The outcome that roll `counter` chooses, each with exactly its chance (up to one part in 2**64)."""
    point, above, below = roll(seed, counter), 0, 1  # the chances so far, as a fraction that need not be in lowest terms
    for action, chance in outcomes:
        if chance.denominator == below:
            above += chance.numerator
        else:
            above = above * chance.denominator + chance.numerator * below
            below *= chance.denominator
        if point * below < above << 64:
            return action
    return outcomes[-1][0]
