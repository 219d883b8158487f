"""A search's values as a bot's choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kozyr.bots.bot import Choice, Reason
from kozyr.kernel.move import Move
from kozyr.kernel.view import View


def choice_of(values: Mapping[Move, float], among_equals: Sequence[Reason] = ()) -> Choice:
    """The best of some moves, and all of them, best first; of equals the first of ``among_equals``, or first named."""
    places = {reason.move: place for place, reason in enumerate(among_equals)}
    order = sorted(values, key=lambda move: (-values[move], places.get(move, len(places))))
    return Choice(order[0], tuple(Reason(move, values[move]) for move in order))


def only_choice(view: View) -> Choice:
    """The one legal move; nothing is weighed."""
    return Choice(view.legal[0].move)
