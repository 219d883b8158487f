"""Other worlds that a seat cannot tell from the real one: the same knowledge, other hidden cards.

Cards that the seat has never seen change places at random, in the stock and in the hands of others; after a re-shuffle
the rest of the stock changes its order too. The deal is then played again by the rules and compared in all that is
public. Until the next deal is shuffled views tell of the last one, so it is what changes. Used by the leak test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kozyr.cards import PACK, Card, cards_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.papers import CODE_MASK, DealPapers
from kozyr.kernel.compact import copy_record
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.thirty_one.match import ThirtyOneMatch

_TRIES = 10
_PUBLIC_FIELDS = (
    *("phase", "turn", "dealer", "playing", "stock_top", "stock_end", "discard", "swaps", "may_swap", "stays"),
    *("first_pass", "how", "best", "winners", "drains", "lap_drains", "reshuffles", "moves"),
)
_WORDS_OF_A_SVARA = (td.JOIN, td.DECLINE)


def twin(match: ThirtyOneMatch, seat: int, stream: Stream) -> ThirtyOneMatch | None:
    """A match that differs from this one in cards ``seat`` has not seen, or None where there is no other."""
    papers = match.told()
    if papers is None:
        return None
    real = papers.orders
    for _ in range(_TRIES):
        orders = _other_orders(match.deal, real, _never_seen(match.deal, seat), stream)
        if orders == real:
            continue
        deal = _replay(match.deal, papers, orders)
        if deal is not None and _same_for(seat, match.deal, deal):
            other = match.copy()
            other.take_world(deal, orders)
            return other
    return None


def _never_seen(deal: Any, seat: int) -> tuple[Card, ...]:
    """Cards that have lain in the first stock or in the hands of others ever since they were dealt."""
    mask = 0
    if deal.phase != td.OVER:
        mask = sum(int(deal.hands[s] & ~deal.known[s]) for s in range(td.SEATS) if s != seat)
    if not deal.reshuffles:
        mask |= sum(1 << card for card in deal.stock[int(deal.stock_top) : int(deal.stock_end)].tolist())
    return cards_of(mask)


def _other_orders(
    deal: Any, orders: list[tuple[Card, ...]], never_seen: tuple[Card, ...], stream: Stream
) -> list[tuple[Card, ...]]:
    trade = dict(zip(never_seen, stream.shuffled(never_seen), strict=True))
    first, *more = orders
    other = [tuple(trade.get(card, card) for card in first), *more]
    if more:
        top = int(deal.stock_top)
        other[-1] = other[-1][:top] + stream.shuffled(other[-1][top:])
    return other


def _replay(record: Any, papers: DealPapers, orders: list[tuple[Card, ...]]) -> Any | None:
    """The deal record after the moves, or None where one of them is illegal in this world."""
    deal = copy_record(record)
    td.start_deal(deal, papers.start.dealer, papers.start.playing)
    legal = np.zeros(td.MAX_LEGAL, dtype=np.int64)
    packs, history = iter(orders), iter(papers.history)
    while True:
        if deal.phase in (td.SHUFFLE, td.RESHUFFLE):
            pack = next(packs, None)
            if pack is None:
                return deal
            td.shuffled(deal, np.array(pack, dtype=np.int64))
            continue
        entry = next(history, None)
        if entry is None or entry & CODE_MASK in _WORDS_OF_A_SVARA:
            return deal
        code = entry & CODE_MASK
        if entry >> td.SEAT_SHIFT != deal.turn or code not in legal[: td.legal_into(deal, legal)]:
            return None
        td.apply(deal, code)


def _same_for(seat: int, real: Any, other: Any) -> bool:
    """Whether the two records agree in all that the seat may know of them (stated apart from ``view.py``)."""
    if any(real[name] != other[name] for name in _PUBLIC_FIELDS):
        return False
    if any(list(real[name]) != list(other[name]) for name in ("open", "known", "turns")):
        return False
    if real.phase == td.OVER and list(real.hands) != list(other.hands):
        return False
    if real.reshuffles and _stock_set(real) != _stock_set(other):
        return False
    return bool(real.hands[seat] == other.hands[seat])


def _stock_set(deal: Any) -> frozenset[Card]:
    return frozenset(PACK[card] for card in deal.stock[int(deal.stock_top) : int(deal.stock_end)].tolist())
