"""Python's collector of cycles, told what a server is like: hundreds of thousands of values that live long.

Told nothing it looks through all young values after each 700 new ones, which a move or two make, and takes a fifth of
the processor time. A server makes hardly any cycles; what there are it may collect now and then.
"""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (20_000, 5, 400)
"""New values until the young are looked through; so many times that until the middle ones are, and then the old."""


def collect_seldom() -> None:
    """For a process that does nothing but serve: what is there now is never looked at again, what comes seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
