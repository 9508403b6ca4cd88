"""The examples in the docstrings are true."""

import doctest

import pytest

from echelon.hexes import grid, labels, ranges


@pytest.mark.parametrize("module", [grid, labels, ranges], ids=lambda module: module.__name__)
def test_docstrings(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
