"""What a boast is worth: ``careful`` in all four seats, each deck opened by a plain cut, a mirror and trousers.

The eyes are those of the boasting team, the eldest hand's; each boast is compared with the plain cut of the same deck.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing

from bench.kozel_deals import later_deal, play_deal
from kozyr.bots import Bot, Choice, make_bot
from kozyr.games.kozel.moves import Boast, Cut
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.lab.arena.bootstrap import mean_of
from kozyr.lab.arena.duplicate import Deck

OPENINGS: dict[str, Move] = {"plain cut": Cut(16), "mirror": Boast("mirror"), "trousers": Boast("trousers")}


class Opener(Bot):
    """``careful`` but for the eldest hand's first word, which is given; after a redeal he cuts as he likes."""

    name = "opener"

    def __init__(self, opening: Move) -> None:
        self.opening = opening
        self.careful = make_bot("kozel", "careful")

    def choose(self, view: View, stream: Stream) -> Choice:
        opens = view.phase == "cut" and any(entry.move == Boast("mirror") for entry in view.legal)
        return Choice(self.opening) if opens else self.careful.choose(view, stream)


def eyes_and_pairs(seed: str) -> list[tuple[float, int]]:
    """By opening: the eyes and the pairs (gained less lost) of the eldest hand's team."""
    dealer = Stream(seed, "dealer").below(4)
    team = (dealer + 1) % 2
    found = []
    for opening in OPENINGS.values():
        deal = play_deal(later_deal(dealer).copy(), (Opener(opening),) * 4, seed)
        found.append((deal.points[team], deal.pairs[team] - deal.pairs[1 - team]))
    return found


def table(decks: list[list[tuple[float, int]]], seed: str) -> str:
    """The means with 95% intervals, and what each boast gives more than the plain cut."""
    shown = functools.partial(_shown, seed=f"{seed} bootstrap")
    lines = [
        "| opening | eyes | more than the plain cut | pairs, gained less lost | more than the plain cut |",
        "|---|---|---|---|---|",
    ]
    for place, name in enumerate(OPENINGS):
        cells = [name]
        for figure in range(2):
            values = [float(deck[place][figure]) for deck in decks]
            more = [float(deck[place][figure] - deck[0][figure]) for deck in decks]
            cells += [shown(values), shown(more) if place else ""]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _shown(values: list[float], seed: str) -> str:
    mean = mean_of([Deck(value, 1) for value in values], seed)
    return f"{mean.value:.2f} ({mean.low:.2f}..{mean.high:.2f})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=4000)
    parser.add_argument("--seed", default="boasts")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    seeds = [f"{given.seed} {number}" for number in range(given.decks)]
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        decks = pool.map(eyes_and_pairs, seeds, chunksize=50)
    print(f"{given.decks} decks, seed `{given.seed}`, `careful` in all seats; 95% intervals by resampling the decks.\n")
    print(table(decks, given.seed))


if __name__ == "__main__":
    main()
