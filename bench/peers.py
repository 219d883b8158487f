"""Random play of other libraries: OpenSpiel inside its C++ and driven from Python, RLCard by its own agents."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

REPEATS = 5


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
