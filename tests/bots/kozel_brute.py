"""Open cards of Kozel solved by trying everything: no table, no bounds, no order; shares no code with the solver.

``minimax`` is plain Python for small positions; ``can_win`` is alpha-beta for whole deals, compiled.
"""

from __future__ import annotations

from typing import Any

from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compact import copy_record
from kozyr.kernel.compiled import compiled


def minimax(deal: Any) -> int:
    """The eyes that seats 0 and 2 still get, the trick on the table included."""
    if deal.phase != kd.PLAY:
        return 0
    return best_of(int(deal.turn), card_values(deal).values())


def card_values(deal: Any) -> dict[int, int]:
    """By legal card the eyes that seats 0 and 2 still get."""
    values = {}
    for card in cards_of(kd.legal_cards(deal)):
        after = copy_record(deal)
        kd.play_card(after, int(card))
        values[int(card)] = int(after.points[0] - deal.points[0]) + minimax(after)
    return values


def best_of(seat: int, values: Any) -> int:
    """What a seat takes of some values of seats 0 and 2."""
    return int(max(values) if seat % 2 == 0 else min(values))


@compiled
def can_win(hands: Any, seat: int, size: int, best: int, holder: int, led: int, eyes: int, need: int) -> bool:
    """Whether seats 0 and 2 can win at least ``need`` of the eyes in hand and in the trick; hands are cards' masks."""
    if need <= 0:
        return True
    if hands[seat] == 0:
        return False
    ours = seat & 1 == 0
    follow = hands[seat] & kd.SUIT_MASKS[led] if size > 0 else hands[seat]
    trumps = hands[seat] & kd.TRUMPS
    rest = follow if follow != 0 else trumps if trumps != 0 else hands[seat]
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        takes = size == 0 or kd.BEATS[card, best]
        top = card if takes else best
        winner = seat if takes else holder
        total = (eyes if size > 0 else 0) + kd.POINTS[card]
        hands[seat] ^= 1 << card
        if size == 3:
            gained = total if winner & 1 == 0 else 0
            won = can_win(hands, winner, size - 3, top, winner, led, total, need - gained)
        else:
            suit = kd.SUIT_OF[card] if size == 0 else led
            won = can_win(hands, (seat + 1) & 3, size + 1, top, winner, suit, total, need)
        hands[seat] ^= 1 << card
        if won == ours:
            return ours
    return not ours


def reaches(deal: Any, need: int) -> bool:
    """``can_win`` from a deal in play between two tricks."""
    turn = int(deal.turn)
    return bool(can_win(deal.hands.copy(), turn, 0, 0, turn, 0, 0, need))
