"""How likely the seats hold what a careful player of Kozel fears or hopes."""

from __future__ import annotations

from dataclasses import dataclass

from kozyr.bots.careful.kozel_cards import HIGHER, SUIT, SUIT_MASKS, TRUMP, TRUMPS
from kozyr.bots.careful.kozel_holdings import Holdings, holdings
from kozyr.games.kozel.view import KozelView


@dataclass(frozen=True)
class Knowledge:
    """A view of the play and what follows from it about the hidden cards."""

    view: KozelView
    me: int
    held: Holdings

    @classmethod
    def of(cls, view: KozelView) -> Knowledge:
        """Read a view of a seat in the play of the cards."""
        assert view.seat is not None
        return cls(view, view.seat, holdings(view))

    @property
    def hidden(self) -> int:
        """Mask of the cards that others still hold."""
        return self.held.hidden

    @property
    def partner(self) -> int:
        """The seat across."""
        return (self.me + 2) % 4

    @property
    def opponents(self) -> tuple[int, int]:
        """The seats to the left and to the right."""
        return (self.me + 1) % 4, (self.me + 3) % 4

    def chance_of_one(self, seat: int, cards: int) -> float:
        """The chance that a seat holds at least one of some cards."""
        if cards & self.held.sure[seat]:
            return 1.0
        none = self._chance_of_none(seat, cards)
        some = self.held.some[seat]
        if not some or none == 0.0:
            return 1.0 - none
        without = self._chance_of_none(seat, some)
        if without >= 1.0:
            return 1.0 - none
        return 1.0 - (none - self._chance_of_none(seat, cards | some)) / (1.0 - without)

    def _chance_of_none(self, seat: int, cards: int) -> float:
        """As ``chance_of_one`` of the contrary, sure cards and answers apart: hypergeometric, by possible holders."""
        may, room = self.held.may, self.held.room
        free = cards & may[seat] & ~self.held.sure[seat]
        if not free:
            return 1.0
        first, second = (other for other in range(4) if other not in (seat, self.me))
        both = free & may[first] & may[second]
        chance = _chance_of_missing(both.bit_count(), room[seat], room[first] + room[second])
        for other in (first, second):
            only = free & may[other] & ~both
            chance *= _chance_of_missing(only.bit_count(), room[seat], room[other])
        return chance

    def chance_beaten(self, seat: int, best: int, led: int) -> float:
        """The chance that a seat, playing now, can beat ``best`` in a trick of the suit ``led``."""
        higher = HIGHER[best] & self.hidden
        if led == TRUMP:
            return self.chance_of_one(seat, higher) if higher else 0.0
        void = 1.0 - self.chance_of_one(seat, SUIT_MASKS[led])
        if SUIT[best] == TRUMP:
            return void * self.chance_of_one(seat, higher) if higher and void else 0.0
        by_suit = self.chance_of_one(seat, higher) if higher else 0.0
        return by_suit + (void * self.chance_of_one(seat, TRUMPS) if void else 0.0)

    def may_trump(self, seats: tuple[int, ...]) -> bool:
        """Whether one of the seats may still hold a trump."""
        return any(self.held.may[seat] & TRUMPS for seat in seats)

    def is_master(self, card: int) -> bool:
        """Whether no hidden card of its suit beats it."""
        return not self.hidden & HIGHER[card]


def _chance_of_missing(cards: int, room: int, elsewhere: int) -> float:
    """The chance that none of some cards falls into ``room`` places, of ``room + elsewhere``."""
    chance = 1.0
    for taken in range(cards):
        places = room + elsewhere - taken
        if places <= 0:
            break
        chance *= max(0.0, (elsewhere - taken) / places)
    return chance
