"""The bot ``easy`` for Thirty-one."""

from __future__ import annotations

import dataclasses
from typing import ClassVar, Final

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.careful.thirty_one import CarefulThirtyOne
from kozyr.bots.easy.slips import one_of_the_best
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

_ALIKE: Final = 0.08
"""Chances of the pot so close are no difference."""


class EasyThirtyOne(Bot):
    """Looks at its hand and the open cards: it neither minds what others took nor what has gone to the discard."""

    name: ClassVar[str] = "easy"

    def choose(self, view: View, stream: Stream) -> Choice:
        choice = CarefulThirtyOne().choose(remembered(view) if isinstance(view, ThirtyOneView) else view, stream)
        return one_of_the_best(choice, _ALIKE, stream) if view.phase == "play" else choice


def remembered(view: ThirtyOneView) -> ThirtyOneView:
    """What is left of a view: of other hands nothing, of drained cards nothing while there is a stock."""
    if view.phase != "play":
        return view
    known = tuple(mask if seat == view.seat else 0 for seat, mask in enumerate(view.known))
    return dataclasses.replace(view, known=known, discard=0 if view.stock_size else view.discard, stock_set=0)


BOT = EasyThirtyOne()
