"""Workers live and die: under load, hung, idle, with their parent; and nothing is left of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from kozyr.bots import make_bot
from kozyr.games import game_ids
from kozyr.kernel.said import say
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.workers.answer import BotAnswer
from kozyr.server.workers.pool import MOST_OF_A_VIEW, PoolClosedError, WorkerPool
from tests.server.workers_at_hand import ODD, PATIENT, is_there, legal_of, own_descriptors, view_of

KILLS = int(os.environ.get("KOZYR_TEST_KILLS", "40"))
TABLES = 6

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


class Killer:
    """Kills a random worker after every few answers."""

    def __init__(self, kills: int) -> None:
        self.left, self.random = kills, random.Random(7)
        self.pool: WorkerPool | None = None

    def __call__(self, game_id: str, bot: str, answer: BotAnswer) -> None:
        assert self.pool is not None
        if self.left and self.pool.pids and self.random.random() < 0.5:
            self.left -= 1
            pid, how = self.random.choice(self.pool.pids), self.random.choice([signal.SIGKILL, signal.SIGSEGV])
            with contextlib.suppress(ProcessLookupError):  # dead already, and not yet mourned
                os.kill(pid, how)


async def played(pool: WorkerPool, killer: Killer, table: str) -> int:
    """One table asks move after move until all kills are done; how many."""
    asked = 0
    while killer.left:
        view = view_of(game_ids()[asked % 3], moves=asked % 5, seed=f"{table} {asked}")
        bot = ("first", "careful", "raises")[asked % 3]
        answer = await pool.choose(view.game, bot, view, str(asked), PATIENT, table_id=table)
        assert answer.move in legal_of(view)
        assert answer.made_by in (bot, "careful", "fallback")
        asked += 1
    return asked


async def test_workers_killed_at_random_under_load_lose_no_question_and_answer_none_twice() -> None:
    before, killer = own_descriptors(), Killer(KILLS)
    async with WorkerPool(3, ODD, killer) as pool:
        killer.pool = pool
        asked = await asyncio.gather(*(played(pool, killer, f"table {number}") for number in range(TABLES)))
        assert pool.counters.asked == sum(asked) == sum(pool.counters.answered.values())
        assert pool.counters.losses > 0
        await pool.ready()
        pids = pool.pids
        assert len(pids) == 3
    assert not any(map(is_there, pids))
    assert own_descriptors() <= before


async def test_a_worker_that_is_stopped_is_replaced_and_the_question_is_answered() -> None:
    view = view_of()
    async with WorkerPool(1, ODD) as pool:
        await pool.ready()
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        answer = await pool.choose("kozel", "first", view, "seed", 0.3)
        assert (answer.made_by, answer.fault) == ("careful", "deadline")
        assert not is_there(pid)


async def test_an_idle_worker_that_dies_is_replaced_before_anybody_asks() -> None:
    async with WorkerPool(1, ODD) as pool:
        await pool.ready()
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        while pool.pids in ((pid,), ()):
            await asyncio.sleep(0)
        await pool.ready()
        answer = await pool.choose("kozel", "first", view_of(), "seed", PATIENT)
        assert (answer.made_by, answer.fault) == ("first", "")


async def test_questions_that_wait_behind_a_worker_that_dies_are_answered_by_their_own_bots() -> None:
    view = view_of()
    async with WorkerPool(1, ODD) as pool:
        await pool.ready()
        asking = [pool.choose("kozel", bot, view, "s", PATIENT, table_id=bot) for bot in ("exits", "first", "prints")]
        assert [answer.made_by for answer in await asyncio.gather(*asking)] == ["careful", "first", "prints"]


async def test_the_same_view_and_seed_give_the_same_answer_in_every_worker() -> None:
    views = [view_of(game_id, moves=moves) for game_id in game_ids() for moves in (0, 5, 10)]
    async with WorkerPool(2, ODD) as one, WorkerPool(1, replace(ODD, mode=None)) as other:
        for view in views:
            choice = make_bot(view.game, "careful").choose(view, Stream("same"))
            asking = [
                pool.choose(view.game, "careful", view, "same", PATIENT, table_id=str(table))
                for pool in (one, one, other)
                for table in range(2)
            ]
            answers = await asyncio.gather(*asking)
            assert {(answer.move, answer.made_by) for answer in answers} == {(str(choice.move), "careful")}
            assert len({answer.reasons for answer in answers}) == 1


async def test_a_huge_view_is_answered_as_any_other() -> None:
    view = view_of()
    huge = replace(view, events=tuple(say("bid", text="x" * 100, number=number) for number in range(30_000)))
    async with WorkerPool(1, ODD) as pool:
        assert (await pool.choose("kozel", "first", huge, "seed", PATIENT)).made_by == "first"


async def test_a_full_queue_answers_at_once_and_one_table_cannot_fill_it_for_others() -> None:
    view = view_of()
    settings = replace(ODD, most_waiting=6, most_waiting_a_table=2)
    async with WorkerPool(1, settings) as pool:
        asking = [pool.choose("kozel", "first", view, "s", PATIENT, table_id="greedy") for _ in range(4)]
        asking += [pool.choose("kozel", "first", view, "s", PATIENT, table_id="modest")]
        answers = await asyncio.gather(*asking)
        assert [answer.fault for answer in answers] == ["", "", "busy", "busy", ""]
        assert {answer.made_by for answer in answers[2:4]} == {"fallback"}


async def test_a_question_that_nobody_waits_for_any_more_is_dropped() -> None:
    view = view_of()
    async with WorkerPool(1, ODD) as pool:
        asking = asyncio.create_task(pool.choose("kozel", "first", view, "seed", PATIENT))
        while not pool.waiting:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert pool.waiting == 0
        assert (await pool.choose("kozel", "first", view, "seed", PATIENT)).made_by == "first"


@pytest.mark.parametrize("bot", ["first", "spins", "hangs"])
async def test_closing_while_busy_refuses_what_waits_and_leaves_nothing(bot: str) -> None:
    before = own_descriptors()
    view = view_of()
    pool = WorkerPool(2, replace(ODD, grace=0.5))
    await pool.start()
    await pool.ready()
    asking = [asyncio.create_task(_refused(pool, view, bot, table)) for table in range(8)]
    while not pool.waiting:
        await asyncio.sleep(0)
    pids = pool.pids
    await pool.close()
    assert not any(map(is_there, pids))
    assert {*await asyncio.gather(*asking)} <= {"closed", "answered"}
    with pytest.raises(PoolClosedError):
        await pool.choose("kozel", "first", view, "seed", PATIENT)
    with pytest.raises(PoolClosedError):
        await pool.ready()
    assert own_descriptors() <= before


async def _refused(pool: WorkerPool, view: View, bot: str, table: int) -> str:
    try:
        await pool.choose("kozel", bot, view, "seed", PATIENT, table_id=str(table))
    except PoolClosedError:
        return "closed"
    return "answered"


async def test_closing_before_any_worker_has_started_leaves_nothing() -> None:
    before = own_descriptors()
    for rounds in range(4):
        pool = WorkerPool(2, ODD)
        await pool.start()
        for _ in range(rounds):
            await asyncio.sleep(0)
        await pool.close()
        assert pool.pids == ()
    assert own_descriptors() <= before


async def test_workers_inherit_no_socket_even_if_it_is_inheritable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.set_inheritable(True)
        async with WorkerPool(1, ODD) as pool:
            assert (await pool.choose("kozel", "at_home", view_of(), "seed", PATIENT)).made_by == "at_home"


async def test_a_seat_that_is_not_to_move_and_an_absurd_view_are_refused_here() -> None:
    async with WorkerPool(1, ODD) as pool:
        with pytest.raises(ValueError, match="not to move"):
            await pool.choose("kozel", "first", replace(view_of(), legal=()), "seed", PATIENT)
        absurd = replace(view_of(), phase="x" * (MOST_OF_A_VIEW + 1))
        with pytest.raises(ValueError, match="too large"):
            await pool.choose("kozel", "first", absurd, "seed", PATIENT)
    with pytest.raises(ValueError, match="at least one worker"):
        WorkerPool(0)


PARENT = """
import asyncio, sys
from kozyr.server.workers.pool import WorkerPool
from tests.server.workers_at_hand import ODD, PATIENT, view_of

async def main():
    async with WorkerPool(2, ODD) as pool:
        await pool.ready()
        asking = asyncio.create_task(pool.choose("kozel", "spins", view_of(), "seed", PATIENT))
        await pool.choose("kozel", "first", view_of(), "seed", PATIENT)
        print(*pool.pids, flush=True)
        await asking

asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(how: signal.Signals) -> None:
    program = [sys.executable, "-c", textwrap.dedent(PARENT)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        parent.send_signal(how)
        parent.wait(PATIENT)
        parent.stdout.read()
    while any(map(_runs, pids)):
        os.sched_yield()


def _runs(pid: int) -> bool:
    """Whether a process is there and no zombie, which an orphan may be until init looks after it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_it_is_all_the_same_under_the_loop_that_servers_use() -> None:
    uvloop = pytest.importorskip("uvloop")

    async def lived() -> None:
        async with WorkerPool(1, replace(ODD, mode=None)) as pool:  # after a first child uvloop keeps a descriptor
            await pool.ready()
        before = own_descriptors()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.set_inheritable(True)  # uvloop would hand it down
            async with WorkerPool(2, ODD) as pool:
                for bot, made_by in (("at_home", "at_home"), ("exits", "careful"), ("hangs", "careful")):
                    answer = await pool.choose("kozel", bot, view_of(), "seed", 0.5 if bot == "hangs" else PATIENT)
                    assert answer.made_by == made_by
                pids = pool.pids
        assert not any(map(is_there, pids))
        assert own_descriptors() <= before

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(lived())


async def test_a_pool_that_warms_up_answers_as_soon_as_one_worker_is_warm() -> None:
    async with WorkerPool(2, replace(ODD, warm=True)) as pool:
        await pool.ready(1)
        answers = [await pool.choose(game, "careful", view_of(game), "seed", PATIENT) for game in game_ids()]
        assert {(answer.made_by, answer.fault) for answer in answers} == {("careful", "")}
        await pool.ready()
        assert pool.counters.losses == 0
