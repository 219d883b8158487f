"""The bot ``easy`` for Thirty-one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import ClassVar

from kozyr.bots.bot import Bot
from kozyr.bots.careful.thirty_one import CarefulThirtyOne
from kozyr.bots.easy.learner import Learner
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.view import View


class EasyThirtyOne(Learner):
    """Looks at its hand and the open cards: it neither minds what others took nor what has gone to the discard."""

    careful: ClassVar[Bot] = CarefulThirtyOne()
    alike: ClassVar[Mapping[str, float]] = {"play": 0.08}
    """In chances of the pot."""

    def remembered(self, view: View) -> View:
        """Of other hands nothing, of drained cards nothing while there is a stock."""
        if not isinstance(view, ThirtyOneView) or view.phase != "play":
            return view
        known = tuple(mask if seat == view.seat else 0 for seat, mask in enumerate(view.known))
        return dataclasses.replace(view, known=known, discard=0 if view.stock_size else view.discard, stock_set=0)


BOT = EasyThirtyOne()
