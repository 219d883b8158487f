"""The values of hands of Thirty-one by a table's options, remembered once they are known."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from kozyr.games.thirty_one.hands import best_suit_points, hand_value
from kozyr.games.thirty_one.options import ThirtyOneOptions

HIGHEST: Final = 34
"""The value of the best hand (T-5)."""


def bits_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask, each as a mask of its own."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return tuple(bits)


class Scale:
    """Values of hands (T-3..T-5); there are 7140 hands and 58905 sets of four, so all are kept."""

    def __init__(self, *, nebitka: bool, any_rank: bool) -> None:
        self._rules = int(nebitka), int(any_rank)
        self._values: dict[int, int] = {}
        self._best: dict[int, int] = {}

    def value(self, hand: int) -> int:
        """The value of a hand of three cards."""
        value = self._values.get(hand)
        if value is None:
            value = self._values[hand] = int(hand_value(hand, *self._rules))
        return value

    def at_least(self, cards: int) -> int:
        """What a hand is worth at least that holds these cards, three or fewer."""
        return self.value(cards) if cards.bit_count() == 3 else int(best_suit_points(cards))

    def best_of_four(self, cards: int) -> int:
        """The best value of three of four cards: a hand and one that it may take, or leave."""
        best = self._best.get(cards)
        if best is None:
            best = self._best[cards] = max(self.value(cards ^ bit) for bit in bits_of(cards))
        return best

    def reachable(self, hand: int, cards: tuple[int, ...]) -> Iterator[int]:
        """The best value of a hand with each of some other cards, one of the four going away."""
        return (self.best_of_four(hand | card) for card in cards)


@functools.cache
def _scale(nebitka: str, tri_lba: str) -> Scale:
    return Scale(nebitka=nebitka == "three_sixes", any_rank=tri_lba == "any_rank")


def scale_of(options: ThirtyOneOptions) -> Scale:
    """The scale of a table's options."""
    return _scale(options.nebitka, options.tri_lba)
