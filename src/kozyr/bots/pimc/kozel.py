"""The bot ``pimc`` for Kozel: twenty worlds dealt uniformly, each solved for eyes; before the play as ``careful``."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.budget import Budget
from kozyr.bots.careful.kozel import CarefulKozel
from kozyr.bots.search.kozel_payoff import EYES
from kozyr.bots.search.kozel_worlds import Worlds
from kozyr.bots.search.reasons import choice_of, only_choice
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

_TWENTY: Final = Budget(worlds=20, nodes=0)


class PimcKozel(Bot):
    """Values are eyes of its team at the end of the deal. Without a budget for one world it plays as ``careful``."""

    name: ClassVar[str] = "pimc"
    value_term: ClassVar[str] = "points"

    def __init__(self, budget: Budget = _TWENTY) -> None:
        self.budget = budget

    def within(self, budget: Budget) -> PimcKozel:
        return PimcKozel(self.budget.at_most(budget))

    def choose(self, view: View, stream: Stream) -> Choice:
        if not isinstance(view, KozelView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of kozel")
        if view.phase != "play":
            return CarefulKozel().choose(view, stream)
        if len(view.legal) == 1:
            return only_choice(view)
        judged = Worlds(view).judge(EYES, self.budget, stream.words)
        if not judged:
            return CarefulKozel().choose(view, stream)
        return choice_of(judged)


BOT = PimcKozel()
