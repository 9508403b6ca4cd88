"""The C versions, compiled on first use into bench/build and called through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent


class CLimit:
    """The kernels in C on one graph."""

    def __init__(self, library: ctypes.CDLL, near: Sequence[Sequence[int]]) -> None:
        self.library, self.n = library, len(near)
        flat = [h for six in near for h in (*six, *[-1] * (6 - len(six)))]
        self.near = (ctypes.c_int32 * len(flat))(*flat)
        self.out = (ctypes.c_uint8 * self.n)()

    def flood(self, repeat: int, passable: bytes, start: int) -> int:
        """Hexes connected with the start."""
        marks = (ctypes.c_uint8 * self.n)(*passable)
        return int(self.library.flood(repeat, self.n, self.near, marks, start, self.out))

    def reach(self, repeat: int, prices: bytes, start: int, allowance: int) -> int:
        """Hexes in reach; prices are six bytes a hex in the order of its neighbours."""
        steps = (ctypes.c_uint8 * (6 * self.n))(*prices)
        return int(self.library.reach(repeat, self.n, self.near, steps, start, allowance, self.out))

    def zoc(self, repeat: int, units: Sequence[int]) -> int:
        """Hexes next to a unit."""
        many = (ctypes.c_int32 * len(units))(*units)
        return int(self.library.zoc(repeat, self.n, self.near, many, len(units), self.out))


def compile_c() -> ctypes.CDLL | None:
    """The library, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    source, target = HERE / "kernels.c", HERE / "build" / "kernels.so"
    target.parent.mkdir(exist_ok=True)
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(target), str(source)]
        if subprocess.run(command, check=False).returncode:
            return None
    return ctypes.CDLL(str(target))


def repeat_time(call: object, repeat: int = 2000, rounds: int = 5) -> float:
    """Microseconds of one repetition inside C: the median of a few rounds, minus the price of the call."""
    assert callable(call)
    best = []
    for _ in range(rounds):
        start = time.thread_time()
        call(0)
        empty = time.thread_time() - start
        start = time.thread_time()
        call(repeat)
        best.append((time.thread_time() - start - empty) / repeat * 1e6)
    return sorted(best)[len(best) // 2]
