"""The bot ``strong`` for Thirty-one."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final, Self

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.budget import Budget
from kozyr.bots.careful.thirty_one import CarefulThirtyOne
from kozyr.bots.careful.thirty_one_knowledge import Knowledge
from kozyr.bots.search.thirty_one_playouts import Playouts
from kozyr.bots.search.thirty_one_why import told_choice, why, why_answer
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

STRONG: Final = Budget(worlds=2048, nodes=240_000)
PLAIN: Final = Budget(worlds=32, nodes=400)
"""For processes that do not compile, a hundred times slower."""


class StrongThirtyOne(Bot):
    """Deals the hidden cards many times, as likely as the moves of the others make them; tries every move in each deal,
    all playing on as careful players do, and takes what brings most on average.

    Where the budget allows not one deal it plays as ``careful``, and so it answers a svara. Values are chips. A process
    that does not compile deals hands as if the others had not moved: to weigh them takes it seconds.
    """

    name: ClassVar[str] = "strong"
    full_budget: ClassVar[Budget] = STRONG
    value_term: ClassVar[str] = "chips"

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or (self.full_budget if is_compiled() else PLAIN)

    def within(self, budget: Budget) -> Self:
        return type(self)(self.budget.at_most(budget))

    def choose(self, view: View, stream: Stream) -> Choice:
        if not isinstance(view, ThirtyOneView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of thirty_one")
        careful = CarefulThirtyOne().choose(view, stream)
        if view.phase == "join":
            reasons = (replace(each, why=why_answer(view, each.move)) for each in careful.reasons)
            return Choice(careful.move, tuple(reasons))
        judged = Playouts(view, weighs=is_compiled()).judge(self.budget, stream.words)
        if judged:
            return told_choice(view, judged, careful.move)
        known = Knowledge.of(view)
        reasons = (
            replace(each, value=each.value * view.pot, why=why(known, each.move, each.value))
            for each in careful.reasons
        )
        return Choice(careful.move, tuple(reasons))


BOT = StrongThirtyOne()
