"""Bots that ended too many workers one after another, and may not be asked for a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Penalties:
    """Who sits out: whoever ended ``most`` workers with no answer between, for so many seconds of the clock."""

    clock: Callable[[], float]
    most: int = 3
    seconds: float = 60.0
    _faults: dict[tuple[str, str], int] = field(default_factory=dict)
    _until: dict[tuple[str, str], float] = field(default_factory=dict)

    def keeps_out(self, bot: tuple[str, str]) -> bool:
        """Whether the bot sits out now; when its time is over, it has one try."""
        return self.clock() < self._until.get(bot, 0.0)

    def answered(self, bot: tuple[str, str]) -> None:
        """The bot has given an answer."""
        self._faults.pop(bot, None)
        self._until.pop(bot, None)

    def ended_a_worker(self, bot: tuple[str, str]) -> None:
        """A worker had to be replaced because of the bot."""
        self._faults[bot] = self._faults.get(bot, 0) + 1
        if self._faults[bot] >= self.most:
            self._until[bot] = self.clock() + self.seconds
