"""The cards as bodies of MuJoCo: 31 of the heap, bottom first, and the hut's five.

Inside this folder lengths are metres; a body's pose is seven numbers: centre, and the quaternion w x y z of its turn.
Cards that cannot matter are *frozen*: parts of the table, which cost next to nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.chance import FARTHEST
from kozyr.games.shalashik.heap import CARDS, HALF_LENGTH, HALF_WIDTH, Heap
from kozyr.games.shalashik.hut.engine import BlownUpError, load_engine

Poses: TypeAlias = NDArray[np.float64]
"""Poses of all 36 cards, shape (36, 7)."""
Numbers: TypeAlias = NDArray[np.float64]

WALLS: Final = (31, 32, 33, 34)
"""The pair that leans together, then the two at its open ends."""
ROOF: Final = 35
BODIES: Final = 36
HUT: Final = 0b11111 << CARDS
ALL: Final = (1 << BODIES) - 1
MM: Final = 0.001

TICKS_A_SECOND: Final = 60
STEPS_A_TICK: Final = 8
STEP: Final = 1 / (TICKS_A_SECOND * STEPS_A_TICK)
MASS: Final = 0.0017
THICKNESS: Final = 0.0002
HALF_SIZES: Final = (HALF_WIDTH * MM, HALF_LENGTH * MM, THICKNESS / 2)
FRICTION: Final = 0.45
TABLE_FRICTION: Final = 0.5
FLUNG: Final = 100.0
"""Metres. No hand can fling a card so far."""
_WARNINGS: Final = (
    "inertia",
    "too many contacts",
    "too many constraints",
    "position",
    "speed",
    "acceleration",
    "control",
)
"""What the engine warns of, in its order."""

_HEAD: Final = f"""<mujoco>
<option timestep="{STEP!r}" integrator="implicitfast" cone="elliptic" impratio="10" solver="Newton" iterations="50"
 ls_iterations="20"><flag autoreset="disable" warmstart="disable"/></option>
<size memory="32M"/>
<default>
<joint type="free" damping="1e-5"/>
<geom type="box" size="{HALF_SIZES[0]} {HALF_SIZES[1]} {HALF_SIZES[2]}" margin="0.0002" mass="{MASS}" condim="3"
 friction="{FRICTION} 0.005 0.0001" solref="0.0045 1" solimp="0.95 0.99 0.0005 0.5 2"/>
</default>
<worldbody>
<geom name="table" type="plane" size="1 1 0.1" friction="{TABLE_FRICTION} 0.005 0.0001"/>
"""


@dataclass(frozen=True)
class Bodies:
    """A model with its data; ``free`` are the cards that move, in the order of its coordinates."""

    _step: Any
    model: Any
    data: Any
    free: tuple[int, ...]
    card_of_geom: tuple[int, ...]
    """-1 for the table."""

    @property
    def free_mask(self) -> int:
        """The free cards as a mask."""
        return sum(1 << card for card in self.free)

    def row(self, card: int) -> int:
        """Where a free card's coordinates are."""
        return self.free.index(card)

    def force(self, card: int) -> Numbers:
        """The force and the torque on a free card in the coming steps, live, shape (6,)."""
        force: Numbers = self.data.xfrc_applied[1 + self.row(card)]
        return force

    def step(self) -> None:
        """One step of the engine."""
        self._step(self.model, self.data)

    def rows(self) -> Numbers:
        """The poses of the free cards, live, shape (free, 7)."""
        rows: Numbers = self.data.qpos.reshape(-1, 7)
        return rows

    def speeds(self) -> Numbers:
        """Their speeds, live, shape (free, 6): of the centre in the room, of the turn in the card's own axes."""
        speeds: Numbers = self.data.qvel.reshape(-1, 6)
        return speeds

    def write_poses(self, poses: Poses) -> None:
        """Bring an array of all poses to where the free cards are now. Raises BlownUpError where that is nowhere."""
        self.check()
        poses[list(self.free)] = self.rows()

    def check(self) -> None:
        """Raise BlownUpError if the engine has warned, or a card is where none can be."""
        warned = self.data.warning.number
        if warned.any():
            kinds = ", ".join(kind for kind, times in zip(_WARNINGS, warned, strict=True) if times)
            raise BlownUpError(f"the simulation of the hut broke down: the engine warns of {kinds}")
        if not (np.abs(self.rows()[:, :3]) < FLUNG).all():  # also where there are no numbers
            raise BlownUpError("the simulation of the hut broke down: a card flew away")


def in_mask(mask: int) -> tuple[int, ...]:
    """The cards of a mask in rising order."""
    return tuple(card for card in range(BODIES) if mask >> card & 1)


def make_bodies(poses: Poses, present: int = ALL, free: int = ALL) -> Bodies:
    """The present cards at rest where the poses say, those not free frozen."""
    engine = load_engine()
    parts = [_HEAD]
    for card in in_mask(present):
        name = f'<geom name="{card}"'
        if free >> card & 1:
            # all in one place: the engine derives weights from a model's first pose; they must not depend on the moment
            parts.append(f'<body><joint type="free"/>{name}/></body>')
        else:
            parts.append(f"{name} {_place(poses[card])}/>")
    parts.append("</worldbody></mujoco>")
    model = engine.MjModel.from_xml_string("\n".join(parts))
    data = engine.MjData(model)
    moving = in_mask(present & free)
    if moving:
        data.qpos.reshape(-1, 7)[:] = poses[list(moving)]
    geoms = tuple(int(model.geom(i).name) for i in range(1, model.ngeom))
    return Bodies(engine.mj_step, model, data, moving, (-1, *geoms))


def _place(pose: Numbers) -> str:
    x, y, z, *turn = (repr(float(number)) for number in pose)
    return f'pos="{x} {y} {z}" quat="{" ".join(turn)}"'


def axes_of(poses: Numbers) -> Numbers:
    """The cards' own axes (along the width, along the length, the normal) in the room, shape (n, 3 axes, 3)."""
    w, x, y, z = poses[:, 3], poses[:, 4], poses[:, 5], poses[:, 6]
    axes = np.empty((len(poses), 3, 3))
    axes[:, 0, 0], axes[:, 0, 1], axes[:, 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)
    axes[:, 1, 0], axes[:, 1, 1], axes[:, 1, 2] = 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)
    axes[:, 2, 0], axes[:, 2, 1], axes[:, 2, 2] = 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)
    return axes


def flat_pose(x_mm: float, y_mm: float, angle: float, z: float) -> tuple[float, ...]:
    """A card lying flat."""
    half = math.radians(angle) / 2
    return (x_mm * MM, y_mm * MM, z, math.cos(half), 0.0, 0.0, math.sin(half))


def heap_of(poses: Poses) -> Heap:
    """The heap as a record carries it: x, y in tenths of a mm, the angle in tenths of a degree.

    A card that was flung further than a record may say lies at its bound.
    """
    across = axes_of(poses[:CARDS])[:, 0]
    angles = np.degrees(np.arctan2(across[:, 1], across[:, 0]))
    heap = np.round(np.column_stack([poses[:CARDS, 0] / MM, poses[:CARDS, 1] / MM, angles]), 1)
    heap[:, :2] = np.clip(heap[:, :2], -FARTHEST, FARTHEST)
    heap[:, 2] %= 360
    return heap + 0.0  # no minus zero
