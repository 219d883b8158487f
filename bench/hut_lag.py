"""How far a pull lags behind the hand: from the message of the hand to the frame of poses that reflects it.

``python -m bench.hut_lag [PULLS]`` pulls for several seconds at one hut, at two huts in two workers, at two in one, and
at one while another is being built in the same worker; a line a case. The hands are steady and send 60 places a second.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from kozyr.games.shalashik.hut.dealer import Dealer
from kozyr.games.shalashik.hut.hands import look, outermost_corner, way_out
from kozyr.games.shalashik.hut.model import in_mask
from kozyr.games.shalashik.hut.state import standing_from_json
from kozyr.games.shalashik.risk import ground_of, risks
from kozyr.kernel.physics import TICKS_A_SECOND
from kozyr.server.workers.hut_messages import PosesMoved
from kozyr.server.workers.hut_session import HutSession
from kozyr.server.workers.huts import HutPool, HutSettings

SPEED = 80.0
"""mm a second: slow, so that pulls are long."""
HOLD = 1.0
"""Seconds for which the hand waits, with the card in hand, before it pulls."""


def aim(kept: Any) -> tuple[int, tuple[float, float], float]:
    """The safest card, where to take it, and the way out."""
    sight = look(standing_from_json(kept))
    chances = risks(ground_of(sight.heap), sight.left)
    card = min(in_mask(sight.shows), key=lambda card: chances.get(card, 1.0))
    return card, outermost_corner(sight, card), way_out(sight, card)


async def pulled(session: HutSession, lags: list[float]) -> None:
    """One pull by a hand that sends in real time."""
    assert session.state is not None
    card, grab, way = aim(session.state.kept)
    sent: list[float] = []
    seen = 0

    def on_frame(frame: PosesMoved) -> None:
        nonlocal seen
        now = time.perf_counter()
        if frame.hands > seen:
            lags.append(now - sent[frame.hands - 1])
            seen = frame.hands

    pull = await session.begin_pull(card, grab, on_frame)
    begun = time.perf_counter()
    while not pull.is_over and len(sent) < 10 * TICKS_A_SECOND:
        far = max(0.0, len(sent) / TICKS_A_SECOND - HOLD) * SPEED
        sent.append(time.perf_counter())
        pull.hand([(grab[0] + far * math.cos(way), grab[1] + far * math.sin(way), 0.0)])
        await asyncio.sleep(max(0.0, begun + len(sent) / TICKS_A_SECOND - time.perf_counter()))
    if not pull.is_over:
        pull.let_go()
    outcome = await pull.outcome()
    if outcome.down is None:
        await session.finish(card, down=False)


async def case(name: str, workers: int, huts: int, pulls: int, *, builds: bool = False) -> None:
    """Pull at so many huts in so many workers at once, and print the lags."""
    lags: list[float] = []
    async with HutPool(workers, HutSettings(load=("shalashik",))) as pool:
        await pool.ready()
        sessions = await asyncio.gather(
            *(pool.open_hut("shalashik", str(hut), kept=kept(f"lag {hut}")) for hut in range(huts))
        )
        for _ in range(pulls):
            building = asyncio.create_task(pool.open_hut("shalashik", "new", seed=str(time.time()))) if builds else None
            await asyncio.gather(*(pulled(session, lags) for session in sessions))
            if building is not None:
                await (await building).close()
        cpu, waited = (sum(each) for each in zip(*map(scheduled, pool.pids), strict=True))
    ms = 1000 * np.array(lags)
    quantiles = " | ".join(f"{np.quantile(ms, q):.0f}" for q in (0.5, 0.9, 0.99, 1.0))
    print(f"| {name} | {len(lags)} | {quantiles} | {cpu:.1f} | {waited:.1f} |", flush=True)


_KEPT: dict[str, Any] = {}


def kept(seed: str) -> Any:
    """A hut of a seed, built once."""
    if seed not in _KEPT:
        _KEPT[seed] = Dealer.build(seed).to_json()
    return _KEPT[seed]


def scheduled(pid: int) -> tuple[float, float]:
    """For how many seconds a process's threads have run, and for how many they waited for a core that others had."""
    tasks = [path.read_text(encoding="ascii").split() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    ran, waited = (sum(int(task[i]) for task in tasks) / 1e9 for i in (0, 1))
    return ran, waited


async def main(pulls: int = 5) -> None:
    """Print the table."""
    print("| pulls at once | frames | lag in ms: median | 90% | 99% | most | ran, s | waited for a core, s |")
    print("|---|---|---|---|---|---|---|---|")
    await case("1", 1, 1, pulls)
    await case("2, in two workers", 2, 2, pulls)
    await case("2, in one worker", 1, 2, pulls)
    await case("1, beside a build in its worker", 1, 1, pulls, builds=True)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:2])))
