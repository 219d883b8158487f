"""The bot ``strong`` for Shalashik."""

from __future__ import annotations

from typing import ClassVar, Final, Self

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.budget import Budget
from kozyr.bots.careful.shalashik import CarefulShalashik
from kozyr.bots.search.shalashik_playouts import STRAYS, Playouts
from kozyr.bots.search.shalashik_pulls import judge_pulls
from kozyr.bots.search.shalashik_why import told_choice
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

STRONG: Final = Budget(worlds=128, nodes=20_000)
PLAIN: Final = Budget(worlds=4, nodes=400)
"""For processes that do not compile, a hundred times slower."""


class StrongShalashik(Bot):
    """Pulls by what comes of the drawing; in the beating game deals the hidden cards many times, tries every move in
    each deal, all playing on as careful players do, and takes what brings most on average.

    Where the budget allows not one deal it plays as ``careful``. Values are points by which it leads the others' mean.
    """

    name: ClassVar[str] = "strong"
    full_budget: ClassVar[Budget] = STRONG
    value_term: ClassVar[str] = "points"

    def __init__(self, budget: Budget | None = None, strays: int = STRAYS) -> None:
        self.strays = strays
        self.budget = budget or (self.full_budget if is_compiled() else PLAIN)

    def within(self, budget: Budget) -> Self:
        return type(self)(self.budget.at_most(budget), self.strays)

    def choose(self, view: View, stream: Stream) -> Choice:
        if not isinstance(view, ShalashikView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of shalashik")
        careful = CarefulShalashik().choose(view, stream)
        if view.phase == "pull":
            risks = {each.move: 1.0 - each.value for each in careful.reasons}
            return told_choice(view, judge_pulls(view, risks), careful.move)
        judged = {} if len(view.legal) == 1 else Playouts(view, self.strays).judge(self.budget, stream.words)
        if judged:
            return told_choice(view, judged, careful.move)
        return Choice(careful.move)


BOT = StrongShalashik()
