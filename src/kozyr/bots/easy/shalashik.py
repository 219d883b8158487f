"""The bot ``easy`` for Shalashik."""

from __future__ import annotations

import dataclasses
from typing import ClassVar, Final

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.careful.shalashik import CarefulShalashik
from kozyr.bots.easy.slips import one_of_the_best
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

_ALIKE: Final = {"pull": 0.005, "play": 1.0}
"""So much is no difference: in the chance that the hut stands, and in cards of the hand."""


class EasyShalashik(Bot):
    """Sees roughly which card lies loose, and does not remember who has taken which cards."""

    name: ClassVar[str] = "easy"

    def choose(self, view: View, stream: Stream) -> Choice:
        choice = CarefulShalashik().choose(remembered(view) if isinstance(view, ShalashikView) else view, stream)
        return one_of_the_best(choice, _ALIKE[view.phase], stream)


def remembered(view: ShalashikView) -> ShalashikView:
    """What is left of a view: of other hands how many cards they are."""
    if view.phase != "play":
        return view
    known = tuple(mask if seat == view.seat else 0 for seat, mask in enumerate(view.known))
    return dataclasses.replace(view, known=known, events=())


BOT = EasyShalashik()
