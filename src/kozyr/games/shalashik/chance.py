"""What a deal of Shalashik is given from outside beside its pack: the heap, and whether a pull brings the hut down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

FARTHEST: Final = 2000.0
"""No card of a heap lies further from the middle, mm, nor is turned by more degrees."""


@dataclass(frozen=True)
class Throw(Chance):
    """The dealer throws the heap (S-2); an outcome is the poses of its 31 cards.

    ``is_physical`` says that they come from bodies, which a seed has thrown.
    """

    term: ClassVar[str] = "chance_throw"

    is_physical: bool = False

    @property
    def is_simulated(self) -> bool:
        return self.is_physical

    def sample(self, source: Source) -> Poses:
        return check_poses(scatter(source).tolist())

    def check(self, outcome: Any) -> Poses:
        return check_poses(outcome)

    def recall(self, deal: Recalled) -> Poses:
        if "heap" not in deal.extra:
            raise ChanceError("the deal has no field heap")
        return check_poses(deal.extra["heap"])

    def write(self, outcome: Any) -> list[list[float]]:
        return [list(pose) for pose in self.check(outcome)]

    def read(self, data: Any) -> Poses:
        return self.check(data)


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


def is_number(value: Any) -> bool:
    """Whether a value is a finite number of JSON."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Fallen:
    """How a pull came out: the hut is down or stands; of a physical pull the hand's path, as the record keeps it.

    ``path`` is ``{"ticks": whole ticks a second, "xy": [[mm, mm], ...]}``, one point a tick; more fields are kept too.
    """

    down: bool
    path: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Fall(Chance):
    """Whether the pull that was just made brings the hut down (S-4, S-6); an outcome is a bool or a Fallen.

    ``risk`` is its chance in parts of a million, by the risk model; a physical hut is judged by its bodies, and only
    who has none samples. ``index`` is the place of the pull among the deal's moves; ``is_physical`` says that a record
    may have a path of it.
    """

    term: ClassVar[str] = "chance_fall"

    risk: int
    index: int
    is_physical: bool = False

    @property
    def follows_move(self) -> bool:
        return True

    @property
    def is_simulated(self) -> bool:
        return self.is_physical

    def sample(self, source: Source) -> Fallen:
        return Fallen(source.below(MILLION) < self.risk)

    def check(self, outcome: Any) -> Fallen:
        if isinstance(outcome, bool):
            return Fallen(outcome)
        if not isinstance(outcome, Fallen) or not isinstance(outcome.down, bool):
            raise ChanceError("a pull brings the hut down or does not: the outcome is true, false or a Fallen")
        if outcome.path is not None:
            check_path(outcome.path)
        return outcome

    def recall(self, deal: Recalled) -> Fallen:
        if deal.extra.get("pulling") == self.index:
            raise ChanceError("the deal was stopped before the outcome of its last pull")
        paths = deal.extra.get("paths", {}) if self.is_physical else {}
        if not isinstance(paths, Mapping):
            raise ChanceError("paths should be an object")
        return Fallen(deal.mark == MARK, paths.get(str(self.index)))

    def write(self, outcome: Any) -> bool | dict[str, Any]:
        """True or false; of a physical pull ``{"down": ..., "path": ...}``."""
        fallen = self.check(outcome)
        return fallen.down if fallen.path is None else {"down": fallen.down, "path": dict(fallen.path)}

    def read(self, data: Any) -> Fallen:
        if not isinstance(data, dict):
            return self.check(data)
        if data.keys() != {"down", "path"} or data["path"] is None:
            raise ChanceError("the outcome of a physical pull is an object with down and path")
        return self.check(Fallen(data["down"], data["path"]))


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
