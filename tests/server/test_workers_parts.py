"""The small parts of the pool: the queue, the pauses, the penalties, the frames."""

from __future__ import annotations

import asyncio
import pickle
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.fair_queue import FairQueue
from kozyr.server.workers.frames import MOST, FrameError, Frames, pack
from kozyr.server.workers.penalties import Penalties

TABLES = st.sampled_from("abc")


async def test_tables_take_turns_and_urgent_questions_go_first() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        assert queue.put(item[0], item)
    queue.put_urgent("u1")
    got = [await queue.get() for _ in range(7)]
    assert got == ["u1", "a1", "b1", "c1", "a2", "b2", "a3"]


@given(st.lists(st.tuples(TABLES, st.booleans())))
def test_each_item_that_was_put_is_got_once_and_in_the_order_of_its_table(puts: list[tuple[str, bool]]) -> None:
    async def run() -> None:
        queue: FairQueue[tuple[str, int]] = FairQueue(8, 4)
        put, got = [], []
        for number, (table, gets) in enumerate(puts):
            if queue.put(table, (table, number)):
                put.append((table, number))
            else:
                assert len(queue) == 8 or sum(item[0] == table for item in put if item not in got) == 4
            if gets and len(queue):
                got.append(await queue.get())
        got += [await queue.get() for _ in range(len(queue))]
        for table in "abc":
            assert [item for item in got if item[0] == table] == [item for item in put if item[0] == table]

    asyncio.run(run())


async def test_an_item_wakes_another_when_the_one_it_woke_cannot_come() -> None:
    queue: FairQueue[str] = FairQueue(8, 4)
    first, second = (asyncio.create_task(queue.get()) for _ in range(2))
    await asyncio.sleep(0)
    queue.put("a", "item")
    first.cancel()
    assert await second == "item"
    assert first.cancelled()


async def test_what_is_taken_out_is_not_got() -> None:
    queue: FairQueue[str] = FairQueue(8, 4)
    for item in ("a1", "a2", "b1"):
        queue.put(item[0], item)
    queue.put_urgent("u1")
    assert [queue.discard(item) for item in ("a1", "u1", "none")] == [True, True, False]
    assert await queue.get() in ("a2", "b1")
    assert len(queue.drain()) == 1
    assert len(queue) == 0


def test_pauses_double_up_to_a_bound_and_begin_anew_after_a_sound_life() -> None:
    backoff = Backoff(first=0.1, longest=5.0, sound=10.0)
    failures, pauses = 0, []
    for lived in (0.0, 0.5, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 11.0):
        failures = backoff.failures_after(failures, lived)
        pauses.append(round(backoff.pause(failures), 3))
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 0.1]
    assert backoff.pause(0) == 0.0
    assert backoff.pause(10**6) == 5.0


def test_a_bot_sits_out_after_three_faults_in_a_row_and_has_one_try_when_its_time_is_over() -> None:
    times = [100.0]
    penalties = Penalties(lambda: times[0])
    bot, other = ("kozel", "bot"), ("kozel", "other")
    for _ in range(2):
        penalties.ended_a_worker(bot)
    penalties.answered(bot)
    for _ in range(2):
        penalties.ended_a_worker(bot)
    assert not penalties.keeps_out(bot)
    penalties.ended_a_worker(bot)
    assert penalties.keeps_out(bot)
    assert not penalties.keeps_out(other)
    times[0] += 61.0
    assert not penalties.keeps_out(bot)
    penalties.ended_a_worker(bot)
    assert penalties.keeps_out(bot)


@given(st.lists(st.binary(max_size=50)), st.integers(1, 9))
def test_frames_that_come_in_pieces_are_read_whole(values: list[bytes], size: int) -> None:
    data, frames = b"".join(map(pack, values)), Frames()
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert [value for piece in pieces for value in frames.feed(piece)] == values


def test_what_is_no_frame_is_refused() -> None:
    with pytest.raises(FrameError, match="announced"):
        list(Frames().feed(struct.pack("<I", MOST + 1)))
    with pytest.raises(FrameError, match="cannot be read"):
        list(Frames().feed(struct.pack("<I", 3) + b"abc"))
    with pytest.raises(FrameError, match="cannot be pickled"):
        pack(lambda: None)
    with pytest.raises(FrameError, match="too large"):
        pack(bytes(MOST))
    assert next(iter(Frames().feed(pack(None)))) is None
    assert pickle.loads(pack(7)[4:]) == 7
