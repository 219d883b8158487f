"""What is told of a fit: its weights and how good they are, as plain values and as Markdown."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.kept_pulls import Pulls
from kozyr.games.shalashik.hut.quality import quality
from kozyr.games.shalashik.hut.regression import PULL_FEATURES, features_of, fit, foretold
from kozyr.games.shalashik.risk import COUNT, FEATURES

WAYS: Final = {
    "as_played": "The model as played, all pulls",
    "as_played_steady": "The model as played, steady pulls",
    "all_known": "With speed and direction known, all pulls",
}


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
