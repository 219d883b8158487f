"""In which order the solver tries cards: by who is likely to win the trick, by what has cut before."""

from __future__ import annotations

from typing import Any, Final

from kozyr.bots.search.kozel_numbers import CLASS, EYES, SUIT, SUIT_CARDS, TRUMPS, legal_numbers, power
from kozyr.kernel.bits import highest_bit, lowest_bit
from kozyr.kernel.compiled import compiled

ROOM: Final = 8
"""At most so many cards are considered at one place."""
_BEST: Final = 1 << 20
_STEP: Final = 1024
_HISTORY_MOST: Final = 1 << 12


@compiled
def reply_power(hand: int, led: int) -> int:
    """The strongest a hand can play to a trick of the suit ``led``."""
    follow = hand & SUIT_CARDS[led]
    if follow != 0:
        return power(highest_bit(follow), led)
    trumps = hand & TRUMPS
    return power(highest_bit(trumps), led) if trumps != 0 else -1


@compiled
def lead_score(search: Any, seat: int, card: int) -> int:
    """How promising a card is to lead."""
    led = SUIT[card]
    hands = search.hands
    ours = max(power(card, led), reply_power(hands[(seat + 2) & 3], led))
    theirs = max(reply_power(hands[(seat + 1) & 3], led), reply_power(hands[(seat + 3) & 3], led))
    trump = 6 if led == 0 else 0
    return 40 + EYES[card] - trump if ours > theirs else -2 * EYES[card] - trump


@compiled
def follow_score(search: Any, depth: int, seat: int, card: int) -> int:
    """How promising a card is to a trick that has begun."""
    size = depth & 3
    led = search.led[depth]
    lying = power(search.best[depth], led)
    partner_holds = (search.holder[depth] ^ seat) & 1 == 0
    own = power(card, led)
    ours = max(own, lying) if partner_holds else own
    theirs = -1 if partner_holds else lying
    if size < 3:
        theirs = max(theirs, reply_power(search.hands[(seat + 1) & 3], led))
    if size == 1:
        ours = max(ours, reply_power(search.hands[(seat + 2) & 3], led))
    strength = max(own, 0) >> 3
    return 40 + 2 * EYES[card] - strength if ours > theirs else -2 * EYES[card] - strength


@compiled
def is_twin(card: int, before: int, others: int) -> bool:
    """Whether a card is the same to the search as a lower one of its hand: no other's card lies between them."""
    between = ((1 << card) - 1) & ~((2 << before) - 1)
    return CLASS[card] == CLASS[before] and others & between == 0


@compiled
def others_cards(search: Any, depth: int, seat: int) -> int:
    """The cards in the other hands and in the trick."""
    hands = search.hands
    others = hands[(seat + 1) & 3] | hands[(seat + 2) & 3] | hands[(seat + 3) & 3]
    for place in range(depth - (depth & 3), depth):
        others |= 1 << search.played[place]
    return others


@compiled
def list_cards(search: Any, depth: int, seat: int, best_class: int) -> int:
    """Write the cards to consider to ``cards``, of twins the lowest, each with its score; returns how many."""
    leads = depth & 3 == 0
    hand = search.hands[seat]
    rest = hand if leads else legal_numbers(hand, search.led[depth])
    first = depth * ROOM
    if rest & (rest - 1) == 0:
        search.cards[first] = lowest_bit(rest)
        return 1
    others = others_cards(search, depth, seat)
    before = -1
    n = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if before < 0 or not is_twin(card, before, others):
            score = lead_score(search, seat, card) if leads else follow_score(search, depth, seat, card)
            score = score * _STEP + search.history[seat * 32 + card]
            if CLASS[card] == best_class:
                score += _BEST
            search.cards[first + n] = card
            search.scores[first + n] = score
            n += 1
        before = card
    return n


@compiled
def next_card(search: Any, depth: int, i: int, n: int) -> int:
    """The ``i``-th best of ``n`` listed cards: the best of the rest is brought to its place."""
    first = depth * ROOM
    best = i
    for j in range(i + 1, n):
        if search.scores[first + j] > search.scores[first + best]:
            best = j
    card = search.cards[first + best]
    search.cards[first + best] = search.cards[first + i]
    search.scores[first + best] = search.scores[first + i]
    search.cards[first + i] = card
    return int(card)


@compiled
def note_cut(search: Any, seat: int, card: int) -> None:
    """A card has decided a place: it is tried earlier where it may be played next."""
    place = seat * 32 + card
    search.history[place] += 1
    if search.history[place] > _HISTORY_MOST:
        for i in range(128):
            search.history[i] >>= 1
