"""``careful`` at Shalashik: points a deal of one among random players, and of every seat among equals.

Alone among random players it plays each match from every seat, with the same packs and heaps; a match with all its
seats is one cluster of the bootstrap. A player's lead is what it scores more than the mean of the other seats: at least
0 points are scored by everybody, so only the difference tells anything. Among equals no seat should do better than
another: whoever deals first is drawn by lot. A match has as many deals as players, so that each deals once.
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
from kozyr.games.shalashik import deal
from kozyr.kernel.chance import Chance
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

PLAYERS = range(2, 7)
RESAMPLES = 4000
AFTER = (0, 1, 4, 8, 12, 16, 20, 26)
"""Cards drawn before the hut is made to fall, where it is asked what that is worth."""


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


def play_match(bots: list[Bot], seed: str, **options: object) -> Any:
    """A finished match of a deal a player; packs and heaps, deal for deal, hang on the seed alone."""
    game = get_game("shalashik")
    match: Any = game.new_match(game.options.from_mapping({"deals": len(bots), **options}), len(bots))
    streams = [Stream(seed, "bot", seat) for seat in range(len(bots))]
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            pulled = int(match.deal.pulled) if match.running else 0
            match.resolve(awaits.sample(Stream(seed, type(awaits).__name__, len(match.finished), pulled)))
        else:
            match.play(bots[awaits].choose(match.view(awaits), streams[awaits]).move)
    return match


def among_random(careful: Bot, players: int, matches: int, seed: str, **options: object) -> list[list[float]]:
    """By match, what one careful player led by from all seats in turn, its points, won deals and deals."""
    rand = make_bot("shalashik", "random")
    clusters = []
    for number in range(matches):
        cluster = np.zeros(4)
        for seat in range(players):
            bots = [careful if other == seat else rand for other in range(players)]
            match = play_match(bots, f"{seed} {players} {number}", **options)
            own, total = match.scores[seat], sum(match.scores)
            won = sum(papers.result.winner == seat for papers in match.finished)
            cluster += np.array([own - (total - own) / (players - 1), own, won, len(match.finished)])
        clusters.append(cluster.tolist())
    return clusters


def among_equals(careful: Bot, players: int, matches: int, seed: str) -> list[list[list[float]]]:
    """By seat and match, what it scored among careful players, and the deals of the match."""
    played = [play_match([careful] * players, f"{seed} equals {players} {n}") for n in range(matches)]
    return [[[match.scores[seat], len(match.finished)] for match in played] for seat in range(players)]


def collapse_worth(careful: Bot, players: int, pulled: int, deals: int, seed: str) -> list[list[float]]:
    """By deal among equals in which the hut falls after so many cards: by how much he who pulled leads the others."""
    leads = []
    for number in range(deals):
        match = begin_deal(players, f"{seed} {players} {pulled} {number}")
        while isinstance(seat := match.awaits, int) or match.running:
            if not isinstance(seat, int):
                match.resolve(int(match.deal.pulled) >= pulled)
            elif int(match.deal.phase) == deal.PULL:
                match.play(match.legal()[0])
            else:
                match.play(careful.choose(match.view(seat), Stream("none")).move)
        result = match.finished[0].result
        own = result.scored if result.winner == result.collapsed_by else 0
        leads.append([own - (result.scored - own) / (players - 1), 1])
    return leads


def begin_deal(players: int, seed: str) -> Any:
    """A match of one deal, its heap thrown."""
    game = get_game("shalashik")
    match: Any = game.new_match(game.options.from_mapping({"deals": 1}), players)
    stream = Stream(seed)
    while isinstance(match.awaits, Chance):
        match.resolve(match.awaits.sample(stream))
    return match


def interval(clusters: list[list[float]], column: int) -> tuple[float, float, float]:
    """The mean a deal of a column and its 95% interval: the bootstrap takes whole clusters; deals stand last."""
    table = np.array(clusters)
    draws = np.random.default_rng(1).integers(len(table), size=(RESAMPLES, len(table)))
    sums = table[draws].sum(axis=1)
    low, high = np.percentile(sums[:, column] / sums[:, -1], [2.5, 97.5])
    return float(table[:, column].sum() / table[:, -1].sum()), float(low), float(high)


def shown(clusters: list[list[float]], column: int = 0, form: str = "+.1f") -> str:
    """A mean with its interval."""
    mean, low, high = interval(clusters, column)
    return f"{mean:{form}} ({low:{form}}..{high:{form}})"


def print_worth(careful: Bot, arguments: argparse.Namespace) -> None:
    """Print by how much he who brings the hut down leads the others, by the cards drawn before."""
    print(f"| players | {' | '.join(map(str, AFTER))} |\n|---{'|---' * len(AFTER)}|")
    for players in arguments.players:
        cells = [
            shown(collapse_worth(careful, players, n, arguments.worth, arguments.seed), form="+.0f") for n in AFTER
        ]
        print(f"| {players} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print both tables and the time of a move."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40, help="matches against random, each from all seats")
    parser.add_argument("--equals", type=int, default=40, help="matches among equals")
    parser.add_argument("--players", type=int, nargs="+", default=list(PLAYERS))
    parser.add_argument("--worth", type=int, default=0, help="only what a collapse is worth, from so many deals each")
    parser.add_argument("--seed", default="careful")
    arguments = parser.parse_args()
    careful = Clock(make_bot("shalashik", "careful"))
    if arguments.worth:
        print_worth(careful, arguments)
        return
    if arguments.matches:
        print("| players | deals | lead of one careful among random, points a deal | its points | deals it won |")
        print("|---|---|---|---|---|")
    for players in arguments.players if arguments.matches else ():
        clusters = among_random(careful, players, arguments.matches, arguments.seed)
        count = sum(int(cluster[-1]) for cluster in clusters)
        cells = shown(clusters), shown(clusters, 1, ".1f"), shown(clusters, 2, ".1%")
        print(f"| {players} | {count:,} | {' | '.join(cells)} |", flush=True)
    if arguments.equals:
        print("\n| players | deals | seats among equals, points a deal |\n|---|---|---|")
    for players in arguments.players if arguments.equals else ():
        seats = among_equals(careful, players, arguments.equals, arguments.seed)
        deals = sum(int(cluster[-1]) for cluster in seats[0])
        print(f"| {players} | {deals:,} | {', '.join(shown(seat, form='.1f') for seat in seats)} |", flush=True)
    mode = "compiled" if is_compiled() else "plain Python"
    spent = 1000 * careful.seconds / careful.moves
    print(f"\n{spent:.2f} ms of processor time a move ({mode}), {careful.moves:,} moves")


if __name__ == "__main__":
    main()
