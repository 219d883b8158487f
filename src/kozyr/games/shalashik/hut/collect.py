"""Pulls for the risk model, tried where ``hut = risk`` plays: at heaps of which some cards are gone, under fresh huts.

From the heap of a seed cards are drawn one after the other, as a drawing would, mostly such as look least dangerous.
At some stages the hut is built on what is left, for in ``hut = risk`` neither heap nor hut shifts between pulls; then
some showing cards, drawn uniformly, are pulled, each from that same hut. What looks dangerous is a rule of thumb: no
fitted model has a say in what the next is fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from kozyr.games.shalashik.heap import WHOLE, Heap, above, covers_of, overlaps_of, scatter, showing
from kozyr.games.shalashik.hut.building import try_heap
from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.hands import Drawn, Intent, Sight, any_pull, draw, look, steady
from kozyr.games.shalashik.hut.model import HUT, in_mask
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.games.shalashik.stand import FEET
from kozyr.kernel.streams import Stream

SLOW, FAST = 100.0, 800.0
MOST_GONE: Final = 25
STAGES: Final = 4
"""At how many stages of its drawing a heap is looked at, one in each part of 0..``MOST_GONE`` cards gone."""
TRIES: Final = 12
"""Pulls at each, half of them by the steady hand."""
RASH: Final = 4
"""One in so many cards is taken without a thought of danger."""


@dataclass(frozen=True)
class Trial:
    """One pull, and what was seen before it; ``drawn`` is nothing where the simulation broke down."""

    sight: Sight
    intent: Intent
    steady: bool
    drawn: Drawn | None


@dataclass(frozen=True)
class Stage:
    """A heap of which some cards are gone, and the pulls tried there: none where no hut stood on it."""

    gone: int
    stood: bool
    trials: tuple[Trial, ...]


def stages(seed: str) -> Iterator[Stage]:
    """The heap of a seed at some stages of a drawing."""
    stream = Stream(seed, "trials")
    heap, left = scatter(Stream(seed, "heap", 0)), WHOLE
    for part in range(STAGES):
        first, last = ((MOST_GONE + 1) * each // STAGES for each in (part, part + 1))
        gone = first + stream.below(last - first)
        left = drawn_from(heap, left, gone, stream)
        poses = try_heap(heap, left)
        tried = () if poses is None else tuple(trials(Standing(poses, poses, left | HUT), stream))
        yield Stage(gone, poses is not None, tried)


def drawn_from(heap: Heap, left: int, gone: int, stream: Stream) -> int:
    """What is left when so many cards in all have been drawn from a heap."""
    covers = covers_of(heap)
    while len(in_mask(WHOLE & ~left)) < gone:
        sight = Sight(heap, left, showing(covers, left), FEET)
        cards = in_mask(sight.shows)
        card = stream.choice(cards)
        if stream.below(RASH):
            card = min(cards, key=lambda each: looks_dangerous(sight, each))
        left &= ~(1 << card)
    return left


def trials(standing: Standing, stream: Stream) -> Iterator[Trial]:
    """Pulls at a standing hut: steady ones of different cards, then any ones."""
    sight = look(standing)
    cards = list(in_mask(sight.shows))
    order = [cards.pop(stream.below(len(cards))) for _ in range(len(cards))]
    for card in order[: TRIES // 2]:
        yield _tried(standing, sight, steady(sight, card), stream, is_steady=True)
    for k in range(TRIES // 2, TRIES):
        intent = any_pull(sight, order[k % len(order)], stream, slow=SLOW, fast=FAST)
        yield _tried(standing, sight, intent, stream, is_steady=False)


def looks_dangerous(sight: Sight, card: int) -> float:
    """A rule of thumb: feet of the hut over the card, cards on it, and how near the hut it lies."""
    turn = math.radians(sight.heap[card, 2])
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    inside = np.abs((sight.feet - sight.heap[card, :2]) @ axes.T)
    over = int((inside <= np.array([31.0, 46.0])).all(axis=1).sum())
    on_it = int(overlaps_of(sight.heap)[card]) & above(card) & sight.left
    return 0.25 * over + 0.15 * on_it.bit_count() - 0.02 * math.hypot(*sight.heap[card, :2])


def _tried(standing: Standing, sight: Sight, intent: Intent, stream: Stream, *, is_steady: bool) -> Trial:
    try:
        return Trial(sight, intent, is_steady, draw(standing, intent, stream))
    except BlownUpError:
        return Trial(sight, intent, is_steady, None)
