"""Pictures of the hut by a small ray caster: no screen, no engine, nothing but NumPy.

Every pixel looks along a ray for the nearest card; what a lamp does not see lies in shadow.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS, WHOLE, covers_of, showing
from kozyr.games.shalashik.hut.labels import Seen, number_cards
from kozyr.games.shalashik.hut.model import ALL, HALF_SIZES, WALLS, Numbers, Poses, axes_of, heap_of, in_mask

Image: TypeAlias = NDArray[np.uint8]
"""Rows of pixels, shape (height, width, 3)."""

_LAMP: Final = np.array([-0.35, -0.25, 0.9]) / np.linalg.norm([-0.35, -0.25, 0.9])
_CLOTH, _CLOTH_DARK = np.array([38.0, 92, 70]), np.array([30.0, 76, 58])
_PAPER, _INK, _RED = np.array([250.0, 247, 238]), np.array([36.0, 70, 128]), np.array([176.0, 38, 44])
_GLOW: Final = np.array([255.0, 196, 64])
_BORDER, _ROUND, _MESH = 0.0035, 0.0035, 0.0045
_REACH: Final = float(np.hypot(*HALF_SIZES[:2]))
_LEGIBLE: Final = 240
"""Pixels of height for each pixel of a number's dots; smaller pictures have no numbers."""
_SAMPLES: Final = 2
"""Rays a pixel, along each side."""


@dataclass(frozen=True)
class Camera:
    """Where the picture is taken from; lengths in metres."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    view: float
    """Half the picture's height at the target's distance."""
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)


SIDE: Final = Camera((0.34, -0.52, 0.30), (0.0, 0.0, 0.022), 0.115)
ABOVE: Final = Camera((0.0, -0.002, 1.5), (0.0, 0.0, 0.0), 0.165, (0.0, 1.0, 0.0))


def picture(poses: Poses, present: int = ALL, *, marked: int = 0, height: int = 600) -> Image:
    """The hut from the side and, with the numbers of the cards that may be pulled, from above; marked cards glow."""
    side = render(poses, present, SIDE, (round(height * 1.3), height), marked)
    top = render(poses, present, ABOVE, (height, height), marked)
    if height >= _LEGIBLE:
        shows = in_mask(showing(covers_of(heap_of(poses)), present & WHOLE))
        number_cards(top, seen_by(poses, present, ABOVE, (height, height)), shows, height // _LEGIBLE)
    return beside([side, top])


def filmstrip(frames: Sequence[tuple[Poses, int]], *, marked: int = 0, columns: int = 4, height: int = 260) -> Image:
    """Moments of a pull, as poses and present cards, row by row, from the side."""
    camera = replace(SIDE, view=0.15, target=(0.0, -0.01, 0.015))
    shots = [render(poses, present, camera, (round(height * 1.3), height), marked) for poses, present in frames]
    blank = np.full_like(shots[0], 255)
    rows = [shots[i : i + columns] for i in range(0, len(shots), columns)]
    rows = [[*row, *[blank] * (columns - len(row) if len(rows) > 1 else 0)] for row in rows]
    strips = [beside(row) for row in rows]
    gap = np.full((6, strips[0].shape[1], 3), 255, dtype=np.uint8)
    return np.concatenate([part for strip in strips for part in (strip, gap)][:-1], axis=0)


def beside(images: Sequence[Image]) -> Image:
    """Pictures of one height in a row."""
    gap = np.full((images[0].shape[0], 6, 3), 255, dtype=np.uint8)
    return np.concatenate([part for image in images for part in (image, gap)][:-1], axis=1)


def render(poses: Poses, present: int, camera: Camera, size: tuple[int, int], marked: int = 0) -> Image:
    """What a camera sees; size is width and height in pixels."""
    width, height = size[0] * _SAMPLES, size[1] * _SAMPLES
    eye, rays = _rays(camera, width, height)
    cards = in_mask(present)
    axes = axes_of(poses)
    depth = -eye[2] / np.minimum(rays[:, 2], -1e-6)  # where the ray meets the table
    colours = _cloth(eye + depth[:, None] * rays)
    normals = np.broadcast_to(np.array([0.0, 0.0, 1.0]), rays.shape).copy()
    for card in cards:
        _paint(card, poses[card], axes[card], eye, rays, depth, colours, normals, bool(marked >> card & 1))
    points = eye + depth[:, None] * rays
    light = _light(points + 2e-4 * normals, normals, [(poses[card], axes[card]) for card in cards])
    shaded = colours * light[:, None]
    away = np.hypot(points[:, 0], points[:, 1])
    shaded *= np.clip(1.12 - 1.1 * np.maximum(away - 0.12, 0), 0.45, 1.0)[:, None]  # the lamp's cone
    image = np.clip(shaded, 0, 255).reshape(size[1], _SAMPLES, size[0], _SAMPLES, 3).mean(axis=(1, 3))
    return image.astype(np.uint8)


def seen_by(poses: Poses, present: int, camera: Camera, size: tuple[int, int]) -> Seen:
    """Which card a camera sees at each pixel."""
    eye, rays = _rays(camera, *size)
    seen = np.full(len(rays), -1, dtype=np.int8)
    depth = np.full(len(rays), np.inf)
    axes = axes_of(poses)
    for card in in_mask(present):
        far, u, v = _meet(poses[card], axes[card], eye, rays)
        nearer = (far > 0) & (far < depth) & _inside(u, v)
        seen[nearer], depth[nearer] = card, far[nearer]
    return seen.reshape(size[1], size[0])


def _rays(camera: Camera, width: int, height: int) -> tuple[Numbers, Numbers]:
    eye, target = np.array(camera.eye), np.array(camera.target)
    ahead = target - eye
    distance = float(np.linalg.norm(ahead))
    ahead /= distance
    right = np.cross(ahead, camera.up)
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    ys, xs = np.mgrid[height - 1 : -height : -2, 1 - width : width : 2] / height * camera.view
    rays = distance * ahead + xs.reshape(-1, 1) * right + ys.reshape(-1, 1) * up
    return eye, rays / np.linalg.norm(rays, axis=1)[:, None]


def _meet(pose: Numbers, axes: Numbers, start: Numbers, rays: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """How far along each ray it meets a card's plane, and where in the card's own axes."""
    steep = rays @ axes[2]
    far = ((pose[:3] - start) @ axes[2]) / np.where(np.abs(steep) < 1e-9, 1e-9, steep)
    offset = start + far[:, None] * rays - pose[:3]
    return far, offset @ axes[0], offset @ axes[1]


def _inside(u: Numbers, v: Numbers) -> NDArray[np.bool_]:
    """Whether a place is on a card, its corners being round."""
    a, b = np.abs(u) - (HALF_SIZES[0] - _ROUND), np.abs(v) - (HALF_SIZES[1] - _ROUND)
    within: NDArray[np.bool_] = (np.hypot(np.maximum(a, 0), np.maximum(b, 0)) <= _ROUND) & (a < _ROUND) & (b < _ROUND)
    return within


def _paint(
    card: int,
    pose: Numbers,
    axes: Numbers,
    eye: Numbers,
    rays: Numbers,
    depth: Numbers,
    colours: Numbers,
    normals: Numbers,
    marked: bool,
) -> None:
    """Put one card into the picture where nothing is nearer."""
    towards_card = pose[:3] - eye
    distance = np.linalg.norm(towards_card)
    near = np.flatnonzero(rays @ towards_card > np.sqrt(distance**2 - _REACH**2))
    far, u, v = _meet(pose, axes, eye, rays[near])
    seen = (far > 0) & (far < depth[near]) & _inside(u, v)
    hit, u, v = near[seen], u[seen], v[seen]
    depth[hit] = far[seen]
    towards = -np.sign(rays[hit] @ axes[2])
    normals[hit] = towards[:, None] * axes[2]
    back_side = -1.0 if card in WALLS else 1.0
    colours[hit] = _face(card, u, v, towards == back_side, marked)


def _face(card: int, u: Numbers, v: Numbers, back: NDArray[np.bool_], marked: bool) -> Numbers:
    """The colour of places on a card: a meshed back within a white border, or a white face."""
    ink = _RED if card >= CARDS else _INK
    edge = np.minimum(HALF_SIZES[0] - np.abs(u), HALF_SIZES[1] - np.abs(v))
    mesh = (np.abs((u + v) / _MESH % 1 - 0.5) < 0.13) | (np.abs((u - v) / _MESH % 1 - 0.5) < 0.13)
    colours = np.where(mesh[:, None], 0.55 * ink + 0.45 * _PAPER, ink)
    colours = np.where((edge < _BORDER)[:, None] | ~back[:, None], _PAPER, colours)
    colours = np.where(((edge > _BORDER + 0.0012) & (edge < _BORDER + 0.0019) & back)[:, None], _PAPER, colours)
    if marked:
        colours = np.where((edge < _BORDER)[:, None], _GLOW, 0.72 * colours + 0.28 * _GLOW)
    return np.where((edge < 0.0003)[:, None], 0.75 * colours, colours)


def _cloth(points: Numbers) -> Numbers:
    weave = (np.floor(points[:, 0] / 0.0021) + np.floor(points[:, 1] / 0.0021)) % 2
    return np.where(weave[:, None] > 0, _CLOTH, 0.6 * _CLOTH + 0.4 * _CLOTH_DARK)


def _light(points: Numbers, normals: Numbers, cards: Sequence[tuple[Numbers, Numbers]]) -> Numbers:
    """How bright each point is: the sky's part, and the lamp's where no card stands between."""
    slant = np.clip(normals @ _LAMP, 0.0, 1.0)
    lit = np.ones(len(points))
    across = points - (points @ _LAMP)[:, None] * _LAMP  # points on one line to the lamp fall together
    for pose, axes in cards:
        middle = pose[:3] - (pose[:3] @ _LAMP) * _LAMP
        near = np.flatnonzero((np.abs(across[:, 0] - middle[0]) < _REACH) & (np.abs(across[:, 1] - middle[1]) < _REACH))
        far, u, v = _meet(pose, axes, points[near], np.broadcast_to(_LAMP, (near.size, 3)))
        lit[near[(far > 1e-5) & _inside(u, v)]] = 0.0
    sky = 0.42 + 0.18 * normals[:, 2]
    return sky + 0.55 * slant * lit


def write_png(path: Path, image: Image) -> None:
    """Write a picture as PNG."""
    path.write_bytes(png(image))


def png(image: Image) -> bytes:
    """A picture as PNG."""
    height, width = image.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
