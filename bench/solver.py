"""The open-card solver of Kozel: milliseconds a whole deal, nodes a second, and the nodes, which never change."""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from kozyr.bots.search.kozel_solver import SEARCH, solve_deal, solve_deal_cards
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.streams import Stream


def dealt(seed: str, number: int) -> Any:
    """A deal after its claims, the eldest hand to lead."""
    deal = kd.new_deal()
    opening.start_deal(deal, number % 4, kd.LEAD_ELDEST)
    opening.shuffled(deal, np.array(Stream(seed, number).shuffled(kd.PLAYED_CARDS), dtype=np.int64))
    opening.cut(deal, 16)
    while deal.phase == kd.CLAIM:
        opening.apply(deal, opening.CODE_OK)
    return deal


def main() -> None:
    """Print the figures of single values, and of all cards of the first lead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="solver")
    given = parser.parse_args()
    search, out = new_record(SEARCH), np.zeros(36, dtype=np.int64)
    box, deals = box_of(search, SEARCH), [dealt(given.seed, number) for number in range(given.deals)]
    solve_deal_cards(box, box_of(deals[0], kd.DEAL), out)  # compiles
    print("| | median ms | mean ms | longest ms | median nodes | mean nodes | million nodes a second |")
    print("|---|---|---|---|---|---|---|")
    for name, solve in (("value", solve_deal), ("every card", lambda *boxes: solve_deal_cards(*boxes, out))):
        times, nodes = [], []
        for deal in deals:
            start = time.process_time()
            solve(box, box_of(deal, kd.DEAL))
            times.append(1e3 * (time.process_time() - start))
            nodes.append(int(search.nodes))
        speed = sum(nodes) / sum(times) / 1e3
        figures = (np.median(times), np.mean(times), max(times), np.median(nodes), np.mean(nodes), speed)
        print(
            f"| {name} | "
            + " | ".join(f"{figure:.2f}" if figure < 1e3 else f"{figure:.0f}" for figure in figures)
            + " |"
        )


if __name__ == "__main__":
    main()
