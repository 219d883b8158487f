"""Simulate pulls and fit the risk model to them: ``python -m kozyr.games.shalashik.hut.fit``.

Without arguments the kept pulls (``pulls.npz``) are fitted anew and ``risk.json`` is written; ``--simulate FIRST LAST``
makes the pulls of these seeds first, which takes most of an hour (less with ``--jobs``). AUC and calibration are of
heaps that the fit has not seen: the heaps are parted into folds, and each fold is foretold by a model of the others.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.collect import stages
from kozyr.games.shalashik.hut.model import Numbers
from kozyr.games.shalashik.hut.picture import Image, write_png
from kozyr.games.shalashik.risk import COUNT, FEATURES, STEADY_SPEED, WEIGHTS_FILE, features_into, ground_of

PULLS_FILE: Final = Path(__file__).with_name("pulls.npz")
PULL_FEATURES: Final = ("speed", "sideways")
"""How fast, as the logarithm against ``STEADY_SPEED``; how far from outwards, 1 being a right angle. Both are 0 in
play: a steady pull outwards."""
FOLDS: Final = 8
RIDGE: Final = 0.5
STAGES: Final = ((0, 5), (6, 12), (13, 18), (19, 25))


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
    ways = [round(10 * math.degrees(math.remainder(intent.direction, math.tau))) for intent in intents]
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


def features_of(pulls: Pulls) -> Numbers:
    """The features of the card and of the pull, shape (n, COUNT + 2)."""
    rows = np.zeros((len(pulls.card), COUNT + len(PULL_FEATURES)))
    heaps, ways = pulls.heap / 10, np.radians(pulls.direction / 10)
    for i, (row, heap) in enumerate(zip(rows, heaps, strict=True)):
        ground, card = ground_of(heap), int(pulls.card[i])
        features_into(heap, ground.overlaps, ground.feet, int(pulls.left[i]), card, row[:COUNT])
        aside = abs(math.remainder(ways[i] - math.atan2(heap[card, 1], heap[card, 0]), math.tau))
        if not pulls.steady[i]:
            row[COUNT:] = math.log(pulls.speed[i] / STEADY_SPEED), aside / (math.pi / 2)
    return rows


def fit(rows: Numbers, down: NDArray[np.bool_]) -> Numbers:
    """Logistic regression by Newton's method, all weights but the first held a little towards 0."""
    weights = np.zeros(rows.shape[1])
    ridge = np.diag([1e-9] + [RIDGE] * (rows.shape[1] - 1))
    for _ in range(40):
        chance = chances(rows, weights)
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge
        weights += np.linalg.solve(bend, rows.T @ (down - chance) - ridge @ weights)
    return weights


def chances(rows: Numbers, weights: Numbers) -> Numbers:
    """What a model foretells."""
    return 1 / (1 + np.exp(-(rows @ weights)))


def foretold(rows: Numbers, down: NDArray[np.bool_], seeds: NDArray[np.int32], shown: Numbers | None = None) -> Numbers:
    """Each pull foretold by a model that has not seen its heap, from other features where they are given."""
    shown = rows if shown is None else shown
    folds = np.unique(seeds, return_inverse=True)[1] % FOLDS
    out = np.zeros(len(down))
    for fold in range(FOLDS):
        out[folds == fold] = chances(shown[folds == fold], fit(rows[folds != fold], down[folds != fold]))
    return out


def auc(chance: Numbers, down: NDArray[np.bool_]) -> float:
    """How often a pull that brought the hut down was given a higher chance than one that did not."""
    values, place = np.unique(chance, return_inverse=True)
    counts = np.bincount(place, minlength=len(values))
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    fell = int(down.sum())
    return float((ranks[down].sum() - fell * (fell + 1) / 2) / (fell * (len(down) - fell)))


def calibration(chance: Numbers, down: NDArray[np.bool_], bins: int = 10) -> list[tuple[float, float, int]]:
    """Foretold and seen, and of how many pulls, by tenths of the chance."""
    which = np.minimum((chance * bins).astype(int), bins - 1)
    parts = [which == i for i in range(bins) if (which == i).any()]
    return [(float(chance[part].mean()), float(down[part].mean()), int(part.sum())) for part in parts]


def report(pulls: Pulls) -> dict[str, Any]:
    """The fitted weights and all that tells how good they are."""
    rows = features_of(pulls)
    weights = fit(rows, pulls.down)
    played = rows.copy()
    played[:, COUNT:] = 0.0
    as_played = foretold(rows, pulls.down, pulls.seed, played)
    return {
        "pulls": len(pulls.down),
        "heaps": len(np.unique(pulls.seed)),
        "down": round(float(pulls.down.mean()), 4),
        "seeds": [int(pulls.seed.min()), int(pulls.seed.max())],
        "stages": {"huts": len(np.unique(pulls.seed * CARDS + pulls.stage)), "none": len(pulls.no_hut)},
        "broken": len(pulls.broken),
        "weights": {name: round(float(w), 4) for name, w in zip((*FEATURES, *PULL_FEATURES), weights, strict=True)},
        "held_out": {
            "as_played": quality(as_played, pulls),
            "as_played_steady": quality(as_played, pulls, pulls.steady),
            "all_known": quality(foretold(rows, pulls.down, pulls.seed), pulls),
        },
    }


def quality(chance: Numbers, pulls: Pulls, part: NDArray[np.bool_] | None = None) -> dict[str, Any]:
    """How well chances foretell pulls, or a part of them: as a whole, by stage, by tenths of the chance."""
    part = np.ones(len(chance), dtype=np.bool_) if part is None else part
    stage, down = pulls.stage, pulls.down
    stages = {f"{a}-{b}": part & (stage >= a) & (stage <= b) for a, b in STAGES}
    return {
        "pulls": int(part.sum()),
        "auc": round(auc(chance[part], down[part]), 4),
        "stages": {
            name: [round(auc(chance[of], down[of]), 3), round(float(down[of].mean()), 3), int(of.sum())]
            for name, of in stages.items()
            if 0 < down[of].sum() < of.sum()
        },
        "calibration": [[round(a, 3), round(b, 3), n] for a, b, n in calibration(chance[part], down[part])],
    }


def plot(points: list[list[float]], size: int = 480) -> Image:
    """A calibration plot: foretold to the right, seen upwards, the area of a dot its number of pulls."""
    scale, edge = 3, 40
    ys, xs = np.mgrid[0 : size * scale, 0 : size * scale] / scale
    x, y = (xs - edge) / (size - 2 * edge), (size - edge - ys) / (size - 2 * edge)
    image = np.full((*x.shape, 3), 255.0)
    inside = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    line = 1 / (size - 2 * edge)
    grid = inside & ((np.abs(x * 10 - np.round(x * 10)) < 5 * line) | (np.abs(y * 10 - np.round(y * 10)) < 5 * line))
    image[grid] = 232
    image[inside & (np.abs(x - y) < 1.4 * line)] = (176, 176, 176)
    most = max(n for _, _, n in points)
    for chance, seen, n in points:
        spread = 2 * math.sqrt(max(seen * (1 - seen), 0.25 / n) / n)
        image[(np.abs(x - chance) < line) & (np.abs(y - seen) < spread)] = (150, 170, 205)
        image[np.hypot(x - chance, y - seen) < 0.012 + 0.018 * math.sqrt(n / most)] = (36, 70, 128)
    frame = np.abs(np.maximum(np.abs(x - 0.5), np.abs(y - 0.5)) - 0.5) < line
    image[frame] = 60
    return image.reshape(size, scale, size, scale, 3).mean(axis=(1, 3)).astype(np.uint8)


WAYS: Final = {
    "as_played": "The model as played, all pulls",
    "as_played_steady": "The model as played, steady pulls",
    "all_known": "With speed and direction known, all pulls",
}


def table(fitted: dict[str, Any]) -> str:
    """The report as Markdown."""
    seeds, huts = fitted["seeds"], fitted["stages"]
    told = (
        f"{fitted['pulls']} pulls at {huts['huts']} huts on {fitted['heaps']} heaps (seeds {seeds[0]} to {seeds[1]}); "
    )
    told += f"{fitted['down']:.0%} brought the hut down. At {huts['none']} more stages no hut stood; "
    lines = [told + f"{fitted['broken']} pulls broke the simulation.", ""]
    lines += ["| held out | pulls | AUC |", "|---|---|---|"]
    found = fitted["held_out"]
    lines += [f"| {name} | {found[way]['pulls']} | {found[way]['auc']:.3f} |" for way, name in WAYS.items()]
    for way, name in WAYS.items():
        lines += ["", f"{name}:", "", "| cards gone | pulls | down | AUC |", "|---|---|---|---|"]
        lines += [
            f"| {stage} | {n} | {down:.0%} | {area:.2f} |" for stage, (area, down, n) in found[way]["stages"].items()
        ]
        lines += ["", "| foretold | seen | pulls |", "|---|---|---|"]
        lines += [f"| {a:.2f} | {b:.2f} | {n} |" for a, b, n in found[way]["calibration"]]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Fit, and tell how good the fit is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--simulate", type=int, nargs=2, metavar=("FIRST", "LAST"), help="make the pulls of these seeds"
    )
    parser.add_argument("--jobs", type=int, default=1, help="in so many processes")
    parser.add_argument("--plot", type=Path, help="write the calibration of the model as played to this PNG file")
    parser.add_argument("--weights", type=Path, default=WEIGHTS_FILE, help="write the model here")
    options = parser.parse_args(arguments)
    if options.simulate:
        save_pulls(simulate(range(*options.simulate), options.jobs))
    fitted = report(load_pulls())
    options.weights.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    if options.plot:
        write_png(options.plot, plot(fitted["held_out"]["as_played"]["calibration"]))
    print(table(fitted))


if __name__ == "__main__":
    main()
