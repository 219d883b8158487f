"""The ways from Python into the compiled deal.

They take a deal as the array of one record that holds it: Numba recognises an array ten times faster than a record.
"""

from __future__ import annotations

from typing import Any

from kozyr.games.kozel import opening
from kozyr.kernel.compiled import compiled


@compiled
def start_deal(box: Any, dealer: int, lead_rule: int) -> None:
    """``opening.start_deal``."""
    opening.start_deal(box[0], dealer, lead_rule)


@compiled
def shuffled(box: Any, order: Any) -> None:
    """``opening.shuffled``."""
    opening.shuffled(box[0], order)


@compiled
def legal_into(box: Any, out: Any) -> int:
    """``opening.legal_into``."""
    return opening.legal_into(box[0], out)


@compiled
def apply(box: Any, code: int) -> None:
    """``opening.apply``."""
    opening.apply(box[0], code)


@compiled(entry=True)
def rollout(box: Any, words: Any, out: Any) -> None:
    """``opening.rollout``; ``words`` may be a tuple of the four streams' states, which move on in place."""
    opening.rollout(box[0], words, out)
