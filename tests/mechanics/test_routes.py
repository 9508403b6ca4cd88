"""Routes of a length, and the best of them."""

from echelon.mechanics.routes import cheapest, preferred, routes


def around(here, n):
    """On a line of numbers: a step up costs 10, a step down 1, and nobody goes below zero."""
    return [(there, cost) for there, cost in ((here + 1, 10), (here - 1, 1)) if there >= 0]


def test_every_route_of_the_length_with_its_cost():
    assert routes(1, 2, around) == [((1, 2, 3), 20), ((1, 2, 1), 11), ((1, 0, 1), 11)]
    assert routes(1, 0, around) == [((1,), 0)]


def test_a_route_that_ends_early_is_none():
    assert routes(0, 2, lambda here, n: [(here + 1, 0)] if n == 1 else []) == []


def test_the_step_knows_its_number():
    seen = []
    routes(5, 3, lambda here, n: seen.append((here, n)) or [(here + 1, 0)])
    assert seen == [(5, 1), (6, 2), (7, 3)]


def test_cheapest_keeps_all_that_cost_the_least():
    assert cheapest(routes(1, 2, around)) == [(1, 2, 1), (1, 0, 1)]
    assert cheapest([]) == []


def test_a_wish_is_not_a_bar():
    found = [(1, 2), (1, 3)]
    assert preferred(found, lambda path: path[-1] == 3) == [(1, 3)]
    assert preferred(found, lambda path: path[-1] == 9) == found
