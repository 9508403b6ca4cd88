"""The table names every module it needs in its head, so that a browser fetches them all at once and not one after the other."""

import re
from pathlib import Path

import echelon

WEB = Path(echelon.__file__).parent / "web"
IMPORT = re.compile(r"""(?:from|import)\s+["'](\.[^"']+)["']""")


def modules(path, found):
    """A module and all it imports when it is loaded."""
    if path not in found:
        found.add(path)
        for name in IMPORT.findall(path.read_text("utf-8")):
            modules((path.parent / name).resolve(), found)
    return found


def test_every_module_of_the_table_is_preloaded():
    needed = modules((WEB / "js/table/main.js").resolve(), set())
    needed |= modules((WEB / "js/table/panels/index.js").resolve(), set())
    page = (WEB / "table.html").read_text("utf-8")
    named = set(re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page))
    assert named == {str(path.relative_to(WEB.resolve())) for path in needed}
