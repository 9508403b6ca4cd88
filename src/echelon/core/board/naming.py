"""Reading and writing hexes, hexsides and chains by the labels of a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from echelon.core.board.faults import HexError, suggest
from echelon.core.text.bounds import FEATURES, BoundsError
from echelon.hexes.grid import Cell
from echelon.hexes.labels import Labels, compress
from echelon.hexes.lattice import Lattice, NotAdjacentError


class Names:
    """The labels of one map: text to ids and back. A label without a sheet takes that of the label before it, or names the only
    hex that it can mean."""

    def __init__(self, lattice: Lattice, scheme: Labels) -> None:
        self.lattice = lattice
        self.scheme = scheme
        self.labels = tuple(scheme.format(cell) for cell in lattice.grid.cells)
        self.ids = {label: h for h, label in enumerate(self.labels)}
        self.bare: dict[str, list[int]] = {}  # the hexes by their labels without a sheet, where there are several sheets
        for h, label in enumerate(self.labels) if scheme.sheets else ():
            self.bare.setdefault(label.removeprefix(scheme.prefix(self.sheet(h) or "")), []).append(h)

    # -- reading ------------------------------------------------------------------------------------------------

    def hex(self, label: str, sheet: str | None = None) -> int:
        """The hex with this label."""
        found = self.ids.get(label)
        if found is None and sheet is not None:
            cell = self.scheme.parse(label, sheet)
            found = None if cell is None else self.lattice.ids.get(cell)
        if found is None and label in self.bare:
            found, *others = self.bare[label]
            if others:
                several = " or ".join(self.labels[h] for h in (found, *others))
                raise HexError(label, f"{label!r} is on several sheets", f"write {several}")
        if found is None:
            raise HexError(label, f"there is no hex {label!r}", suggest(label, self.labels, self._example()))
        return found

    def _example(self) -> str:
        return f"labels run from {self.labels[0]} to {self.labels[-1]}"

    def sheet(self, h: int) -> str | None:
        """The sheet a hex is on, where the map has several."""
        if not self.scheme.sheets:
            return None
        sheet = self.scheme.sheet(self.lattice.grid.cells[h][0])
        return sheet.name if sheet else None

    def hexes(self, text: str) -> list[int]:
        """The hexes of a list such as ``103 105-107 201, 204``: a range is a rectangle of columns and rows."""
        found: list[int] = []
        sheet: str | None = None
        for word in text.replace(",", " ").split():
            more, sheet = self.span(word, sheet)
            found += more
            self._bounded(found)
        return found

    def _bounded(self, named: Sequence[object]) -> None:
        """A list that names every hex many times over is no map feature; it would be drawn as long as it is."""
        most = FEATURES * self.lattice.n
        if len(named) > most:
            raise BoundsError("feature", most)

    def span(self, word: str, sheet: str | None = None) -> tuple[list[int], str | None]:
        """The hexes of one label or range, and the sheet that the next word may leave out."""
        first, dash, last = word.partition("-")
        a = self.hex(first, sheet)
        if not dash:
            return [a], self.sheet(a)
        b = self.hex(last, self.sheet(a))
        return self._rectangle(self.lattice.grid.cells[a], self.lattice.grid.cells[b]), self.sheet(b)

    def _rectangle(self, a: Cell, b: Cell) -> list[int]:
        ids = self.lattice.ids
        columns = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
        rows = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
        return [ids[c, r] for c in columns for r in rows if (c, r) in ids]

    def side(self, text: str, sheet: str | None = None) -> tuple[int, int]:
        """The two hexes of ``1105|1204``, as written."""
        first, bar, last = text.partition("|")
        if not bar:
            raise HexError(text, f"{text!r} is not a hexside", "write two neighbours with a bar: 1105|1204")
        a = self.hex(first, sheet)
        b = self.hex(last, self.sheet(a))
        self.adjacent(a, b)
        return a, b

    def sides(self, text: str) -> list[tuple[int, int]]:
        """The hexsides of a list, as written."""
        found: list[tuple[int, int]] = []
        for word in text.replace(",", " ").split():
            found.append(self.side(word, self.sheet(found[-1][1]) if found else None))
            self._bounded(found)
        return found

    def chain(self, text: str, sheet: str | None = None) -> list[int]:
        """The hexes of ``208-308-307``, each next to the one before."""
        found: list[int] = []
        for word in text.split("-"):
            h = self.hex(word, sheet)
            if found:
                self.adjacent(found[-1], h)
            found.append(h)
            self._bounded(found)
            sheet = self.sheet(h)
        if len(found) < 2:
            raise HexError(text, f"the chain {text!r} has fewer than two hexes", "write them with dashes: 208-308-307")
        return found

    def chains(self, text: str) -> list[list[int]]:
        """Several chains, parted by blanks."""
        found: list[list[int]] = []
        steps: list[int] = []
        for word in text.replace(",", " ").split():
            found.append(self.chain(word, self.sheet(found[-1][-1]) if found else None))
            steps += found[-1]
            self._bounded(steps)
        return found

    def adjacent(self, a: int, b: int) -> int:
        """The side bit between two hexes, or an error that lists the neighbours."""
        try:
            return self.lattice.side(a, b)
        except NotAdjacentError:
            one, two = self.labels[a], self.labels[b]
            around = " ".join(self.labels[x[0]] for x in self.lattice.near[a])
            raise HexError(
                f"{one}|{two}", f"{one} and {two} are not adjacent", f"{one} is next to {around or 'nothing'}"
            ) from None

    def short(self, h: int) -> str:
        """The label without its sheet, where it can mean no other hex."""
        label = self.labels[h]
        bare = label.removeprefix(self.scheme.prefix(self.sheet(h) or "")) if self.scheme.sheets else label
        return bare if self.bare.get(bare) == [h] else label

    # -- writing ------------------------------------------------------------------------------------------------

    def write_hexes(self, bits: int) -> str:
        """A set as text, with ranges."""
        cells = self.lattice.grid.cells
        return compress(self.scheme, (cells[h] for h in self.lattice.members(bits)))

    def write_side(self, a: int, b: int) -> str:
        """``1105|1204``."""
        return f"{self.labels[a]}|{self.labels[b]}"

    def write_chain(self, hexes: Iterable[int]) -> str:
        """``208-308-307``."""
        return "-".join(self.labels[h] for h in hexes)
