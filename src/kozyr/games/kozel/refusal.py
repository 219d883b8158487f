"""Why a move may not be made: the clause that forbids it, as a text for players."""

from __future__ import annotations

from typing import Any

from kozyr.cards import PACK
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import KINDS, Boast, Cut, Give, Lift, Play, Word
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, TermRef, say

_SUIT_TERMS = ("clubs", "spades", "hearts", "diamonds", "trumps")
_PHASE_TERMS = {
    kd.CUT: "refuse_phase_cut",
    kd.LIFT: "refuse_phase_lift",
    kd.GIVE: "refuse_phase_give",
    kd.CLAIM: "refuse_phase_claim",
    kd.ANSWERED: "refuse_phase_answered",
    kd.PLAY: "refuse_phase_play",
}


def refusal(deal: Any, seat: int, move: Move) -> Said:
    """The reason why ``seat``, who is to move, may not make ``move``."""
    phase = int(deal.phase)
    match move:
        case Play(card) if phase == kd.PLAY:
            return _card_refused(deal, seat, int(card))
        case Boast(kind) if phase == kd.CUT:
            return _boast_refused(deal, kind)
        case Lift() if phase == kd.LIFT:
            return say("refuse_lift", most=int(deal.pack_end - deal.pack_top) - 1)
        case Give() if phase == kd.GIVE:
            return say("refuse_give")
        case Word(word) if phase == kd.CLAIM and word not in ("redeal", "keep"):
            return _claim_refused(deal, seat, word)
        case Cut() if phase == kd.CUT:
            return say("refuse_cut")
    return say(_PHASE_TERMS[phase])


def _card_refused(deal: Any, seat: int, card: int) -> Said:
    if not (int(deal.hands[seat]) >> card) & 1:
        return say("refuse_not_held")
    if deal.trick_size == 0:
        return say("refuse_must_lead", card=PACK[int(deal.must_lead)])
    led = int(kd.SUIT_OF[deal.trick[0]])
    if int(deal.hands[seat]) & int(kd.SUIT_MASKS[led]):
        return say("refuse_follow", suit=TermRef(_SUIT_TERMS[led]))
    return say("refuse_trump", suit=TermRef(_SUIT_TERMS[led]))


def _boast_refused(deal: Any, kind: str) -> Said:
    if deal.redeals:
        return say("refuse_boast_after_redeal")
    assert not (int(deal.boasts) >> KINDS[kind]) & 1
    return say("refuse_boast_kind", kind=TermRef(kind))


def _claim_refused(deal: Any, seat: int, word: str) -> Said:
    if word == "claim points":
        points = int(kd.hand_points(deal.hands[seat]))
        return say("refuse_claim_points", points=points, limit=int(deal.redeal_points))
    if word == "claim nines":
        return say("refuse_claim_nines")
    if int(deal.hands[seat]) & kd.QUEENS:
        return say("refuse_ask_has_queen")
    return say("refuse_ask_again")
