"""Huts in worker processes: built, pulled at, lost and taken up again."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from kozyr.kernel.streams import Stream
from kozyr.server.workers.hut_messages import PosesMoved
from kozyr.server.workers.hut_session import HutSession, Pull
from kozyr.server.workers.hut_worker import HutLostError, HutRefusedError
from kozyr.server.workers.huts import HutPool
from kozyr.server.workers.pose_frames import read_poses
from tests.server.huts_at_hand import GAME, SETTINGS, bodies, dealer, outwards, safest
from tests.server.workers_at_hand import is_there, own_descriptors

pytest.importorskip("mujoco")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
SEED = "script"
SECONDS = 10.0


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[HutPool]:
    async with HutPool(1, SETTINGS) as pool:
        yield pool


async def standing(pool: HutPool, table: str = "table") -> HutSession:
    return await pool.open_hut(GAME, table, bodies=bodies())


async def steered(session: HutSession, rank: int = 0, on_frame: Any = None) -> Pull:
    """A hand that goes its way out place by place, each once the one before has been gone to."""
    card, grab, _ = safest(rank)
    way = iter(outwards(rank))
    said = 1
    pull: Pull | None = None

    def follow(frame: PosesMoved) -> None:
        nonlocal said
        if on_frame is not None:
            on_frame(frame)
        if pull is not None and frame.hands == said:
            said += 1
            pull.hand([next(way)])

    pull = await session.begin_pull(card, grab, follow)
    pull.hand([next(way)])
    return pull


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


async def after_frames(session: HutSession, frames: int) -> Pull:
    """A pull of which so many frames have come, and which is not over."""
    seen = asyncio.Event()
    left = frames

    def on_frame(_: PosesMoved) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            seen.set()

    card, grab, _ = safest()
    pull = await session.begin_pull(card, grab, on_frame)
    await seen.wait()
    return pull


def killed(pool: HutPool, how: signal.Signals = signal.SIGKILL) -> int:
    (pid,) = pool.pids
    os.kill(pid, how)
    return pid


async def test_a_hut_is_built_from_its_seed_and_taken_up_from_its_log_and_from_what_was_kept(pool: HutPool) -> None:
    begun: list[int] = []
    built = await pool.open_hut(GAME, "built", seed="workers", on_beginning=lambda: begun.append(1))
    logged = await pool.open_hut(GAME, "logged", bodies=built.state.bodies if built.state else None)
    assert built.state is not None
    kept = await pool.open_hut(GAME, "kept", kept=built.state.kept)
    assert built.state == logged.state == kept.state
    assert begun == [1]
    assert (pool.huts, pool.counters.opened) == (3, 3)
    for session in (built, logged, kept):
        await session.close()
    assert pool.huts == 0


async def test_a_scripted_pull_is_the_one_that_the_same_seed_gives_here(pool: HutPool) -> None:
    session, here, (card, _, _) = await standing(pool), dealer(), safest()
    frames: list[PosesMoved] = []
    pull = await session.pull_scripted(card, SEED, SECONDS, frames.append, paced=False)
    outcome = await pull.outcome()
    verdict = here.pull_script(card, Stream(SEED), SECONDS)
    assert (outcome.card, outcome.down, outcome.path) == (card, verdict.down, verdict.path)
    assert verdict.down is False
    here.finish(card, down=False)
    assert outcome.state == session.state
    assert (outcome.state.kept, outcome.state.heap, outcome.state.shows) == (here.to_json(), here.heap, here.shows)
    assert frames
    assert all(tick <= outcome.ticks and all(0 <= body < 36 for body in moved) for tick, moved in _read(frames))
    assert any(card in moved for _, moved in _read(frames))


def _read(frames: list[PosesMoved]) -> list[tuple[int, Any]]:
    return [read_poses(frame.frame) for frame in frames]


async def test_a_hand_pulls_a_card_and_its_path_gives_the_same_hut_again(pool: HutPool) -> None:
    session = await standing(pool)
    frames: list[PosesMoved] = []
    outcome = await (await steered(session, on_frame=frames.append)).outcome()
    assert outcome.down is False
    assert not outcome.state.kept["present"] >> outcome.card & 1
    assert outcome.path is not None
    assert 0 < len(outcome.path["xy"]) == outcome.ticks
    assert max(frame.hands for frame in frames) > 0
    again = await pool.open_hut(GAME, "again", bodies=bodies(), pulls=[(outcome.card, outcome.path)])
    assert again.state == outcome.state


async def test_two_pulls_in_one_worker_go_on_side_by_side(pool: HutPool) -> None:
    one, other = await standing(pool, "one"), await standing(pool, "other")
    order: list[str] = []
    pulls = [
        await steered(session, rank, lambda _, name=name: order.append(name))
        for session, rank, name in ((one, 0, "one"), (other, 1, "other"))
    ]
    outcomes = await asyncio.gather(*(pull.outcome() for pull in pulls))
    assert [outcome.card for outcome in outcomes] == [safest(0)[0], safest(1)[0]]
    turns = sum(a != b for a, b in itertools.pairwise(order))
    assert turns > 4


async def test_a_card_that_is_let_go_on_its_way_leaves_the_turn_open(pool: HutPool) -> None:
    session, (card, grab, _) = await standing(pool), safest()
    pull = await session.begin_pull(card, grab)
    pull.hand(outwards()[:3])
    pull.let_go()
    outcome = await pull.outcome()
    assert (outcome.down, outcome.may_grab, outcome.is_broken) == (None, True, False)
    state = await session.finish(card, down=False)
    again = await pool.open_hut(GAME, "again", bodies=bodies(), pulls=[(card, outcome.path)])
    assert again.state == state == session.state


async def test_what_may_not_be_done_is_refused_and_nothing_is_lost(pool: HutPool) -> None:
    session, (card, grab, _) = await standing(pool), safest()
    with pytest.raises(HutRefusedError, match="is not on card"):
        await session.begin_pull(card, (500.0, 500.0))
    with pytest.raises(HutRefusedError, match="does not show"):
        await session.pull_scripted(40, SEED, SECONDS)
    pull = await session.begin_pull(card, grab)
    with pytest.raises(ValueError, match="being pulled"):
        await session.begin_pull(card, grab)
    with pytest.raises(HutRefusedError, match="being pulled"):
        await session.finish(card, down=False)
    with pytest.raises(ValueError, match="no hand reaches"):
        pull.hand([(float("nan"), 0.0, 0.0)])
    with pytest.raises(ValueError, match="at most 60"):
        pull.hand([(0.0, 0.0, 0.0)] * 61)
    with pytest.raises(HutRefusedError, match="no bodies"):
        await pool.open_hut("kozel", "table", seed="any")
    with pytest.raises(HutRefusedError, match="damaged"):
        await pool.open_hut(GAME, "table", kept={"poses": 1})
    with pytest.raises(ValueError, match="opened from"):
        await pool.open_hut(GAME, "table")
    pull.let_go()
    assert (await pull.outcome()).down is None


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_pull_whose_worker_dies_or_hangs_is_lost_and_begins_anew(how: signal.Signals) -> None:
    async with HutPool(1, replace(SETTINGS, silence=4.0)) as pool:
        session = await standing(pool)
        before = session.state
        pull = await after_frames(session, 2)
        pid = killed(pool, how)
        with pytest.raises(HutLostError):
            await pull.outcome()
        pull.hand(outwards()[:1])
        with pytest.raises(HutLostError, match="anew"):
            await session.begin_pull(*safest()[:2])
        assert session.state == before
        assert (await (await steered(session)).outcome()).down is False
        assert not is_there(pid)
        assert pool.counters.losses == 1


async def test_a_turn_without_verdict_is_finished_though_its_worker_died(pool: HutPool) -> None:
    session, (card, grab, _) = await standing(pool), safest()
    pull = await session.begin_pull(card, grab)
    pull.hand(outwards()[:3])
    pull.let_go()
    path = (await pull.outcome()).path
    worker = pool.pids
    killed(pool)
    await until(lambda: pool.pids not in (worker, ()))
    state = await session.finish(card, down=False)
    again = await pool.open_hut(GAME, "again", bodies=bodies(), pulls=[(card, path)])
    assert again.state == state


async def test_an_idle_hut_whose_worker_died_is_taken_up_again_by_itself(pool: HutPool) -> None:
    session = await standing(pool)
    before, worker = session.state, pool.pids
    killed(pool)
    await until(lambda: pool.pids not in (worker, ()))
    assert await session.restore() == before
    assert (await (await steered(session)).outcome()).down is False


async def test_an_opening_that_nobody_waits_for_any_more_leaves_no_hut(pool: HutPool) -> None:
    begun = asyncio.Event()
    opening = asyncio.create_task(pool.open_hut(GAME, "new", bodies=bodies(), on_beginning=begun.set))
    await begun.wait()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert pool.huts == 0
    session = await standing(pool)
    assert pool.huts == 1
    await session.close()


async def test_a_pull_that_nobody_waits_for_any_more_is_let_go(pool: HutPool) -> None:
    session, (card, grab, _) = await standing(pool), safest()
    beginning = asyncio.create_task(session.begin_pull(card, grab))
    await until(lambda: session.is_waiting)
    beginning.cancel()
    with pytest.raises(asyncio.CancelledError):
        await beginning
    await until(lambda: not session.is_waiting)
    finishing = asyncio.create_task(session.finish(card, down=False))
    await asyncio.sleep(0)
    finishing.cancel()
    pull = await session.pull_scripted(safest(1)[0], SEED, SECONDS, paced=False)
    gone = (await pull.outcome()).state.kept["present"]
    assert not gone >> card & 1
    assert not gone >> pull.card & 1


async def test_a_page_that_cannot_be_shown_frames_does_not_keep_the_pull_from_its_end(pool: HutPool) -> None:
    def fails(_: PosesMoved) -> None:
        raise RuntimeError("the page has gone")

    session, (card, _, _) = await standing(pool), safest()
    pull = await session.pull_scripted(card, SEED, SECONDS, fails, paced=False)
    assert (await pull.outcome()).down is False


async def test_closing_in_the_middle_of_builds_and_pulls_leaves_nothing() -> None:
    before = own_descriptors()
    pool = HutPool(2, replace(SETTINGS, grace=30.0))
    await pool.start()
    begun = asyncio.Event()
    session = await standing(pool)
    pull = await after_frames(session, 1)
    building = asyncio.create_task(pool.open_hut(GAME, "new", seed="new", on_beginning=begun.set))
    await begun.wait()
    pids = pool.pids
    await pool.close()
    assert not any(map(is_there, pids))
    for lost in (pull.outcome(), building, session.begin_pull(*safest()[:2]), standing(pool)):
        with pytest.raises(HutLostError):
            await lost
    await session.close()
    assert own_descriptors() <= before
