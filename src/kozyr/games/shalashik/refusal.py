"""Why a move may not be made: the clause that forbids it, as a text for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kozyr.cards import PACK, Card
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.moves import Beat, Lead, Pull, Word
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, say

if TYPE_CHECKING:
    from kozyr.games.shalashik.match import ShalashikMatch


def refusal(match: ShalashikMatch, seat: int, move: Move) -> Said:
    """The reason why ``seat``, who is to move, may not make ``move``."""
    deal = match.deal
    if isinstance(move, Pull):
        return _pull_refused(deal, move)
    if deal.phase == sd.PULL:
        return say("refuse_drawing")
    if isinstance(move, Beat):
        return _beat_refused(deal, seat, move.card)
    if isinstance(move, Lead):
        return _lead_refused(deal, seat, move.card)
    assert isinstance(move, Word)
    return _take_refused(deal) if move.word == "take" else _rest_refused(deal)


def _pull_refused(deal: Any, move: Pull) -> Said:
    """S-3, S-5."""
    if deal.phase != sd.PULL:
        return say("refuse_drawing_over")
    if move.place is None:
        return say("refuse_hut")
    if not int(deal.left) >> move.place & 1:
        return say("refuse_gone" if deal.left else "refuse_only_hut", number=move.place)
    return say("refuse_covered", number=move.place)


def _holds(deal: Any, seat: int, card: Card) -> bool:
    return bool(int(deal.hands[seat]) >> card & 1)


def _beat_refused(deal: Any, seat: int, card: Card) -> Said:
    """S-9, S-13."""
    if deal.step in (sd.FIRST, sd.LEAD):
        return say("refuse_time_to_lead")
    if not _holds(deal, seat, card):
        return say("refuse_not_held", card=card)
    return say("refuse_does_not_beat", card=card, top=PACK[int(deal.pile[int(deal.height) - 1])])


def _lead_refused(deal: Any, seat: int, card: Card) -> Said:
    """S-8, S-9."""
    if deal.step in (sd.ANSWER, sd.AGAIN):
        return say("refuse_answer_first", top=PACK[int(deal.pile[int(deal.height) - 1])])
    if not _holds(deal, seat, card):
        return say("refuse_not_held", card=card)
    return say("refuse_not_small", card=card)


def _take_refused(deal: Any) -> Said:
    """S-11, S-12."""
    if deal.step in (sd.FIRST, sd.LEAD):
        return say("refuse_time_to_lead")
    return say("refuse_taken" if deal.step == sd.AGAIN else "refuse_can_beat")


def _rest_refused(deal: Any) -> Said:
    """S-10, S-11, S-13."""
    if deal.step == sd.ANSWER:
        return say("refuse_answer_first", top=PACK[int(deal.pile[int(deal.height) - 1])])
    if deal.step == sd.AGAIN:
        return say("refuse_can_beat")
    if deal.height == 0:
        return say("refuse_empty_pile")
    return say("refuse_must_lead")
