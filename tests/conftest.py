"""Makes the foreign game importable, as an installed package of somebody else would be, and the helpers of the tests."""

import sys
from pathlib import Path

for folder in ("foreign", "support"):
    sys.path.insert(0, str(Path(__file__).parent / folder))
