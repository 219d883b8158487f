"""The bot ``careful`` for Thirty-one."""

from __future__ import annotations

from typing import ClassVar

from kozyr.bots.bot import Bot, Choice, Reason
from kozyr.bots.careful.thirty_one_knowledge import Knowledge
from kozyr.bots.careful.thirty_one_svara import joining_value
from kozyr.bots.careful.thirty_one_turn import drains, move_value, swapped
from kozyr.games.thirty_one.hands import HAND_TERMS, THIRTY_ONE, value_name
from kozyr.games.thirty_one.moves import Swap, Word
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, say
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class CarefulThirtyOne(Bot):
    """Counts what has been seen, remembers what others took, feeds nobody, passes and shows by measured chances.

    The value of a move is its chance of the pot; of an answer to a svara, the chips that it brings.
    """

    name: ClassVar[str] = "careful"

    def choose(self, view: View, stream: Stream) -> Choice:  # noqa: ARG002 - it has nothing to draw
        if not isinstance(view, ThirtyOneView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of thirty_one")
        moves = [entry.move for entry in view.legal]
        reasons = _answers(view, moves) if view.phase == "join" else _turn(Knowledge.of(view), moves)
        reasons.sort(key=lambda reason: -reason.value)
        return Choice(reasons[0].move, tuple(reasons))


def _answers(view: ThirtyOneView, moves: list[Move]) -> list[Reason]:
    """Declining comes first where joining brings as little."""
    value = joining_value(view)
    return [Reason(move, value if move == Word("join") else 0.0) for move in reversed(moves)]


def _turn(known: Knowledge, moves: list[Move]) -> list[Reason]:
    """Where moves are worth the same, a show comes first, then other words: no card is moved for nothing."""
    ranked = sorted(moves, key=lambda move: (isinstance(move, Swap), move != Word("show")))
    return [Reason(move, move_value(known, move), _why(known, move)) for move in ranked]


def _why(known: Knowledge, move: Move) -> Said | None:
    """The combination that a move makes or shows, or the drain that it brings."""
    hand = known.view.hand
    if isinstance(move, Swap):
        after = swapped(known, move)
        if drains(after.row):
            return say("drain")
        hand = after.hand
    elif move != Word("show"):
        return None
    value = known.scale.value(hand)
    return say(HAND_TERMS[value_name(value)]) if value >= THIRTY_ONE else None


BOT = CarefulThirtyOne()
