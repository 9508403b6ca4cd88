"""Pictures on disk: drawn once, whole or not at all, waited for, and never mixed up."""

import asyncio
import gzip
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import pytest

import echelon
from echelon.core.errors import UnknownError
from echelon.server import art
from echelon.server.art import Gallery, NoArtError, names

pytest.importorskip("numpy")
FORD = echelon.load("drill").rules("ford")


def get(gallery, name, rules=FORD):
    return asyncio.run(gallery.get(rules, name))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("art")
    gallery = Gallery(found)
    for name in ("sheet-normandy.svg", "counters-light.svg", "card.svg"):
        get(gallery, name)
    return found


@pytest.mark.parametrize("name", ["sheet-normandy.svg", "counters-light.svg", "card.svg"])
def test_a_picture_is_drawn_once_and_then_read(folder, name, monkeypatch):
    monkeypatch.setattr(Gallery, "_draw", None)
    monkeypatch.setattr(art, "_sprite", None)
    gallery = Gallery(folder)
    found = get(gallery, name)
    assert ET.fromstring(found.body).tag.endswith("svg")
    assert gzip.decompress(found.packed) == found.body
    assert found.etag.strip('"') == gallery.key(FORD, name)


def test_two_who_ask_at_once_get_the_same_picture(tmp_path):
    async def both():
        gallery = Gallery(tmp_path)
        return await asyncio.gather(gallery.get(FORD, "sheet-dusk.svg"), gallery.get(FORD, "sheet-dusk.svg"))

    one, other = asyncio.run(both())
    assert one == other
    assert [p.suffix for p in tmp_path.iterdir()] == [".gz"]


@pytest.mark.parametrize("name", ["sheet-mauve.svg", "sheet-.svg", "counters-noon.svg", "card.png", "", "../card.svg"])
def test_an_unknown_picture_is_a_sentence(folder, name):
    with pytest.raises(UnknownError):
        get(Gallery(folder), name)


def test_a_card_is_small_enough(folder):
    card = get(Gallery(folder), "card.svg")
    assert len(card.body) < 400_000
    assert b'width="640" height="250"' in card.body[:400]


def test_keys_tell_boards_palettes_themes_and_scenarios_apart(tmp_path):
    gallery = Gallery(tmp_path)
    system = echelon.load("drill")
    boards = [system.rules(name) for name in system.scenarios]
    keys = [gallery.key(rules, name) for rules in boards for name in names(rules.board)]
    assert len(set(keys)) == len(keys)


def test_boards_with_the_same_content_share_their_sheet(tmp_path):
    gallery, system = Gallery(tmp_path), echelon.load("tigers")
    one, other = system.rules("campaign"), system.rules("breakthrough")
    assert gallery.key(one, "sheet-winter.svg") == gallery.key(other, "sheet-winter.svg")
    assert gallery.key(one, "card.svg") != gallery.key(other, "card.svg")


def test_a_board_of_a_position_has_a_sheet_of_its_own(folder):
    system = echelon.load("drill")
    board = FORD.board.with_features(terrain={"wood": FORD.board.labels[0]})
    rules = system.rules("ford", board=board)
    gallery = Gallery(folder)
    assert gallery.key(rules, "sheet-normandy.svg") != gallery.key(FORD, "sheet-normandy.svg")
    assert get(gallery, "sheet-normandy.svg", rules).body != get(gallery, "sheet-normandy.svg").body


def test_keys_to_maps_of_strangers_are_drawn_one_at_a_time(tmp_path, monkeypatch):
    rules, now, most = echelon.load("drill").rules("crossing"), [], []

    def slow(rules, name, lang):
        now.append(name)
        most.append(len(now))
        time.sleep(0.05)
        now.remove(name)
        return "<svg/>"

    async def go(visitors):
        gallery = Gallery(tmp_path / str(visitors[0]))
        wanted = [f"legend-{palette}.svg" for palette in ("summer", "winter", "dusk")]
        pairs = zip(visitors, wanted, strict=True)
        await asyncio.gather(*(gallery.get(rules, name, "en", visitor) for visitor, name in pairs))

    monkeypatch.setattr(art, "_legend", slow)
    asyncio.run(go(("a", "a", "b")))
    assert max(most) == 1
    asyncio.run(go((None, None, None)))
    assert max(most) > 1, "those of shipped maps wait for nobody"


def test_another_version_draws_anew(folder, monkeypatch):
    before = Gallery(folder).key(FORD, "card.svg")
    monkeypatch.setattr(art, "_code", lambda: "ffffffff")
    assert Gallery(folder).key(FORD, "card.svg") != before


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path):
    file = tmp_path / "file"
    file.write_text("in the way")
    assert get(Gallery(file), "counters-dusk.svg").body.startswith(b"<svg")


def test_without_numpy_the_page_gets_a_sentence(tmp_path, monkeypatch):
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "numpy.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(blocked))
    with pytest.raises(NoArtError, match="needs numpy"):
        get(Gallery(tmp_path / "art"), "sheet-normandy.svg")


def test_drawing_everything_leaves_what_is_there(folder, monkeypatch):
    gallery = Gallery(folder)
    key = gallery.key(FORD, "card.svg")
    kept = folder / f"{key}.svg.gz"
    before = kept.stat().st_mtime_ns
    monkeypatch.setattr(art, "_everything", lambda: iter([FORD]))
    art.warm(gallery)
    assert kept.stat().st_mtime_ns == before
    assert all(gallery.find(gallery.key(FORD, name)) for name in names(FORD.board))


def test_old_pictures_of_other_versions_are_swept_out(tmp_path):
    old, young = tmp_path / "00000000-card-1.svg.gz", tmp_path / "00000000-card-2.svg.gz"
    own = tmp_path / f"{art._code()}-card-3.svg.gz"
    for path in (old, young, own):
        path.write_bytes(b"")
    for path in (old, own):
        os.utime(path, (1, 1))
    art._sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([young, own])


def test_the_painter_is_a_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "echelon.server.art", str(tmp_path), "-"],
        input='{"name": "card.svg", "key": "k", "system": "drill", "scenario": "ford"}',
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "k.svg.gz").exists()
