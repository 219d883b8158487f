"""What a pull costs with all cards free and with the frozen set, and how often the two agree.

``python -m bench.hut_cost [PULLS]`` makes the same pulls at the same huts in three ways: all free; frozen; and all free
again with the heap moved by a thousandth of a millimetre, which tells how much two runs differ by chance alone.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field, replace

import numpy as np

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.hands import Intent, any_intent, draw, look, looks_dangerous
from kozyr.games.shalashik.hut.model import MM, TICKS_A_SECOND, in_mask
from kozyr.games.shalashik.hut.pull import Outcome, Standing
from kozyr.kernel.streams import Stream

A_HUT = 10
"""Pulls at each hut, one stage after another."""


@dataclass
class Way:
    """One way to simulate, and what it came to."""

    freeze: bool
    nudge: float = 0.0
    cpu: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def run(self, standing: Standing, intent: Intent, label: str) -> Outcome:
        """Make a pull and count."""
        if self.nudge:
            poses = standing.poses.copy()
            poses[:CARDS, :2] += self.nudge * np.random.default_rng(len(self.cpu)).uniform(-1, 1, (CARDS, 2))
            standing = replace(standing, poses=poses)
        start = time.process_time()
        outcome = draw(standing, intent, Stream(label), freeze=self.freeze).outcome
        self.cpu.append(time.process_time() - start)
        self.seconds.append(outcome.ticks / TICKS_A_SECOND)
        self.outcomes.append(outcome)
        return outcome


def main(pulls: int = 500) -> None:
    """Print the table."""
    free, frozen, again = ways = Way(False), Way(True), Way(False, 0.001 * MM)
    seed = 0
    while len(free.cpu) < pulls:
        poses = build_hut(str(seed)).poses
        standing, stream = Standing(poses, poses), Stream(str(seed), "cost")
        for pull in range(A_HUT):
            sight = look(standing)
            intents = [any_intent(sight, stream, slow=50.0, fast=600.0) for _ in range(2)]
            outcomes = [way.run(standing, intents[0], f"{seed} {pull}") for way in ways]
            after = outcomes[1] if outcomes[1].free and not outcomes[1].down else None
            if after is None:
                gentle = min(in_mask(sight.shows), key=lambda card: looks_dangerous(sight, card))
                after = draw(standing, replace(intents[1], card=gentle, tremble=0.0), stream).outcome
            if after.down:
                break
            standing = after.after
        seed += 1
        print(seed, *(_line(way, free) for way in ways), sep=" | ", flush=True)
    print("\n| way | CPU seconds a simulated second | brought it down | agrees with all free |")
    print("|---|---|---|---|")
    for name, way in (("all free", free), ("frozen", frozen), ("all free, nudged by a micrometre", again)):
        print(f"| {name} | {_line(way, free)} |")
    ratios = np.array(frozen.cpu) / np.array(frozen.seconds)
    print(
        f"\n{len(free.cpu)} pulls; frozen, by pull: median {np.median(ratios):.2f}, 90% {np.quantile(ratios, 0.9):.2f}"
    )


def _line(way: Way, free: Way) -> str:
    down = [outcome.down for outcome in way.outcomes]
    same = np.mean([outcome.down == other.down for outcome, other in zip(way.outcomes, free.outcomes, strict=True)])
    return f"{sum(way.cpu) / sum(way.seconds):.2f} | {np.mean(down):.1%} | {same:.1%}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
