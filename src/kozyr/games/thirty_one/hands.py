"""What a hand of three cards is worth (T-1..T-5)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.cards import PACK, RANKS, mask_of
from kozyr.kernel.bits import count_bits
from kozyr.kernel.compiled import compiled

NEBITKA: Final = 34
TRI_LBA: Final = 33
THIRTY_ONE: Final = 31
"""The values of the combinations (T-5); a lower value is a total of points in one suit."""
JOKER: Final = int(PACK[0])
"""The six of clubs (T-2)."""
SUIT_SIZE: Final = 9
_SUIT_BITS: Final = 511
_ACE_BIT: Final = 256
_CARD_POINTS: Final = (6, 7, 8, 9, 10, 10, 10, 10, 11)
ACES, SIXES = (mask_of(card for card in PACK if card.rank == RANKS.index(rank)) for rank in "A6")
VALUE_NAMES: Final = {NEBITKA: "nebitka", TRI_LBA: "tri_lba", THIRTY_ONE: "31"}
HAND_TERMS: Final = {"nebitka": "nebitka", "tri_lba": "tri_lba", "31": "hand_31"}
"""The terms of the combinations by their names in a result."""


def _suit_points() -> Any:
    """By the nine bits of a suit's cards, shape (512,): their points together (T-1)."""
    sums = [sum(_CARD_POINTS[rank] for rank in range(SUIT_SIZE) if bits >> rank & 1) for bits in range(512)]
    return np.array(sums, dtype=np.int64)


SUIT_POINTS: Final = _suit_points()


def value_name(value: int) -> str:
    """What a hand of this value is called in a result (T-26)."""
    return VALUE_NAMES.get(value, "points")


@compiled
def best_suit_points(hand: int) -> int:
    """The best total of one suit; the joker adds an ace to it, or ten where that ace is in the hand (T-3, T-5)."""
    joker = hand & 1
    plain = hand ^ joker
    best = 0
    for suit in range(4):
        cards = (plain >> (suit * SUIT_SIZE)) & _SUIT_BITS
        points = SUIT_POINTS[cards]
        if joker != 0:
            points += 10 if cards & _ACE_BIT else 11
        best = max(best, points)
    return best


@compiled
def is_of_one_rank(hand: int) -> bool:
    """Whether all cards but the joker are of one rank."""
    plain = hand & ~1
    ranks = (plain | (plain >> 9) | (plain >> 18) | (plain >> 27)) & _SUIT_BITS
    return count_bits(ranks) == 1


@compiled
def hand_value(hand: int, nebitka: int, any_rank: int) -> int:
    """The value of a hand of three cards: NEBITKA, TRI_LBA, THIRTY_ONE, or its points in one suit (T-3..T-5)."""
    if nebitka != 0 and count_bits(hand & SIXES) == 3:
        return NEBITKA
    if any_rank != 0:
        if is_of_one_rank(hand):
            return TRI_LBA
    elif count_bits(hand & (ACES | 1)) == 3:
        return TRI_LBA
    return best_suit_points(hand)
