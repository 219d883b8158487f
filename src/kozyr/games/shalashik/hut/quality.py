"""How well chances foretell pulls: AUC and calibration."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.hut.kept_pulls import Pulls
from kozyr.games.shalashik.hut.model import Numbers

STAGES: Final = ((0, 5), (6, 12), (13, 18), (19, 25))


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
