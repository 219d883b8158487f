"""What moves of the beating game are worth to a careful player of Shalashik, in cards of the hand (S-8..S-14).

``search.shalashik_policy`` says the same once more, compiled, with these weights.
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.careful.shalashik_knowledge import HIGHER, LOWER, POINTS, Knowledge
from kozyr.games.shalashik.moves import Beat, Lead, Word
from kozyr.kernel.move import Move

WIN: Final = 100.0
TAKES: Final = 0.6
"""What a card is worth that the next player has to take."""
BEATS: Final = 1.2
"""What it costs when the next player beats, and leads."""
NEAR: Final = 6.0
"""What it costs more by the few cards that he then has left."""
KEEP: Final = 0.5
"""What a card is worth that beats any other of its suit, and again as much where no lower one of the hand does."""
POINT: Final = 0.01
"""What a point is worth that goes out of the hand: the winner may be another (S-16)."""
GIVE: Final = 0.5
"""What it costs to give the next player what beats a card of the hand that he could not beat."""
LOSS: Final = 30.0
"""What it costs that another wins."""
UNKNOWN: Final = 0.4
"""The chance that a player can beat a card of which nothing is known."""
REACH: Final = 1.0
"""What it is worth, with two players, to be able to answer once the other has taken."""


def move_value(known: Knowledge, move: Move) -> float:
    """The value of a legal move of the beating game."""
    hand, pile = known.view.hand, known.pile
    if isinstance(move, Lead):
        return lead_value(known, hand, pile, move.card)
    if isinstance(move, Beat):
        return beat_value(known, hand, pile, move.card)
    if move == Word("take"):
        return take_value(known, hand, pile)
    return rest_value(known, hand, pile)


def lead_value(known: Knowledge, hand: int, pile: tuple[int, ...], card: int) -> float:
    """A card goes out, and the next player beats it or takes."""
    after = hand & ~(1 << card)
    if not after:
        return WIN if known.options.finish == "empty" else -NEAR
    return 1.0 + POINT * POINTS[card] - keep_value(known, hand, card) + facing_value(known, after, (*pile, card))


def beat_value(known: Knowledge, hand: int, pile: tuple[int, ...], card: int) -> float:
    """A card goes out, and with the right to lead perhaps another."""
    after = hand & ~(1 << card)
    if not after:
        return WIN
    lying = (*pile, card)
    best = max(lead_value(known, after, lying, other) for other in cards_in(after))
    if known.options.lead == "may":
        best = max(best, rest_value(known, after, lying))
    return best + 1.0 + POINT * POINTS[card] - keep_value(known, hand, card)


def take_value(known: Knowledge, hand: int, pile: tuple[int, ...]) -> float:
    """Up to three cards come in; what is uncovered is the next player's."""
    value = 0.0
    after = hand
    for card in pile[-3:]:
        after |= 1 << card
    for card in pile[-3:]:
        value += keep_value(known, after, card) - 1.0 - POINT * POINTS[card]
    return value + facing_value(known, after, pile[:-3])


def rest_value(known: Knowledge, hand: int, pile: tuple[int, ...]) -> float:
    """Nothing goes out; the next player has to beat what lies on top."""
    return facing_value(known, hand, pile)


def facing_value(known: Knowledge, hand: int, pile: tuple[int, ...]) -> float:
    """What it brings that the next player faces this pile."""
    lost = LOSS * threat(known, 0, pile)
    if not pile:
        return -BEATS - lost
    seat = known.others[0]
    beaten = known.chance_to_beat(seat, pile[-1])
    taken = TAKES * min(3, len(pile)) + _reach(known, hand, pile[:-3]) - given_cost(known, hand, pile[-3:])
    return (1.0 - beaten) * taken - beaten * (BEATS + NEAR / max(1, known.view.counts[seat])) - lost


def threat(known: Knowledge, place: int, pile: tuple[int, ...] | None) -> float:
    """The chance that another wins before the turn comes round, from this place of the order on.

    ``pile`` is what that player faces; None where nobody can know what the one before him will have led.
    """
    if place == len(known.others):
        return 0.0
    seat = known.others[place]
    count = known.view.counts[seat]
    if pile is not None and not pile:
        return _led(known, place, count)
    beaten = UNKNOWN if pile is None else known.chance_to_beat(seat, pile[-1])
    wins = count == 1 or (count == 2 and known.options.finish == "empty")
    after_beat = 1.0 if wins else threat(known, place + 1, None) if count else 0.0
    after_take = threat(known, place + 1, None if pile is None else pile[:-3])
    return beaten * after_beat + (1.0 - beaten) * after_take if count else after_take


def _led(known: Knowledge, place: int, count: int) -> float:
    """The same before an empty pile: a last card wins where leading it may."""
    if count == 1 and known.options.finish == "empty":
        return 1.0
    return threat(known, place + 1, None if count else ())


def given_cost(known: Knowledge, hand: int, given: tuple[int, ...]) -> float:
    """What it costs that the next player gets these cards: of the hand's, they beat some that he could not beat."""
    reached = 0
    for card in given:
        reached |= LOWER[card]
    return GIVE * sum(1.0 - known.next_beats[card] for card in cards_in(hand & reached))


def _reach(known: Knowledge, hand: int, pile: tuple[int, ...]) -> float:
    """With two players, what was uncovered by a take comes back: to be beaten, or an empty pile to lead on."""
    if known.view.players > 2:
        return 0.0
    return REACH if not pile or hand & HIGHER[pile[-1]] else 0.0


def keep_value(known: Knowledge, hand: int, card: int) -> float:
    """What a card of the hand will do in it: beat what others may lead, most of all what no lower one of it beats."""
    victims = alone = LOWER[card] & known.abroad
    for other in cards_in(hand & LOWER[card]):
        alone &= ~LOWER[other]
    return KEEP * (alone.bit_count() + victims.bit_count()) / 8


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
