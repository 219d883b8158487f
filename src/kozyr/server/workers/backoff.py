"""How long to wait before a worker is started again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Backoff:
    """Seconds: the first pause, the longest one, and for how long a worker must live to count as sound."""

    first: float = 0.1
    longest: float = 10.0
    sound: float = 10.0

    def failures_after(self, failures: int, lived: float) -> int:
        """How many workers in a row have died young, now that one has died after so many seconds of service."""
        return 1 if lived >= self.sound else failures + 1

    def pause(self, failures: int) -> float:
        """The pause before the next start, after so many that died young: twice as long each time."""
        return float(min(self.longest, self.first * 2.0 ** min(failures - 1, 30))) if failures else 0.0
