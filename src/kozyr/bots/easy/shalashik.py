"""The bot ``easy`` for Shalashik."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import ClassVar

from kozyr.bots.bot import Bot
from kozyr.bots.careful.shalashik import CarefulShalashik
from kozyr.bots.easy.learner import Learner
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.view import View


class EasyShalashik(Learner):
    """Sees roughly which card lies loose, and does not remember who has taken which cards."""

    careful: ClassVar[Bot] = CarefulShalashik()
    alike: ClassVar[Mapping[str, float]] = {
        "pull": 0.005,
        "play": 1.0,
    }  # in the chance that the hut stands, and in cards of the hand

    def remembered(self, view: View) -> View:
        """Of other hands how many cards they are."""
        if not isinstance(view, ShalashikView) or view.phase != "play":
            return view
        known = tuple(mask if seat == view.seat else 0 for seat, mask in enumerate(view.known))
        return dataclasses.replace(view, known=known, events=())


BOT = EasyShalashik()
