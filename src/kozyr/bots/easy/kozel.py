"""The bot ``easy`` for Kozel."""

from __future__ import annotations

import dataclasses
from typing import ClassVar, Final

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.careful.kozel import CarefulKozel
from kozyr.bots.easy.slips import one_of_the_best
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

_TRICK: Final = 4
_ALIKE: Final = 2.0
"""So many eyes are no difference."""


class EasyKozel(Bot):
    """Remembers the last trick alone, no answer about queens, and takes two eyes more or less for nothing."""

    name: ClassVar[str] = "easy"
    value_term: ClassVar[str] = "points"

    def choose(self, view: View, stream: Stream) -> Choice:
        choice = CarefulKozel().choose(remembered(view) if isinstance(view, KozelView) else view, stream)
        return one_of_the_best(choice, _ALIKE, stream) if view.phase == "play" else choice


def remembered(view: KozelView) -> KozelView:
    """What is left of a view: the running trick and the one before it; all before the cards are played."""
    if view.phase != "play":
        return view
    kept = len(view.trick) + _TRICK
    return dataclasses.replace(view, plays=view.plays[-kept:], queens_answers=())


BOT = EasyKozel()
