"""What the tests of huts in workers share: a hut that stands, and hands."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

from kozyr.games.shalashik.hut.dealer import Dealer
from kozyr.games.shalashik.hut.hands import look, outermost_corner, way_out
from kozyr.games.shalashik.hut.model import in_mask
from kozyr.games.shalashik.risk import ground_of, risks
from kozyr.kernel.physics import Place
from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.huts import HutSettings

GAME = "shalashik"
SETTINGS = HutSettings(load=(GAME,), backoff=Backoff(first=0.01, longest=0.05), patience=60.0, silence=60.0)


@cache
def bodies() -> Any:
    """The exact bodies of a hut that was built from the seed "workers"."""
    return json.loads((Path(__file__).parent / "data" / "hut.json").read_text(encoding="utf-8"))


def dealer() -> Dealer:
    """The same hut in this process."""
    return Dealer.from_log(bodies(), ())


@cache
def safest(rank: int = 0) -> tuple[int, tuple[float, float], float]:
    """A safe card of it, where to take it and which way to pull; of the next rank another."""
    sight = look(dealer().standing)
    chances = risks(ground_of(sight.heap), sight.left)
    card = sorted(in_mask(sight.shows), key=lambda card: chances[card])[rank]
    return card, outermost_corner(sight, card), way_out(sight, card)


def outwards(rank: int = 0, ticks: int = 600) -> list[Place]:
    """The places of a brisk hand that pulls it out."""
    _, (x, y), way = safest(rank)
    return [(round(x + 5 * i * math.cos(way), 1), round(y + 5 * i * math.sin(way), 1), 0.0) for i in range(1, ticks)]
