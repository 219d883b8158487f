"""What is sure of the tricks to come, whoever leads and however it is played."""

from __future__ import annotations

from typing import Any

from kozyr.bots.search.kozel_numbers import SUIT_CARDS, TRUMPS, eyes_of, least_eyes
from kozyr.kernel.bits import count_bits, highest_bit
from kozyr.kernel.compiled import compiled


@compiled
def top_run(own: int, others: int) -> int:
    """The cards of ``own`` above the highest of ``others``, both of one suit."""
    return own & ~((2 << highest_bit(others)) - 1) if others != 0 else own


@compiled
def trump_eyes(search: Any, seat: int) -> int:
    """Eyes that the team of a seat is sure of by its trumps above all trumps of the others.

    Each of them is the team's when it is played. The seat with the most of them takes as many tricks, and into each
    the three others throw something.
    """
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    hands = search.hands
    theirs = (hands[left] | hands[right]) & TRUMPS
    run = top_run((hands[seat] | hands[partner]) & TRUMPS, theirs)
    if run == 0:
        return 0
    own, other = count_bits(hands[seat] & run), count_bits(hands[partner] & run)
    tricks = max(own, other)
    helper = seat if own < other else partner
    thrown = least_eyes(hands[left], tricks) + least_eyes(hands[right], tricks)
    return eyes_of(run) + thrown + least_eyes(hands[helper] & ~run, tricks - min(own, other))


@compiled
def lead_run(search: Any, seat: int) -> int:
    """The cards that a leader can play one after the other and take every trick, the opponents having no trumps."""
    hands = search.hands
    others = hands[(seat + 1) & 3] | hands[(seat + 2) & 3] | hands[(seat + 3) & 3]
    run = 0
    for suit in range(4):
        run |= top_run(hands[seat] & SUIT_CARDS[suit], others & SUIT_CARDS[suit])
    return run


@compiled
def lead_eyes(search: Any, seat: int) -> int:
    """Eyes that a leader's team is sure of because the opponents have no trumps and the partner none to take over."""
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    hands = search.hands
    if (hands[left] | hands[right] | hands[partner]) & TRUMPS != 0:
        return 0
    run = lead_run(search, seat)
    tricks = count_bits(run)
    thrown = least_eyes(hands[left], tricks) + least_eyes(hands[right], tricks) + least_eyes(hands[partner], tricks)
    return eyes_of(run) + thrown


@compiled
def sure_eyes(search: Any, seat: int, leader: int) -> int:
    """Eyes that the team of a seat is sure of, of those still in hand, before a trick that ``leader`` leads."""
    sure = trump_eyes(search, seat)
    if (leader ^ seat) & 1 == 0:
        return max(sure, lead_eyes(search, leader))
    return sure
