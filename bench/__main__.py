"""`python -m bench`: run the suites, print tables and bars, save JSON, compare with an earlier run."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from bench import fuzz, siege
from bench.profile import profile, table
from bench.table import Result, print_result

HERE = Path(__file__).parent


def suites() -> dict[str, Callable[..., Result]]:
    """Every module beside this one that has a function `run`."""
    found: dict[str, Callable[..., Result]] = {}
    for info in iter_modules([str(HERE)]):
        if not info.name.startswith("_"):
            module = import_module(f"bench.{info.name}")
            if hasattr(module, "run"):
                found[info.name] = module.run
    return found


def main() -> int:
    """The command."""
    apart = {"fuzz": fuzz.main, "siege": siege.main}  # no measurements, and they have words of their own
    if sys.argv[1:2] and sys.argv[1] in apart:
        return apart[sys.argv[1]](sys.argv[2:])
    known = suites()
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suite", nargs="*", choices=[*known, []], help=f"which to run: {', '.join(known)} (all)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--out", type=Path, default=Path("out/bench.json"), help="where to save the numbers")
    parser.add_argument("--compare", type=Path, help="numbers of an earlier run")
    parser.add_argument("--profile", metavar="SYSTEM", help="instead: where the time of this system's random play goes")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long --profile plays")
    parser.add_argument(
        "--base", type=Path, metavar="FOLDER", help="sources of an older version, for `server` to measure as well"
    )
    options = parser.parse_args()
    if options.base:
        known["server"] = partial(known["server"], base=options.base.resolve())
    if options.profile:
        print(table(profile(options.profile, seconds=options.seconds)))
        return 0
    before: dict[str, float] = {}
    if options.compare:
        for suite in json.loads(options.compare.read_text(encoding="utf-8"))["suites"].values():
            before |= {row["key"]: row["value"] for row in suite["rows"]}
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "time": time.strftime("%Y-%m-%dT%H:%M:%S"),
        "quick": options.quick,
        "suites": {},
    }
    missed = 0
    for name in options.suite or known:
        print(f"== {name}{' (quick)' if options.quick else ''}", flush=True)
        result = known[name](options.quick)
        print_result(result, before)
        report["suites"][name] = result.as_json()
        missed += sum(not bar.met for bar in result.bars)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False), encoding="utf-8")
    print(f"\nsaved to {options.out}; {missed} bar{'s' if missed != 1 else ''} missed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
