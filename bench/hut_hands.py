"""How many cards scripted hands draw before the hut falls: ``python -m bench.hut_hands NAME [FIRST LAST]``."""

from __future__ import annotations

import sys

import numpy as np

from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.hands import MINDS, play_on
from kozyr.games.shalashik.hut.pull import Standing


def main(name: str = "careful", first: int = 0, last: int = 100) -> None:
    """Print how many each drew, and the quartiles."""
    counts = []
    for seed in range(first, last):
        poses = build_hut(str(seed)).poses
        drawn = play_on(Standing(poses, poses), MINDS[name], f"{name} {seed}")
        counts.append(sum(each.outcome.free and not each.outcome.down for each in drawn))
        print(seed, counts[-1], flush=True)
    quartiles = np.quantile(counts, [0, 0.25, 0.5, 0.75, 1])
    print(f"\n{len(counts)} {name} hands drew, least, quartiles and most: {' '.join(f'{q:g}' for q in quartiles)}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
