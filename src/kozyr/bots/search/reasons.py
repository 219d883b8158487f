"""A search's values as a bot's choice."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.bots.bot import Choice, Reason
from kozyr.kernel.move import Move
from kozyr.kernel.view import View


def ranked(values: Mapping[Move, float], first: Move | None = None) -> list[Move]:
    """Some moves, the best first; of equals ``first``, if it is one of them, then the first named."""
    return sorted(values, key=lambda move: (-values[move], move != first))


def choice_of(values: Mapping[Move, float], first: Move | None = None) -> Choice:
    """The best of some moves, and all of them as ``ranked``."""
    order = ranked(values, first)
    return Choice(order[0], tuple(Reason(move, values[move]) for move in order))


def only_choice(view: View) -> Choice:
    """The one legal move; nothing is weighed."""
    return Choice(view.legal[0].move)
