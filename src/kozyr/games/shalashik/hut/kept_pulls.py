"""The simulated pulls that the risk model is fitted to, as arrays, and the file that keeps them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import degrees, remainder, tau
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.collect import stages

PULLS_FILE: Final = Path(__file__).with_name("pulls.npz")


@dataclass(frozen=True)
class Pulls:
    """Simulated pulls, an entry each; and the stages (seed, cards gone) without any, and the pulls that broke down."""

    seed: NDArray[np.int32]
    heap: NDArray[np.int16]
    """Poses in tenths, as they lay before the pull, shape (n, 31, 3)."""
    left: NDArray[np.int64]
    card: NDArray[np.int8]
    grab: NDArray[np.int16]
    """Tenths of a mm, shape (n, 2)."""
    direction: NDArray[np.int16]
    """Tenths of a degree."""
    speed: NDArray[np.int16]
    """mm a second."""
    steady: NDArray[np.bool_]
    """By the steady hand."""
    free: NDArray[np.bool_]
    down: NDArray[np.bool_]
    no_hut: NDArray[np.int32]
    """Stages at which no hut stood: seed and cards gone, shape (m, 2)."""
    broken: NDArray[np.int32]
    """Pulls in which the simulation broke down: seed and cards gone, shape (k, 2)."""

    @property
    def stage(self) -> NDArray[np.int64]:
        """How many cards were gone."""
        return CARDS - np.bitwise_count(self.left).astype(np.int64)


_ARRAYS: Final = tuple(Pulls.__dataclass_fields__)


def pulls_of(seed: int) -> Pulls:
    """The pulls tried at the heap of a seed."""
    seen = list(stages(str(seed)))
    rows = [(trial, trial.drawn.outcome) for stage in seen for trial in stage.trials if trial.drawn]
    intents = [trial.intent for trial, _ in rows]
    ways = [round(10 * degrees(remainder(intent.direction, tau))) for intent in intents]
    no_hut = [(seed, stage.gone) for stage in seen if not stage.stood]
    broken = [(seed, stage.gone) for stage in seen for trial in stage.trials if trial.drawn is None]
    return Pulls(
        seed=np.full(len(rows), seed, dtype=np.int32),
        heap=np.array([np.round(10 * trial.sight.heap) for trial, _ in rows], dtype=np.int16).reshape(-1, CARDS, 3),
        left=np.array([trial.sight.left for trial, _ in rows], dtype=np.int64),
        card=np.array([intent.card for intent in intents], dtype=np.int8),
        grab=np.array([np.round(10 * np.array(intent.grab)) for intent in intents], dtype=np.int16).reshape(-1, 2),
        direction=np.array(ways, dtype=np.int16),
        speed=np.array([round(intent.speed) for intent in intents], dtype=np.int16),
        steady=np.array([trial.steady for trial, _ in rows], dtype=np.bool_),
        free=np.array([outcome.free for _, outcome in rows], dtype=np.bool_),
        down=np.array([outcome.down for _, outcome in rows], dtype=np.bool_),
        no_hut=np.array(no_hut, dtype=np.int32).reshape(-1, 2),
        broken=np.array(broken, dtype=np.int32).reshape(-1, 2),
    )


def simulate(seeds: range, jobs: int) -> Pulls:
    """The pulls of some seeds, the same by however many processes."""
    parts = []
    with get_context("spawn").Pool(jobs) as pool:
        for seed, part in zip(seeds, pool.imap(pulls_of, seeds), strict=True):
            print(f"seed {seed}: {len(part.card)} pulls, {len(part.no_hut)} stages without a hut", file=sys.stderr)
            parts.append(part)
    return Pulls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS})


def save_pulls(pulls: Pulls, path: Path = PULLS_FILE) -> None:
    """Write pulls to a compressed file."""
    np.savez_compressed(path, **vars(pulls))


def load_pulls(path: Path = PULLS_FILE) -> Pulls:
    """Read them again."""
    with np.load(path, allow_pickle=False) as kept:
        return Pulls(**{name: kept[name] for name in _ARRAYS})
