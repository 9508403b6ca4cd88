"""Whose turn it is: fair between visitors, people before machines, quick before long."""

from echelon.server.tasks import HINT, MACHINE, MOVE, SPARED, Queue, Task


def task(kind=HINT, address="a", player="p", **more):
    return Task(kind, (address, player), len, more.pop("job", None), answer=None, **more)


def taken(queue, number=1000, fits=lambda _: True):
    """As many as there are, in their order."""
    found = []
    while len(found) < number and (one := queue.take(fits, lambda _: False)) is not None:
        found.append(one)
    return found


def filled(*tasks):
    queue = Queue()
    for one in tasks:
        queue.put(one)
    return queue


def test_sixty_of_one_visitor_are_no_more_than_one_of_another():
    many, one = [task(MOVE, "a") for _ in range(60)], task(MOVE, "b")
    queue = filled(*many, one)
    assert taken(queue)[:3] == [many[0], one, many[1]]
    assert not queue


def test_who_makes_many_players_has_no_more_turns():
    many = [task(address="a", player=str(i)) for i in range(20)]
    others = [task(address="b") for _ in range(5)]
    assert [t.visitor[0] for t in taken(filled(*many, *others))][:10] == ["a", "b"] * 5


def test_players_of_one_address_have_their_turns():
    many, one = [task(player="p") for _ in range(9)], task(player="q")
    assert taken(filled(*many, one))[1] is one


def test_whoever_comes_back_is_behind_those_who_wait():
    queue = filled(task(address="a"), task(address="b"), task(address="c"))
    first = taken(queue, 1)
    queue.put(task(address="a"))
    assert [t.visitor[0] for t in first + taken(queue)] == ["a", "b", "c", "a"]


def test_people_come_before_machines_and_do_not_stop_them_for_ever():
    machines, people = [task(MACHINE, "a") for _ in range(3)], [task(HINT, "b") for _ in range(2 * SPARED)]
    order = taken(filled(*machines, *people))
    assert [i for i, one in enumerate(order) if one.kind == MACHINE] == [SPARED, 2 * SPARED + 1, 2 * SPARED + 2]
    assert taken(filled(*machines, people[0]))[0] is people[0]


def test_people_who_were_alone_leave_no_debt():
    queue = filled(*(task() for _ in range(3 * SPARED)))
    taken(queue)
    person = task()
    queue.put(task(MACHINE))
    queue.put(person)
    assert taken(queue)[0] is person


def test_a_quick_question_goes_before_the_long_ones_of_the_same_visitor():
    long, other, quick = task(MOVE), task(HINT), task(MOVE, quick=True)
    assert taken(filled(long, other, quick)) == [quick, long, other]


def test_only_if_nothing_fits_something_is_stolen():
    mine, older = task(address="b"), task(address="a")
    queue = filled(older, mine)
    assert queue.take(lambda t: t is mine, lambda _: True) is mine
    assert queue.take(lambda t: t is mine, lambda _: False) is None
    assert queue.take(lambda t: t is mine, lambda _: True) is older


def test_what_is_about_an_earlier_state_is_found_and_taken_out_once():
    old, new, other = task(game="g", number=3), task(game="g", number=4), task(game="h", number=1)
    queue = filled(old, new, other)
    assert queue.before("g", 4) == [old]
    assert queue.remove(old)
    assert not queue.remove(old)
    assert queue.before("g", 4) == []
    assert list(queue) == [new, other]
    assert len(queue) == 2


def test_requests_are_counted_by_address_and_moves_are_not():
    queue = filled(task(player="p"), task(player="q"), task(MOVE), task(address="b"))
    assert (queue.requests("a"), queue.requests("b"), queue.requests("c")) == (2, 1, 0)
