"""The pictures of the documentation: ``python -m bench.hut_pictures [SEED]`` writes ``docs/pictures/hut*.png``."""

from __future__ import annotations

import sys
from pathlib import Path

from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.film import film, strip, trembling
from kozyr.games.shalashik.hut.hands import MINDS, play_on
from kozyr.games.shalashik.hut.path import grip_of
from kozyr.games.shalashik.hut.picture import picture, write_png
from kozyr.games.shalashik.hut.pull import Standing

FOLDER = Path("docs/pictures")


def main(seed: str = "8", hand: str = "clumsy") -> None:
    """Write the hut as it was built, trembling and fallen, and the pull that brought it down."""
    poses = build_hut(seed).poses
    standing = Standing(poses, poses)
    write_png(FOLDER / "hut.png", picture(poses))
    for drawn in play_on(standing, MINDS[hand], seed):
        if drawn.outcome.down:
            break
        standing = drawn.outcome.after
    grip = grip_of(drawn)
    moments, _ = film(standing, grip)
    shaken = trembling(moments, standing.built)
    write_png(FOLDER / "hut-trembling.png", picture(shaken, standing.present, marked=1 << grip.card))
    write_png(FOLDER / "hut-fallen.png", picture(moments[-1], standing.present, marked=1 << grip.card))
    write_png(FOLDER / "hut-pull.png", strip(standing, grip)[0])


if __name__ == "__main__":
    main(*sys.argv[1:3])
