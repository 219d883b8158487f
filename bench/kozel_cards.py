"""Two bots' play of the cards at Kozel, in duplicate: single deals at 0:0, all words as ``careful`` says them."""

from __future__ import annotations

import argparse
import math

import numpy as np

from bench.kozel_deals import later_deal, play_deal
from kozyr.bots import Bot, make_bot
from kozyr.bots.bot import Choice
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class CardsOnly(Bot):
    """Plays cards as a bot, and before the first card as ``careful``."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.words = bot, make_bot("kozel", "careful")

    def choose(self, view: View, stream: Stream) -> Choice:
        assert isinstance(view, KozelView)
        return (self.bot if view.phase == "play" else self.words).choose(view, stream)


def deck(bots: tuple[Bot, Bot], seed: str, number: int) -> tuple[float, float]:
    """What the first bot has more than the second in a deck that is played twice: eyes and pairs a deal."""
    first, second = bots
    eyes = pairs = 0.0
    for seating, sign in (((first, second) * 2, 1), ((second, first) * 2, -1)):
        played = play_deal(later_deal(number % 4).copy(), seating, f"{seed}/{number}")
        eyes += sign * (played.points[0] - played.points[1]) / 2
        pairs += sign * (played.pairs[0] - played.pairs[1]) / 2
    return eyes, pairs


def told(values: list[float]) -> str:
    """A mean with its 95% interval by the normal approximation over decks."""
    half = 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return f"{np.mean(values):.2f} ({np.mean(values) - half:.2f}..{np.mean(values) + half:.2f})"


def main() -> None:
    """Play the decks; print what has come out after every tenth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?", default="strong")
    parser.add_argument("second", nargs="?", default="pimc")
    parser.add_argument("--decks", type=int, default=300)
    parser.add_argument("--seed", default="cards")
    given = parser.parse_args()
    bots = CardsOnly(make_bot("kozel", given.first)), CardsOnly(make_bot("kozel", given.second))
    found: list[tuple[float, float]] = []
    for number in range(given.decks):
        found.append(deck(bots, given.seed, number))
        if number % 10 == 9 or number == given.decks - 1:
            eyes, pairs = (told([each[place] for each in found]) for place in (0, 1))
            print(f"{number + 1} decks: {eyes} eyes more a deal, {pairs} pairs", flush=True)


if __name__ == "__main__":
    main()
