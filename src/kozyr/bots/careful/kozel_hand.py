"""What a hand of Kozel is worth to its team before the play, in eyes of 120.

Measured: 4,600 deals played by an earlier ``careful`` in all seats, without boasts and claims; the eyes of the
holder's team fitted to his hand by least squares (standard error about 0.3 a card), then rounded.
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.careful.kozel_cards import POINTS, QUEENS, STRENGTH, SUIT, TRUMP
from kozyr.cards import cards_of

AVERAGE: Final = 60.0
PAIR: Final = 20.0
"""What a pair is worth: about 20 eyes more a deal gain one pair more a deal."""
NO_QUEEN_SHARE: Final = 0.17
"""How often the partner of a hand without queens has none either."""
_NOTHING: Final = 28.5
_QUEEN, _TRUMP, _ACE = 12.2, 6.1, 6.2
_NO_QUEEN_LOSS: Final = 21.0
"""What it costs that neither of the team has a queen, against that the partner has one."""
_PLAIN_ACE: Final = 5


def card_worth(card: int) -> float:
    """What a card adds to its holder's team; other plain cards add nothing that could be measured."""
    if (QUEENS >> card) & 1:
        return _QUEEN
    if SUIT[card] == TRUMP:
        return _TRUMP + 0.3 * (POINTS[card] - 3)
    return _ACE if STRENGTH[card] == _PLAIN_ACE else 0.02 * POINTS[card]


def hand_worth(hand: int, partner_queen: bool | None = None) -> float:
    """The eyes to be expected with a hand; ``partner_queen``: what the partner has answered, if he was asked (K-18)."""
    worth = _NOTHING + sum(card_worth(card) for card in cards_of(hand))
    if partner_queen is None or hand & QUEENS:
        return worth
    return worth + _NO_QUEEN_LOSS * (NO_QUEEN_SHARE if partner_queen else NO_QUEEN_SHARE - 1)
