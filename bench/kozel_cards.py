"""Two bots' play of the cards at Kozel, in duplicate: single deals at 0:0, all words as ``careful`` says them.

``seer`` is a player who sees all cards and lays what is best if the others did, too: how far a bot is from that.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from bench.kozel_deals import later_deal, play_deal
from kozyr.bots import Bot, make_bot
from kozyr.bots.bot import Choice
from kozyr.bots.open_cards.kozel import KozelOpenCards
from kozyr.games.kozel.match import KozelMatch
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


class Seer(Bot):
    """It is told the match itself."""

    def __init__(self, match: KozelMatch) -> None:
        self.match, self.cards = match, KozelOpenCards()

    def choose(self, view: View, stream: Stream) -> Choice:
        if len(view.legal) == 1:
            return Choice(view.legal[0].move)
        values = self.cards.move_values(self.match, stream)
        return Choice(max(values, key=lambda move: values[move]))


def bot_for(name: str, match: KozelMatch) -> Bot:
    """A bot that plays the cards of a match as the bot of that name."""
    return CardsOnly(Seer(match) if name == "seer" else make_bot("kozel", name))


def deck(names: tuple[str, str], seed: str, number: int) -> tuple[float, float]:
    """What the first bot has more than the second in a deck that is played twice: eyes and pairs a deal."""
    eyes = pairs = 0.0
    for seating, sign in ((names, 1), (names[::-1], -1)):
        match = later_deal(number % 4).copy()
        first, second = (bot_for(name, match) for name in seating)
        played = play_deal(match, (first, second) * 2, f"{seed}/{number}")
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
    found: list[tuple[float, float]] = []
    for number in range(given.decks):
        found.append(deck((given.first, given.second), given.seed, number))
        if number % 10 == 9 or number == given.decks - 1:
            eyes, pairs = (told([each[place] for each in found]) for place in (0, 1))
            print(f"{number + 1} decks: {eyes} eyes more a deal, {pairs} pairs", flush=True)


if __name__ == "__main__":
    main()
