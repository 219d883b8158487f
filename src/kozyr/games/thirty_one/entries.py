"""The ways from Python into the compiled deal.

They take a deal as the array of one record that holds it: Numba recognises an array ten times faster than a record.
"""

from __future__ import annotations

from typing import Any

from kozyr.games.thirty_one import deal as td
from kozyr.kernel.compiled import compiled


@compiled
def start_deal(box: Any, dealer: int, playing: int) -> None:
    """``deal.start_deal``."""
    td.start_deal(box[0], dealer, playing)


@compiled
def shuffled(box: Any, order: Any) -> None:
    """``deal.shuffled``."""
    td.shuffled(box[0], order)


@compiled
def legal_into(box: Any, out: Any) -> int:
    """``deal.legal_into``."""
    return td.legal_into(box[0], out)


@compiled
def apply(box: Any, code: int) -> None:
    """``deal.apply``."""
    td.apply(box[0], code)


@compiled(entry=True)
def rollout(box: Any, words: Any, out: Any, log: Any) -> int:
    """``deal.rollout``."""
    return td.rollout(box[0], words, out, log)


@compiled(entry=True)
def rollout_to_end(box: Any, words: Any, chance: Any, out: Any) -> None:
    """``deal.rollout_to_end``."""
    td.rollout_to_end(box[0], words, chance, out)
