"""One sheet of each board for all tests: drawing is slow compared with asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from echelon.core.board.board import Board

pytest.importorskip("numpy")

from echelon.draw import plan, sheet

HERE = Path(__file__).parent
TIGERS = HERE.parents[1] / "src/echelon/systems/tigers/board.txt"


@pytest.fixture(scope="session")
def tigers():
    return plan(Board.load(TIGERS))


@pytest.fixture(scope="session")
def tigers_sheet(tigers):
    return sheet(tigers)


@pytest.fixture(scope="session")
def ford():
    return plan(Board.load(HERE / "boards/ford.txt"))


@pytest.fixture(scope="session")
def coast():
    return plan(Board.load(HERE / "boards/coast.txt"))


@pytest.fixture(scope="session")
def pointy():
    return plan(Board.load(HERE / "boards/pointy.txt"))


@pytest.fixture(scope="session", params=["tigers", "ford", "coast", "pointy"])
def any_plan(request):
    return request.getfixturevalue(request.param)
