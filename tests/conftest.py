"""Makes the foreign game importable, as an installed package of somebody else would be, and the helpers of the tests."""

import signal
import sys
from pathlib import Path

for folder in ("foreign", "support"):
    sys.path.insert(0, str(Path(__file__).parent / folder))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # tests that run in the background of a shell inherit this, and so would the commands whose Ctrl-C they try
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What `make quick` leaves out: the browser, whole games, searches, pictures, servers of their own. All are marked `slow`.
SLOW = [
    "web",
    "players",
    "advice",
    "lab",
    "draw",
    "foreign",
    "cli/test_lab_commands.py",
    "cli/test_match.py",
    "cli/test_serve.py",
    "cli/test_tigers_text.py",
    "core/test_unasked.py",
    "languages/test_speaking.py",
    "server",
    "systems/test_new_system.py",
    "systems/test_planted.py",
    "systems/colonnes/test_against_oracle.py",
]


def pytest_collection_modifyitems(items):
    """Marks what takes long."""
    slow = [Path(__file__).parent / name for name in SLOW]
    for item in items:
        if any(item.path == one or one in item.path.parents for one in slow):
            item.add_marker("slow")
