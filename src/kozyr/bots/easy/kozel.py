"""The bot ``easy`` for Kozel."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import ClassVar, Final

from kozyr.bots.bot import Bot
from kozyr.bots.careful.kozel import CarefulKozel
from kozyr.bots.easy.learner import Learner
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.view import View

_TRICK: Final = 4


class EasyKozel(Learner):
    """Remembers the last trick alone, no answer about queens, and takes two eyes more or less for nothing."""

    value_term: ClassVar[str] = CarefulKozel.value_term
    careful: ClassVar[Bot] = CarefulKozel()
    alike: ClassVar[Mapping[str, float]] = {"play": 2.0}

    def remembered(self, view: View) -> View:
        """The running trick and the one before it; all before the cards are played."""
        if not isinstance(view, KozelView) or view.phase != "play":
            return view
        kept = len(view.trick) + _TRICK
        return dataclasses.replace(view, plays=view.plays[-kept:], queens_answers=())


BOT = EasyKozel()
