"""The 32 cards of Kozel numbered for the solver: suit behind suit, in each from the weakest card to the strongest.

Trumps are 0..13, then spades, hearts and diamonds, six each. A class is the cards of a suit that are worth the same:
they lie side by side, and where no other's card lies between two of them, they are the same card to a search.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from kozyr.games.kozel import deal as kd
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compiled import compiled

NUMBERS: Final = 32
CARD_OF: Final = np.array(
    sorted(kd.PLAYED_CARDS, key=lambda card: (kd.SUIT_OF[card] != kd.TRUMP, kd.SUIT_OF[card], kd.STRENGTH[card])),
    dtype=np.int64,
)
"""By number: the card; K-2 and K-3 in one row."""
NUMBER_OF: Final = np.full(36, -1, dtype=np.int64)
"""By card of the pack: its number; -1 for the sixes."""
NUMBER_OF[CARD_OF] = np.arange(NUMBERS)
EYES: Final = kd.POINTS[CARD_OF]
"""By number: the card's points (K-4)."""
SUIT: Final = np.where(kd.SUIT_OF[CARD_OF] == kd.TRUMP, 0, kd.SUIT_OF[CARD_OF])
"""By number: its suit, 0 for trumps."""
SUIT_CARDS: Final = np.array([sum(1 << n for n in range(NUMBERS) if SUIT[n] == suit) for suit in range(4)])
"""By suit, trumps first: the mask of its cards."""
TRUMPS: Final = int(SUIT_CARDS[0])
_TRUMPS_END: Final = TRUMPS.bit_length()
_STEPS: Final = [n > 0 and (SUIT[n] != SUIT[n - 1] or EYES[n] != EYES[n - 1]) for n in range(NUMBERS)]
CLASS: Final = np.cumsum(np.array(_STEPS, dtype=np.int64))
"""By number: its class, 0..17."""


def _worth(eyes: int) -> int:
    return sum(1 << n for n in range(NUMBERS) if EYES[n] == eyes)


ACES, TENS, KINGS, QUEENS, JACKS, BLANKS = (_worth(eyes) for eyes in (11, 10, 4, 3, 2, 0))
"""The masks of the cards worth 11, 10, 4, 3, 2 and nothing."""


@compiled
def numbers_of(cards: int) -> int:
    """The mask of numbers of a mask of cards."""
    numbers = 0
    rest = cards
    while rest != 0:
        numbers |= 1 << NUMBER_OF[lowest_bit(rest)]
        rest &= rest - 1
    return numbers


@compiled
def eyes_of(numbers: int) -> int:
    """The points of a mask of numbers (K-4)."""
    return (
        11 * count_bits(numbers & ACES)
        + 10 * count_bits(numbers & TENS)
        + 4 * count_bits(numbers & KINGS)
        + 3 * count_bits(numbers & QUEENS)
        + 2 * count_bits(numbers & JACKS)
    )


@compiled
def least_eyes(numbers: int, n: int) -> int:
    """The points of the ``n`` cheapest cards of a mask, of all where it has no more."""
    left = n - count_bits(numbers & BLANKS)
    eyes = 0
    for cards, each in ((JACKS, 2), (QUEENS, 3), (KINGS, 4), (TENS, 10), (ACES, 11)):
        if left <= 0:
            break
        held = min(left, count_bits(numbers & cards))
        eyes += held * each
        left -= held
    return eyes


@compiled
def legal_numbers(hand: int, led: int) -> int:
    """What a hand may play to a trick of the suit ``led`` (K-25)."""
    follow = hand & SUIT_CARDS[led]
    trumps = hand & TRUMPS
    otherwise = trumps if trumps != 0 else hand
    return follow if follow != 0 else otherwise


@compiled
def power(number: int, led: int) -> int:
    """How strong a card is in a trick of the suit ``led``: more takes less (K-26); -1 has no strength."""
    if number < _TRUMPS_END:
        return 64 + number
    return number if SUIT[number] == led else -1
