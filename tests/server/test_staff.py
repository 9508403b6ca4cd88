"""Workers: how many there are, what they remember, and what happens to those that end or do not come to an end."""

import asyncio
import functools
import os
import signal
from contextlib import asynccontextmanager

import labour
import pytest
from labour import Labour

from echelon.server.staff import Crowded, Failed, Moved, Staff, Stuck, Unstaffed
from echelon.server.tasks import HINT, MACHINE, MOVE, Task

LATE = 60.0  # seconds after which a test has failed; none takes them


def on_a_loop(test):
    @functools.wraps(test)
    def run(*words, **facts):
        asyncio.run(asyncio.wait_for(test(*words, **facts), LATE))

    return run


@asynccontextmanager
async def staffed(most=1, **limits):
    staff = Staff(most, **limits)
    try:
        yield staff
    finally:
        staff.close()


def ask(staff, work, job, kind=HINT, address="a", **more):
    """A question on its way."""
    return asyncio.ensure_future(staff.do(Task(kind, (address, ""), work, job, **more)))


async def until(true):
    while not true():
        await asyncio.sleep(0.005)


def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@on_a_loop
async def test_a_recruit_answers_while_every_worker_is_at_something_long(tmp_path):
    async with staffed() as staff:
        long = [Labour(f"long{i}", tmp_path) for i in range(3)]
        waiting = [ask(staff, labour.hold, job, MOVE) for job in long]
        await until(long[0].begun.exists)
        assert await ask(staff, labour.name, Labour("quick", tmp_path), MOVE, "b", quick=True) == "quick"
        assert not any(one.done() for one in waiting)
        machine = ask(staff, labour.name, Labour("machine", tmp_path), MACHINE, quick=True)
        assert await ask(staff, labour.name, Labour("again", tmp_path), MOVE, "b", quick=True) == "again"
        assert not machine.done(), "what is kept free for people is not for machines"
        assert len(staff.pids) == 2
        for job in long:
            job.let_go.touch()
        assert await asyncio.gather(*waiting, machine) == ["long0", "long1", "long2", "machine"]
        assert (staff.counts[MOVE].done, staff.counts[MOVE].waiting, staff.counts[MOVE].running) == (5, 0, 0)


@on_a_loop
async def test_workers_start_when_they_are_needed_and_no_more_than_may_be(tmp_path):
    async with staffed(2) as staff:
        assert staff.pids == []
        for i in range(3):
            await ask(staff, labour.name, Labour(str(i), tmp_path))
        assert len(staff.pids) == 1
        long = [Labour(f"long{i}", tmp_path) for i in range(5)]
        waiting = [ask(staff, labour.hold, job) for job in long]
        await until(lambda: sum(job.begun.exists() for job in long) == 2)
        for job in long:
            job.let_go.touch()
        await asyncio.gather(*waiting)
        assert len(staff.pids) == 2


@on_a_loop
async def test_a_question_goes_to_the_worker_that_remembers_while_that_pays(tmp_path):
    async with staffed(2) as staff:
        home, fresh = await ask(staff, labour.where, Labour("a", tmp_path), home="seat")
        assert fresh, "nobody remembers a seat that was never taken"
        held = Labour("held", tmp_path)
        other = ask(staff, labour.hold, held, home="seat")
        await until(held.begun.exists)
        elsewhere, _ = await ask(staff, labour.where, Labour("b", tmp_path), home="other seat")
        assert elsewhere != home
        patient = ask(staff, labour.where, Labour("c", tmp_path), home="seat", patience=LATE)
        for _ in range(3):
            assert (await ask(staff, labour.where, Labour("d", tmp_path), home="other seat")) == (elsewhere, False)
        assert not patient.done(), "somebody is idle, but does not remember"
        held.let_go.touch()
        assert await patient == (home, False)
        await other
        held = Labour("held again", tmp_path)
        other = ask(staff, labour.hold, held, home="seat")
        await until(held.begun.exists)
        assert await ask(staff, labour.where, Labour("e", tmp_path), home="seat") == (elsewhere, True), "it waits no longer"
        held.let_go.touch()
        await other
        assert await ask(staff, labour.where, Labour("f", tmp_path), home="seat") == (elsewhere, False)


@on_a_loop
async def test_what_nobody_waits_for_is_never_begun(tmp_path):
    async with staffed() as staff:
        held, left, old, gone = (Labour(name, tmp_path) for name in ("held", "left", "old", "gone"))
        first = ask(staff, labour.hold, held)
        await until(held.begun.exists)
        closed = ask(staff, labour.name, left)
        past = ask(staff, labour.name, old, game="g", number=4)
        unwatched = ask(staff, labour.name, gone, MACHINE, wanted=lambda: False)
        await asyncio.sleep(0)
        closed.cancel()
        staff.moved("g", 4)
        await asyncio.sleep(0)
        assert not past.done(), "it is about this very state"
        staff.moved("g", 5)
        with pytest.raises(Moved):
            await past
        held.let_go.touch()
        await first
        with pytest.raises(Moved):
            await unwatched
        assert await ask(staff, labour.name, Labour("last", tmp_path)) == "last"
        assert not any(job.begun.exists() for job in (left, old, gone))
        assert (staff.counts[HINT].dropped, staff.counts[MACHINE].dropped) == (2, 1)


@on_a_loop
async def test_so_many_requests_of_one_address_wait_and_no_more(tmp_path):
    async with staffed(requests=2) as staff:
        held = Labour("held", tmp_path)
        waiting = [ask(staff, labour.hold, held)]
        await until(held.begun.exists)
        waiting += [ask(staff, labour.name, Labour(str(i), tmp_path)) for i in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await ask(staff, labour.name, Labour("3", tmp_path))
        waiting += [ask(staff, labour.name, Labour("4", tmp_path), address="b")]
        waiting += [ask(staff, labour.name, Labour(str(i), tmp_path), MOVE) for i in range(5)]  # games wait their turn
        held.let_go.touch()
        assert len(await asyncio.gather(*waiting)) == 9
        assert staff.counts[HINT].refused == 1


@on_a_loop
async def test_a_worker_that_does_not_come_to_an_end_is_ended(tmp_path):
    async with staffed(seconds=1.0) as staff:
        pid, _ = await ask(staff, labour.where, Labour("a", tmp_path))
        with pytest.raises(Stuck):
            await ask(staff, labour.hold, Labour("never", tmp_path))
        await until(lambda: not runs(pid))
        assert (await ask(staff, labour.where, Labour("b", tmp_path)))[0] != pid
        assert (staff.killed, staff.counts[HINT].failed) == (1, 1)


@on_a_loop
async def test_who_is_ended_by_somebody_is_replaced_and_its_question_asked_once_more(tmp_path):
    async with staffed() as staff:
        pid, _ = await ask(staff, labour.where, Labour("a", tmp_path), home="seat")
        os.kill(pid, signal.SIGKILL)
        again, fresh = await ask(staff, labour.where, Labour("b", tmp_path), home="seat")
        assert again != pid
        assert fresh
        assert await ask(staff, labour.end_once, Labour("once", tmp_path)) == "once"
        with pytest.raises(Stuck):
            await ask(staff, labour.end, Labour("always", tmp_path))
        assert await ask(staff, labour.name, Labour("c", tmp_path)) == "c"
        assert staff.lost == 4


@on_a_loop
async def test_an_error_over_there_is_told_and_ends_nobody(tmp_path):
    async with staffed() as staff:
        pid, _ = await ask(staff, labour.where, Labour("a", tmp_path))
        with pytest.raises(Failed, match="ValueError: wrong"):
            await ask(staff, labour.fail, Labour("wrong", tmp_path))
        assert (await ask(staff, labour.where, Labour("b", tmp_path)))[0] == pid


@on_a_loop
async def test_who_closes_leaves_nobody_behind(tmp_path):
    async with staffed(2) as staff:
        held = [Labour(str(i), tmp_path) for i in range(3)]
        waiting = [ask(staff, labour.hold, job) for job in held]
        await until(lambda: sum(job.begun.exists() for job in held) == 2)
        pids = staff.pids
        staff.close()
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(one) for one in told} == {Unstaffed, Moved}
        await until(lambda: not any(map(runs, pids)))
        with pytest.raises(Unstaffed):
            await ask(staff, labour.name, Labour("late", tmp_path))
