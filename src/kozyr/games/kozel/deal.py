"""The deal in play: one compact record and the compiled rules over it (K-2..K-4, K-23..K-27).

Moves are integers here; ``moves.py`` gives them names. A function never draws a random number but ``rollout``,
which is handed its streams. ``opening.py`` holds what comes before the first trick.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.cards import PACK, SUITS, mask_of
from kozyr.kernel.bits import count_bits
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled

CUT, LIFT, GIVE, CLAIM, ANSWERED, PLAY = range(6)
"""Phases in which a seat is to move: cut or boast; lift; give; claim, ask or ok; redeal or keep; play a card."""
SHUFFLE, PLAYED, REDEAL_LIMIT = range(6, 9)
"""Phases in which none is: the pack is to be shuffled anew; the deal has been played; it has ended by K-20."""
NO_BOAST, MIRROR, TROUSERS = range(3)
LEAD_ELDEST, LEAD_ACE_OF_DIAMONDS, LEAD_SEVEN_OF_CLUBS = range(3)

MAX_MOVES: Final = 160
"""More than a deal can have: nine rounds of a cut and eight words, eight gifts, 32 cards."""
DEAL: Final = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("dealer", np.int64),
        # options
        ("boasts", np.int64),  # bit 1 mirror, bit 2 trousers
        ("again", np.int64),
        ("redeal_points", np.int64),
        ("redeal_limit", np.int64),
        ("lead_rule", np.int64),
        # the pack, top first, is pack[pack_top:pack_end]
        ("pack", np.int64, 32),
        ("pack_top", np.int64),
        ("pack_end", np.int64),
        # the opening
        ("boast", np.int64),
        ("boast_turns", np.int64),
        ("kept", np.int64, 4),  # masks: what each drew and kept in a boast
        ("gifts", np.int64, 4),  # masks: what each gave to his left neighbour
        ("offer", np.int64, 2),  # trousers: the top and the bottom card he chooses from
        ("redeals", np.int64),
        ("claim_turns", np.int64),
        ("asked", np.int64),  # bit of each seat that has asked for queens
        ("queens_yes", np.int64),  # bit of each seat that was answered yes
        # the play
        ("hands", np.int64, 4),
        ("leader", np.int64),
        ("must_lead", np.int64),  # the card that has to be led, or -1
        ("trick", np.int64, 4),  # cards in the order played
        ("trick_size", np.int64),
        ("best", np.int64),  # which card of the trick is winning
        ("last_trick", np.int64, 4),
        ("last_leader", np.int64),
        ("tricks", np.int64, 2),
        ("points", np.int64, 2),
        ("history", np.int64, MAX_MOVES),  # seat * SEAT_STEP + move
        ("moves", np.int64),
    ],
    align=True,
)
SEAT_STEP: Final = 1024
_FIELDS: Final[Any] = DEAL.fields
PHASE, TURN, DEALER, LEAD_RULE, SCORED, MOVE_COUNT = (
    _FIELDS[name][1] // 8 for name in ("phase", "turn", "dealer", "lead_rule", "points", "moves")
)
"""Where ``fields_of`` holds these fields."""

_TRUMP_ORDER: Final = "7c 8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc".split()
_PLAIN_ORDER: Final = "789KTA"
_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP: Final = 4
"""The suit of trumps; K-2."""


def _tables() -> tuple[Any, Any, Any]:
    suit_of, strength, points = (np.zeros(36, dtype=np.int64) for _ in range(3))
    for card in PACK:
        text = str(card)
        points[card] = _POINTS.get(text[0], 0)
        if text in _TRUMP_ORDER:
            suit_of[card], strength[card] = TRUMP, 10 + _TRUMP_ORDER.index(text)
        else:
            suit_of[card], strength[card] = SUITS.index(text[1]), _PLAIN_ORDER.find(text[0])
    return suit_of, strength, points


SUIT_OF, STRENGTH, POINTS = _tables()
"""By card, shape (36,): its suit in play (trumps are TRUMP), its strength in it, its points (K-4)."""
BEATS: Final = ((SUIT_OF[:, None] == SUIT_OF) & (STRENGTH[:, None] > STRENGTH)) | (
    (SUIT_OF[:, None] == TRUMP) & (SUIT_OF != TRUMP)
)
"""Whether a card (first index) laid later wins over the best one so far (second index), shape (36, 36); K-26."""
PLAYED_CARDS: Final = tuple(card for card in PACK if card.rank != 0)
"""The 32 cards played (K-1)."""
ALL_CARDS: Final = mask_of(PLAYED_CARDS)
HIGHER: Final = np.array(
    [mask_of(card for card in PLAYED_CARDS if SUIT_OF[card] == SUIT_OF[low] and BEATS[card, low]) for low in PACK],
    dtype=np.int64,
)
"""By card: the mask of the cards of its suit that beat it, shape (36,)."""
SUIT_MASKS: Final = np.array(
    [mask_of(card for card in PLAYED_CARDS if SUIT_OF[card] == suit) for suit in range(5)], dtype=np.int64
)
TRUMPS: Final = int(SUIT_MASKS[TRUMP])
ACES, TENS, KINGS, QUEENS, JACKS, NINES = (
    mask_of(card for card in PACK if str(card)[0] == rank) for rank in ("A", "T", "K", "Q", "J", "9")
)
GOOD: Final = TRUMPS | ACES
"""The good cards of a boast; K-11."""
ACE_OF_DIAMONDS: Final = next(int(card) for card in PACK if str(card) == "Ad")
SEVEN_OF_CLUBS: Final = next(int(card) for card in PACK if str(card) == "7c")


def new_deal() -> Any:
    """An empty deal record; its attributes can be read and written compiled and uncompiled."""
    return new_record(DEAL)


@compiled
def begin_play(deal: Any) -> None:
    """Hands are complete: set the first leader and what he must lead (K-23, K-24)."""
    deal.phase = PLAY
    deal.must_lead = -1
    deal.leader = (deal.dealer + 1) & 3
    if deal.lead_rule != LEAD_ELDEST:
        card = ACE_OF_DIAMONDS if deal.lead_rule == LEAD_ACE_OF_DIAMONDS else SEVEN_OF_CLUBS
        for seat in range(4):
            if (deal.hands[seat] >> card) & 1:
                deal.leader = seat
        if deal.lead_rule == LEAD_ACE_OF_DIAMONDS:
            deal.must_lead = card
    deal.turn = deal.leader
    deal.trick_size = 0


@compiled
def legal_cards(deal: Any) -> int:
    """The mask of the cards that the seat to move may play (K-23, K-25)."""
    hand = deal.hands[deal.turn]
    if deal.trick_size == 0:
        return 1 << deal.must_lead if deal.must_lead >= 0 else hand
    follow = hand & SUIT_MASKS[SUIT_OF[deal.trick[0]]]
    trumps = hand & TRUMPS
    otherwise = trumps if trumps != 0 else hand
    return follow if follow != 0 else otherwise


@compiled
def beats(card: int, best: int) -> bool:
    """Whether a card laid later wins over the best one so far (K-26)."""
    won: bool = BEATS[card, best]
    return won


@compiled
def play_card(deal: Any, card: int) -> None:
    """Play a legal card; a fourth one ends the trick, the last trick the deal."""
    deal.hands[deal.turn] ^= 1 << card
    deal.must_lead = -1
    size = deal.trick_size
    deal.trick[size] = card
    if size == 0:
        deal.best = 0
    else:  # without a branch, as in legal_cards: who wins is random where speed matters
        deal.best = size if beats(card, deal.trick[deal.best]) else deal.best
    deal.trick_size = size + 1
    deal.turn = (deal.turn + 1) & 3
    if size == 3:
        take_trick(deal)


@compiled
def take_trick(deal: Any) -> None:
    """The winner of a full trick takes its points and leads next (K-26)."""
    winner = (deal.leader + deal.best) & 3
    team = winner & 1
    points = 0
    for i in range(4):
        points += POINTS[deal.trick[i]]
        deal.last_trick[i] = deal.trick[i]
    deal.points[team] += points
    deal.tricks[team] += 1
    deal.last_leader = deal.leader
    deal.leader = winner
    deal.turn = winner
    deal.trick_size = 0
    if deal.tricks[0] + deal.tricks[1] == 8:
        deal.phase = PLAYED


@compiled
def hand_points(hand: int) -> int:
    """The points of a hand (K-4)."""
    return (
        11 * count_bits(hand & ACES)
        + 10 * count_bits(hand & TENS)
        + 4 * count_bits(hand & KINGS)
        + 3 * count_bits(hand & QUEENS)
        + 2 * count_bits(hand & JACKS)
    )


@compiled
def hand_size(deal: Any, seat: int) -> int:
    """How many cards a seat holds."""
    return count_bits(deal.hands[seat])
