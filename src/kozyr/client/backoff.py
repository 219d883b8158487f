"""How long to wait before the next attempt: longer each time, and not all at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Backoff:
    """Seconds before the first attempt, the factor of each further one, and the most of it."""

    first: float = 0.3
    factor: float = 1.8
    most: float = 15.0

    def delay(self, attempt: int, chance: float) -> float:
        """Seconds before an attempt, counted from 0; ``chance`` from 0 to 1 chooses in the upper half."""
        longest = min(self.most, self.first * self.factor ** min(attempt, 60))
        return longest * (1 + chance) / 2
