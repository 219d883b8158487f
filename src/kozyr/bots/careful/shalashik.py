"""The bot ``careful`` for Shalashik."""

from __future__ import annotations

from typing import ClassVar

from kozyr.bots.bot import Bot, Choice, Reason
from kozyr.bots.careful.shalashik_beating import move_value
from kozyr.bots.careful.shalashik_knowledge import Knowledge
from kozyr.bots.careful.shalashik_pull import pull_value
from kozyr.bots.careful.shalashik_why import why
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class CarefulShalashik(Bot):
    """Pulls the card of the least risk, beats cheaply, leads what the next player cannot beat, remembers takes.

    The value of a move is in cards of the hand; of a pull, the chance that the hut stands.
    """

    name: ClassVar[str] = "careful"

    def choose(self, view: View, stream: Stream) -> Choice:  # noqa: ARG002 - it has nothing to draw
        if not isinstance(view, ShalashikView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of shalashik")
        reasons = _pulls(view) if view.phase == "pull" else _plays(Knowledge.of(view))
        reasons.sort(key=lambda reason: -reason.value)
        return Choice(reasons[0].move, tuple(reasons))


def _pulls(view: ShalashikView) -> list[Reason]:
    pulls = [entry.move for entry in view.legal if isinstance(entry.move, Pull)]
    return [Reason(move, pull_value(view, move)) for move in pulls]


def _plays(known: Knowledge) -> list[Reason]:
    moves = [entry.move for entry in known.view.legal]
    return [Reason(move, move_value(known, move), why(known, move)) for move in moves]


BOT = CarefulShalashik()
