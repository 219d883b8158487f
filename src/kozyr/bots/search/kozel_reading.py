"""What the player to move can tell of the hidden cards: who may hold what, and how likely a trick falls to his team.

Nothing here looks into another hand: of the others it reads how many cards they hold, which anybody can count.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.games.kozel import deal as kd
from kozyr.kernel.bits import count_bits, highest_bit
from kozyr.kernel.compiled import compiled

READING: Final = np.dtype(
    [
        ("nodes", np.int64),  # cards weighed and worlds dealt since the record was made
        ("seat", np.int64),  # who reads
        ("hidden", np.int64),  # mask of the cards in the other hands
        ("may", np.int64, 4),  # masks: what a seat may hold
        ("sure", np.int64, 4),  # masks: what only that seat can hold
        ("room", np.int64, 4),  # how many cards a seat holds beside the sure ones
    ],
    align=True,
)
_PLACES: Final = 17


def _missing() -> Any:
    table = np.ones((33, 9, _PLACES))
    for cards in range(1, 33):
        for room in range(9):
            for elsewhere in range(_PLACES):
                places = room + elsewhere - cards + 1
                chance = max(0.0, (elsewhere - cards + 1) / places) if places > 0 else 1.0
                table[cards, room, elsewhere] = table[cards - 1, room, elsewhere] * chance
    return table


MISSING: Final = _missing()
"""The chance that none of so many cards falls into the first so many places, with so many others: (33, 9, 17)."""
OPPONENT_DOES: Final = 0.85
PARTNER_RETAKES: Final = 0.55
"""An opponent who can beat a card often saves his own; a partner who can beat it can as often retake the trick."""


@compiled
def read(position: Any, reading: Any) -> None:
    """What the seat to move knows."""
    seat = position.turn
    hidden = kd.ALL_CARDS & ~position.gone & ~position.hands[seat]
    reading.seat = seat
    reading.hidden = hidden
    for step in range(1, 4):
        other = (seat + step) & 3
        reading.may[other] = hidden & ~position.never[other]
    for step in range(1, 4):
        other = (seat + step) & 3
        elsewhere = reading.may[(seat + step % 3 + 1) & 3] | reading.may[(seat + (step + 1) % 3 + 1) & 3]
        sure = reading.may[other] & ~elsewhere
        reading.sure[other] = sure
        reading.room[other] = count_bits(position.hands[other]) - count_bits(sure)


@compiled
def chance_of_one(reading: Any, seat: int, cards: int) -> float:
    """The chance that a seat holds at least one of some cards, by the places where they may lie."""
    own = cards & reading.may[seat]
    if own & reading.sure[seat] != 0:
        return 1.0
    if own == 0:
        return 0.0
    step = (seat - reading.seat) & 3
    first = (reading.seat + step % 3 + 1) & 3
    second = (reading.seat + (step + 1) % 3 + 1) & 3
    by_first = own & reading.may[first]
    by_second = own & reading.may[second]
    room = reading.room[seat]
    both = count_bits(by_first & by_second)
    none = MISSING[both, room, reading.room[first] + reading.room[second]]
    none *= MISSING[count_bits(by_first & ~by_second), room, reading.room[first]]
    none *= MISSING[count_bits(by_second & ~by_first), room, reading.room[second]]
    return 1.0 - none


@compiled
def chance_beaten(reading: Any, seat: int, best: int, led: int) -> float:
    """The chance that a seat, playing now, can beat ``best`` in a trick of the suit ``led``."""
    higher = kd.HIGHER[best] & reading.hidden
    if led == kd.TRUMP:
        return chance_of_one(reading, seat, higher)
    void = 1.0 - chance_of_one(reading, seat, kd.SUIT_MASKS[led])
    if kd.SUIT_OF[best] == kd.TRUMP:
        return void * chance_of_one(reading, seat, higher) if void > 0.0 else 0.0
    by_suit = chance_of_one(reading, seat, higher)
    return by_suit + (void * chance_of_one(reading, seat, kd.TRUMPS) if void > 0.0 else 0.0)


@compiled
def chance_followed(position: Any, reading: Any, card: int) -> float:
    """The chance that the reader's team takes the trick that has begun if this card is laid to it now."""
    seat = reading.seat
    size = position.trick_size
    led = kd.SUIT_OF[position.trick[0]]
    best = position.trick[position.best]
    ours = (position.leader + position.best - seat) & 1 == 0
    if kd.beats(card, best):
        best = card
        ours = True
    if size == 3:
        return 1.0 if ours else 0.0
    next_does = OPPONENT_DOES * chance_beaten(reading, (seat + 1) & 3, best, led) if ours else 0.0
    if size == 2:
        return 1.0 - next_does if ours else 0.0
    partner_can = chance_beaten(reading, (seat + 2) & 3, best, led)
    if not ours:
        return partner_can
    return 1.0 - next_does + next_does * PARTNER_RETAKES * partner_can


@compiled
def chance_held(reading: Any, card: int) -> float:
    """For a lead: the chance that no opponent can beat it."""
    led = kd.SUIT_OF[card]
    seat = reading.seat
    left = chance_beaten(reading, (seat + 1) & 3, card, led)
    right = chance_beaten(reading, (seat + 3) & 3, card, led)
    return (1.0 - left) * (1.0 - right)


@compiled
def chance_partner_takes(reading: Any, card: int) -> float:
    """For a lead that opponents can beat: the chance that the partner wins it and they cannot take it from him."""
    led = kd.SUIT_OF[card]
    seat = reading.seat
    partner = (seat + 2) & 3
    higher = kd.HIGHER[card] & reading.hidden
    by_suit = chance_of_one(reading, partner, highest_of(higher)) if higher != 0 else 0.0
    if led == kd.TRUMP:
        return by_suit
    follow = 1.0
    for step in (1, 3):
        other = (seat + step) & 3
        void = 1.0 - chance_of_one(reading, other, kd.SUIT_MASKS[led])
        follow *= 1.0 - void * chance_of_one(reading, other, kd.TRUMPS)
    void = 1.0 - chance_of_one(reading, partner, kd.SUIT_MASKS[led])
    return follow * (by_suit + void * chance_of_one(reading, partner, kd.TRUMPS))


@compiled
def highest_of(cards: int) -> int:
    """The mask of the strongest of some cards of one suit."""
    rest = cards
    while rest != 0:
        card = highest_bit(rest)
        if kd.HIGHER[card] & cards == 0:
            return 1 << card
        rest ^= 1 << card
    return 0
