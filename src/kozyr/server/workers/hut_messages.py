"""What is said between the pool of huts and its workers. All values are plain, so neither end needs the other's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kozyr.kernel.physics import Place

Path = Mapping[str, Any] | None


@dataclass(frozen=True)
class HutState:
    """The bodies of a table while nobody holds a card."""

    heap: Any
    """Where the cards lie, as the game's outcomes and records say it."""
    bodies: Any
    """How exactly all stood when it was built, for the record."""
    shows: int
    """The mask of the cards that may be taken."""
    kept: Any
    """To go on from here at once, as JSON."""
    frame: bytes
    """A frame of the poses of all bodies that are left."""


@dataclass(frozen=True)
class PullOutcome:
    """What came of a card that was taken, once all is at rest."""

    card: int
    down: bool | None
    """Whether the hut is down. None where the turn has no verdict: it is to be finished by ``finish``, or goes on."""
    path: Path
    """The path of the whole turn so far, for the record."""
    is_broken: bool
    """Whether the simulation broke down: the card lies as before it was taken."""
    may_grab: bool
    """Whether the turn goes on if a card is taken again."""
    ticks: int
    state: HutState
    """Afterwards; where there is a verdict, without the card."""


@dataclass(frozen=True)
class HutOrder:
    """What the desk is told first; ``load`` names the games whose engines are loaded at once."""

    load: tuple[str, ...]


@dataclass(frozen=True)
class Ready:
    """The desk is open."""


@dataclass(frozen=True)
class Request:
    """Asks for one reply: Told or Refused."""

    number: int
    hut: str


@dataclass(frozen=True)
class Open(Request):
    """Build from a seed, or take up what was kept, or what a log has; then pull again what it tells of."""

    game_id: str
    seed: str | None
    kept: Any
    bodies: Any
    pulls: tuple[tuple[int, Path], ...]


@dataclass(frozen=True)
class Grab(Request):
    """Take a card."""

    card: int
    point: tuple[float, float]


@dataclass(frozen=True)
class Script(Request):
    """Let a scripted hand pull a card; ``paced`` at the speed of a hand."""

    card: int
    seed: str
    seconds: float
    paced: bool


@dataclass(frozen=True)
class Finish(Request):
    """The turn is over by what the match has found."""

    card: int
    down: bool


@dataclass(frozen=True)
class Hands:
    """Places of the hand, one a tick."""

    hut: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class LetGo:
    """The hand lets go once it has been everywhere it was said to be."""

    hut: str


@dataclass(frozen=True)
class Close:
    """The hut is not needed any more."""

    hut: str


@dataclass(frozen=True)
class Forget:
    """Nobody waits for what was to be opened any more."""

    number: int


@dataclass(frozen=True)
class Told:
    """The reply: done, and how things stand."""

    number: int
    state: HutState | None


@dataclass(frozen=True)
class Refused:
    """The reply: it may not be done, or cannot be."""

    number: int
    text: str


@dataclass(frozen=True)
class Beginning:
    """An Open has waited for its turn and is worked at now."""

    number: int


@dataclass(frozen=True)
class PosesMoved:
    """A frame of ``pose_frames``; ``hands`` places of the hand have been gone to so far."""

    hut: str
    frame: bytes
    hands: int


@dataclass(frozen=True)
class PullEnded:
    """A card that was taken has come to rest."""

    hut: str
    outcome: PullOutcome


@dataclass(frozen=True)
class Beat:
    """The desk is alive, though it has nothing else to say."""
