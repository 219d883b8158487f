"""Which card a careful player lays: points won or lost by the trick, less what the card is worth later."""

from __future__ import annotations

from kozyr.bots.careful.kozel_knowledge import POINTS, SUIT, SUIT_MASKS, Knowledge, beats, keep_value, trick_best
from kozyr.games.kozel import deal as kd

_AVERAGE_TRICK = 12.0
_PARTNER_HELP = 0.35


def card_value(known: Knowledge, card: int) -> float:
    """The value of laying a card now, in points; higher is better."""
    if known.view.trick:
        return _follow_value(known, card)
    return _lead_value(known, card)


def _follow_value(known: Knowledge, card: int) -> float:
    trick = known.view.trick
    place = trick_best(trick)
    wins = beats(card, trick[place])
    best, holder = (card, known.me) if wins else (trick[place], (known.view.leader + place) % 4)
    at_stake = sum(POINTS[laid] for laid in trick) + POINTS[card]
    ours = _chance_ours(known, best, holder)
    unseen = 3.0 * (3 - len(trick))
    return (2 * ours - 1) * (at_stake + unseen * ours) - keep_value(card)


def _chance_ours(known: Knowledge, best: int, holder: int) -> float:
    """The chance that the trick falls to our team, ``best`` being its winning card now and ``holder``'s."""
    led = SUIT[known.view.trick[0]]
    later = [(known.me + step) % 4 for step in range(1, 4 - len(known.view.trick))]
    opponents = [seat for seat in later if seat % 2 != known.me % 2]
    partners = [seat for seat in later if seat % 2 == known.me % 2]
    if holder % 2 == known.me % 2:
        return _held(known, best, led, opponents)
    rescue = 1.0
    for seat in partners:
        rescue *= 1.0 - 0.9 * known.chance_beaten(seat, best, led)
    return (1.0 - rescue) * (0.6 if opponents else 1.0)


def _held(known: Knowledge, best: int, led: int, opponents: list[int]) -> float:
    held = 1.0
    for seat in opponents:
        held *= 1.0 - known.chance_beaten(seat, best, led)
    return held


def _lead_value(known: Knowledge, card: int) -> float:
    led = SUIT[card]
    opponents = [(known.me + step) % 4 for step in (1, 3)]
    held = _held(known, card, led, opponents)
    ours = held + (1.0 - held) * _PARTNER_HELP
    value = (2 * ours - 1) * (_AVERAGE_TRICK / 2 + POINTS[card]) - keep_value(card)
    if led == kd.TRUMP:
        return value + _trump_lead_value(known, card)
    return value


def _trump_lead_value(known: Knowledge, card: int) -> float:
    """Draw trumps while opponents may have them and ours are many and high; never when they have none."""
    if not known.opponents_may_trump():
        return -12.0
    mine = (known.view.hand & SUIT_MASKS[kd.TRUMP]).bit_count()
    theirs = (known.hidden & SUIT_MASKS[kd.TRUMP]).bit_count()
    if known.is_master(card):
        return 4.0 if 2 * mine >= theirs else 1.0
    return -2.0
