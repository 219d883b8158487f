"""Bots that misbehave: each question is answered once, legally, and says by whom."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from kozyr.bots import make_bot
from kozyr.kernel.streams import Stream
from kozyr.server.workers.answer import FAULTS, BotAnswer, last_resort
from kozyr.server.workers.pool import WorkerPool
from tests.server.workers_at_hand import ODD, PATIENT, is_there, legal_of, quick, view_of

FAULTY = {
    "raises": "raised",
    "mumbles": "raised",
    "unpicklable": "raised",
    "answers_nothing": "raised",
    "no such bot": "raised",
    "cheats": "illegal",
    "leaves": "crash",
    "exits": "crash",
    "crashes": "crash",
}
STUCK = ("sleeps", "spins", "hangs")


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    async with WorkerPool(2, ODD) as pool:
        yield pool


async def test_a_bot_at_fault_is_replaced_by_careful_which_plays_as_it_always_does(pool: WorkerPool) -> None:
    view = view_of(moves=3)
    choice = make_bot("kozel", "careful").choose(view, Stream("seed"))
    for bot, fault in FAULTY.items():
        answer = await pool.choose("kozel", bot, view, "seed", PATIENT)
        assert (answer.move, answer.made_by, answer.fault) == (str(choice.move), "careful", fault), bot
        assert [reason.move for reason in answer.reasons] == [str(reason.move) for reason in choice.reasons]
    assert pool.counters.faults == {fault: list(FAULTY.values()).count(fault) for fault in set(FAULTY.values())}
    assert set(FAULTY.values()) <= set(FAULTS)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
async def test_a_bot_that_takes_for_ever_is_ended_and_others_are_answered_meanwhile(pool: WorkerPool) -> None:
    view = view_of(moves=3)
    await pool.ready()
    before = pool.pids
    for bot in STUCK:
        late = asyncio.create_task(pool.choose("kozel", bot, view, "seed", 0.3, table_id="stuck"))
        others = [pool.choose("kozel", "first", view, "seed", PATIENT, table_id=str(table)) for table in range(3)]
        assert {answer.made_by for answer in await asyncio.gather(*others)} == {"first"}
        answer = await late
        assert (answer.made_by, answer.fault) == ("careful", "deadline")
        assert answer.move in legal_of(view)
    await pool.ready()
    assert not any(is_there(pid) for pid in before if pid not in pool.pids)
    assert pool.counters.losses == len(STUCK)


async def test_what_a_bot_prints_is_no_answer(pool: WorkerPool, capfd: pytest.CaptureFixture[str]) -> None:
    view = view_of()
    answer = await pool.choose("kozel", "prints", view, "seed", PATIENT)
    assert answer == BotAnswer(str(view.legal[0].move), (), "prints", "", answer.seconds)


@pytest.mark.skipif(sys.platform == "win32", reason="no niceness")
async def test_a_worker_has_no_input_no_socket_and_no_ear_for_interrupts(pool: WorkerPool) -> None:
    view = view_of()
    answer = await pool.choose("kozel", "at_home", view, "seed", PATIENT)
    assert answer.made_by == "at_home"


async def test_a_bot_that_ends_worker_after_worker_sits_out(pool: WorkerPool) -> None:
    view = view_of()
    faults = [(await pool.choose("kozel", "exits", view, "seed", PATIENT)).fault for _ in range(5)]
    assert faults == ["crash"] * 3 + ["benched"] * 2
    assert (await pool.choose("kozel", "first", view, "seed", PATIENT)).made_by == "first"


async def test_without_any_worker_a_random_legal_move_is_made_here() -> None:
    view = view_of(moves=2)
    async with WorkerPool(1, replace(quick(0.2), bots="tests.server.worker_bots_that_end")) as pool:
        answer = await pool.choose("kozel", "careful", view, "seed", PATIENT)
        assert (answer.move, answer.made_by, answer.fault) == (last_resort(view, "seed"), "fallback", "waited")
        assert pool.counters.answered == {"fallback": 1}


async def test_a_module_of_bots_that_is_broken_does_not_start_workers_in_a_tight_loop() -> None:
    settings = replace(quick(0.1), bots="tests.server.no such module", backoff=replace(ODD.backoff, longest=PATIENT))
    async with WorkerPool(1, settings) as pool:
        for _ in range(5):
            await pool.choose("kozel", "careful", view_of(), "seed", PATIENT)
        assert pool.counters.starts < 10


async def test_a_bot_that_ends_its_worker_in_warming_up_costs_one_start_and_careful_may_raise() -> None:
    view = view_of()
    async with WorkerPool(1, replace(ODD, warm=True, bots="tests.server.worker_bots_stale")) as pool:
        assert (await pool.choose("kozel", "first", view, "seed", PATIENT)).made_by == "first"
        answer = await pool.choose("kozel", "cheats", view, "seed", PATIENT)
        assert (answer.move, answer.made_by, answer.fault) == (last_resort(view, "seed"), "fallback", "illegal")
        assert (pool.counters.starts, pool.counters.losses) == (2, 1)
