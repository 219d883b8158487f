"""Why a careful player of Shalashik makes a move, in the game's texts."""

from __future__ import annotations

from kozyr.bots.careful.shalashik_knowledge import Knowledge
from kozyr.cards import PACK, Card
from kozyr.games.shalashik.moves import Beat, Lead, Word
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, SeatRef, say


def why(known: Knowledge, move: Move) -> Said | None:
    """The win that a move brings, or who then surely takes which cards."""
    me = SeatRef(known.me)
    is_last = known.view.hand.bit_count() == 1
    if isinstance(move, Beat):
        return say("ends_by_beating", seat=me) if is_last else None
    if move == Word("take"):
        return say("takes", seat=me, cards=_top(known.pile))
    if isinstance(move, Lead):
        if is_last:
            return say("ends_by_leading", seat=me) if known.options.finish == "empty" else None
        return _forced(known, (*known.pile, int(move.card)))
    return _forced(known, known.pile)


def _forced(known: Knowledge, pile: tuple[int, ...]) -> Said | None:
    """The take of the next player, where he surely cannot beat what lies on top."""
    seat = known.others[0]
    if not pile or known.chance_to_beat(seat, pile[-1]) > 0.0:
        return None
    return say("takes", seat=SeatRef(seat), cards=_top(pile))


def _top(pile: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(PACK[card] for card in reversed(pile[-3:]))
