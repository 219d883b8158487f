"""Every seed's heap and hut: built or thrown again by rule, and standing for ten seconds with every card free.

``python -m bench.hut_seeds [FIRST LAST]`` prints one line a seed and a summary; 200 seeds take most of an hour.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.model import MM, STEP, STEPS_A_TICK, Poses, make_bodies
from kozyr.games.shalashik.hut.verdict import is_down

SECONDS = 10.0


def stand(poses: Poses, seconds: float = SECONDS) -> tuple[bool, float, float]:
    """Leave a hut alone: whether it is down, how far a card of it and of the heap moved, in mm. Raises BlownUpError."""
    bodies = make_bodies(poses)
    for step in range(round(seconds / STEP)):
        bodies.step()
        if step % STEPS_A_TICK == 0:
            bodies.check()
    bodies.check()
    moved = np.abs(bodies.rows()[:, :3] - poses[:, :3]).max(axis=1) / MM
    return is_down(bodies.rows().copy(), poses), float(moved[CARDS:].max()), float(moved[:CARDS].max())


def main(first: int = 0, last: int = 200) -> None:
    """Print the table."""
    costs, throws, drifts, heaps, fallen, exploded = [], [], [], [], [], []
    for seed in range(first, last):
        start = time.process_time()
        hut = build_hut(str(seed))
        costs.append(time.process_time() - start)
        throws.append(hut.throws)
        try:
            down, drift, heap = stand(hut.poses)
        except BlownUpError as error:
            print(f"{seed} {error}", flush=True)
            exploded.append(seed)
            continue
        drifts.append(drift)
        heaps.append(heap)
        fallen += [seed] if down else []
        print(f"{seed} throws {hut.throws} cpu {costs[-1]:.2f} down {down} hut {drift:.2f} heap {heap:.2f}", flush=True)
    print(f"\nseeds {first}..{last - 1}, {SECONDS:.0f} simulated seconds, all 36 cards free\n")
    print("| | median | 90% | most |")
    print("|---|---|---|---|")
    for name, figures in (
        ("throws until a hut stood", throws),
        ("CPU seconds to build", costs),
        ("a hut's card moved, mm", drifts),
        ("a heap's card moved, mm", heaps),
    ):
        print(f"| {name} | {np.median(figures):.2f} | {np.quantile(figures, 0.9):.2f} | {max(figures):.2f} |")
    print(f"\nmean CPU seconds to build: {np.mean(costs):.2f}; fallen by themselves: {len(fallen)} {fallen}")
    print(f"broken down: {len(exploded)} {exploded}; throws until a hut stood, mean: {np.mean(throws):.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
