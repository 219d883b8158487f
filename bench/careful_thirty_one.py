"""``careful`` at Thirty-one: chips a deal of one among random players, and of every seat among equals.

Alone among random players it plays each match from every seat, with the same packs; a match with all its seats is one
cluster of the bootstrap. Among equals no seat should do better than another: whoever deals first is drawn by lot.
``KOZYR_COMPILED=0`` in the environment gives the time of a move in plain Python.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from kozyr.bots import Bot, Choice, make_bot
from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

PLAYERS = range(2, 8)
RESAMPLES = 4000


@dataclass
class Clock(Bot):
    """A bot that counts its moves and the time they take."""

    bot: Bot
    moves: int = 0
    seconds: float = 0.0

    def choose(self, view: View, stream: Stream) -> Choice:
        """The bot's choice."""
        start = time.process_time()
        choice = self.bot.choose(view, stream)
        self.seconds += time.process_time() - start
        self.moves += 1
        return choice


def chips_of_match(bots: list[Bot], seed: str) -> tuple[list[float], int]:
    """The chips that each seat won in one match, and its deals; deal for deal the packs hang on the seed alone."""
    game = get_game("thirty_one")
    match: Any = game.new_match(game.options(), len(bots))
    streams = [Stream(seed, "bot", seat) for seat in range(len(bots))]
    shuffles = 0
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            shuffles = shuffles + 1 if match.running else 0
            kind = type(awaits).__name__
            match.resolve(awaits.sample(Stream(seed, kind, len(match.finished), shuffles)))
        else:
            match.play(bots[awaits].choose(match.view(awaits), streams[awaits]).move)
    deals = match.figures()
    return [sum(deal.scores[seat] for deal in deals) for seat in range(len(bots))], len(deals)


def among_random(careful: Bot, players: int, matches: int, seed: str) -> list[tuple[float, int]]:
    """By match, what one careful player won from all seats in turn, and the deals it took."""
    rand = make_bot("thirty_one", "random")
    clusters = []
    for number in range(matches):
        chips, deals = 0.0, 0
        for seat in range(players):
            bots = [careful if other == seat else rand for other in range(players)]
            won, played = chips_of_match(bots, f"{seed} {players} {number}")
            chips, deals = chips + won[seat], deals + played
        clusters.append((chips, deals))
    return clusters


def among_equals(careful: Bot, players: int, matches: int, seed: str) -> list[list[tuple[float, int]]]:
    """By seat and match, what it won among careful players, and the deals of the match."""
    played = [chips_of_match([careful] * players, f"{seed} equals {players} {n}") for n in range(matches)]
    return [[(won[seat], deals) for won, deals in played] for seat in range(players)]


def interval(clusters: list[tuple[float, int]]) -> tuple[float, float, float]:
    """The mean a deal and its 95% interval: the bootstrap takes whole clusters."""
    table = np.array(clusters)
    mean = table[:, 0].sum() / table[:, 1].sum()
    draws = np.random.default_rng(1).integers(len(table), size=(RESAMPLES, len(table)))
    sums = table[draws].sum(axis=1)
    low, high = np.percentile(sums[:, 0] / sums[:, 1], [2.5, 97.5])
    return float(mean), float(low), float(high)


def shown(clusters: list[tuple[float, int]]) -> str:
    """A mean with its interval."""
    mean, low, high = interval(clusters)
    return f"{mean:+.2f} ({low:+.2f}..{high:+.2f})"


def main() -> None:
    """Print both tables and the time of a move."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40, help="packs of matches against random, each from all seats")
    parser.add_argument("--equals", type=int, default=60, help="matches among equals")
    parser.add_argument("--seed", default="careful")
    arguments = parser.parse_args()
    careful = Clock(make_bot("thirty_one", "careful"))
    print("| players | deals | one careful among random, chips a deal (ante 10) |\n|---|---|---|")
    for players in PLAYERS:
        clusters = among_random(careful, players, arguments.matches, arguments.seed)
        print(f"| {players} | {sum(deals for _, deals in clusters):,} | {shown(clusters)} |", flush=True)
    print("\n| players | deals | seats among equals, chips a deal |\n|---|---|---|")
    for players in PLAYERS:
        seats = among_equals(careful, players, arguments.equals, arguments.seed)
        deals = sum(deals for _, deals in seats[0])
        print(f"| {players} | {deals:,} | {', '.join(map(shown, seats))} |", flush=True)
    mode = "compiled" if is_compiled() else "plain Python"
    print(
        f"\n{1000 * careful.seconds / careful.moves:.2f} ms of processor time a move ({mode}), {careful.moves:,} moves"
    )


if __name__ == "__main__":
    main()
