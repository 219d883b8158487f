"""Cuts, boasts, gifts and claims of a careful player, in expected eyes of the own team (K-8..K-20).

``bench/boasts.py`` (``careful`` in all seats) finds no gain in a boast: against a plain cut of the same 4,000 decks the
mirror gave 0.41 eyes less (95% interval -1.46..0.65), trousers 0.86 less (-1.86..0.18). In pairs, which move the
boards, both differ by less than 0.1, so the score does not matter: a careful player cuts.
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.careful.kozel_hand import AVERAGE, NO_QUEEN_SHARE, PAIR, card_worth, hand_worth
from kozyr.games.kozel.moves import Boast, Cut, Give, Lift, Word
from kozyr.games.kozel.scoring import score_redeal_limit
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.move import Move

_EYES: Final = {"cut": 60.8, "mirror": 60.4, "trousers": 59.9}
"""Measured by ``bench/boasts.py``: the eyes of the eldest hand's team."""
_GOOD_SHARE: Final = 17 / 32
_GOOD_WORTH: Final = 6.0
"""What a good card (K-11) is worth at least."""
_EDGE, _HAIR = 8, 0.01
"""All cuts are as good; of equals a player takes one that leaves no thin packet."""


def opening_values(view: KozelView) -> dict[Move, float]:
    """The eyes expected of each legal move before the play."""
    return {entry.move: _value(view, entry.move) for entry in view.legal}


def _value(view: KozelView, move: Move) -> float:
    match move:
        case Cut(count):
            return _EYES["cut"] - (0.0 if _EDGE < count < 32 - _EDGE else _HAIR)
        case Boast(kind):
            return _EYES[kind]
        case Lift(count):
            return _EYES["mirror"] - _GOOD_WORTH * _GOOD_SHARE**count
        case Give(card):
            return _EYES["trousers"] - card_worth(card)
        case Word():
            return _word_value(view, move)
    raise ValueError(f"{move} is not a move of the opening of kozel")


def _word_value(view: KozelView, move: Word) -> float:
    if move == Word("ok"):
        return hand_worth(view.hand)
    if move == Word("keep"):
        return hand_worth(view.hand, partner_queen=False)
    if move == Word("ask queens"):
        after_no = max(_redeal_value(view), hand_worth(view.hand, partner_queen=False))
        after_yes = hand_worth(view.hand, partner_queen=True)
        return NO_QUEEN_SHARE * after_no + (1.0 - NO_QUEEN_SHARE) * after_yes
    return _redeal_value(view)


def _redeal_value(view: KozelView) -> float:
    """A new deal promises the average; the last one ends the deal, by a pair to one team (K-20)."""
    assert view.dealer is not None
    assert view.seat is not None
    if not view.is_last_redeal:
        return AVERAGE
    gains = score_redeal_limit(view.dealer, view.board).winner == view.seat % 2
    return AVERAGE + PAIR if gains else AVERAGE - PAIR
