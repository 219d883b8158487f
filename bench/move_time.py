"""How long a move of a bot takes, at Kozel unless told otherwise, and its view: microseconds of processor."""

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
    parser.add_argument("--game", default="kozel")
    parser.add_argument("--players", type=int, help="as few as the game takes unless told")
    parser.add_argument("--moves", type=int, help="end after so many")
    given = parser.parse_args()
    measure(given, -1, most=30)  # compiled functions are loaded
    times = measure(given, given.matches, most=given.moves)
    for name, taken in zip(("move", "view"), times, strict=True):
        print(f"{name}: mean {1e6 * sum(taken) / len(taken):.0f}, longest {1e6 * max(taken):.0f}, of {len(taken)}")


def measure(given: argparse.Namespace, matches: int, most: int | None) -> tuple[list[float], list[float]]:
    """The seconds of every move and view of so many matches, or of so many moves; of one more match for -1."""
    game, bot = get_game(given.game), make_bot(given.game, given.bot)
    moves: list[float] = []
    views: list[float] = []
    for number in range(matches) if matches > 0 else [matches]:
        match, stream = game.new_match(game.options(), given.players or game.players[0]), Stream("move time", number)
        while (awaits := match.awaits) is not None and (most is None or len(moves) < most):
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
    return moves, views


if __name__ == "__main__":
    main()
