"""A loop that was late itself does not take it out on its workers."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import pytest

from kozyr.server.workers.bot_desk import Ask, Chosen
from kozyr.server.workers.bot_worker import BotWorker
from kozyr.server.workers.hut_messages import Beat, Close
from kozyr.server.workers.hut_worker import HutLostError, HutWorker
from kozyr.server.workers.process import OverdueError, WorkerLostError, WorkerProcess

BUDGET = 0.02
BLOCKED = 0.05


class PaperProcess:
    """A process that is sent to and never answers."""

    unsent = 0

    def __init__(self) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent: list[Any] = []

    def send(self, message: object) -> None:
        if self.gone.done():
            raise WorkerLostError("gone")
        self.sent.append(message)


def bot_worker() -> tuple[BotWorker, PaperProcess]:
    worker, process = BotWorker(), PaperProcess()
    worker._process = cast(WorkerProcess, process)
    return worker, process


async def test_an_answer_that_came_while_the_loop_was_blocked_is_in_time() -> None:
    worker, process = bot_worker()
    asking = asyncio.create_task(worker.ask(Ask(1, "kozel", "first", b"", "seed"), BUDGET))
    while not process.sent:
        await asyncio.sleep(0)
    time.sleep(BLOCKED)  # the time for an answer passes
    worker._hear(Chosen(1, "move", ()))
    assert (await asking) == Chosen(1, "move", ())


async def test_an_answer_to_another_question_is_none() -> None:
    worker, process = bot_worker()
    asking = asyncio.create_task(worker.ask(Ask(2, "kozel", "first", b"", "seed"), 60.0))
    while not process.sent:
        await asyncio.sleep(0)
    worker._hear(Chosen(1, "move", ()))
    with pytest.raises(WorkerLostError, match="not asked"):
        await asking


class PaperListener:
    """A session with a pull under way."""

    is_waiting = True

    def hear(self, message: object) -> None:
        raise AssertionError(f"nothing is to come of this pull, but there came {message!r}")

    def lose(self) -> None:
        self.is_waiting = False


def hut_worker() -> tuple[HutWorker, PaperProcess]:
    worker, process = HutWorker(), PaperProcess()
    worker._process = cast(WorkerProcess, process)
    return worker, process


async def test_silence_is_counted_in_looks_and_a_beat_ends_it() -> None:
    worker, _ = hut_worker()
    worker.sessions["hut"] = PaperListener()
    watching = asyncio.create_task(worker.watch(silence=0.001))
    for _ in range(20):
        worker._hear(Beat())
        time.sleep(0.002)  # the loop is late each time
        worker._hear(Beat())
        await asyncio.sleep(0)
    assert not watching.done()
    with pytest.raises(OverdueError, match="silent"):
        await watching


async def test_a_worker_that_nothing_is_expected_of_may_be_silent_until_it_is_gone() -> None:
    worker, process = hut_worker()
    watching = asyncio.create_task(worker.watch(silence=0.001))
    await asyncio.wait({watching}, timeout=0.02)
    assert not watching.done()
    process.gone.set_result(None)
    with pytest.raises(WorkerLostError, match="died"):
        await watching
    assert worker.is_gone
    assert worker.is_clogged()
    with pytest.raises(HutLostError):
        worker.send(Close("hut"))


async def test_all_that_a_lost_worker_had_is_told() -> None:
    worker, _ = hut_worker()
    session = PaperListener()
    worker.sessions["hut"] = session
    worker.lose()
    assert (session.is_waiting, worker.sessions) == (False, {})
