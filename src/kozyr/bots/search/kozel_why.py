"""Why a move of Kozel is good or bad, in the game's texts: what a player would say of it.

The values come from the search; the words from what the reader of the view can see of the trick.
"""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.bots.bot import Choice, Reason
from kozyr.bots.careful.kozel_cards import POINTS, SUIT, SUIT_MASKS, TRUMP, TRUMPS, trick_best
from kozyr.bots.careful.kozel_knowledge import Knowledge
from kozyr.bots.careful.kozel_trick import chance_ours
from kozyr.bots.search.kozel_claims import DEALS_ANEW
from kozyr.cards import PACK
from kozyr.games.kozel.deal import GOOD
from kozyr.games.kozel.moves import Boast, Cut, Give, Lift, Play, Word
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, say

_PLAYS_ON = (Word("ok"), Word("keep"))
_SURE, _HOPELESS = 0.995, 0.005


def with_words(choice: Choice, view: KozelView) -> Choice:
    """A choice whose reasons say why, too."""
    values = {reason.move: reason.value for reason in choice.reasons}
    known = Knowledge.of(view) if view.phase == "play" else None
    reasons = (Reason(each.move, each.value, why(view, each.move, values, known)) for each in choice.reasons)
    return Choice(choice.move, tuple(reasons))


def why(view: KozelView, move: Move, values: Mapping[Move, float], known: Knowledge | None = None) -> Said:
    """What speaks for or against a legal move; ``values``: of all moves considered."""
    match move:
        case Play(card):
            reader = known or Knowledge.of(view)
            return _of_follow(reader, int(card)) if view.trick else _of_lead(reader, int(card))
        case Cut():
            return say("why_cut")
        case Boast():
            return say("why_boast")
        case Lift():
            return say("why_lift")
        case Give(card):
            return say("why_give_good" if (GOOD >> int(card)) & 1 else "why_give_other")
        case _:
            return _of_word(move, values)


def _of_word(move: Move, values: Mapping[Move, float]) -> Said:
    """Of the round of claims: the hand against a new deal."""
    if move == Word("ask queens"):
        return say("why_asks")
    plays = max((values[each] for each in _PLAYS_ON if each in values), default=0.0)
    anew = max((value for each, value in values.items() if each in DEALS_ANEW), default=plays)
    return say("why_hand_better" if plays >= anew else "why_deal_better")


def _of_follow(known: Knowledge, card: int) -> Said:
    trick = known.view.trick
    lying = sum(POINTS[laid] for laid in trick)
    ours = chance_ours(known, card)
    place = trick_best(trick)
    by_partner = (known.view.leader + place) % 4 == known.partner
    wins = trick_best((*trick, PACK[card])) == len(trick)
    if ours <= _HOPELESS:
        return say("why_cedes", points=POINTS[card]) if POINTS[card] else say("why_throws")
    if ours < _SURE:
        return say("why_may_take", chance=_percent(ours))
    if wins:
        trumped = SUIT[card] == TRUMP != SUIT[trick[0]]
        return say("why_trumps" if trumped else "why_takes", points=lying + POINTS[card])
    if by_partner:
        return say("why_feeds", points=POINTS[card]) if POINTS[card] else say("why_leaves")
    return say("why_takes", points=lying + POINTS[card])


def _of_lead(known: Knowledge, card: int) -> Said:
    chance = _percent(chance_ours(known, card))
    if SUIT[card] == TRUMP and known.may_trump(known.opponents):
        return say("why_draws_trumps", chance=chance)
    if known.is_master(card):
        return say("why_top", chance=chance)
    if POINTS[card] >= 10:
        return say("why_risks", points=POINTS[card], chance=chance)
    hand = known.view.hand
    if SUIT[card] != TRUMP and (hand & SUIT_MASKS[SUIT[card]]).bit_count() == 1 and hand & TRUMPS:
        return say("why_lone", chance=chance)
    return say("why_small", chance=chance)


def _percent(chance: float) -> int:
    """A chance in hundredths; never told as sure where it is not."""
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))
