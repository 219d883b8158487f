"""Very many moves of a bot, at tables of every size with options drawn at random: legal, in time, and the same again.

``python -m bench.many_moves careful --moves 100000`` plays each game until so many moves are made, ``strong --minutes
20`` for so long all games together. One row a game: moves, tables, how many were illegal or raised, how many of those
made again with the same seed came out otherwise, and milliseconds of processor: mean, 99.9%, longest.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

from kozyr.bots import Bot, make_bot
from kozyr.games import game_ids, get_game
from kozyr.kernel.game import Match
from kozyr.kernel.options import OptionError, Options
from kozyr.kernel.streams import Stream

AGAIN = 20
"""Every so many moves one is made twice."""
MOST_A_TABLE = 300


@dataclass
class Tally:
    """What a bot has done in a game."""

    seconds: list[float] = field(default_factory=list)
    tables: int = 0
    faults: list[str] = field(default_factory=list)
    again: int = 0
    otherwise: int = 0

    def row(self, game_id: str) -> str:
        """A row of the table."""
        ms = 1000 * np.array(self.seconds)
        times = f"{ms.mean():.2f} | {np.quantile(ms, 0.999):.1f} | {ms.max():.1f}"
        faults, otherwise = len(self.faults), f"{self.otherwise} of {self.again}"
        return f"| {game_id} | {len(ms)} | {self.tables} | {faults} | {otherwise} | {times} |"


def table(game_id: str, seed: str, number: int) -> Match:
    """A new match: players and the option that is not as usual go by the number."""
    game, stream = get_game(game_id), Stream(seed, "table", number)
    sizes = game.players
    players = sizes[number % len(sizes)]
    return game.new_match(_options(game_id, stream), players)


def _options(game_id: str, stream: Stream) -> Options:
    """One option drawn, the others as usual; a number is one of its bounds."""
    kind = get_game(game_id).options
    specs = [spec for spec in kind.specs() if spec.name not in {"hut", "target", "stack", "deals"}]
    for _ in range(20):
        spec = specs[stream.below(len(specs))]
        values = spec.choices or (spec.low, spec.high)
        try:
            return kind.from_mapping({spec.name: values[stream.below(len(values))]})
        except OptionError:
            continue  # not beside the defaults of the others
    return kind()


def play(bot: Bot, match: Match, seed: str, tally: Tally, wanted: int, until: float) -> None:
    """Play a table on, the bot in all seats, until it is over or enough is done."""
    stream, here = Stream(seed, "play", tally.tables), 0
    tally.tables += 1
    while (awaits := match.awaits) is not None and here < MOST_A_TABLE:
        if not isinstance(awaits, int):
            match.resolve(awaits.sample(stream))
            continue
        view, own = match.view(awaits), f"{seed}/{tally.tables}/{here}"
        begun = time.process_time()
        try:
            move = bot.choose(view, Stream(own)).move
        except Exception as error:
            tally.faults.append(f"{own}: {error!r}")
            return
        tally.seconds.append(time.process_time() - begun)
        if move not in match.legal():
            tally.faults.append(f"{own}: {move} is not legal")
            return
        if here % AGAIN == 0:
            tally.again += 1
            tally.otherwise += bot.choose(view, Stream(own)).move != move
        match.play(move)
        here += 1
        if len(tally.seconds) >= wanted or time.monotonic() > until:
            return


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("--game", choices=game_ids(), help="all of them unless told")
    parser.add_argument("--moves", type=int, default=10**9)
    parser.add_argument("--minutes", type=float, default=24 * 60.0, help="of all games together")
    parser.add_argument("--seed", default="many moves")
    given = parser.parse_args()
    games = [given.game] if given.game else game_ids()
    print(f"{given.bot}\n\n| game | moves | tables | faults | otherwise | ms: mean | 99.9% | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for game_id in games:
        bot, tally = make_bot(game_id, given.bot), Tally()
        play(bot, table(game_id, given.seed, 0), given.seed, Tally(), 100, time.monotonic() + 600)  # compiles
        until = time.monotonic() + 60 * given.minutes / len(games)
        while len(tally.seconds) < given.moves and time.monotonic() < until:
            play(bot, table(game_id, given.seed, tally.tables), given.seed, tally, given.moves, until)
        print(tally.row(game_id), flush=True)
        for fault in tally.faults[:5]:
            print(f"  {fault}", flush=True)


if __name__ == "__main__":
    main()
