"""``careful`` against ``random`` at Kozel: eyes a deal of the careful team, every match played from both sides."""

from __future__ import annotations

import argparse
import statistics

from kozyr.bots import Bot, make_bot
from kozyr.games import get_game
from kozyr.kernel.compiled import choose_mode
from kozyr.kernel.streams import Stream


def eyes_of_match(bots: tuple[Bot, ...], team: int, seed: str) -> list[float]:
    """The eyes a team took in each deal of one match."""
    game = get_game("kozel")
    match = game.new_match(game.options(), 4)
    chance, streams = Stream(seed, "chance"), [Stream(seed, "bot", seat) for seat in range(4)]
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, int):
            match.play(bots[awaits].choose(match.view(awaits), streams[awaits]).move)
        else:
            match.resolve(awaits.sample(chance))
    return [deal.scores[team] for deal in match.figures()]


def main() -> None:
    """Print the mean and its 95% interval, clustered by match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", default="careful")
    arguments = parser.parse_args()
    choose_mode(compiled=False)
    careful, rand = make_bot("kozel", "careful"), make_bot("kozel", "random")
    sums: list[tuple[float, int]] = []
    while sum(count for _, count in sums) < arguments.deals:
        team = len(sums) % 2
        bots = tuple(careful if seat % 2 == team else rand for seat in range(4))
        eyes = eyes_of_match(bots, team, f"{arguments.seed} {len(sums) // 2}")
        sums.append((sum(eyes), len(eyes)))
    deals = sum(count for _, count in sums)
    mean = sum(total for total, _ in sums) / deals
    errors = [total - mean * count for total, count in sums]
    half = 1.96 * statistics.pstdev(errors) * len(sums) ** 0.5 / deals
    print(
        f"careful v random: {mean:.2f} eyes of 120 a deal, "
        f"95% interval {mean - half:.2f}..{mean + half:.2f}, {deals} deals"
    )


if __name__ == "__main__":
    main()
