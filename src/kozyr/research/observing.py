"""A view as a vector of fixed length, and as text. Nothing is read but the view."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.cards import PACK, Card
from kozyr.kernel.view import View, Zone
from kozyr.research.codes import Part
from kozyr.research.episode import Table

_CARDS: Final = len(PACK)
_PLACE: Final = 5
"""Of a place in a heap: that a card lies there, x, y (in 100 mm), cosine and sine of its angle."""


class Observer:
    """Vectors of the views of one table.

    Seats and teams count from the reader. In this order: the phase (one of the game's), who is to move, who deals (one
    of the seats each), every hand (36 cards that are known to be in it, and how many are not known), every other zone
    (the same; a trick as many times as there are seats, by who played), the places of a heap, marked cards, every card
    seen in this deal so far, the counters. Cards are 0 or 1, all else as the view has it.
    """

    def __init__(self, table: Table) -> None:
        self._players = table.players
        self._codes = table.codes
        self._offsets: dict[tuple[str, str], int] = {}
        self.size = 0
        codes, players = self._codes, self._players
        self._reserve("phase", "", len(codes.phases))
        for name in ("to_move", "dealer"):
            self._reserve(name, "", players)
        self._reserve("zone", "hand", players * (_CARDS + 1))
        for zone in codes.zones:
            times = players if zone.id in _TRICKS else self._times(zone)
            self._reserve("zone", zone.id, times * (_CARDS + 1))
            if zone.id == _HEAP:
                self._reserve("places", "", _CARDS * _PLACE)
        for name in ("marked", "seen"):
            self._reserve(name, "", _CARDS)
        for counter in codes.counters:
            self._reserve("counter", counter.id, self._times(counter))

    def vector(self, view: View) -> NDArray[np.float32]:
        """The view of a seat as numbers, shape (size,). Raises ValueError for a spectator's."""
        out = np.zeros(self.size, dtype=np.float32)
        self.fill(view, out)
        return out

    def fill(self, view: View, out: NDArray[np.float32]) -> None:
        """The same into ``out``, which is zeros."""
        if view.seat is None:
            raise ValueError("a spectator has no vector: his view is text")
        out[self._offsets["phase", ""] + self._codes.phases.index(view.phase)] = 1
        for name, seat in (("to_move", view.to_move), ("dealer", view.dealer)):
            if seat is not None:
                out[self._offsets[name, ""] + self._from(view, seat)] = 1
        for zone in view.zones:
            self._fill_zone(view, zone, out)
        _fill_cards(out, self._offsets["marked", ""], (card for zone in view.zones for card in zone.marked))
        _fill_cards(out, self._offsets["seen", ""], view.seen_cards)
        for counter in view.counters:
            place = self._which(view, counter.seat, counter.team)
            out[self._offsets["counter", counter.id] + place] = counter.value

    def _fill_zone(self, view: View, zone: Zone, out: NDArray[np.float32]) -> None:
        start = self._offsets["zone", zone.id]
        if zone.id in _TRICKS:
            for owner, card in zip(zone.owners, zone.cards, strict=True):
                _fill_cards(out, start + self._from(view, owner) * (_CARDS + 1), [card])
            return
        start += self._which(view, zone.seat, zone.team) * (_CARDS + 1)
        _fill_cards(out, start, zone.cards)
        out[start + _CARDS] = sum(card is None for card in zone.cards)
        for place in zone.places:
            at = self._offsets["places", ""] + place.number * _PLACE
            turn = math.radians(place.angle)
            out[at : at + _PLACE] = (1, place.x / 100, place.y / 100, math.cos(turn), math.sin(turn))

    def _from(self, view: View, seat: int) -> int:
        assert view.seat is not None
        return (seat - view.seat) % self._players

    def _which(self, view: View, seat: int | None, team: int | None) -> int:
        """The place of a zone or counter among those of its id, counted from the reader."""
        if seat is not None:
            return self._from(view, seat)
        if team is not None:
            return int(view.seat not in view.teams[team])
        return 0

    def _times(self, part: Part) -> int:
        return {"table": 1, "team": 2, "seat": self._players}[part.each]

    def _reserve(self, kind: str, name: str, count: int) -> None:
        self._offsets[kind, name] = self.size
        self.size += count


_TRICKS: Final = ("trick", "last_trick")
_HEAP: Final = "heap"


def _fill_cards(out: NDArray[np.float32], start: int, cards: Iterable[Card | None]) -> None:
    for card in cards:
        if card is not None:
            out[start + int(card)] = 1


def text_of(view: View) -> str:
    """All that a view tells, as one line of text: equal texts are equal knowledge."""
    return repr(_told(view))


def _told(view: View) -> Any:
    zones = [
        (zone.id, zone.seat, zone.team, " ".join(map(str, zone.cards)), zone.owners, _written(zone.marked), zone.places)
        for zone in view.zones
    ]
    counters = [(counter.id, counter.seat, counter.team, counter.value) for counter in view.counters]
    events = [(said.id, *((name, _written(value)) for name, value in said.args)) for said in view.events]
    legal = [str(each.move) for each in view.legal]
    return (view.seat, view.phase, view.to_move, view.dealer, view.deal_number, zones, counters, events, legal)


def _written(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
