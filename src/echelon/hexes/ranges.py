"""Movement ranges: which hexes can be reached for how much, by which way.

`Ranges` answers for one class of mover. It chooses by itself: a range known from before that no enemy touches, the
straight-line kernels on the window of lines that movement can reach, or, where a board is so wide that long integers
lose, a bucket queue over precomputed steps. All agree hex by hex; only their speed differs.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from echelon.hexes.buckets import FREE, FREE_BACK, MOST, Rules, bucket_queue
from echelon.hexes.costs import Costs
from echelon.hexes.kernels import Kernel, Shape, kernel, kinds

_WHOLE = 500  # bits of a board below which cutting windows does not pay
_MEMORY = 20_000_000  # bits of boards times ranges kept, some tens of megabytes
_PACKED = 1000  # bits of a board below which kernels pack all kinds of sides into one integer


class AllowanceError(ValueError):
    """More or fewer half points than a range can hold."""

    def __init__(self, allowance: int) -> None:
        super().__init__(f"an allowance is 0 to {MOST} half points, not {allowance}")
        self.allowance = allowance


class Window(NamedTuple):
    """A run of lines cut out of the board: the masks of the kernels, shifted down to it."""

    low: int
    whole: int  # its hexes
    masks: tuple[int, ...]  # strides, hexes, block offsets and side masks where sides matter, entry classes
    border: int  # hexes from which movement could leave the window unseen


class Range:
    """The outcome: hexes in reach, what each costs, and a cheapest way to each."""

    __slots__ = ("_costs", "_layers", "_low", "_rules", "_unit", "origin")

    def __init__(
        self, costs: Costs, origin: int, layers: tuple[int, ...] | dict[int, int], low: int, unit: int, rules: Rules
    ) -> None:
        self._costs = costs
        self.origin = origin
        self._layers = layers  # from the kernels: a set for each cost; from the bucket queue: the cost of each hex
        self._low = low
        self._unit = unit  # half points from one layer to the next
        self._rules = rules

    @property
    def hexes(self) -> int:
        """Every hex in reach, the origin included."""
        if isinstance(self._layers, dict):
            return self._costs.lattice.board(self._layers)
        return self._layers[-1] << self._low

    def members(self) -> list[int]:
        """The hexes in reach as ids."""
        return list(self._layers) if isinstance(self._layers, dict) else self._costs.lattice.members(self.hexes)

    def __contains__(self, h: int) -> bool:
        return self.cost(h) is not None

    def cost(self, h: int) -> int | None:
        """Half points to the hex (or, backwards, from it to the goal), or None out of reach."""
        layers = self._layers
        if isinstance(layers, dict):
            return layers.get(h)
        index = self._costs.lattice.index[h] - self._low
        if index < 0 or not layers[-1] >> index & 1:
            return None
        first, last = 0, len(layers) - 1
        while first < last:  # layers only grow
            middle = (first + last) // 2
            if layers[middle] >> index & 1:
                last = middle
            else:
                first = middle + 1
        return first * self._unit

    def layer(self, cost: int) -> int:
        """The hexes in reach for at most this cost."""
        layers = self._layers
        if isinstance(layers, dict):
            return self._costs.lattice.board(h for h, paid in layers.items() if paid <= cost)
        return layers[min(cost // self._unit, len(layers) - 1)] << self._low if cost >= 0 else 0

    def path(self, h: int) -> list[int] | None:
        """A cheapest way from the origin to the hex (backwards: from the hex to the goal), both included."""
        left = self.cost(h)
        if left is None:
            return None
        way = [h]
        lattice, step = self._costs.lattice, self._costs.step
        stop, _, (slow, toll), back = self._rules
        while h != self.origin:
            for other, bit, side in lattice.near[h]:
                before = self.cost(other)
                if before is None or before >= left or (bit & stop and other != self.origin):
                    continue
                price = step(side, bit if back else lattice.bit[h])
                if price is None:
                    continue
                leaves = lattice.bit[h] if back else bit
                if before + price + (toll if leaves & slow else 0) == left:
                    h, left = other, before
                    way.append(h)
                    break
            else:
                raise AssertionError("a range without a path into one of its hexes")
        return way if back else way[::-1]


class Known(NamedTuple):
    """An undisturbed range, kept: the answer while nothing touches it, and a tight window when something does."""

    free: Range
    hexes: int
    others: int  # without the start, which may always be left
    window: Window | None  # None where the bucket queue is faster


class Ranges:
    """Ranges for one class of mover on one map.

    >>> from echelon.hexes.grid import Grid
    >>> from echelon.hexes.lattice import Lattice
    >>> lattice = Lattice(Grid((1, 9), (1, 9)))
    >>> ranges = Ranges(Costs.of(lattice, [(2, lattice.all)]))
    >>> ranges.reach(lattice.ids[5, 5], 4).hexes.bit_count()
    19
    """

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.lattice = costs.lattice
        self._bit, self._line_of = costs.lattice.bit, costs.lattice.line_of
        self._windows: dict[tuple[int, int], Window] = {}
        self._guesses: dict[int, tuple[tuple[Window, int], ...]] = {}
        self._known: dict[int, Known] = {}
        self._entered = self._entries()
        self._unit = gcd(*(cost for cost, _ in costs.entry + costs.extra + costs.fixed)) or 1
        self._packed = self.lattice.width <= _PACKED
        self._board = self._window(0, self.lattice.lines) if self.lattice.width <= _WHOLE else None
        self._kernels: dict[int, Kernel] = {}

    # -- questions ----------------------------------------------------------------------------------------------

    def reach(
        self,
        h: int,
        allowance: int,
        *,
        stop: int = 0,
        blocked: int = 0,
        delay: tuple[int, int] = (0, 0),
        cache: bool = True,
    ) -> Range:
        """The range of a mover in h with this many half points.

        stop     hexes where movement ends on entering (the start may always be left)
        blocked  hexes that cannot be entered
        delay    (hexes, cost): leaving such a hex costs so much more, the start included
        cache    keep the undisturbed range of (h, allowance), and answer with it while nothing touches it
        """
        if not 0 <= allowance <= MOST:
            raise AllowanceError(allowance)
        rules = Rules(stop, blocked, delay) if stop or blocked or delay[0] else FREE
        if not cache:
            return self._compute(h, allowance, rules)
        known = self._known.get(h << 8 | allowance) or self._remember(h, allowance)
        if not (stop | blocked) & known.others and not (delay[1] and delay[0] & known.hexes):
            return known.free
        window = known.window
        if window is None:
            return Range(self.costs, h, bucket_queue(self.costs, h, allowance, rules), 0, 1, rules)
        layers, unit = self._layers(h, allowance, rules, window)
        return Range(self.costs, h, layers, window.low, unit, rules)

    def back(self, goal: int, allowance: int, *, stop: int = 0, blocked: int = 0, delay: tuple[int, int] = (0, 0)) -> Range:
        """The hexes from which a mover with this many half points can reach the goal; a blocked goal nobody can."""
        if not 0 <= allowance <= MOST:
            raise AllowanceError(allowance)
        if blocked & self.lattice.bit[goal]:
            return Range(self.costs, goal, {goal: 0}, 0, 1, FREE_BACK)
        # On the way one may neither stop nor pass a blocked hex; beginning there is allowed.
        stop |= blocked
        rules = Rules(stop, 0, delay, True) if stop or delay[0] else FREE_BACK
        return self._compute(goal, allowance, rules)

    def _remember(self, h: int, allowance: int) -> Known:
        if len(self._known) >= _MEMORY // self.lattice.width:
            self._known.clear()
        free = self._compute(h, allowance, FREE)
        hexes = free.hexes
        # Enemies only take away: the lines of the free range hold every other one, too.
        window = None if isinstance(free._layers, dict) else self._board or self._window(*self._lines(hexes))
        known = self._known[h << 8 | allowance] = Known(free, hexes, hexes ^ self.lattice.bit[h], window)
        return known

    # -- choosing -----------------------------------------------------------------------------------------------

    def _compute(self, h: int, allowance: int, rules: Rules) -> Range:
        window = self._board
        if window is not None:
            layers, unit = self._layers(h, allowance, rules, window)
            return Range(self.costs, h, layers, 0, unit, rules)
        key = self._line_of[h] << 8 | allowance
        guess = self._guesses.get(key)
        if guess is None:
            guess = self._guesses[key] = self._guess(self._line_of[h], allowance)
        for window, level in guess:
            layers, unit = self._layers(h, allowance, rules, window)
            # Whatever leaves the window passes its outermost lines with a step's worth to spare.
            if not layers[level // unit] & window.border:
                return Range(self.costs, h, layers, window.low, unit, rules)
        return Range(self.costs, h, bucket_queue(self.costs, h, allowance, rules), 0, 1, rules)

    def _guess(self, line: int, allowance: int) -> tuple[tuple[Window, int], ...]:
        """Windows to try about a line, growing, as long as a bucket queue would not be faster; and the level from
        which a last step could leave them."""
        starts, lines = self.lattice.line_start, self.lattice.lines
        # Roads carry a quarter further; measured, one range in fifty then leaves its first window.
        radius, hope = allowance // self.costs.usual, self._expected(allowance)
        radius = radius * 5 // 4 + 1 if self.costs.fixed else radius + 1
        windows: list[tuple[Window, int]] = []
        while True:
            first, last = max(0, line - radius), min(lines, line + radius + 1)
            if self._slow(allowance, starts[last] - starts[first], hope):
                break
            window = self._window(first, last)
            windows.append((window, max(0, allowance - self.costs.least)))
            if not window.border:
                break
            radius, hope = 2 * radius, 1.5 * hope
        return tuple(windows)

    def _expected(self, allowance: int) -> float:
        """A guess at the hexes in reach: ground is mixed, so less far than the usual cost allows."""
        radius = allowance / (1.3 * self.costs.usual)
        return 1 + 3 * radius * (radius + 1)

    def _slow(self, allowance: int, bits: int, hope: float) -> bool:
        """Whether a bucket queue beats integers of this length, by measured microseconds of either."""
        level = 1.3 + bits / 4000 if self.costs.sided else 0.4 + bits / 12000
        return allowance / self._unit * level > 3 + 0.35 * hope

    def _lines(self, hexes: int) -> tuple[int, int]:
        """The lines a set covers, rounded outwards so that few windows serve all."""
        starts = self.lattice.line_start
        low, high = (hexes & -hexes).bit_length() - 1, hexes.bit_length() - 1
        stride = self.lattice.stride
        first = max(0, low // stride - 1)
        while starts[first + 1] <= low:
            first += 1
        last = first
        while last < self.lattice.lines and starts[last] <= high:
            last += 1
        if self.lattice.lines <= 32:
            return first, last
        return first & ~3, min(self.lattice.lines, last + 3 & ~3)

    # -- kernels ------------------------------------------------------------------------------------------------

    def _layers(self, h: int, allowance: int, rules: Rules, window: Window) -> tuple[tuple[int, ...], int]:
        """The layers within a window, and the half points between them: two where nothing costs half a point."""
        unit = self._unit
        if rules is FREE:
            run = self._kernels.get(allowance) or self._kernel(allowance, FREE, unit)
            return run(self._bit[h] >> window.low, *window.masks), unit
        stop, blocked, (slow, toll), back = rules
        low, whole, toll = window.low, window.whole, toll if slow else 0
        masks = [self._bit[h] >> low]
        if stop:
            masks.append(whole & ~(stop >> low))
        if blocked:
            masks.append(whole & ~(blocked >> low))
        if toll:
            masks.append(whole & ~(slow >> low))
        key = allowance | bool(stop) << 8 | bool(blocked) << 9 | back << 10 | toll << 11
        if toll % unit:
            unit = 1
        run = self._kernels.get(key) or self._kernel(key, rules, unit)
        return run(*masks, *window.masks), unit

    def _kernel(self, key: int, rules: Rules, unit: int) -> Kernel:
        """The kernel for an allowance (the low byte of the key) and what of the rules is in use."""
        costs, (slow, toll) = self.costs, rules.delay
        entry, extra, fixed = (tuple(cost // unit for cost, _ in priced) for priced in (costs.entry, costs.extra, costs.fixed))
        shape = Shape(
            (key & 255) // unit,
            entry,
            extra,
            fixed,
            sided=costs.sided,
            packed=self._packed,
            stop=bool(rules.stop),
            blocked=bool(rules.blocked),
            delay=toll // unit if slow else 0,
            back=rules.back,
        )
        made = self._kernels[key] = kernel(shape)
        return made

    def _entries(self) -> list[tuple[int, ...]]:
        """For each kind of side (plain, tolled, fixed) the hexes entered over it, in the six directions of shifts."""
        lattice, block = self.lattice, self.lattice.block
        if not self.costs.sided:
            return []
        kinds = [self.costs.plain, *(sides for _, sides in self.costs.extra + self.costs.fixed)]
        whole = (1 << block) - 1
        found: list[tuple[int, ...]] = []
        for sides in kinds:
            a, b, c = (sides >> block * axis & whole for axis in (1, 2, 3))
            stride = lattice.stride
            found.append((a << 1, a, b << stride, b, c << (stride - 1), c))
        return found

    def _window(self, first: int, last: int) -> Window:
        """The masks cut to lines first..last-1, made once."""
        window = self._windows.get((first, last))
        if window is not None:
            return window
        lattice = self.lattice
        starts = lattice.line_start
        low, high = starts[first], starts[last] if last < lattice.lines else lattice.width
        cut = (1 << (high - low)) - 1
        whole = lattice.all >> low & cut
        masks = [lattice.stride, lattice.stride - 1, whole]
        if self.costs.sided:
            together, apart = kinds(self._packed, len(self.costs.extra), len(self.costs.fixed))
            block = high - low + lattice.stride + 1  # no shift reaches the next block
            masks += [block * i for i in range(1, len(together))]
            for direction in range(6):
                packed = 0
                for i, kind in enumerate(together):
                    packed |= (self._entered[kind][direction] >> low & cut) << block * i
                masks.append(packed)
            masks += [mask >> low & cut for kind in apart for mask in self._entered[kind]]
        masks += [hexes >> low & cut for _, hexes in self.costs.entry]
        border = 0
        if first > 0:
            border |= (1 << (starts[first + 1] - low)) - 1
        if last < lattice.lines:
            border |= cut >> (starts[last - 1] - low) << (starts[last - 1] - low)
        window = self._windows[first, last] = Window(low, whole, tuple(masks), border & whole)
        return window
