"""What a careful player of Shalashik knows from a view: who may hold what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.view import ShalashikView

HIGHER: Final = tuple(map(int, sd.HIGHER))
LOWER: Final = tuple(map(int, sd.LOWER))
POINTS: Final = tuple(map(int, sd.POINTS)) * 4
"""By card, as plain integers."""


def lacks_by_takes(view: ShalashikView) -> list[int]:
    """By seat, the mask of the cards that it surely does not hide: those that would have beaten what it took, where who
    can beat must (S-11, S-12).
    """
    assert view.options is not None
    lacks = [0] * view.players
    if view.options.must_beat == "yes":
        for event in view.events:
            if event.id == "takes":
                told: Any = dict(event.args)
                lacks[told["seat"]] |= HIGHER[told["cards"][0]]
    return lacks


@dataclass(frozen=True)
class Knowledge:
    """A view of the beating game and what follows from it."""

    view: ShalashikView
    options: ShalashikOptions
    me: int
    pile: tuple[int, ...]
    lacks: tuple[int, ...]
    """As ``lacks_by_takes``."""

    @classmethod
    def of(cls, view: ShalashikView) -> Knowledge:
        """What the seat of a view knows."""
        assert view.options is not None
        assert view.seat is not None
        return cls(view, view.options, view.seat, tuple(map(int, view.pile)), tuple(lacks_by_takes(view)))

    def seat_after(self, steps: int) -> int:
        """The seat so many places to the left."""
        return (self.me + steps) % self.view.players

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The other seats, the next first."""
        return tuple(self.seat_after(steps) for steps in range(1, self.view.players))

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """By seat, how many cards it holds that were never seen; 0 for the own."""
        return tuple(
            0 if seat == self.me else count - known.bit_count()
            for seat, (count, known) in enumerate(zip(self.view.counts, self.view.known, strict=True))
        )

    @cached_property
    def unseen(self) -> int:
        """Mask of the cards that somebody holds, and nobody saw whence."""
        return self.view.unseen

    @cached_property
    def abroad(self) -> int:
        """Mask of the cards that others hold."""
        mask = self.unseen
        for seat in self.others:
            mask |= self.view.known[seat]
        return mask

    def chance_to_hold(self, seat: int, cards: int) -> float:
        """The chance that a seat holds at least one of these cards."""
        if cards & self.view.known[seat]:
            return 1.0
        missing = 1.0
        rest = cards & self.unseen & ~self.lacks[seat] if self.hidden[seat] else 0
        while rest:
            missing *= 1.0 - self._share(seat, rest & -rest)
            rest &= rest - 1
        return 1.0 - missing

    def chance_to_beat(self, seat: int, card: int) -> float:
        """The chance that a seat holds a card that beats this one."""
        return self.chance_to_hold(seat, HIGHER[card])

    @cached_property
    def next_beats(self) -> tuple[float, ...]:
        """By card of the own hand, the chance that the next player holds a card that beats it; 0 for the others."""
        seat = self.others[0]
        return tuple(self.chance_to_beat(seat, card) if self.view.hand >> card & 1 else 0.0 for card in range(36))

    def _share(self, seat: int, card: int) -> float:
        """The chance that an unseen card is this seat's: by the hidden cards of those who may hold it."""
        places = sum(self.hidden[other] for other in self.others if not self.lacks[other] & card)
        return self.hidden[seat] / places
