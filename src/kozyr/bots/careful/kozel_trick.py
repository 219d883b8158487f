"""Whose a trick will be: the chance that it falls to the own team once a card is laid."""

from __future__ import annotations

from kozyr.bots.careful.kozel_cards import HIGHER, SUIT, SUIT_MASKS, TRUMP, TRUMPS, beats, trick_best
from kozyr.bots.careful.kozel_knowledge import Knowledge

_OPPONENT_DOES = 0.85
"""An opponent who can beat a card often will not: he saves his own. In duplicate 0.3 eyes better than 1."""
_PARTNER_HOLDS = 0.7
"""A partner who takes the trick keeps it so often from the opponent after him (a guess)."""
_PARTNER_RETAKES = 0.55
"""A partner who can beat the own card can beat so often also what has beaten it (a guess)."""


def chance_ours(known: Knowledge, card: int) -> float:
    """The chance that the own team takes the trick if this card is laid to it now."""
    trick = known.view.trick
    if not trick:
        return sum(lead_chances(known, card))
    led = SUIT[trick[0]]
    place = trick_best(trick)
    holder = (known.view.leader + place) % 4
    best = int(trick[place])
    if beats(card, best):
        best, holder = card, known.me
    later = [(known.me + step) % 4 for step in range(1, 4 - len(trick))]
    return _after(known, best, holder % 2 == known.me % 2, led, later)


def _after(known: Knowledge, best: int, ours: bool, led: int, later: list[int]) -> float:
    """The same with ``best`` winning so far and some seats to come."""
    if not later:
        return 1.0 if ours else 0.0
    seat, rest = later[0], later[1:]
    beaten = known.chance_beaten(seat, best, led)
    stays = _after(known, best, ours, led, rest)
    if seat % 2 == known.me % 2:
        return stays if ours else beaten * (_PARTNER_HOLDS if rest else 1.0) + (1.0 - beaten) * stays
    if not ours or not beaten:
        return stays
    beaten *= _OPPONENT_DOES
    rescue = _PARTNER_RETAKES * known.chance_beaten(rest[0], best, led) if rest else 0.0
    return (1.0 - beaten) * stays + beaten * rescue


def lead_chances(known: Knowledge, card: int) -> tuple[float, float]:
    """For a lead: the chance that no opponent can beat it, and that one can but the partner takes the trick."""
    led = SUIT[card]
    held = 1.0
    for seat in known.opponents:
        held *= 1.0 - known.chance_beaten(seat, card, led)
    return held, (1.0 - held) * partner_takes(known, card)


def partner_takes(known: Knowledge, card: int) -> float:
    """The chance that the partner wins a trick led with this card and the opponents cannot take it from him.

    He does with the highest outstanding card of the suit, or with a trump where he is void and they are not.
    """
    led = SUIT[card]
    higher = HIGHER[card] & known.hidden
    by_suit = known.chance_of_one(known.partner, _highest(higher)) if higher else 0.0
    if led == TRUMP:
        return by_suit
    follow = 1.0
    for seat in known.opponents:
        void = 1.0 - known.chance_of_one(seat, SUIT_MASKS[led])
        follow *= 1.0 - void * known.chance_of_one(seat, TRUMPS)
    void = 1.0 - known.chance_of_one(known.partner, SUIT_MASKS[led])
    return follow * (by_suit + void * known.chance_of_one(known.partner, TRUMPS))


def _highest(cards: int) -> int:
    """The mask of the strongest of some cards of one suit."""
    rest = cards
    while rest:
        low = (rest & -rest).bit_length() - 1
        if not HIGHER[low] & cards:
            return 1 << low
        rest &= rest - 1
    return 0
