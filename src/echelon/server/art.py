"""The pictures of the page: sheets, sprites and cards, drawn once and kept on disk.

A sheet takes seconds to draw, so another process draws it: `python -m echelon.server.art FOLDER` draws everything the
shipped games need, one JSON request on its standard input only that. What is asked for before it is there is waited for.
Pictures are kept under a key of their content and of the code that draws them; files appear whole or not at all, so that
several servers may share a folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from echelon import __version__
from echelon.core.board.board import Board
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.system import load, system_names
from echelon.core.text.grammar import FIRST
from echelon.core.text.names import board_in, formation_label, unit_label
from echelon.draw import PALETTES, MissingNumpyError, Palette, high_contrast
from echelon.draw.cards import card
from echelon.draw.sprites import THEMES, groups_of, page_legend, page_plan, page_sheet, sprite, units_of
from echelon.server.places import Places

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = ["Art", "Gallery", "NoArtError", "names"]

WAIT = 90.0  # seconds until a drawing that does not come is given up
PATIENCE = 1.5  # seconds that a request gives the background before it has its picture drawn at once
LOOK = 0.05  # how often a file that another process draws is looked for
OLD = 7 * 86400.0  # seconds after which pictures of other versions are swept out
CONTRAST = "-contrast"
ROOT = Path(__file__).parent.parent


class NoArtError(EchelonError):
    """A picture that cannot be drawn here, with the reason."""


@dataclass(frozen=True, slots=True)
class Art:
    """A picture as it is sent: `packed` is what gzip made of it."""

    packed: bytes
    etag: str
    media: str = "image/svg+xml"

    @property
    def body(self) -> bytes:
        """The plain text, for a client that cannot unpack."""
        return gzip.decompress(self.packed)


def names(board: Board) -> list[str]:
    """The pictures of a game, those a page asks for first in front."""
    palettes = [board.palette, "dusk", board.palette + CONTRAST, "dusk" + CONTRAST]
    return [*(f"counters-{theme}.svg" for theme in THEMES), *(f"sheet-{name}.svg" for name in palettes), "card.svg"]


def _palette(name: str) -> Palette:
    plain = name.removesuffix(CONTRAST)
    if plain not in PALETTES:
        raise UnknownError("palette", name, sorted(PALETTES))
    return PALETTES[plain] if plain == name else high_contrast(PALETTES[plain])


class Gallery:
    """The pictures in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._keys: WeakKeyDictionary[Rules, dict[str, str]] = WeakKeyDictionary()
        self._warming: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._strangers = Places(1)  # maps that positions brought: they keep nobody but one another waiting
        self._legends = Places(1)  # and the keys to them, which a thread of the server draws

    # --- asking ---------------------------------------------------------------------------------------------------------
    async def get(self, rules: Rules, name: str, lang: str = FIRST, visitor: str | None = None) -> Art:
        """A picture by the name it has in an address (`sheet-winter.svg`, `counters-light.svg`), its words in a language.

        With a visitor, it is that of a game with a map of its own."""
        key = self.key(rules, name, lang)
        found = self.find(key)
        if found is not None:
            return found
        try:
            return await self._wait(rules, name, lang, key, visitor)
        except asyncio.CancelledError:
            raise NoArtError("the server is shutting down; try again") from None

    async def _wait(self, rules: Rules, name: str, lang: str, key: str, visitor: str | None) -> Art:
        if name.startswith("counters-"):
            return self.keep(key, await asyncio.to_thread(_sprite, rules, name, lang))
        if name.startswith("legend-"):
            async with contextlib.nullcontext() if visitor is None else self._legends.turn(visitor):
                return self.find(key) or self.keep(key, await asyncio.to_thread(_legend, rules, name, lang))
        soon = time.monotonic() + PATIENCE
        while self._busy() and time.monotonic() < soon:
            await asyncio.sleep(LOOK)
            if (found := self.find(key)) is not None:
                return found
        async with self._turn if visitor is None else self._strangers.turn(visitor):
            return self.find(key) or await self._draw(rules, name, lang, key)

    def find(self, key: str) -> Art | None:
        """A picture that is there already."""
        try:
            return Art((self.folder / f"{key}.svg.gz").read_bytes(), f'"{key}"')
        except OSError:
            return None

    def keep(self, key: str, text: str) -> Art:
        """Put a picture into the folder, whole or not at all; a folder that cannot be written is no reason to fail."""
        packed = gzip.compress(text.encode(), 6, mtime=0)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".new")
            with os.fdopen(handle, "wb") as file:
                file.write(packed)
            Path(path).replace(self.folder / f"{key}.svg.gz")
        except OSError:
            pass
        return Art(packed, f'"{key}"')

    def key(self, rules: Rules, name: str, lang: str = FIRST) -> str:
        """What a picture is kept under: the same content drawn by the same code has the same key."""
        known = self._keys.setdefault(rules, {})
        wanted = name if lang == FIRST else f"{lang} {name}"
        if wanted not in known:
            known[wanted] = _key(rules, name, lang)
        return known[wanted]

    # --- drawing --------------------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Begin to draw everything in the background, at the lowest priority."""
        self._warming = await _painter(str(self.folder), quiet=True)

    async def close(self) -> None:
        """Stop drawing; what is drawn stays."""
        if self._busy() and self._warming is not None:
            self._warming.kill()
            await self._warming.wait()

    def drawing(self) -> bool:
        """Is there something to draw in the background? Not if all of it was drawn at an earlier start."""
        wanted = [self.key(rules, name) for rules in _everything() for name in names(rules.board)]
        return self._busy() and not all((self.folder / f"{key}.svg.gz").exists() for key in wanted)

    def _busy(self) -> bool:
        return self._warming is not None and self._warming.returncode is None

    async def _draw(self, rules: Rules, name: str, lang: str, key: str) -> Art:
        job: dict[str, Any] = {"key": key, "name": name}
        if name == "card.svg":
            job |= {"system": rules.system.name, "scenario": rules.scenario.name}
        else:
            job |= {"board": rules.board.text(), "names": dict(board_in(rules, lang).spoken)}
        process = await _painter(str(self.folder), "-")
        try:
            _, told = await asyncio.wait_for(process.communicate(json.dumps(job).encode()), WAIT)
        except TimeoutError:
            raise NoArtError(f"drawing {name} took longer than {WAIT:.0f} seconds; try again") from None
        finally:
            if process.returncode is None:
                process.kill()
        found = self.find(key)
        if found is None:
            reason = told.decode(errors="replace").strip().splitlines()
            raise NoArtError(reason[-1] if reason else f"{name} could not be drawn")
        return found


async def _painter(*words: str, quiet: bool = False) -> asyncio.subprocess.Process:
    told = asyncio.subprocess.DEVNULL if quiet else asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "echelon.server.art", *words)
    source = str(ROOT.parent)
    path = os.pathsep.join(p for p in (source, os.environ.get("PYTHONPATH", "")) if p)
    return await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=told,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


# --- keys ---------------------------------------------------------------------------------------------------------------
@cache
def _code() -> str:
    """A digest of the version and of the code that draws, so that a picture never outlives a change of it."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=4)
    folder = ROOT / "draw"
    for path in sorted(folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _key(rules: Rules, name: str, lang: str) -> str:
    kind, _, rest = name.removesuffix(".svg").partition("-")
    parts: tuple[object, ...]
    if kind in ("sheet", "legend") and name.endswith(".svg"):
        ground = board_in(rules, lang)
        parts = (ground.text(), _palette(rest).name, *([sorted(ground.spoken.items())] if ground.spoken else []))
    elif kind == "counters" and rest in THEMES and name.endswith(".svg"):
        parts = (repr(_everyone(rules, lang)), rest)
    elif name == "card.svg":
        system = rules.system
        parts = (rules.board.text(), repr(units_of(rules)), system.name, system.version, rules.scenario.name)
    else:
        raise UnknownError("picture", name, names(rules.board))
    content = "\x1f".join(map(str, parts)).encode()
    return f"{_code()}-{kind}-{hashlib.blake2b(content, digest_size=10).hexdigest()}"


def _everyone(rules: Rules, lang: str) -> list[Any]:
    """All counters, with what is printed on them in a language."""
    labels = {unit.id: unit_label(rules.texts, unit, lang) for unit in rules.forces.units if unit.label}
    units = [
        replace(piece, name=labels.get(piece.key, piece.name), formation=formation_label(rules.texts, piece.formation, lang))
        for piece in units_of(rules)
    ]
    return [*units, *groups_of(rules)]


def _sprite(rules: Rules, name: str, lang: str = FIRST) -> str:
    return sprite(_everyone(rules, lang), name.removesuffix(".svg").removeprefix("counters-"))


def _legend(rules: Rules, name: str, lang: str = FIRST) -> str:
    return page_legend(board_in(rules, lang), _palette(name.removesuffix(".svg").removeprefix("legend-")))


# --- the process that draws -----------------------------------------------------------------------------------------------
def _everything() -> Iterator[Rules]:
    """The rules of all scenarios, the first of every game before the others."""
    systems = [load(name) for name in system_names()]
    most = max(len(system.scenarios) for system in systems)
    for index in range(most):
        for system in sorted(systems, key=lambda s: not s.learning):
            if index < len(system.scenarios):
                yield system.rules(list(system.scenarios)[index])


def warm(gallery: Gallery) -> None:
    """Draw what is not there yet: the cards of the home page, then what a table needs, the first language before the others."""
    games = list(_everything())
    for rules in games:
        for name in names(rules.board):
            if name.startswith("c") and gallery.find(gallery.key(rules, name)) is None:
                text = _sprite(rules, name) if name.startswith("counters") else card(rules.system, rules.scenario.name)
                gallery.keep(gallery.key(rules, name), text)
    spoken = [(lang, rules) for rules in games for lang in rules.texts.languages]
    for lang, rules in sorted(spoken, key=lambda row: row[0] != FIRST):
        wanted = [name for name in names(rules.board) if name.startswith("sheet-")]
        missing = {name: gallery.key(rules, name, lang) for name in wanted}
        _sheets(gallery, board_in(rules, lang), [(n, key) for n, key in missing.items() if gallery.find(key) is None])
    _sweep(gallery.folder)


def _sheets(gallery: Gallery, board: Board, wanted: Iterable[tuple[str, str]]) -> None:
    """One geometry in several palettes."""
    rows = list(wanted)
    found = page_plan(board) if rows else None
    for name, key in rows:
        assert found is not None
        gallery.keep(key, page_sheet(found, _palette(name.removeprefix("sheet-").removesuffix(".svg"))))


def _sweep(folder: Path) -> None:
    """Remove what other versions drew and what broken runs left behind, once it is old."""
    for path in folder.glob("*"):
        if not path.name.startswith(_code()) and time.time() - path.stat().st_mtime > OLD:
            path.unlink(missing_ok=True)


def main(words: list[str]) -> int:
    """`FOLDER` draws everything; `FOLDER -` reads one request."""
    gallery = Gallery(Path(words[0]))
    try:
        if words[1:] == ["-"]:
            job = json.loads(sys.stdin.read())
            if job["name"] == "card.svg":
                gallery.keep(job["key"], card(load(job["system"]), job["scenario"]))
            else:
                ground, spoken = Board.parse(job["board"]), job.get("names")
                _sheets(gallery, ground.renamed(spoken) if spoken else ground, [(job["name"], job["key"])])
        else:
            if hasattr(os, "nice"):
                os.nice(10)
            warm(gallery)
    except MissingNumpyError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
