"""What compiled samplers draw from a stream's state."""

from __future__ import annotations

from typing import Any, Final

from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import next_word

_SECOND: Final = 1 << 26
_ALL: Final = float(1 << 53)


@compiled
def fraction(words: Any) -> float:
    """A uniform number in 0..1, of 53 bits."""
    high = next_word(words) >> 5
    low = next_word(words) >> 6
    return (high * _SECOND + low) / _ALL
