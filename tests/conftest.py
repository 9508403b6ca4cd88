"""Makes the foreign game importable, as an installed package of somebody else would be, and the helpers of the tests."""

import signal
import sys
from pathlib import Path

for folder in ("foreign", "support"):
    sys.path.insert(0, str(Path(__file__).parent / folder))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # tests that run in the background of a shell inherit this, and so would the commands whose Ctrl-C they try
    signal.signal(signal.SIGINT, signal.default_int_handler)
