"""The cards of Kozel as plain integers: suits, strengths and points by card, masks by suit."""

from __future__ import annotations

from typing import Final

from kozyr.cards import Card
from kozyr.games.kozel import deal as kd

TRUMP: Final = kd.TRUMP
ALL_CARDS: Final = kd.ALL_CARDS
SUIT: Final = tuple(int(suit) for suit in kd.SUIT_OF)
STRENGTH: Final = tuple(int(strength) for strength in kd.STRENGTH)
POINTS: Final = tuple(int(points) for points in kd.POINTS)
SUIT_MASKS: Final = tuple(int(mask) for mask in kd.SUIT_MASKS)
TRUMPS: Final = SUIT_MASKS[TRUMP]
QUEENS: Final = int(kd.QUEENS)
HIGHER: Final = tuple(int(mask) for mask in kd.HIGHER)
_BEATS: Final[list[list[bool]]] = kd.BEATS.tolist()


def beats(card: int, best: int) -> bool:
    """Whether a card laid later wins over the best so far (K-26)."""
    return _BEATS[card][best]


def trick_best(trick: tuple[Card, ...]) -> int:
    """The place of the winning card of a trick that has begun."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best]):
            best = place
    return best


def points_of(cards: int) -> int:
    """The points of a mask of cards (K-4)."""
    return int(kd.hand_points(cards))
