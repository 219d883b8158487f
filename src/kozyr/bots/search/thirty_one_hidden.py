"""The hidden cards of Thirty-one dealt at random, compiled: as likely as the moves of their owners make them.

What was never seen is alike to everybody; but a player who took a queen is likely to hold another card of her suit.
Every hand that a rival may hold is weighed by how well his moves fit it, if he plays as a careful player does. Hands
are then drawn in turn, each from those that the others leave possible (Gibbs sampling), and the rest is the stock.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.search.draws import fraction
from kozyr.bots.search.thirty_one_past import Past
from kozyr.bots.search.thirty_one_policy import chances_into
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below, shuffle_into

LEAST_FIT: Final = 0.04
"""How much a hand counts at least which a move does not fit."""
_TOLERANCE: Final = 0.03
"""Of the chance of the pot: a move so much worse than the best fits a third as well."""
_SWEEPS: Final = 8
"""Before the first deal."""
_TRIES: Final = 400
"""To draw a hand that the others leave possible; then the player keeps the one he has."""


@compiled
def list_hands(pool: int, size: int, out: Any) -> int:
    """Write every set of so many cards of a pool, 0..3, to ``out``; give how many there are."""
    cards = np.zeros(36, dtype=np.int64)
    n = 0
    while pool != 0:
        cards[n] = pool & -pool
        pool &= pool - 1
        n += 1
    if size == 0:
        out[0] = 0
        return 1
    found = 0
    for i in range(n):
        if size == 1:
            out[found] = cards[i]
            found += 1
        for j in range(i if size > 1 else 0):
            if size == 2:
                out[found] = cards[i] | cards[j]
                found += 1
            for k in range(j if size > 2 else 0):
                out[found] = cards[i] | cards[j] | cards[k]
                found += 1
    return found


@compiled
def hand_before(hand: int, code: int) -> int:
    """What a hand was before a move that left it so."""
    if code <= td.DECLINE:
        return hand
    return (hand & ~td.taken_by(code)) | td.given_by(code)


@compiled
def fit_of(before: Any, codes: Any, worth: Any, seat: int, hand: int, legal: Any, values: Any) -> float:
    """How well the moves of a seat fit the hand that it has come to, 1 at best."""
    fit = 1.0
    for i in range(len(codes) - 1, -1, -1):
        if before[i].turn != seat:
            continue
        hand = hand_before(hand, codes[i])
        before[i].hands[seat] = hand
        n = chances_into(before[i], worth, legal, values)
        best = 0.0
        own = 0.0
        for j in range(n):
            best = max(best, values[j])
            if legal[j] == codes[i]:
                own = values[j]
        fit *= max(LEAST_FIT, np.exp((own - best) / _TOLERANCE))
    return fit


@compiled(entry=True)
def weigh_hands(
    before: Any, codes: Any, worth_box: Any, seat: int, known: int, pool: int, hands: Any, weights: Any
) -> int:
    """Fill the hidden parts of the hands that a seat may have, and the sums of their weights; give how many."""
    legal = np.zeros(td.MAX_LEGAL, dtype=np.int64)
    values = np.zeros(td.MAX_LEGAL)
    n = list_hands(pool, 3 - count_bits(known), hands)
    total = 0.0
    for i in range(n):
        total += fit_of(before, codes, worth_box[0], seat, known | hands[i], legal, values)
        weights[i] = total
    return n


@compiled
def drawn_hand(hands: Any, weights: Any, n: int, words: Any) -> int:
    """One of ``n`` hands, as likely as its weight."""
    mark = fraction(words) * weights[n - 1]
    low = 0
    high = n - 1
    while low < high:
        middle = (low + high) >> 1
        if weights[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return hands[low]


@compiled
def draw_again(hidden: Any, hands: Any, weights: Any, counts: Any, words: Any) -> None:
    """Draw the hidden cards of each rival anew, given those of the others. ``hidden``: what they now are."""
    taken = 0
    for rival in range(len(counts)):
        taken |= hidden[rival]
    for rival in range(len(counts)):
        taken &= ~hidden[rival]
        for _ in range(_TRIES):
            drawn = drawn_hand(hands[rival], weights[rival], counts[rival], words)
            if drawn & taken == 0:
                hidden[rival] = drawn
                break
        taken |= hidden[rival]


@compiled
def deal_first(hidden: Any, sizes: Any, pool: int, words: Any, order: Any) -> None:
    """Any hands to begin with."""
    n = 0
    while pool != 0:
        order[n] = lowest_bit(pool)
        pool &= pool - 1
        n += 1
    for rival in range(len(sizes)):
        hidden[rival] = 0
        for _ in range(sizes[rival]):
            j = below(words, n)
            n -= 1
            hidden[rival] |= 1 << order[j]
            order[j] = order[n]


@compiled
def begin(hidden: Any, sizes: Any, pool: int, hands: Any, weights: Any, counts: Any, words: Any, order: Any) -> None:
    """Come to hands that are as likely as their weights."""
    deal_first(hidden, sizes, pool, words, order)
    for _ in range(_SWEEPS):
        draw_again(hidden, hands, weights, counts, words)


@compiled
def deal_stock(deal: Any, hidden: Any, pool: int, stock: int, words: Any) -> None:
    """Shuffle the stock: what is known to lie in it, else what of the pool nobody holds."""
    rest = stock
    if rest == 0:
        rest = pool
        for rival in range(len(hidden)):
            rest &= ~hidden[rival]
    n = 0
    while rest != 0:
        deal.stock[n] = lowest_bit(rest)
        rest &= rest - 1
        n += 1
    deal.stock_top = 0
    shuffle_into(words, deal.stock[: deal.stock_end])


@compiled(entry=True)
def sample_into(sizes: Any, pool: int, hands: Any, weights: Any, counts: Any, words: Any, out: Any) -> None:
    """Hidden cards of the rivals as often as ``out``, shape (n, rivals), has rows."""
    hidden = np.zeros(len(sizes), dtype=np.int64)
    order = np.zeros(36, dtype=np.int64)
    begin(hidden, sizes, pool, hands, weights, counts, words, order)
    for i in range(len(out)):
        draw_again(hidden, hands, weights, counts, words)
        out[i] = hidden


class Hidden:
    """The hidden cards of one view in the play of a deal, ready to be dealt."""

    def __init__(self, view: ThirtyOneView, past: Past, worth: Any, *, weighs: bool = True) -> None:
        self.rivals = np.array([seat for seat in view.seats_in if seat != view.seat], dtype=np.int64)
        self.pool = view.unseen & ~view.stock_set
        """What a rival may hold of which nobody saw it."""
        self.stock = view.stock_set
        self.sizes = np.array([3 - view.known[seat].bit_count() for seat in self.rivals], dtype=np.int64)
        most = max(_ways(self.pool.bit_count(), int(size)) for size in self.sizes)
        self.hands = np.zeros((len(self.rivals), most), dtype=np.int64)
        self.weights = np.zeros((len(self.rivals), most))
        before, codes = (past.before, past.codes) if weighs else (past.before[:0], past.codes[:0])
        self.counts = np.array(
            [
                weigh_hands(before, codes, worth, seat, view.known[seat], self.pool, self.hands[i], self.weights[i])
                for i, seat in enumerate(self.rivals.tolist())
            ],
            dtype=np.int64,
        )

    def sample(self, words: Any, n: int) -> Any:
        """The hidden cards of the rivals ``n`` times, shape (n, rivals). ``words``: the state of a stream."""
        out = np.zeros((n, len(self.rivals)), dtype=np.int64)
        sample_into(self.sizes, self.pool, self.hands, self.weights, self.counts, words, out)
        return out


def _ways(cards: int, size: int) -> int:
    return (1, cards, cards * (cards - 1) // 2, cards * (cards - 1) * (cards - 2) // 6)[size]
