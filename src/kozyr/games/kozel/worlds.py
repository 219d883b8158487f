"""Other worlds that a seat cannot tell from the real one: the same knowledge, other hidden cards.

Two cards that the seat has never seen trade places in the pack and in every move that names them. Where the deal then
runs the same way in public, the seat cannot know which of the two it is in. Used by the leak test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kozyr.cards import PACK, Card, cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.kozel.match import KozelMatch

_TRIES = 40
_PUBLIC_FIELDS = (
    *("phase", "turn", "dealer", "boast", "boast_turns", "redeals", "claim_turns", "asked", "queens_yes"),
    *("leader", "must_lead", "trick_size", "best", "pack_top", "pack_end", "last_leader", "moves"),
)
_HIDDEN_CODES = range(opening.CODE_GIVE, opening.CODE_GIVE + 36)


def twin(match: KozelMatch, seat: int, stream: Stream) -> KozelMatch | None:
    """A match that differs from this one in two cards ``seat`` has not seen, or None where none was found."""
    if not match.orders:
        return None
    hidden = _unseen(match, seat)
    for _ in range(_TRIES if len(hidden) > 1 else 0):
        first, second, *_ = stream.shuffled(hidden)
        other = _exchanged(match, seat, {first: second, second: first})
        if other is not None:
            return other
    return None


def _unseen(match: KozelMatch, seat: int) -> list[Card]:
    """Cards that lay in no hand of the seat, were not played, not given by or to it, and not shown in a claim."""
    deal = match.deal
    seen = int(deal.hands[seat] | deal.gifts[seat] | deal.gifts[(seat + 3) % 4])
    for event in match.events():
        for _, value in event.seen_by(seat).args:
            if isinstance(value, Card):
                seen |= 1 << value
            elif isinstance(value, tuple):
                seen |= sum(1 << card for card in value)
    return [card for card in kd.PLAYED_CARDS if not (seen >> card) & 1]


def _exchanged(match: KozelMatch, seat: int, trade: dict[Card, Card]) -> KozelMatch | None:
    """The match with two cards traded in the last pack, if it runs the same way for ``seat``; else None."""
    other = match.copy()
    last = tuple(trade.get(card, card) for card in match.orders[-1])
    history = match.deal.history[: int(match.deal.moves)].tolist()
    replayed = _replay(match, [*match.orders[:-1], last], [_traded(entry, trade) for entry in history])
    if replayed is None or not _same_for(seat, match.deal, replayed):
        return None
    other.take_deal(replayed)
    other.orders[-1] = last
    return other


def _traded(entry: int, trade: dict[Card, Card]) -> int:
    seat, code = divmod(entry, kd.SEAT_STEP)
    if code in _HIDDEN_CODES:
        card = PACK[code - opening.CODE_GIVE]
        code = opening.CODE_GIVE + trade.get(card, card)
    return seat * kd.SEAT_STEP + code


def _replay(match: KozelMatch, orders: list[tuple[Card, ...]], history: list[int]) -> Any | None:
    """The deal record after the moves, or None where one of them is illegal in this world."""
    deal = kd.copy_deal(match.deal)
    opening.start_deal(deal, int(deal.dealer), int(deal.lead_rule))
    legal = np.zeros(opening.MAX_LEGAL, dtype=np.int64)
    packs = iter(orders)
    entries = iter(history)
    while True:
        if deal.phase == kd.SHUFFLE:
            pack = next(packs, None)
            if pack is None:
                return deal
            opening.shuffled(deal, np.array(pack, dtype=np.int64))
            continue
        entry = next(entries, None)
        if entry is None:
            return deal
        turn, code = divmod(entry, kd.SEAT_STEP)
        if deal.phase > kd.SHUFFLE or deal.turn != turn or code not in legal[: opening.legal_into(deal, legal)]:
            return None
        opening.apply(deal, code)


def _same_for(seat: int, real: Any, other: Any) -> bool:
    """Whether the two records agree in all that the seat may know of them (stated apart from ``view.py``)."""
    if any(real[name] != other[name] for name in _PUBLIC_FIELDS):
        return False
    if any(list(real[name]) != list(other[name]) for name in ("tricks", "points", "trick", "last_trick")):
        return False
    right = (seat + 3) % 4
    if real.hands[seat] != other.hands[seat] or real.kept[seat] != other.kept[seat]:
        return False
    if real.gifts[seat] != other.gifts[seat] or real.gifts[right] != other.gifts[right]:
        return False
    if _story_shape(real) != _story_shape(other):
        return False
    offers = real.phase == kd.GIVE and real.turn == seat
    return not offers or list(real.offer) == list(other.offer)


def _story_shape(deal: Any) -> list[tuple[int, int, int]]:
    """Counts that are public in a boast: cards held, kept and given by each."""
    return [
        tuple(len(cards_of(int(mask))) for mask in (deal.hands[s], deal.kept[s], deal.gifts[s]))  # type: ignore[misc]
        for s in range(4)
    ]
