"""A pull under way, as something that is due from time to time: of a hand far away, or of a scripted one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Sequence
from typing import Final, Protocol

from kozyr.kernel.physics import TICKS_A_SECOND, Moved, Place, Turn, Verdict

TICK: Final = 1 / TICKS_A_SECOND
HOLD_AFTER: Final = 4 * TICK
"""A hand of which nothing has been heard for so long is held where it was."""
BURST: Final = 30
"""Places that may be gone to faster than in real time, after the hand has been held up on its way."""
MOST_AHEAD: Final = 120
"""Places that wait; of more the oldest are dropped."""
BEHIND: Final = 0.1
"""Seconds that the cards may lag behind the hand; then places are left out until they have caught up."""
STRIDE: Final = 5.0
"""mm; no place is left out for which the hand would then go further in a tick: at 30 cm a second cards still follow."""


class Pulling(Protocol):
    """A pull under way; times are seconds of one clock."""

    card: int
    hands: int
    """Places of the hand gone to so far."""

    @property
    def is_over(self) -> bool:
        """Whether all is at rest, and nothing is due any more."""

    def due(self) -> float:
        """When the next tick is due."""

    def tick(self, now: float) -> Moved:
        """A sixtieth of a second. Raises RuntimeError where the simulation breaks down."""


class LivePulling:
    """Follows a hand, one place a tick, never ahead of it, and in the long run no faster than real time."""

    def __init__(self, turn: Turn, card: int, point: tuple[float, float], now: float) -> None:
        self.turn, self.card = turn, card
        self.hands = 0
        self._begun = self._last = self._heard = now
        self._place: Place = (*point, 0.0)
        self._places: deque[tuple[Place, float]] = deque(maxlen=MOST_AHEAD)
        self._lets_go = False

    @property
    def is_over(self) -> bool:
        return self.turn.state not in ("held", "resting")

    def move(self, places: Sequence[Place], now: float) -> None:
        """The hand has been at these places."""
        self._dropped(len(self._places) + len(places) - MOST_AHEAD)
        self._places.extend((place, now) for place in places)
        self._heard = now

    def _catch_up(self, now: float) -> None:
        """Leave out places that are old, as long as the hand does not leap."""
        places = self._places
        while len(places) > 1 and now - places[0][1] > BEHIND and math.dist(self._place, places[1][0]) <= STRIDE:
            self._dropped(1)

    def _dropped(self, places: int) -> None:
        """Leave out so many places."""
        for _ in range(min(places, len(self._places))):
            self._places.popleft()
            self.hands += 1

    def let_go(self) -> None:
        """The hand lets go after the places it has been at."""
        self._lets_go = True

    def due(self) -> float:
        if self.turn.state == "resting":
            return self._last + TICK
        if self._places:
            return self._begun + (self.hands - BURST) * TICK
        return self._last if self._lets_go else max(self._last + TICK, self._heard + HOLD_AFTER)

    def tick(self, now: float) -> Moved:
        # what is in real time makes good a tick that was late; a place of the hand is gone to as it comes
        self._last = now if self._places else max(self.due(), now - TICK)
        if self.turn.state == "resting":
            return self.turn.rest()
        if not self._places and self._lets_go:
            self.turn.let_go()
            return {}
        if self._places:
            self._catch_up(now)
            self._place, _ = self._places.popleft()
            self.hands += 1
        try:
            return self.turn.tick(self._place)
        except ValueError:  # nowhere a hand can be, or it has held the card for too long
            self.turn.let_go()
            return {}


class ScriptedPulling:
    """Runs a script of the physics, at the speed of a hand or as fast as can be."""

    def __init__(self, script: Generator[Moved, None, Verdict], card: int, now: float, *, paced: bool) -> None:
        self.card = card
        self.hands = 0
        self.verdict: Verdict | None = None
        self._script, self._last, self._paced = script, now, paced

    @property
    def is_over(self) -> bool:
        return self.verdict is not None

    def due(self) -> float:
        return self._last + TICK if self._paced else -math.inf

    def tick(self, now: float) -> Moved:
        self._last = max(self.due(), now - TICK) if self._paced else now
        self.hands += 1
        try:
            return next(self._script)
        except StopIteration as over:
            self.verdict = over.value
            return {}
