"""Why a move may not be made: the clause that forbids it, as a text for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kozyr.cards import PACK
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.moves import WORDS, Swap, Word
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, say

if TYPE_CHECKING:
    from kozyr.games.thirty_one.match import ThirtyOneMatch


def refusal(match: ThirtyOneMatch, seat: int, move: Move) -> Said:
    """The reason why ``seat``, who is to move, may not make ``move``."""
    deal = match.deal
    if match.joining is not None:
        return say("refuse_phase_join")
    if isinstance(move, Swap):
        return _swap_refused(deal, seat, move)
    assert isinstance(move, Word)
    code = WORDS[move.word]
    if code in (td.JOIN, td.DECLINE):
        return say("refuse_no_svara")
    if code == td.STAY:
        return say("refuse_stay")
    if code == td.DONE:
        return say("refuse_done")
    return _speech_refused(deal, seat, shows=code == td.SHOW)


def _swap_refused(deal: Any, seat: int, move: Swap) -> Said:
    if not deal.may_swap:
        if deal.swaps >= deal.max_swaps:
            return say("refuse_max_swaps", count=int(deal.max_swaps))
        return say("refuse_swapped")
    for card in move.given:
        if not int(deal.hands[seat]) >> card & 1:
            return say("refuse_not_held", card=card)
    shown = [PACK[card] for card in deal.open.tolist()]
    return say("refuse_not_open", card=next(card for card in move.taken if card not in shown))


def _speech_refused(deal: Any, seat: int, *, shows: bool) -> Said:
    """T-15, T-16, T-18."""
    if shows and deal.first_pass >= 0:
        return say("refuse_show_closing")
    if not td.may_pass(deal):
        return say("refuse_no_right")
    return say("refuse_show_hand", points=int(td.value_of(deal, seat)))
