"""One pull: the hand moves along its path at fixed ticks, the card follows, the hut stands or falls (S-4, S-7).

The grabbed point of the card hangs on the hand by a critically damped spring in the plane; the hand may lift a little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from kozyr.games.shalashik.heap import CARDS, WHOLE, above
from kozyr.games.shalashik.hut.frozen import bearers, can_move, gives_way, meetings, stands_on
from kozyr.games.shalashik.hut.model import (
    ALL,
    HALF_SIZES,
    HUT,
    MASS,
    MM,
    ROOF,
    STEP,
    STEPS_A_TICK,
    Bodies,
    Numbers,
    Poses,
    axes_of,
    make_bodies,
)
from kozyr.games.shalashik.hut.verdict import is_down, is_free

Hand: TypeAlias = tuple[float, float, float]
"""Where the hand is at a tick: x, y, and how high it lifts, in mm."""

SPRING: Final = 20.0
DAMPING: Final = 2 * math.sqrt(SPRING * MASS / 4)  # a quarter of a card resists at its corner
STRENGTH: Final = 0.4
LIFT_SPRING: Final = 4.0
LIFT_DAMPING: Final = 2 * math.sqrt(LIFT_SPRING * MASS / 4)
LIFT_STRENGTH: Final = 0.02
_QUIET_TICKS: Final = 9
_QUIET: Final = 0.15 * MM
_MAX_REST: Final = 180
_STUCK_TICKS: Final = 6
"""A hand that strains so long holds a card that is wedged, maybe by a frozen one: all are thawed."""
_UNDER: Final = 0.5
"""How steeply a contact must bear from below to be one that a card slides over."""
_LOST: Final = 40 * MM


@dataclass(frozen=True)
class Standing:
    """The cards at rest between two pulls: what a table keeps of its hut."""

    poses: Poses
    built: Poses
    """How it stood when it was built; *down* is judged against it."""
    present: int = ALL

    @property
    def left(self) -> int:
        """The mask of the heap's cards that are left."""
        return self.present & WHOLE


@dataclass(frozen=True)
class Outcome:
    """How a pull ended."""

    free: bool
    down: bool
    after: Standing
    ticks: int
    """How long it took, the rest after it included."""


@dataclass
class Rest:
    """The time after the hand has let go, until nothing moves."""

    free: bool
    """Whether the card was free when it was let go."""
    still: Poses
    """Where all lay when something last moved."""
    ticks: int = 0
    quiet: int = 0
    """For how many ticks nothing has moved."""


class Pull:
    """A pull under way: ``tick`` while the hand holds the card, then ``end``, or ``rest_tick`` until ``is_at_rest``.

    All of these raise BlownUpError where the simulation has lost its footing.
    """

    def __init__(self, standing: Standing, card: int, grab: tuple[float, float], *, freeze: bool = True) -> None:
        if not standing.left >> card & 1:
            raise ValueError(f"card {card} is not in the heap")
        self.standing, self.card, self.freeze = standing, card, freeze
        self.poses = standing.poses.copy()
        self.beneath = meetings(self.poses, standing.present)[card] & ~above(card)
        free = can_move(self.poses, standing.present, card) if freeze else standing.present
        self.bodies = make_bodies(self.poses, standing.present, free)
        self.hand = [grab[0] * MM, grab[1] * MM, 0.0]
        self.grip = grip_at(self.poses[card], self.hand)
        self.ticks = self.strained = 0
        self.gave_way = False
        self.rest: Rest | None = None
        """None while the hand holds the card."""

    def tick(self, hand: Hand) -> None:
        """A sixtieth of a second: the hand goes there, evenly. Raises ValueError once it has let go."""
        if self.rest is not None:
            raise ValueError("the hand has let go")
        goal = [place * MM for place in hand]
        way = [(new - old) / STEPS_A_TICK for new, old in zip(goal, self.hand, strict=True)]
        speed = [each / STEP for each in way]
        for i in range(1, STEPS_A_TICK + 1):
            self._draw([old + each * i for old, each in zip(self.hand, way, strict=True)], speed)
            self.bodies.step()
        self.hand = goal
        self.strained = self.strained + 1 if self._is_strained() else 0
        self._ticked()

    def let_go(self) -> Rest:
        """The hand lets go, if it has not yet."""
        if self.rest is None:
            self.rest = Rest(self.is_free, self.poses.copy())
        return self.rest

    def rest_tick(self) -> None:
        """A sixtieth of a second without a hand."""
        rest = self.let_go()
        self.bodies.force(self.card)[:] = 0.0
        for _ in range(STEPS_A_TICK):
            self.bodies.step()
        self._ticked()
        rest.ticks += 1
        rest.quiet += 1
        if np.abs(self.poses[:, :3] - rest.still[:, :3]).max() > _QUIET:
            rest.quiet, rest.still = 0, self.poses.copy()

    def end(self, watch: Callable[[], None] = lambda: None) -> Outcome:
        """The hand lets go; wait until all is at rest, watched tick by tick, and judge (S-7)."""
        rest = self.let_go()
        while not self.is_at_rest:
            self.rest_tick()
            watch()
        return self.outcome(free=rest.free)

    @property
    def is_at_rest(self) -> bool:
        """Whether the pull is over: all lies still, has had time enough, or the hut has fallen past doubt."""
        rest = self.rest
        return rest is not None and (rest.quiet >= _QUIET_TICKS or rest.ticks >= _MAX_REST or self.is_lost)

    def outcome(self, *, free: bool) -> Outcome:
        """The verdict as things are now."""
        present = self.standing.present & ~(1 << self.card) if free else self.standing.present
        down = is_down(self.poses, self.standing.built)
        return Outcome(free, down, replace(self.standing, poses=self.poses.copy(), present=present), self.ticks)

    @property
    def is_free(self) -> bool:
        """Whether the card is clear of all others."""
        return is_free(self.poses, self.card, self.standing.present)

    @property
    def is_lost(self) -> bool:
        """Whether the hut has so clearly fallen that nothing can bring it back."""
        return bool(self.standing.built[ROOF, 2] - self.poses[ROOF, 2] > _LOST)

    def _draw(self, hand: Sequence[float], speed: Sequence[float]) -> None:
        """The force of the hand on the grabbed point, for one step. In plain numbers: NumPy is slow on so few."""
        row = self.bodies.row(self.card)
        x, y, z, *turn = self.bodies.rows()[row].tolist()
        vx, vy, vz, *spin = self.bodies.speeds()[row].tolist()
        ax, ay, az = turned(turn, self.grip)
        sx, sy, sz = turned(turn, spin)
        along_x = SPRING * (hand[0] - x - ax) + DAMPING * (speed[0] - vx - sy * az + sz * ay)
        along_y = SPRING * (hand[1] - y - ay) + DAMPING * (speed[1] - vy - sz * ax + sx * az)
        lift = 0.0
        if hand[2] > 0:
            lift = LIFT_SPRING * (hand[2] - z - az) + LIFT_DAMPING * (speed[2] - vz - sx * ay + sy * ax)
            lift = min(max(lift, 0.0), LIFT_STRENGTH)
        size = math.hypot(along_x, along_y)
        if size > STRENGTH:
            along_x, along_y = along_x * STRENGTH / size, along_y * STRENGTH / size
        arm = ay * lift - az * along_y, az * along_x - ax * lift, ax * along_y - ay * along_x
        self.bodies.force(self.card)[:] = (along_x, along_y, lift, *arm)

    def _is_strained(self) -> bool:
        """Whether the hand pulls with all its strength."""
        x, y, _, *turn = self.bodies.rows()[self.bodies.row(self.card)].tolist()
        arm = turned(turn, self.grip)
        return math.hypot(self.hand[0] - x - arm[0], self.hand[1] - y - arm[1]) > STRENGTH / SPRING

    def _ticked(self) -> None:
        self.ticks += 1
        self.bodies.write_poses(self.poses)
        if self.freeze:
            self._thaw()

    def _thaw(self) -> None:
        """Free what was frozen and now matters: what is touched, what bears a worn hut that gives way, or all."""
        free, present = self.bodies.free_mask, self.standing.present
        if free == present:
            return
        touched = touched_frozen(self.bodies, free, self.card, self.beneath)
        if not self.gave_way and gives_way(self.poses, self.standing.poses, self.standing.built):
            self.gave_way = True
            touched |= (bearers(self.poses, present) | HUT) & ~free
        if self.strained == _STUCK_TICKS:
            touched = present & ~free
        if not touched:
            return
        if touched & HUT or stands_on(self.poses, touched):
            touched |= HUT
        speeds = dict(zip(self.bodies.free, self.bodies.speeds().copy(), strict=True))
        self.bodies = make_bodies(self.poses, present, free | touched)
        for card, speed in speeds.items():
            self.bodies.speeds()[self.bodies.row(card)] = speed


def grip_at(pose: Numbers, hand: Sequence[float]) -> list[float]:
    """The point of a card nearest to the hand, in the card's own axes."""
    inside = axes_of(pose[None, :])[0] @ (np.array(hand) - pose[:3])
    inside[2] = 0.0
    return np.clip(inside, -np.array(HALF_SIZES), HALF_SIZES).tolist()


def turned(turn: Sequence[float], arm: Sequence[float]) -> tuple[float, float, float]:
    """A vector of a card's own axes, in the room; the turn is the quaternion w x y z."""
    w, x, y, z = turn
    a, b, c = arm
    p, q, r = y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c
    return a + 2 * (y * r - z * q), b + 2 * (z * p - x * r), c + 2 * (x * q - y * p)


def touched_frozen(bodies: Bodies, free: int, pulled: int, beneath: int) -> int:
    """The frozen cards that are pushed: by the pulled card, unless it slides over them; of the hut, by any."""
    touched = 0
    contacts = bodies.data.contact
    for (a, b), rise in zip(contacts.geom.tolist(), contacts.frame[:, 2].tolist(), strict=True):
        for mover, other, under in ((a, b, -rise), (b, a, rise)):
            first, second = bodies.card_of_geom[mover], bodies.card_of_geom[other]
            if first < 0 or second < 0 or free >> second & 1 or not free >> first & 1:
                continue
            slides = beneath >> second & 1 and under > _UNDER
            if (first == pulled and not slides) or first < CARDS <= second:
                touched |= 1 << second
    return touched


def replay(
    standing: Standing, card: int, grab: tuple[float, float], path: Iterable[Hand], *, freeze: bool = True
) -> Outcome:
    """The outcome of a stored path: the same on the same build of the engine. Raises BlownUpError."""
    pull = Pull(standing, card, grab, freeze=freeze)
    for hand in path:
        pull.tick(hand)
    return pull.end()
