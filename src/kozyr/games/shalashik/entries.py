"""The ways from Python into the compiled deal.

They take a deal as the array of one record that holds it: Numba recognises an array ten times faster than a record.
"""

from __future__ import annotations

from typing import Any

from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik import risk
from kozyr.kernel.compiled import compiled


@compiled
def start_deal(box: Any, dealer: int) -> None:
    """``deal.start_deal``."""
    sd.start_deal(box[0], dealer)


@compiled
def shuffled(box: Any, order: Any) -> None:
    """``deal.shuffled``."""
    sd.shuffled(box[0], order)


@compiled
def scattered(box: Any, covers: Any) -> None:
    """``deal.scattered``."""
    sd.scattered(box[0], covers)


@compiled
def fell(box: Any, down: int) -> None:
    """``deal.fell``."""
    sd.fell(box[0], down)


@compiled
def legal_into(box: Any, out: Any) -> int:
    """``deal.legal_into``."""
    return sd.legal_into(box[0], out)


@compiled
def apply(box: Any, code: int) -> None:
    """``deal.apply``."""
    sd.apply(box[0], code)


@compiled
def risk_of(heap: Any, overlaps: Any, feet: Any, left: int, card: int, weights: Any) -> int:
    """``risk.risk_of``, for cards that need not show."""
    return risk.risk_of(heap, overlaps, feet, left, card, weights)


@compiled(entry=True)
def rollout(box: Any, words: Any, out: Any, log: Any) -> int:
    """``deal.rollout``."""
    return sd.rollout(box[0], words, out, log)


@compiled(entry=True)
def rollout_to_end(
    box: Any, words: Any, chance: Any, heap: Any, overlaps: Any, feet: Any, weights: Any, out: Any
) -> None:
    """``deal.rollout_to_end``."""
    sd.rollout_to_end(box[0], words, chance, heap, overlaps, feet, weights, out)
