"""Scripted hands: seeded, and knowing only what a player sees.

A hand looks (``look``), makes up its mind (``careful``, ``clumsy`` …: which card, which corner, which way, how fast)
and draws (``draw``). Paths are in tenths of a millimetre, so a stored path is exactly what was done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from kozyr.games.shalashik.heap import Heap, corners_of, covers_of, showing
from kozyr.games.shalashik.hut.frozen import feet
from kozyr.games.shalashik.hut.model import MM, TICKS_A_SECOND, Numbers, heap_of, in_mask
from kozyr.games.shalashik.hut.pull import Hand, Outcome, Pull, Standing
from kozyr.games.shalashik.risk import STEADY_SPEED, ground_of, risks
from kozyr.kernel.streams import Stream

MAX_TICKS: Final = 10 * TICKS_A_SECOND
MAX_FAILURES: Final = 6


@dataclass(frozen=True)
class Sight:
    """What a player sees: backs from above, and where the hut's feet are."""

    heap: Heap
    left: int
    shows: int
    feet: Numbers
    """Points along the walls' lower edges, mm, shape (36, 2)."""


@dataclass(frozen=True)
class Intent:
    """What a hand is about to do."""

    card: int
    grab: tuple[float, float]
    """Where it takes the card, mm."""
    direction: float
    """The way it pulls, radians."""
    speed: float
    """mm a second."""
    ease: float = 0.3
    """Seconds it takes to come to speed."""
    tremble: float = 0.0
    """How far it strays from its way, mm."""


@dataclass(frozen=True)
class Drawn:
    """A pull that was made: what came of it and the path of the hand."""

    intent: Intent
    path: tuple[Hand, ...]
    outcome: Outcome


Mind: TypeAlias = Callable[[Sight, Stream], Intent]


def look(standing: Standing) -> Sight:
    """What is to be seen of a standing hut."""
    heap = heap_of(standing.poses)
    return Sight(heap, standing.left, showing(covers_of(heap), standing.left), np.round(feet(standing.poses) / MM, 0))


def draw(standing: Standing, intent: Intent, stream: Stream, *, freeze: bool = True) -> Drawn:
    """Pull until the card is free, the hut has fallen or the time is up. Raises BlownUpError."""
    pull = Pull(standing, intent.card, intent.grab, freeze=freeze)
    path: list[Hand] = []
    for hand in moves_of(intent, stream):
        path.append(hand)
        pull.tick(hand)
        if pull.is_lost or pull.is_free:
            break
    return Drawn(intent, tuple(path), pull.end())


def play_on(standing: Standing, mind: Mind, seed: str) -> Iterator[Drawn]:
    """One hand draws card after card until the hut is down or nothing is left beneath.

    A card that will not come within the time of a pull is let be; after some such the hand gives up.
    """
    stream = Stream(seed, "hand")
    failures = 0
    while standing.left and failures < MAX_FAILURES:
        drawn = draw(standing, mind(look(standing), stream), stream)
        yield drawn
        if drawn.outcome.down:
            return
        failures += not drawn.outcome.free
        standing = drawn.outcome.after


def moves_of(intent: Intent, stream: Stream) -> Iterator[Hand]:
    """The hand's places tick by tick."""
    cos, sin = math.cos(intent.direction), math.sin(intent.direction)
    way = aside = 0.0
    for tick in range(1, MAX_TICKS + 1):
        seconds = tick / TICKS_A_SECOND
        way += intent.speed * min(1.0, seconds / intent.ease if intent.ease else 1.0) / TICKS_A_SECOND
        aside += intent.tremble * (unit(stream) - 0.5) - 0.2 * aside
        x = intent.grab[0] + way * cos - aside * sin
        y = intent.grab[1] + way * sin + aside * cos
        yield (round(x, 1), round(y, 1), 0.0)


def unit(stream: Stream) -> float:
    """A uniform number in 0..1."""
    return stream.below(1 << 30) / (1 << 30)


def careful(sight: Sight, stream: Stream) -> Intent:
    """Takes the card that experience (the fitted model) calls the safest, and draws it steadily outwards."""
    chances = risks(ground_of(sight.heap), sight.left)
    least = min(chances.values())
    return steady(sight, stream.choice([card for card, chance in chances.items() if chance == least]))


def steady(sight: Sight, card: int) -> Intent:
    """A showing card drawn by its outermost open corner, evenly outwards: how a bot carries out ``pull N``."""
    return Intent(card, outermost_corner(sight, card), way_out(sight, card), STEADY_SPEED)


def clumsy(sight: Sight, stream: Stream) -> Intent:
    """Takes any card by any open corner, any way but straight inwards, with a jerk."""
    intent = any_intent(sight, stream, slow=300.0, fast=1000.0, ease=0.05, tremble=3.0)
    x, y = sight.heap[intent.card, :2]
    return replace(intent, direction=math.atan2(y, x) + 4 / 3 * math.pi * (unit(stream) - 0.5))


def any_intent(
    sight: Sight, stream: Stream, *, slow: float, fast: float, ease: float = 0.2, tremble: float = 0.5
) -> Intent:
    """Any showing card, any open corner, a way within a right angle of outwards, any speed between two."""
    card = stream.choice(in_mask(sight.shows))
    return any_pull(sight, card, stream, slow=slow, fast=fast, ease=ease, tremble=tremble)


def any_pull(
    sight: Sight, card: int, stream: Stream, *, slow: float, fast: float, ease: float = 0.2, tremble: float = 0.5
) -> Intent:
    """That of one card."""
    x, y = stream.choice(open_corners(sight, card))
    direction = math.atan2(sight.heap[card, 1], sight.heap[card, 0]) + math.pi * (unit(stream) - 0.5)
    speed = slow * (fast / slow) ** unit(stream)
    return Intent(card, (x, y), direction, speed, ease, tremble)


def open_corners(sight: Sight, card: int) -> list[tuple[float, float]]:
    """The corners of a card that lie under no other."""
    covers = covers_of(sight.heap)[card]
    corners = np.round(corners_of(sight.heap)[card], 1)
    return [(float(x), float(y)) for k, (x, y) in enumerate(corners) if int(covers[k]) & sight.left == 0]


def outermost_corner(sight: Sight, card: int) -> tuple[float, float]:
    """The open corner farthest from the hut."""
    return max(open_corners(sight, card), key=lambda corner: math.hypot(*corner))


def way_out(sight: Sight, card: int) -> float:
    """Straight away from the hut; a card in its middle, the way of its open corner."""
    x, y = sight.heap[card, :2] + np.array(outermost_corner(sight, card))
    return math.atan2(y, x)


MINDS: Final[dict[str, Mind]] = {"careful": careful, "clumsy": clumsy}
"""The hands by name."""
