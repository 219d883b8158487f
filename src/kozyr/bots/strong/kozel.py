"""The bot ``strong`` for Kozel."""

from __future__ import annotations

from typing import ClassVar, Final, Self

from kozyr.bots.bot import Bot, Choice
from kozyr.bots.budget import Budget
from kozyr.bots.careful.kozel import CarefulKozel
from kozyr.bots.search.kozel_claims import claim_values
from kozyr.bots.search.kozel_openings import opening_values
from kozyr.bots.search.kozel_payoff import Payoff, board_of, payoff
from kozyr.bots.search.kozel_playouts import PlayOuts
from kozyr.bots.search.kozel_why import with_words
from kozyr.bots.search.reasons import choice_of, only_choice
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

STRONG: Final = Budget(worlds=200, nodes=10_000_000)
PLAIN: Final = Budget(worlds=40, nodes=2_000)
"""For processes that do not compile, a hundred times slower: it searches the later tricks."""
_EYES_WEIGHT: Final = 1.0
"""How much 20 eyes count beside a pair; see docs/explanation/strong-kozel.md for what was measured."""


class StrongKozel(Bot):
    """Deals the hidden cards as likely as the others' plays make them, plays each deal out, takes what is worth most.

    Some of the deals it solves with open cards, too, and mixes both.

    Where the budget allows too few it plays as ``careful``, and where moves are worth the same it takes that of them
    which ``careful`` would.

    Values are pairs on the board, with eyes to tell equal boards apart, more than an even deal is worth.
    """

    name: ClassVar[str] = "strong"
    full_budget: ClassVar[Budget] = STRONG
    value_term: ClassVar[str] = "pairs"

    def __init__(self, budget: Budget | None = None, eyes_weight: float = _EYES_WEIGHT) -> None:
        self.budget = budget or (self.full_budget if is_compiled() else PLAIN)
        self.eyes_weight = eyes_weight

    def within(self, budget: Budget) -> Self:
        return type(self)(self.budget.at_most(budget), self.eyes_weight)

    def choose(self, view: View, stream: Stream) -> Choice:
        if not isinstance(view, KozelView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of kozel")
        if len(view.legal) == 1:
            return only_choice(view)
        values = self._values(view, stream)
        careful = CarefulKozel().choose(view, stream)
        return with_words(choice_of(values, careful.move) if values else careful, view)

    def _values(self, view: KozelView, stream: Stream) -> dict[Move, float]:
        worth = payoff_of(view, self.eyes_weight)
        if view.phase == "play":
            return PlayOuts(view).card_values(worth, self.budget, stream.words)
        if view.phase in ("claim", "answered"):
            return claim_values(view, worth, self.budget, stream.words)
        return opening_values(view, worth, self.budget, stream.words)


def payoff_of(view: KozelView, eyes_weight: float) -> Payoff:
    """The worth of points to the team of a view's seat at its score."""
    assert view.seat is not None
    assert view.options is not None
    return payoff(board_of(view.board, view.seat), view.options, eyes_weight)


BOT = StrongKozel()
