"""Other worlds that a seat cannot tell from the real one: the same knowledge, other hidden cards.

A deal is walked through again with something changed that the seat has not seen: two cards trade places in a pack, the
last one or one that was thrown in by a redeal, or a player in trousers gives the other card of his pair. Where the
seat then learns the same at every step of the way, it cannot know in which of the two it is (K-11). What it learns is
stated here apart from ``view.py``. Used by the leak test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kozyr.cards import PACK, Card
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import entries, opening
from kozyr.games.kozel.match import DealPapers, KozelMatch
from kozyr.kernel.compact import box_of, copy_record, fields_of
from kozyr.kernel.streams import Stream

_TRIES = 40
_PUBLIC = (
    *("phase", "turn", "dealer", "boast", "boast_turns", "redeals", "claim_turns", "asked", "queens_yes"),
    *("leader", "must_lead", "trick_size", "best", "pack_top", "pack_end", "last_leader", "moves"),
    *("tricks", "points", "trick", "last_trick"),
)
_GIFTS = range(opening.CODE_GIVE, opening.CODE_GIVE + len(PACK))
_CLAIMS = (opening.CODE_CLAIM_POINTS, opening.CODE_CLAIM_NINES)
_MASKED = -1


def _places(name: str) -> range:
    """Where ``fields_of`` holds a field."""
    fields: Any = kd.DEAL.fields
    dtype, offset = fields[name][:2]
    return range(offset // 8, (offset + dtype.itemsize) // 8)


_PUBLIC_PLACES = [place for name in _PUBLIC for place in _places(name)]
_HANDS, _KEPT, _GAVE, _OFFER = map(_places, ("hands", "kept", "gifts", "offer"))


class _ImpossibleError(Exception):
    """A move of the walk is not legal in this world."""


@dataclass(frozen=True)
class _World:
    """A deal as it may have been: a record with its options, dealer and lead rule, its packs, its moves as integers."""

    record: Any
    start: tuple[int, int]
    orders: tuple[tuple[Card, ...], ...]
    history: tuple[int, ...]

    def steps(self) -> Iterator[Any]:
        """The deal record, one and the same, after each shuffle and each move. Raises _ImpossibleError."""
        deal = copy_record(self.record)
        box = box_of(deal, kd.DEAL)
        entries.start_deal(box, *self.start)
        legal = np.zeros(opening.MAX_LEGAL, dtype=np.int64)
        packs, made = iter(self.orders), iter(self.history)
        while True:
            if deal.phase == kd.SHUFFLE:
                pack = next(packs, None)
                if pack is None:
                    break
                entries.shuffled(box, np.array(pack, dtype=np.int64))
            else:
                entry = next(made, None)
                if entry is None:
                    break
                turn, code = divmod(entry, kd.SEAT_STEP)
                if deal.phase > kd.SHUFFLE or deal.turn != turn or code not in legal[: entries.legal_into(box, legal)]:
                    raise _ImpossibleError
                entries.apply(box, code)
            yield deal
        if next(packs, None) is not None or next(made, None) is not None:
            raise _ImpossibleError

    def last(self) -> Any:
        """The deal record after the last step."""
        *_, deal = self.steps()
        return deal


def twin(match: KozelMatch, seat: int, stream: Stream) -> KozelMatch | None:
    """A match that differs from this one in something ``seat`` has not seen, or None where none was found."""
    papers = _papers_in_sight(match)
    if papers is None:
        return None
    world = _World(match.deal, papers.start, tuple(papers.orders), tuple(papers.history.tolist()))
    known = [_known(deal, seat) for deal in world.steps()]
    other = world
    for pack, firsts, seconds in _hidden(world, seat):
        for _ in range(_TRIES if firsts and len(seconds) > 1 else 0):
            first, second = stream.choice(firsts), stream.choice(seconds)
            changed = _with_two_exchanged(other, pack, first, second)
            if first != second and _same_for(seat, known, changed):
                other = changed
                break
    for changed in _with_another_gift(other, seat):
        if stream.chance(0.5) and _same_for(seat, known, changed):
            other = changed
            break
    if (other.orders, other.history) == (world.orders, world.history):
        return None
    return _match_in(match, papers, other)


def _papers_in_sight(match: KozelMatch) -> DealPapers | None:
    """The deal that views tell of: the running one, before its first shuffle the one that ended last (KD-9)."""
    if match.orders:
        deal = match.deal
        start = (int(deal.dealer), int(deal.lead_rule))
        return DealPapers(start, match.orders, deal.history[: int(deal.moves)].copy(), None)
    return match.finished[-1] if match.finished else None


def _known(deal: Any, seat: int) -> tuple[object, ...]:
    """All that a seat learns at one step of a deal."""
    fields = fields_of(deal).tolist()
    choosing = deal.phase == kd.GIVE and deal.turn == seat
    own = [_HANDS[seat], _KEPT[seat], _GAVE[seat], _GAVE[(seat + 3) % 4], *(_OFFER if choosing else ())]
    return (
        *(fields[place] for place in _PUBLIC_PLACES),
        *(fields[place] for place in own),
        *(fields[place].bit_count() for place in (*_HANDS, *_KEPT, *_GAVE)),
        _shown(deal),
        _heard(deal, seat),
    )


def _heard(deal: Any, seat: int) -> int:
    """The last move as the seat hears of it; a gift between two others is only a gift."""
    if deal.moves == 0:
        return _MASKED
    entry = int(deal.history[deal.moves - 1])
    giver, code = divmod(entry, kd.SEAT_STEP)
    return giver * kd.SEAT_STEP if code in _GIFTS and not _is_party(giver, seat) else entry


def _is_party(giver: int, seat: int) -> bool:
    """Whether a seat gives or gets the gift of a giver."""
    return seat in (giver, (giver + 1) % 4)


def _shown(deal: Any) -> int:
    """The hand that a claim has just shown to all (K-17)."""
    if deal.phase not in (kd.SHUFFLE, kd.REDEAL_LIMIT) or deal.moves == 0:
        return 0
    claimant, code = divmod(int(deal.history[deal.moves - 1]), kd.SEAT_STEP)
    return int(deal.hands[claimant]) if code in _CLAIMS else 0


def _hidden(world: _World, seat: int) -> Iterator[tuple[int, list[Card], list[Card]]]:
    """By pack, cards to trade for which: what lay in no hand of the seat, was not given by or to it, shown, or played.

    After a boast the gifts of others and the pair one of them chooses from come first, and in the end all cards once
    more, played ones too: nobody but their players knows how they came by them.
    """
    met: list[int] = []
    played = 0
    for deal in world.steps():
        if deal.phase == kd.CUT:
            met.append(0)
        met[-1] |= int(deal.hands[seat] | deal.gifts[seat] | deal.gifts[(seat + 3) % 4]) | _shown(deal)
        code = int(deal.history[deal.moves - 1]) % kd.SEAT_STEP if deal.moves else len(PACK)
        played |= 1 << code if code < len(PACK) else 0
    unmet = [[card for card in kd.PLAYED_CARDS if not (mask >> card) & 1] for mask in met]
    if deal.boast:
        secret = int(sum(deal.gifts)) | (sum(1 << int(card) for card in deal.offer) if deal.phase == kd.GIVE else 0)
        yield 0, [card for card in unmet[0] if (secret >> card) & 1], unmet[0]
    for pack, cards in enumerate(unmet):
        unseen = [card for card in cards if not (played >> card) & 1]
        yield pack, unseen, unseen
    if deal.boast:
        yield 0, unmet[0], unmet[0]


def _with_two_exchanged(world: _World, pack: int, first: Card, second: Card) -> _World:
    """The world with two cards traded in a pack and in the gifts, which no deal of several packs has (K-16)."""
    trade = {first: second, second: first}
    orders = list(world.orders)
    orders[pack] = tuple(trade.get(card, card) for card in orders[pack])

    def traded(entry: int) -> int:
        seat, code = divmod(entry, kd.SEAT_STEP)
        if code in _GIFTS:
            card = PACK[code - opening.CODE_GIVE]
            code = opening.CODE_GIVE + trade.get(card, card)
        return seat * kd.SEAT_STEP + code

    return replace(world, orders=tuple(orders), history=tuple(map(traded, world.history)))


def _with_another_gift(world: _World, seat: int) -> list[_World]:
    """The worlds in which a gift between two others is the other card of the giver's pair (K-13)."""
    found = []
    for deal in world.steps():
        giver, index = int(deal.turn), int(deal.moves)
        if deal.phase == kd.GIVE and index < len(world.history) and not _is_party(giver, seat):
            given = world.history[index] % kd.SEAT_STEP - opening.CODE_GIVE
            other = int(deal.offer.sum()) - given
            entry = giver * kd.SEAT_STEP + opening.CODE_GIVE + other
            found.append(replace(world, history=(*world.history[:index], entry, *world.history[index + 1 :])))
    return found


def _same_for(seat: int, known: Sequence[tuple[object, ...]], other: _World) -> bool:
    """Whether the seat learns in another world, step by step, what it has learnt in the real one."""
    try:
        steps = other.steps()
        return all(_known(deal, seat) == learnt for deal, learnt in zip(steps, known, strict=True))
    except _ImpossibleError:
        return False


def _match_in(match: KozelMatch, papers: DealPapers, world: _World) -> KozelMatch:
    """The match in another world."""
    other, deal = match.copy(), world.last()
    if match.orders:
        other.orders = list(world.orders)
    else:
        history = np.array(world.history, dtype=np.int64)
        other.finished[-1] = DealPapers(papers.start, list(world.orders), history, papers.result)
        if match.awaits is not None:
            opening.start_deal(deal, int(match.deal.dealer), int(match.deal.lead_rule))
    other.take_deal(deal)
    return other
