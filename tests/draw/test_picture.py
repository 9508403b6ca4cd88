"""Whole pictures: same bytes, small, well-formed, and without what repaints slowly."""

from __future__ import annotations

import gzip
import re
import struct
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import pytest

from echelon.core.board.board import Board
from echelon.draw import PALETTES, MissingNumpyError, Piece, Target, draw, high_contrast, plan, sheet
from echelon.draw.__main__ import main
from echelon.draw.palettes import WINTER


def test_two_draws_of_one_board_are_the_same_bytes(ford):
    again = Board.parse(ford.board.text())
    pieces = [Piece("0403", "1", values=(2, 3)), Piece("0303", "2", nation="german", values=(2, 3))]
    assert draw(ford.board, pieces, [Target("0403")]) == draw(again, pieces, [Target("0403")])


def test_a_second_plan_of_the_large_sheet_is_the_same_too(tigers, tigers_sheet):
    assert sheet(plan(tigers.board)) == tigers_sheet


def test_the_sheet_packs_small_and_holds_its_relief_once(tigers_sheet):
    assert len(gzip.compress(tigers_sheet.encode(), 9)) < 400_000
    assert tigers_sheet.count("data:image/png") == 1
    assert tigers_sheet.count('-relief"') == 3


@pytest.mark.parametrize("colours", sorted(PALETTES))
def test_every_palette_gives_well_formed_svg_with_unique_ids(ford, colours):
    text = sheet(ford, colours)
    root = ElementTree.fromstring(text)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    for used in re.findall(r'(?:href="#|url\(#)([^")]+)', text):
        assert used in ids


def test_high_contrast_has_no_relief_and_no_fields(ford):
    plain = high_contrast(PALETTES["summer"])
    assert len(ford.relief.png(plain)) < 4000
    assert len(sheet(ford, plain)) < len(sheet(ford))


def test_no_filter_mask_or_blend_mode(tigers_sheet, coast):
    for text in (tigers_sheet, sheet(coast)):
        assert not re.search(r"<filter|<mask|mix-blend|filter=|mask=|<script|https?://(?!www\.w3\.org/2000/svg)", text)


def test_coordinates_have_at_most_one_decimal(tigers_sheet):
    for d in re.findall(r' d="([^"]+)"', tigers_sheet):
        assert not re.search(r"\.\d\d", d)


def test_every_hex_is_labelled_unless_told_otherwise(ford):
    root = ElementTree.fromstring(sheet(ford))
    words = {node.text for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(ford.board.labels) <= words
    assert not set(ford.board.labels) & {
        node.text for node in ElementTree.fromstring(sheet(ford, ids=False)).iter("{http://www.w3.org/2000/svg}text")
    }


def test_title_subtitle_and_special_signs(ford):
    text = draw(ford.board, title="Cats & <Dogs>\nMay 1940", size=900)
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "CATS & <DOGS>" in words
    assert "May 1940" in words
    assert root.get("width") == "900"


def test_a_picture_without_legend_is_narrower(ford):
    wide = plan(ford.board).view.width
    assert plan(ford.board, legend=False).view.width < wide - 200


def test_the_relief_is_a_valid_png(tigers):
    data = tigers.relief.png(WINTER)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) == (8, 3)
    chunks, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + size
    assert len(zlib.decompress(chunks[b"IDAT"])) == height * (width + 1)
    assert len(chunks[b"PLTE"]) == 3 * len(chunks[b"tRNS"])
    assert len(data) < 120_000


def test_importing_draw_does_not_import_numpy():
    code = "import sys, echelon, echelon.draw; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_numpy_one_sentence_says_what_to_install(ford, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingNumpyError, match=r"pip install 'echelon-wargames\[draw\]'"):
        draw(ford.board)


def test_the_command_writes_a_sheet_and_complains_in_one_line(ford, tmp_path, capsys):
    source, out = tmp_path / "board.txt", tmp_path / "out.svg"
    source.write_text(ford.board.text(), encoding="utf-8")
    assert main([str(source), str(out), "--palette", "dusk"]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")
    assert main([str(tmp_path / "none.txt"), str(out)]) == 1
    assert "none.txt" in capsys.readouterr().err
