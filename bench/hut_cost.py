"""What a pull costs with all cards free and with the frozen set, and how often the two agree.

``python -m bench.hut_cost run FIRST LAST >> FILE`` pulls at the huts of these seeds in three ways: all free; frozen;
and all free with the heap nudged by a micrometre, which tells how much two runs differ by chance alone (left out with
``pair`` for ``run``). It writes a line of JSON a pull. ``python -m bench.hut_cost table FILE …`` prints the tables, and
how well the risk model, which was fitted to fresh huts, foretells these pulls at huts that have been pulled at before.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.collect import FAST, SLOW
from kozyr.games.shalashik.hut.hands import Drawn, Intent, any_intent, careful, draw, look
from kozyr.games.shalashik.hut.model import MM, TICKS_A_SECOND
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.games.shalashik.hut.quality import auc, calibration
from kozyr.games.shalashik.risk import ground_of, risks
from kozyr.kernel.streams import Stream

STAGES = 14


def measured(standing: Standing, intent: Intent, seed: str, *, freeze: bool) -> tuple[Drawn, dict[str, Any]]:
    """A pull, with what it cost."""
    start = time.process_time()
    drawn = draw(standing, intent, Stream(seed), freeze=freeze)
    cpu = time.process_time() - start
    outcome = drawn.outcome
    seconds = outcome.ticks / TICKS_A_SECOND
    return drawn, {"free": outcome.free, "down": outcome.down, "cpu": round(cpu, 4), "seconds": round(seconds, 3)}


def nudged(standing: Standing, seed: int) -> Standing:
    """The heap moved by up to a micrometre, card by card."""
    poses = standing.poses.copy()
    poses[:CARDS, :2] += 0.001 * MM * np.random.default_rng(seed).uniform(-1, 1, (CARDS, 2))
    return replace(standing, poses=poses)


def run(first: int, last: int, *, nudge: bool) -> None:
    """Make the pulls of some seeds, a line each; the drawing goes on where the frozen one left the hut standing."""
    for seed in range(first, last):
        poses, stream = build_hut(str(seed)).poses, Stream(str(seed), "cost")
        standing = Standing(poses, poses)
        for stage in range(STAGES):
            sight = look(standing)
            intent, label = any_intent(sight, stream, slow=SLOW, fast=FAST), f"{seed} {stage}"
            drawn, frozen = measured(standing, intent, label, freeze=True)
            line = {"seed": seed, "stage": stage, "left": sight.left, "card": intent.card, "heap": sight.heap.tolist()}
            line["frozen"] = frozen
            line["all"] = measured(standing, intent, label, freeze=False)[1]
            if nudge:
                line["nudged"] = measured(nudged(standing, seed), intent, label, freeze=False)[1]
            print(json.dumps(line), flush=True)
            if drawn.outcome.down or not drawn.outcome.free:
                drawn = draw(standing, careful(sight, stream), stream)
            if drawn.outcome.down:
                break
            standing = drawn.outcome.after


def table(files: list[str]) -> None:
    """Print what the lines of some files say."""
    lines = [json.loads(line) for file in files for line in Path(file).read_text(encoding="utf-8").splitlines()]
    print("| way | pulls | CPU seconds a simulated second | brought it down | same verdict as all free |")
    print("|---|---|---|---|---|")
    for way, name in (("all", "all free"), ("frozen", "frozen"), ("nudged", "all free, nudged by a micrometre")):
        pairs = [(line[way], line["all"]) for line in lines if way in line]
        cost = sum(one["cpu"] for one, _ in pairs) / sum(one["seconds"] for one, _ in pairs)
        down = np.mean([one["down"] for one, _ in pairs])
        same = np.mean([one["down"] == other["down"] for one, other in pairs])
        print(f"| {name} | {len(pairs)} | {cost:.2f} | {down:.1%} | {same:.1%} |")
    ratios = [line["frozen"]["cpu"] / line["frozen"]["seconds"] for line in lines]
    print(
        f"\nfrozen, by pull: median {np.median(ratios):.2f}, 90% {np.quantile(ratios, 0.9):.2f}, most {max(ratios):.2f}"
    )
    down = np.array([line["frozen"]["down"] for line in lines])
    chance = np.array([foretold(line) for line in lines])
    print(f"\nthe risk model on them: AUC {auc(chance, down):.2f}\n\n| foretold | seen | pulls |\n|---|---|---|")
    for told, seen, n in calibration(chance, down, bins=5):
        print(f"| {told:.2f} | {seen:.2f} | {n} |")


def foretold(line: dict[str, Any]) -> float:
    """The chance of collapse that the risk model told before the pull of a line."""
    return risks(ground_of(np.array(line["heap"])), line["left"])[line["card"]]


if __name__ == "__main__":
    if sys.argv[1] in ("run", "pair"):
        run(*map(int, sys.argv[2:4]), nudge=sys.argv[1] == "run")
    else:
        table(sys.argv[2:])
