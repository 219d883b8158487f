"""The bodies of a table, for whoever keeps them without knowing the game.

A turn is played tick by tick, a sixtieth of a second each: a card is taken, the hand moves, the card is let go, all
comes to rest, until the turn has a verdict. All of these raise ValueError for what may not be done, where nothing has
changed then, and RuntimeError where the simulation breaks down or cannot be had; a turn is then as before the card was
taken.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any, Literal, Protocol, Self, TypeAlias

from kozyr.kernel.streams import Stream

TICKS_A_SECOND = 60
Moved: TypeAlias = Mapping[int, tuple[float, ...]]
"""Bodies that moved, by number, with where they are now: x, y, z in metres and the quaternion w x y z of their turn."""
Place: TypeAlias = tuple[float, float, float]
"""Where a hand is: x, y, and how high, in mm."""
Pulls: TypeAlias = Iterable[tuple[int, Mapping[str, Any] | None]]
"""Pulls of a log, each the card and the path of the hand if there is one."""


class MissingEngineError(RuntimeError):
    """The engine that simulates bodies cannot be had here; the message says why and what works all the same."""


def thrown_outcome(heap: Any, bodies: Any) -> dict[str, Any]:
    """Bodies that were built, in the form that the chance step reads which they decide (``Chance.read``)."""
    return {"heap": _lists(heap), "bodies": _lists(bodies)}


def pull_outcome(heap: Any, path: Mapping[str, Any] | None, *, down: bool) -> dict[str, Any]:
    """What came of a pull, in that form: whether all fell down, where the cards lie now, and the path of the hand."""
    told = {"down": down, "heap": _lists(heap)}
    return told if path is None else {**told, "path": dict(path)}


def _lists(rows: Any) -> list[list[float]]:
    return [list(row) for row in rows]


class Verdict(Protocol):
    """What came of a turn."""

    @property
    def card(self) -> int: ...
    @property
    def down(self) -> bool | None:
        """Whether all fell down; None where the bodies do not say."""

    @property
    def path(self) -> Mapping[str, Any] | None:
        """The path of the hand, as the record keeps it."""


class Turn(Protocol):
    """A seat's turn at the bodies."""

    @property
    def state(self) -> Literal["open", "held", "resting", "over"]: ...
    @property
    def verdict(self) -> Verdict | None: ...
    @property
    def path(self) -> Mapping[str, Any] | None: ...
    @property
    def ticks(self) -> int: ...
    @property
    def is_given_up(self) -> bool: ...
    def grab(self, card: int, point: tuple[float, float]) -> None: ...
    def tick(self, hand: Place) -> Moved: ...
    def let_go(self) -> None: ...
    def rest(self) -> Moved: ...


class Physics(Protocol):
    """The bodies of one table between two turns, and the turn that is being played."""

    is_down: bool

    @property
    def turn(self) -> Turn | None: ...
    @classmethod
    def load(cls) -> None:
        """Load what takes long to load, if it is not loaded yet."""

    @classmethod
    def build(cls, seed: str) -> Self: ...
    @classmethod
    def from_log(cls, bodies: Any, pulls: Pulls) -> Self: ...
    @classmethod
    def from_json(cls, value: Any) -> Self: ...
    def to_json(self) -> Any: ...
    def pull_again(self, pulls: Pulls) -> None: ...
    @property
    def heap(self) -> Any: ...
    @property
    def bodies(self) -> Any: ...
    @property
    def shows(self) -> int: ...
    @property
    def poses(self) -> Moved:
        """Where all bodies that are left lie while nobody holds one."""

    def begin(self) -> Turn: ...
    def finish(self, card: int, *, down: bool) -> None: ...
    def script(self, card: int, stream: Stream, seconds: float) -> Generator[Moved, None, Verdict]: ...
