"""Which card a careful player lays: rules of thumb, each worth so many eyes.

The worth of the rules is measured: in deals played by ``careful`` every card of a position was laid in turn and the
deal played on, and the eyes gained were divided among the rules by least squares, then rounded and tuned in duplicate.
Only differences between the cards of one position mean anything: the better card takes so many eyes more by the end.
"""

from __future__ import annotations

from kozyr.bots.careful.kozel_cards import HIGHER, POINTS, QUEENS, STRENGTH, SUIT, SUIT_MASKS, TRUMP, TRUMPS, points_of
from kozyr.bots.careful.kozel_knowledge import Knowledge
from kozyr.bots.careful.kozel_trick import chance_ours, lead_chances

_ACE = 5
"""The strength of a plain ace."""
_COMMAND = _TOWARDS = 5.0
"""Two rules of players that the measurement neither asks for nor forbids (0.0 +- 0.1 eyes a deal): with more trumps
than half of the others', draw them; lead to a partner who will most likely take what the opponents could."""


def card_value(known: Knowledge, card: int) -> float:
    """The value of laying a card now, in eyes; higher is better."""
    return _follow_value(known, card) if known.view.trick else _lead_value(known, card)


def _follow_value(known: Knowledge, card: int) -> float:
    """Points to the own team's tricks, none to the opponents'; no more strength than is needed."""
    trick = known.view.trick
    ours = chance_ours(known, card)
    points = POINTS[card] + sum(POINTS[laid] for laid in trick)
    to_come = 3 - len(trick)
    value = ours * (0.9 * points + 0.6 + 2.0 * to_come) - 0.5 * POINTS[card]
    return value - _spent(known, card)


def _spent(known: Knowledge, card: int) -> float:
    """What a trump takes with it: the hidden trumps it could have beaten later, most of all the highest one."""
    if SUIT[card] != TRUMP:
        return 0.0
    beaten = (TRUMPS & known.hidden & ~HIGHER[card]).bit_count()
    return 0.75 * beaten + (4.0 if known.is_master(card) else 0.0)


def _lead_value(known: Knowledge, card: int) -> float:
    """Points where the trick will be ours, and none where it will not; a sure trick can wait while the hand is full."""
    held, by_partner = lead_chances(known, card)
    ours = held + by_partner
    out = SUIT_MASKS[SUIT[card]] & known.hidden
    waiting = 0.7 * known.view.hand.bit_count()
    value = ours * (0.09 * (POINTS[card] + points_of(out)) - waiting) - 0.25 * (1.0 - ours) * POINTS[card]
    value += _TOWARDS * max(0.0, 2.5 * by_partner - 1.5) - 0.3 * out.bit_count()
    return value + (_trump_lead(known, card) if SUIT[card] == TRUMP else _plain_lead(known, card))


def _trump_lead(known: Knowledge, card: int) -> float:
    """Draw trumps while opponents may have them, from the top and sparing queens; hardly ever when they have none."""
    queen = 0.8 if (QUEENS >> card) & 1 else 0.0
    if not known.may_trump(known.opponents):
        return -3.0 - queen
    if not known.is_master(card):
        return 0.5 - queen
    return 1.8 - queen + (_COMMAND if _commands_trumps(known) else 0.0)


def _commands_trumps(known: Knowledge) -> bool:
    """Whether the own trumps are more than half of all that the three others hold."""
    return 2 * (known.view.hand & TRUMPS).bit_count() >= (known.hidden & TRUMPS).bit_count() + 2


def _plain_lead(known: Knowledge, card: int) -> float:
    """High cards before they are trumped, an ace first of all; a lone card, to trump the suit later."""
    hand = known.view.hand
    lone = (hand & SUIT_MASKS[SUIT[card]]).bit_count() == 1 and hand & TRUMPS
    return 0.37 * STRENGTH[card] + (1.0 if STRENGTH[card] == _ACE else 0.0) + (1.2 if lone else 0.0)
