"""What a careful player of Kozel knows from a view: which cards are out, who is void, how likely a card is beaten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kozyr.cards import PACK, Card, cards_of, mask_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView

ALL_CARDS: Final = mask_of(kd.PLAYED_CARDS)
SUIT: Final = tuple(int(suit) for suit in kd.SUIT_OF)
STRENGTH: Final = tuple(int(strength) for strength in kd.STRENGTH)
POINTS: Final = tuple(int(points) for points in kd.POINTS)
SUIT_MASKS: Final = tuple(int(mask) for mask in kd.SUIT_MASKS)


def beats(card: int, best: int) -> bool:
    """Whether a card laid later wins over the best so far (``deal.beats`` on plain integers)."""
    return bool(kd.beats(card, best))


@dataclass(frozen=True)
class Knowledge:
    """The hidden cards of a view and where they may lie."""

    view: KozelView
    me: int
    hidden: int
    """Mask of the cards that others still hold."""
    voids: tuple[frozenset[int], ...]
    """By seat: suits (4 = trumps) that it has shown not to hold."""

    @classmethod
    def of(cls, view: KozelView) -> Knowledge:
        """Read a view of a seat in the play of the cards."""
        assert view.seat is not None
        played = mask_of(card for _, card in view.plays)
        return cls(view, view.seat, ALL_CARDS & ~played & ~view.hand, _voids(view))

    def may_hold(self, seat: int) -> int:
        """Mask of the hidden cards that a seat may hold."""
        mask = self.hidden
        for suit in self.voids[seat]:
            mask &= ~SUIT_MASKS[suit]
        left = (self.me + 1) % 4
        return mask if seat == left else mask & ~self.view.own_gifts

    def chance_of_one(self, seat: int, cards: int) -> float:
        """The chance that a seat holds at least one of some cards."""
        count = (cards & self.may_hold(seat)).bit_count()
        share = self.view.hand_sizes[seat] / max(1, self.hidden.bit_count())
        holders = sum(1 for other in range(4) if other != self.me and cards & self.may_hold(other))
        share = max(share, 1 / holders if holders else 0.0)
        return 1.0 - (1.0 - min(share, 1.0)) ** count

    def chance_beaten(self, seat: int, best: int, led: int) -> float:
        """The chance that a seat, playing now, can beat ``best`` in a trick of the suit ``led``."""
        higher = mask_of(card for card in cards_of(self.hidden & SUIT_MASKS[SUIT[best]]) if beats(card, best))
        if led == kd.TRUMP:
            return self.chance_of_one(seat, higher)
        has_suit = self.chance_of_one(seat, SUIT_MASKS[led])
        trumps = higher if SUIT[best] == kd.TRUMP else SUIT_MASKS[kd.TRUMP]
        by_suit = 0.0 if SUIT[best] == kd.TRUMP else min(has_suit, self.chance_of_one(seat, higher))
        return by_suit + (1.0 - has_suit) * self.chance_of_one(seat, trumps)

    def opponents_may_trump(self) -> bool:
        """Whether an opponent may still hold a trump."""
        trumps = SUIT_MASKS[kd.TRUMP]
        return any(self.may_hold((self.me + step) % 4) & trumps for step in (1, 3))

    def is_master(self, card: int) -> bool:
        """Whether no hidden card of its suit beats it."""
        return not any(beats(other, card) for other in cards_of(self.hidden & SUIT_MASKS[SUIT[card]]))


def _voids(view: KozelView) -> tuple[frozenset[int], ...]:
    """Suits that seats have shown to be without, by what they laid on each trick (K-25)."""
    voids: list[set[int]] = [set() for _ in range(4)]
    for place in range(0, len(view.plays), 4):
        led = SUIT[view.plays[place][1]]
        for seat, card in view.plays[place + 1 : place + 4]:
            if SUIT[card] != led:
                voids[seat].add(led)
                if SUIT[card] != kd.TRUMP:
                    voids[seat].add(kd.TRUMP)
    return tuple(frozenset(suits) for suits in voids)


def trick_best(trick: tuple[Card, ...]) -> int:
    """The place of the winning card of a trick that has begun."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best]):
            best = place
    return best


def keep_value(card: int) -> float:
    """What a card is worth to its holder later, in points: high trumps and aces are not spent for nothing."""
    if SUIT[card] == kd.TRUMP:
        return 2.0 + 0.55 * (STRENGTH[card] - 10)
    return {"A": 3.0, "T": 1.0}.get(str(PACK[card])[0], 0.0)
