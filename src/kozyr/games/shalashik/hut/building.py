"""Throw the heap and build the hut on it with two hands; what does not stand is thrown again (S-2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from kozyr.games.shalashik.heap import CARDS, HALF_LENGTH, LENGTH, WHOLE, Heap, overlaps_of, scatter
from kozyr.games.shalashik.hut.engine import BlownUpError, load_engine
from kozyr.games.shalashik.hut.frozen import near_hut
from kozyr.games.shalashik.hut.model import (
    BODIES,
    HUT,
    MM,
    STEP,
    THICKNESS,
    Bodies,
    Numbers,
    Poses,
    axes_of,
    flat_pose,
    in_mask,
    make_bodies,
)
from kozyr.games.shalashik.stand import OUTER_LEAN, PAIR_FOOT, PAIR_LEAN, SIDE_FOOT
from kozyr.kernel.streams import Stream

MAX_THROWS: Final = 50
_GAP: Final = 0.0003
_SETTLE, _HOLD, _FADE, _CALM, _STAND = (round(seconds / STEP) for seconds in (0.2, 0.25, 0.5, 0.4, 0.4))
_CLEARANCE: Final = 1.0 * MM
_PUSH, _PUSH_DAMPING = 20.0, 0.35
_TWIST, _TWIST_DAMPING = 3e-3, 1e-4
_DRIFT: Final = 0.08 * MM
"""A hut that moves more than this in either part of the stand test is built anew: it creeps, and may fall by itself."""
_STIR: Final = 0.3 * MM
"""A hut that moves more than this when it is woken is built anew: it stood only as it had come to rest, and rattles."""


class NoHutError(RuntimeError):
    """No throw of a seed bore a hut."""


@dataclass(frozen=True)
class Hut:
    """A standing hut on its heap, at rest."""

    poses: Poses
    throws: int


def build_hut(seed: str) -> Hut:
    """Throw heaps of a seed until one bears a hut. Raises NoHutError after ``MAX_THROWS``."""
    for throw in range(MAX_THROWS):
        poses = try_heap(scatter(Stream(seed, "heap", throw)))
        if poses is not None:
            return Hut(poses, throw + 1)
    raise NoHutError(f"no hut stood on {MAX_THROWS} heaps of the seed {seed!r}")


def try_heap(heap: Heap, left: int = WHOLE) -> Poses | None:
    """Let what is left of a heap settle and build the hut; nothing where none stands, or the simulation breaks down."""
    poses = laid(heap, left)
    try:
        settle(poses, left)
        poses[CARDS:] = hut_poses(poses[list(in_mask(left)), 2].max(initial=0.0) + _CLEARANCE)
        return _built(poses, left | HUT)
    except BlownUpError:
        return None


def settle(poses: Poses, left: int = WHOLE) -> None:
    """The heap comes to rest before there is a hut."""
    bodies = make_bodies(poses, left)
    for _ in range(_SETTLE):
        bodies.step()
    bodies.write_poses(poses)


def _built(poses: Poses, present: int) -> Poses | None:
    """The hut is held, let sink, let go (far cards are frozen so long), and left alone."""
    before = poses.copy()
    bodies = make_bodies(poses, present, near_hut(poses))
    springs = Springs(bodies)
    for step in range(_HOLD + _FADE):
        firmness = min(1.0, max(0.0, 1 - (step - _HOLD) / _FADE))
        springs.hold(firmness, damping=max(firmness, 0.1))
        bodies.step()
    bodies.write_poses(poses)
    bodies = make_bodies(poses, present)
    for steps, limit in ((_CALM, None), (_STAND, _DRIFT), (_STAND, _DRIFT)):
        standing = poses.copy()
        for _ in range(steps):
            bodies.step()
        bodies.write_poses(poses)
        if not _is_near(poses[CARDS:], before[CARDS:]):
            return None
        if limit is not None and np.abs(poses[CARDS:, :3] - standing[CARDS:, :3]).max() > limit:
            return None
    return poses if _wakes_calmly(poses, present) else None


def _wakes_calmly(poses: Poses, present: int) -> bool:
    """Whether a hut also stands as each pull finds it: written down and woken. What it does here is forgotten."""
    bodies = make_bodies(poses, present)
    for _ in range(_STAND):
        bodies.step()
    return bool(np.abs(bodies.rows()[bodies.row(CARDS) :, :3] - poses[CARDS:, :3]).max() <= _STIR)


def laid(heap: Heap, left: int = WHOLE) -> Poses:
    """Poses before anything has settled: each card flat on what is left under it, the hut above the heap."""
    overlaps = overlaps_of(heap)
    poses = np.zeros((BODIES, 7))
    tops = np.zeros(CARDS)
    for card in range(CARDS):
        under = [tops[other] for other in in_mask(int(overlaps[card]) & left & ((1 << card) - 1))]
        tops[card] = max(under, default=0.0) + _GAP
        x, y, angle = heap[card].tolist()
        poses[card] = flat_pose(x, y, angle, tops[card] - THICKNESS / 2)
    poses[CARDS:] = hut_poses(tops.max() + _GAP)
    return poses


def hut_poses(ground: float) -> Numbers:
    """The five cards as the hands hold them, their feet at one height, shape (5, 7)."""
    roof = ground + HALF_LENGTH * MM * 2 * math.cos(OUTER_LEAN) + 2 * _GAP
    return np.array(
        [
            _wall(-PAIR_FOOT * MM, 0.0, 0.0, PAIR_LEAN, ground),
            _wall(PAIR_FOOT * MM, 0.0, math.pi, PAIR_LEAN, ground),
            _wall(0.0, -SIDE_FOOT * MM, math.pi / 2, OUTER_LEAN, ground),
            _wall(0.0, SIDE_FOOT * MM, -math.pi / 2, OUTER_LEAN, ground),
            flat_pose(0.0, 0.0, 0.0, roof),
        ]
    )


def _wall(x: float, y: float, facing: float, lean: float, ground: float) -> tuple[float, ...]:
    """A card on its short edge at (x, y), leaning by an angle towards the direction it faces."""
    half = LENGTH * MM / 2
    cos, sin = math.cos(facing), math.sin(facing)
    up = (math.sin(lean) * cos, math.sin(lean) * sin, math.cos(lean))
    # own axes: length along ``up``, width level, square to the direction it faces
    across = (-sin, cos, 0.0)
    turn = _quaternion(across, up)
    return (x + half * up[0], y + half * up[1], ground + half * up[2] + THICKNESS, *turn)


def _quaternion(across: tuple[float, ...], along: tuple[float, ...]) -> tuple[float, ...]:
    """The turn that brings a card's width and length to two square directions."""
    engine = load_engine()
    matrix = np.column_stack([across, along, np.cross(across, along)]).reshape(9)
    turn = np.zeros(4)
    engine.mju_mat2Quat(turn, matrix)
    return tuple(float(number) for number in turn)


class Springs:
    """Spring-dampers that hold the hut's cards in place and upright; down they may sink."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.rows = slice(bodies.row(CARDS), None)
        self.targets = bodies.rows()[self.rows].copy()
        self.forces = bodies.data.xfrc_applied[1 + bodies.row(CARDS) :]

    def hold(self, firmness: float, damping: float) -> None:
        """Set the forces of the coming step."""
        rows, speeds = self.bodies.rows()[self.rows], self.bodies.speeds()[self.rows]
        away = self.targets[:, :3] - rows[:, :3]
        away[:, 2] = 0.0
        self.forces[:, :3] = firmness * _PUSH * away - damping * _PUSH_DAMPING * speeds[:, :3]
        axes = axes_of(rows)
        wanted = axes_of(self.targets)
        turn = np.cross(axes, wanted).sum(axis=1) / 2
        spin = np.einsum("nij,ni->nj", axes, speeds[:, 3:])
        self.forces[:, 3:] = firmness * _TWIST * turn - damping * _TWIST_DAMPING * spin


def _is_near(now: Numbers, before: Numbers) -> bool:
    """Whether the hut looks as it was held: nothing fell while the hands went away."""
    sunk = before[:, 2] - now[:, 2]
    upright = (axes_of(now) * axes_of(before)).sum(axis=2).min(axis=1)
    return bool(sunk.max() - sunk.min() < 6 * MM and upright.min() > math.cos(math.radians(12)))
