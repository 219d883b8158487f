"""A turn at the hut, tick by tick: cards are taken, moved and let go, until one is free or the hut is down (S-3, S-7).

Whoever has the hut drives it, once a sixtieth of a second: ``grab``, then ``tick`` with every place of the hand, then
``let_go`` or an end of its own, then ``rest`` until ``state`` is no longer "resting". What is done is written down as
it is done, so the path of a turn gives the same turn again (``path.replay_turn``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.model import MM, Poses, in_mask
from kozyr.games.shalashik.hut.path import (
    MAX_GRIPS,
    MAX_TICKS,
    Grip,
    PathError,
    check_grip,
    check_hand,
    check_point,
    path_to_json,
)
from kozyr.games.shalashik.hut.pull import Hand, Outcome, Pull, Standing

State: TypeAlias = Literal["open", "held", "resting", "over"]
"""No card is held and one may be taken; one is held; it was let go and all comes to rest; the turn has its verdict."""
Moved: TypeAlias = Mapping[int, tuple[float, ...]]
"""Cards (0..30 the heap, 31..34 the walls, 35 the roof) with their new poses, as ``model.Poses`` has them."""

MAX_BREAKDOWNS: Final = 3
"""So often a pull in which the simulation broke down is tried again (SD-14)."""
_SHIFT: Final = 0.05 * MM
_TURN: Final = 5e-4
"""A card that has moved less since it was last told has not moved for the eye."""


@dataclass(frozen=True)
class Verdict:
    """What came of a turn: the card that was pulled, whether the hut is down, and the path for the record.

    ``down`` is None where the bodies do not say, and the risk of the card has to be run (S-7, SD-14, SD-15).
    """

    card: int
    down: bool | None
    path: Mapping[str, Any] | None


class Turn:
    """A seat's turn at a standing hut. Nothing outside it changes; ``standing`` is the hut as it leaves it.

    ``grab``, ``tick``, ``let_go`` and ``rest`` raise ValueError where they are not due, and PathError for a card that
    may not be taken or a hand that is nowhere; nothing has changed then. Where the simulation loses its footing
    ``tick`` and ``rest`` raise BlownUpError; the hut is then as it was when the card was taken, and no card is held.
    """

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        """Of the last moment in which nobody held a card and all was at rest."""
        self.grips: tuple[Grip, ...] = ()
        self.verdict: Verdict | None = None
        self.breakdowns = 0
        self._pull: Pull | None = None
        self._grab = (0.0, 0.0)
        self._hand: list[Hand] = []
        self._ticks = 0
        self._told = standing.poses.copy()

    @property
    def state(self) -> State:
        """What is due next."""
        if self.verdict is not None:
            return "over"
        if self._pull is None:
            return "open"
        return "held" if self._pull.rest is None else "resting"

    @property
    def poses(self) -> Poses:
        """Where all cards are now; not to be changed."""
        return self.standing.poses if self._pull is None else self._pull.poses

    @property
    def ticks(self) -> int:
        """For how many ticks a hand has held a card in this turn."""
        return self._ticks + len(self._hand)

    @property
    def is_given_up(self) -> bool:
        """Whether the simulation has broken down so often that the bodies are asked no more (SD-14)."""
        return self.breakdowns >= MAX_BREAKDOWNS

    @property
    def path(self) -> Mapping[str, Any] | None:
        """The path of the grips that have come to rest; None where there is none."""
        return path_to_json(self.grips) if self.grips else None

    def grab(self, card: int, point: tuple[float, float]) -> None:
        """Take a showing card by a point of it that nothing covers (mm)."""
        self._need("open")
        if self.is_given_up:
            raise ValueError("the simulation has broken down too often in this turn")
        if len(self.grips) >= MAX_GRIPS:
            raise PathError(f"in one turn a card is taken at most {MAX_GRIPS} times")
        grab = check_point(point)
        check_grip(self.standing, card, grab)
        self._pull, self._grab, self._hand = Pull(self.standing, card, grab), grab, []

    def tick(self, hand: Hand) -> Moved:
        """The hand goes there within a tick (x, y and lift in mm); the cards that moved.

        Once the card is free, or the hut has fallen past doubt, it is let go of itself.
        """
        pull = self._need("held")
        if self.ticks >= MAX_TICKS:
            raise PathError(f"in one turn a card is held for at most {MAX_TICKS} ticks")
        place = check_hand(hand)
        self._guard(lambda: pull.tick(place))
        self._hand.append(place)
        if pull.is_lost or pull.is_free:
            self.let_go()
        return self._moved()

    def let_go(self) -> None:
        """Let the card go where it is."""
        pull = self._need("held")
        pull.let_go()
        self._close(pull)

    def rest(self) -> Moved:
        """A tick without a hand; the cards that moved."""
        pull = self._need("resting")
        self._guard(pull.rest_tick)
        moved = self._moved()
        self._close(pull)
        return moved

    def end(self) -> Verdict | None:
        """Let go what is held and wait for rest: the verdict, or None where the turn is still open (S-7)."""
        if self.state == "held":
            self.let_go()
        while self.state == "resting":
            self.rest()
        return self.verdict

    def _need(self, state: State) -> Any:
        if self.state != state:
            raise ValueError(f"the turn is {self.state}, not {state}")
        return self._pull

    def _guard(self, step: Callable[[], None]) -> None:
        """Run a step of the simulation; where it breaks down the card was never taken."""
        try:
            step()
        except BlownUpError:
            self._pull = None
            self._hand = []
            self.breakdowns += 1
            raise

    def _close(self, pull: Pull) -> None:
        """Once all is at rest: is the card out, is the hut down?"""
        if not pull.is_at_rest or pull.rest is None:
            return
        outcome: Outcome = pull.outcome(free=pull.rest.free)
        self.grips = (*self.grips, Grip(pull.card, self._grab, tuple(self._hand)))
        self._ticks += len(self._hand)
        self._hand = []
        self.standing, self._pull = outcome.after, None
        if outcome.free or outcome.down:
            self.verdict = Verdict(pull.card, outcome.down, path_to_json(self.grips))

    def _moved(self) -> Moved:
        poses = self.poses
        shift = np.abs(poses[:, :3] - self._told[:, :3]).max(axis=1)
        turn = np.abs(poses[:, 3:] - self._told[:, 3:]).max(axis=1)
        moved = np.flatnonzero((shift > _SHIFT) | (turn > _TURN)).tolist()
        self._told[moved] = poses[moved]
        present = set(in_mask(self.standing.present))
        return {card: tuple(poses[card].tolist()) for card in moved if card in present}
