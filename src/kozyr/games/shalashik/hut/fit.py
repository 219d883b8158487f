"""Simulate pulls and fit the risk model to them: ``python -m kozyr.games.shalashik.hut.fit``.

Without arguments the kept pulls (``pulls.npz``) are fitted anew and ``risk.json`` is written; ``--simulate FIRST LAST``
makes the pulls of these seeds first, which takes most of an hour (less with ``--jobs``). AUC and calibration are of
heaps that the fit has not seen: the heaps are parted into folds, and each fold is foretold by a model of the others.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kozyr.games.shalashik.hut.calibration_plot import plot
from kozyr.games.shalashik.hut.kept_pulls import load_pulls, save_pulls, simulate
from kozyr.games.shalashik.hut.picture import write_png
from kozyr.games.shalashik.hut.report import report, table
from kozyr.games.shalashik.risk import WEIGHTS_FILE


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
