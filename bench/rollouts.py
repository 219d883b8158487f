"""Random complete deals: our compiled deal against OpenSpiel (inside its C++, and driven from Python) and RLCard.

Figures compare only within one run. A decision is one player's move; chance steps are not counted.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import numpy as np

from kozyr.games import get_game
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import seed_words, shuffle_into

REPEATS = 5
PEERS = ("skat", "spades", "euchre")


@compiled(entry=True)
def random_deals(deal, words, order, out, n):  # type: ignore[no-untyped-def]
    """Shuffle and play ``n`` deals to their end; returns how many decisions they took."""
    decisions = 0
    for i in range(n):
        opening.start_deal(deal, i & 3, kd.LEAD_ACE_OF_DIAMONDS)
        while deal.phase == kd.SHUFFLE:
            shuffle_into(words[0], order)
            opening.shuffled(deal, order)
            opening.rollout(deal, words, out)
        decisions += deal.moves
    return decisions


def rates(run: Callable[[], tuple[int, int]]) -> tuple[float, float]:
    """Median games and decisions a second over REPEATS runs; ``run`` gives games and decisions."""
    games, decisions = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        n, moves = run()
        seconds = time.perf_counter() - start
        games.append(n / seconds)
        decisions.append(moves / seconds)
    return statistics.median(games), statistics.median(decisions)


def ours(n: int = 200_000) -> tuple[float, float]:
    """Our compiled deal, shuffle and opening included, with every boast and claim."""
    match = get_game("kozel").new_match(get_game("kozel").options(), 4)
    deal = match.deal  # type: ignore[attr-defined]
    words = np.stack([seed_words("bench", seat) for seat in range(4)])
    order = np.array(kd.PLAYED_CARDS, dtype=np.int64)
    out = np.zeros(opening.MAX_LEGAL, dtype=np.int64)
    random_deals(deal, words, order, out, 10)
    return rates(lambda: (n, int(random_deals(deal, words, order, out, n))))


def dealt(game, rng):  # type: ignore[no-untyped-def]
    """A state of an OpenSpiel game after its first chance steps."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def play_out(state, rng) -> int:  # type: ignore[no-untyped-def]
    """Random moves to the end from Python; returns the decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions


def open_spiel_python(name: str, n: int = 60) -> tuple[float, float]:
    """An OpenSpiel game driven from Python."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    return rates(lambda: (n, sum(play_out(dealt(game, rng), rng) for _ in range(n))))


def open_spiel_core(name: str, n: int = 2_000) -> tuple[float, float]:
    """Random rollouts inside OpenSpiel's C++: one simulation of its MCTS with ``n`` rollouts from a dealt state."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def run() -> tuple[int, int]:
        state = dealt(game, rng)
        length = statistics.mean(play_out(state.clone(), rng) for _ in range(60)) - 1
        evaluator = pyspiel.RandomRolloutEvaluator(n, rng.randrange(1 << 30))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, rng.randrange(1 << 30), False)
        start = time.perf_counter()
        bot.mcts_search(state)
        run.seconds = time.perf_counter() - start  # type: ignore[attr-defined]
        return n, int(n * length)

    found = []
    for _ in range(REPEATS):
        games, moves = run()
        found.append((games / run.seconds, moves / run.seconds))  # type: ignore[attr-defined]
    return statistics.median(g for g, _ in found), statistics.median(m for _, m in found)


def rlcard(name: str, n: int = 60) -> tuple[float, float]:
    """An RLCard environment driven by its own random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> tuple[int, int]:
        paths = [env.run(is_training=False)[0] for _ in range(n)]
        return n, sum(len(path) // 2 for game in paths for path in game)

    return rates(run)


def main() -> None:
    """Print the table; a peer that is not installed is left out and named."""
    games, decisions = ours()
    print("| what | games/s | decisions/s | ours: times its games | ours: times its decisions |")
    print("|---|---|---|---|---|")
    print(f"| kozyr kozel, compiled | {games:,.0f} | {decisions:,.0f} | 1 | 1 |")
    for label, run in [
        *((f"open_spiel {name}, in its C++", lambda name=name: open_spiel_core(name)) for name in PEERS),
        *((f"open_spiel {name}, from Python", lambda name=name: open_spiel_python(name)) for name in PEERS),
        *((f"rlcard {name}", lambda name=name: rlcard(name)) for name in ("gin-rummy", "doudizhu")),
    ]:
        try:
            theirs, moves = run()
        except ImportError as missing:
            print(f"| {label} | not installed: {missing.name} | | | |")
            continue
        print(f"| {label} | {theirs:,.0f} | {moves:,.0f} | {games / theirs:,.1f} | {decisions / moves:,.1f} |")


if __name__ == "__main__":
    main()
