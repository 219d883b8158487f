"""How long a move of a bot takes at Kozel, and how long the view it is given: microseconds of processor."""

from __future__ import annotations

import argparse
import time

from kozyr.bots import make_bot
from kozyr.games import get_game
from kozyr.kernel.streams import Stream


def main() -> None:
    """Play some matches and print the means and the longest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", nargs="?", default="careful")
    parser.add_argument("--matches", type=int, default=30)
    given = parser.parse_args()
    game, bot = get_game("kozel"), make_bot("kozel", given.bot)
    views, moves = [], []
    for number in range(given.matches):
        match, stream = game.new_match(game.options(), 4), Stream("move time", number)
        while (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            start = time.process_time()
            view = match.view(awaits)
            seen = time.process_time()
            move = bot.choose(view, stream).move
            moves.append(time.process_time() - seen)
            views.append(seen - start)
            match.play(move)
    for name, times in (("move", moves), ("view", views)):
        print(f"{name}: mean {1e6 * sum(times) / len(times):.0f}, longest {1e6 * max(times):.0f}, of {len(times)}")


if __name__ == "__main__":
    main()
