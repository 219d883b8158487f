"""Other worlds that a seat cannot tell from the real one: the same knowledge, other hidden cards.

Cards that the seat has never seen change places at random: in the heap, in the hut, in what others drew. So do the
places from which each of the others drew his cards. The deal is then played again by the rules and compared in all that
is public. Used by the leak test.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kozyr.cards import Card
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.papers import moves_of
from kozyr.kernel.compact import copy_record
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.shalashik.match import ShalashikMatch

_TRIES: Final = 12
_SHUFFLES: Final = 4
"""Of the tries, so many change all that is hidden; the others change two cards, which more often fits what was seen."""
_PUBLIC_FIELDS: Final = (
    *("phase", "turn", "dealer", "left", "pulling", "pulled", "collapsed_by", "seen", "height", "step", "turns"),
    *("passed", "how", "winner", "scored", "moves"),
)


def twin(match: ShalashikMatch, seat: int, stream: Stream) -> ShalashikMatch | None:
    """A match that differs from this one in cards ``seat`` has not seen, or None where there is no other."""
    if match.running is None or not match.running.poses:
        return None
    real = match.running.deck
    groups, fallen = _hidden_places(match, seat)
    for number in range(_TRIES):
        deck = _other_deck(match, groups, fallen, stream, all_change=number < _SHUFFLES)
        if deck == real:
            continue
        deal = _replay(match, deck)
        if deal is not None and _same_for(seat, match.deal, deal):
            other = match.copy()
            assert other.running is not None
            other.take_world(deal, replace(other.running, deck=deck))
            return other
    return None


def _hidden_places(match: ShalashikMatch, seat: int) -> tuple[list[list[int]], list[int]]:
    """The places of the pack whose cards ``seat`` has not seen there, grouped by who holds them; the first undrawn.

    Apart from those the places whose cards the hut's fall brought him: he sees the cards, but not where each lay.
    """
    assert match.running is not None
    groups: list[list[int]] = [[] for _ in range(match.players + 1)]
    owner = dict.fromkeys(range(36), match.players)
    for who, code in moves_of(match.running)[: match.running.pulling]:
        if code & ~sd.DOWN < sd.PULL_HUT:
            owner[code & ~sd.DOWN] = who
    collapsed_by = int(match.deal.collapsed_by)
    for place, who in owner.items():
        if who != seat:
            groups[who].append(place)
    if collapsed_by < 0:
        return groups, []
    fallen, groups[match.players] = groups[match.players], []
    if collapsed_by == seat:
        return groups, fallen
    groups[collapsed_by] += fallen
    return groups, []


def _other_deck(
    match: ShalashikMatch, groups: list[list[int]], fallen: list[int], stream: Stream, *, all_change: bool
) -> tuple[Card, ...]:
    assert match.running is not None
    deck = list(match.running.deck)
    hidden_places = [p for group in groups for p in group if not int(match.deal.seen) >> deck[p] & 1]
    if all_change:
        _permute(deck, hidden_places, stream)
    elif len(hidden_places) > 1:
        _permute(deck, list(stream.shuffled(hidden_places)[:2]), stream)
    for group in (*groups, fallen):
        _permute(deck, group, stream)
    return tuple(deck)


def _permute(deck: list[Card], places: list[int], stream: Stream) -> None:
    cards = stream.shuffled([deck[place] for place in places])
    for place, card in zip(places, cards, strict=True):
        deck[place] = card


def _replay(match: ShalashikMatch, deck: tuple[Card, ...]) -> Any | None:
    """The deal record after the moves, or None where one of them is illegal in this world."""
    assert match.running is not None
    deal = copy_record(match.deal)
    sd.start_deal(deal, match.running.dealer)
    sd.shuffled(deal, np.array(deck, dtype=np.int64))
    sd.scattered(deal, match.deal.covers)
    legal = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
    for seat, code in moves_of(match.running):
        if deal.phase == sd.PLAY and (seat != deal.turn or code not in legal[: sd.legal_into(deal, legal)]):
            return None
        sd.apply(deal, code & ~sd.DOWN)
        if deal.phase == sd.FALL and (match.running.pulling is None or deal.moves < match.deal.moves):
            sd.fell(deal, 1 if code & sd.DOWN else 0)
    deal.shows = match.deal.shows
    return deal


def _same_for(seat: int, real: Any, other: Any) -> bool:
    """Whether the two records agree in all that the seat may know of them (stated apart from ``view.py``)."""
    if any(real[name] != other[name] for name in _PUBLIC_FIELDS):
        return False
    if list(real.known) != list(other.known) or list(real.pile) != list(other.pile):
        return False
    return bool(real.hands[seat] == other.hands[seat])
