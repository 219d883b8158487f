"""How many random deals a second this machine plays, as the simulator plays them on one core."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import simulate


@dataclass(frozen=True)
class Speed:
    """Medians of one measurement."""

    game_id: str
    deals: float
    moves: float


def measure(game_id: str, *, runs: int = 5, seconds: float = 0.4) -> Speed:
    """Random deals and moves a second: the median of some runs of about so many seconds each."""
    matches = _matches_for(game_id, seconds)
    found = [_rates(game_id, matches) for _ in range(runs)]
    return Speed(game_id, statistics.median(d for d, _ in found), statistics.median(m for _, m in found))


def _matches_for(game_id: str, seconds: float) -> int:
    matches = 1
    simulate(make_plan(game_id, matches=matches, seed="warm"))
    while True:
        start = time.perf_counter()
        simulate(make_plan(game_id, matches=matches, seed="warm"))
        if time.perf_counter() - start >= seconds / 2:
            return matches * 2
        matches *= 2


def _rates(game_id: str, matches: int) -> tuple[float, float]:
    start = time.perf_counter()
    tally = simulate(make_plan(game_id, matches=matches, seed="speed"))
    seconds = time.perf_counter() - start
    return tally.deals / seconds, tally.moves / seconds
