"""What a deal of Shalashik is given from outside beside its pack: the heap, and whether a pull brings the hut down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, TypeAlias

from kozyr.games.shalashik.heap import CARDS, scatter
from kozyr.games.shalashik.moves import MARK
from kozyr.games.shalashik.risk import MILLION
from kozyr.kernel.chance import Chance, ChanceError, Recalled
from kozyr.kernel.streams import Source

Pose: TypeAlias = tuple[float, float, float]
"""Where a card lies: x and y of its centre in mm, its angle in degrees, counter-clockwise (S-3)."""
Poses: TypeAlias = tuple[Pose, ...]
"""The heap, bottom card first."""
Bodies: TypeAlias = tuple[tuple[float, ...], ...]
"""Simulated cards exactly: of the 31 of the heap and the hut's five, x, y, z in metres and the quaternion w x y z."""

FARTHEST: Final = 2000.0
"""No card of a heap lies further from the middle, mm, nor is turned by more degrees."""
_BODIES: Final = 36
_BODY: Final = 7
_FARTHEST_BODY: Final = FARTHEST / 1000


@dataclass(frozen=True)
class Thrown:
    """A heap with a hut of bodies on it: the poses that everybody sees, and what replaying the physics needs."""

    heap: Poses
    bodies: Bodies


@dataclass(frozen=True)
class Throw(Chance):
    """The dealer throws the heap (S-2); an outcome is the poses of its 31 cards, or a Thrown.

    ``is_physical`` says that they come from bodies, which a seed has thrown; a record may have them exactly.
    """

    term: ClassVar[str] = "chance_throw"

    is_physical: bool = False

    @property
    def is_simulated(self) -> bool:
        return self.is_physical

    @property
    def drawing(self) -> tuple[str, Any]:
        return "heap", CARDS

    def sample(self, source: Source) -> Poses:
        return check_poses(scatter(source).tolist())

    def check(self, outcome: Any) -> Poses | Thrown:
        if isinstance(outcome, Thrown):
            return Thrown(check_poses(outcome.heap), check_bodies(outcome.bodies))
        return check_poses(outcome)

    def recall(self, deal: Recalled) -> Poses | Thrown:
        if "heap" not in deal.extra:
            raise ChanceError("the deal has no field heap")
        heap = check_poses(deal.extra["heap"])
        if not self.is_physical or "bodies" not in deal.extra:
            return heap
        return Thrown(heap, check_bodies(deal.extra["bodies"]))

    def write(self, outcome: Any) -> list[list[float]] | dict[str, list[list[float]]]:
        """The poses; of a hut of bodies ``{"heap": ..., "bodies": ...}``."""
        thrown = self.check(outcome)
        if isinstance(thrown, Thrown):
            return {"heap": [list(pose) for pose in thrown.heap], "bodies": [list(body) for body in thrown.bodies]}
        return [list(pose) for pose in thrown]

    def read(self, data: Any) -> Poses | Thrown:
        if not isinstance(data, dict):
            return self.check(data)
        if data.keys() != {"heap", "bodies"}:
            raise ChanceError("a heap of bodies is an object with heap and bodies")
        return self.check(Thrown(data["heap"], data["bodies"]))


def check_poses(heap: Any) -> Poses:
    """The poses of a heap from lists of numbers. Raises ChanceError saying what is wrong."""
    if not isinstance(heap, Sequence) or isinstance(heap, str) or len(heap) != CARDS:
        raise ChanceError(f"a heap is the list of {CARDS} places [x, y, angle]")
    return tuple(_pose(place, entry) for place, entry in enumerate(heap))


def _pose(place: int, entry: Any) -> Pose:
    if isinstance(entry, Sequence) and len(entry) == 3 and all(map(is_number, entry)):
        if max(map(abs, entry)) <= FARTHEST:
            return entry[0], entry[1], entry[2]
        raise ChanceError(f"card {place} of the heap lies too far off: no number of it is above {FARTHEST:.0f}")
    raise ChanceError(f"card {place} of the heap should be [x, y, angle], three numbers")


def check_bodies(bodies: Any) -> Bodies:
    """Exact bodies from lists of numbers. Raises ChanceError saying what is wrong."""
    if not isinstance(bodies, Sequence) or isinstance(bodies, str) or len(bodies) != _BODIES:
        raise ChanceError(f"bodies is the list of {_BODIES} cards, {_BODY} numbers each")
    for place, body in enumerate(bodies):
        if not isinstance(body, Sequence) or len(body) != _BODY or not all(map(is_number, body)):
            raise ChanceError(f"card {place} of bodies should be {_BODY} numbers")
        if max(map(abs, body)) > _FARTHEST_BODY:
            raise ChanceError(f"card {place} of bodies lies too far off: no number of it is above {_FARTHEST_BODY:.0f}")
    return tuple(tuple(body) for body in bodies)


def is_number(value: Any) -> bool:
    """Whether a value is a finite number of JSON."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Fallen:
    """How a pull came out: the hut is down or stands; of a physical pull the hand's path, as the record keeps it.

    ``path`` is ``{"ticks": whole ticks a second, "xy": [[mm, mm], ...]}``, one point a tick; more fields are kept too.
    ``heap`` is where the 31 cards lie after a physical pull; those of cards that are gone do not matter.
    """

    down: bool
    path: Mapping[str, Any] | None = None
    heap: Poses | None = None


@dataclass(frozen=True)
class Fall(Chance):
    """Whether the pull that was just made brings the hut down (S-4, S-6); an outcome is a bool or a Fallen.

    ``risk`` is its chance in parts of a million, by the risk model; a physical hut is judged by its bodies, and only
    who has none samples. ``index`` is the place of the pull among the deal's moves; ``is_physical`` says that a record
    may have a path of it; ``place`` is the pulled card's place in the heap.
    """

    term: ClassVar[str] = "chance_fall"

    risk: int
    index: int
    is_physical: bool = False
    place: int = 0

    @property
    def follows_move(self) -> bool:
        return True

    @property
    def is_simulated(self) -> bool:
        return self.is_physical

    @property
    def drawing(self) -> tuple[str, Any]:
        return "fall", {"risk": self.risk, "move": self.index}

    def sample(self, source: Source) -> Fallen:
        return Fallen(source.below(MILLION) < self.risk)

    def check(self, outcome: Any) -> Fallen:
        if isinstance(outcome, bool):
            return Fallen(outcome)
        if not isinstance(outcome, Fallen) or not isinstance(outcome.down, bool):
            raise ChanceError("a pull brings the hut down or does not: the outcome is true, false or a Fallen")
        if outcome.path is not None:
            check_path(outcome.path)
        if outcome.heap is not None:
            return replace(outcome, heap=check_poses(outcome.heap))
        return outcome

    def recall(self, deal: Recalled) -> Fallen:
        if deal.extra.get("pulling") == self.index:
            raise ChanceError("the deal was stopped before the outcome of its last pull")
        paths = deal.extra.get("paths", {}) if self.is_physical else {}
        if not isinstance(paths, Mapping):
            raise ChanceError("paths should be an object")
        return Fallen(deal.mark == MARK, paths.get(str(self.index)))

    def write(self, outcome: Any) -> bool | dict[str, Any]:
        """True or false; of a physical pull ``{"down": ..., "path": ..., "heap": ...}``, what it has of them."""
        fallen = self.check(outcome)
        if fallen.path is None and fallen.heap is None:
            return fallen.down
        told: dict[str, Any] = {"down": fallen.down}
        if fallen.path is not None:
            told["path"] = dict(fallen.path)
        if fallen.heap is not None:
            told["heap"] = [list(pose) for pose in fallen.heap]
        return told

    def read(self, data: Any) -> Fallen:
        if not isinstance(data, dict):
            return self.check(data)
        if not {"down"} < data.keys() <= {"down", "path", "heap"} or None in data.values():
            raise ChanceError("the outcome of a physical pull is an object with down and path or heap")
        return self.check(Fallen(data["down"], data.get("path"), data.get("heap")))


def check_path(path: Any) -> None:
    """Raise ChanceError unless a path is as Fallen says."""
    if not isinstance(path, Mapping):
        raise ChanceError("a path is an object with ticks and xy")
    ticks, points = path.get("ticks"), path.get("xy")
    if not isinstance(ticks, int) or isinstance(ticks, bool) or ticks < 1:
        raise ChanceError("ticks of a path should be a whole number from 1")
    if not isinstance(points, Sequence) or isinstance(points, str) or not all(map(_is_point, points)):
        raise ChanceError("xy of a path should be a list of points [x, y]")


def _is_point(point: Any) -> bool:
    return isinstance(point, Sequence) and len(point) == 2 and all(map(is_number, point))
