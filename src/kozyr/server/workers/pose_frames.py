"""Poses on their way to a page: compact and binary, little-endian.

``tick`` u32, ``count`` u8, then for each body that moved 15 bytes: ``id`` u8; x, y, z as int16 in tenths of a mm; the
quaternion w, x, y, z of its turn as int16, 32767 standing for 1.
"""

from __future__ import annotations

import struct
from typing import Final

from kozyr.kernel.physics import Moved

_HEAD: Final = struct.Struct("<IB")
_BODY: Final = struct.Struct("<B3h4h")
_LENGTH: Final = 10_000.0
_TURN: Final = 32_767.0


def write_poses(tick: int, moved: Moved) -> bytes:
    """A frame of the bodies that moved. What is further off than 3.27 m is told as if it lay there."""
    parts = [_HEAD.pack(tick, len(moved))]
    for body, (x, y, z, *turn) in sorted(moved.items()):
        place = (_short(number * _LENGTH) for number in (x, y, z))
        parts.append(_BODY.pack(body, *place, *(_short(number * _TURN) for number in turn)))
    return b"".join(parts)


def read_poses(frame: bytes) -> tuple[int, Moved]:
    """The tick of a frame and the bodies in it. Raises ValueError where it is damaged."""
    try:
        tick, count = _HEAD.unpack_from(frame)
        entries = list(_BODY.iter_unpack(frame[_HEAD.size :]))
    except struct.error as error:
        raise ValueError(f"no frame of poses: {error}") from None
    if len(entries) != count:
        raise ValueError(f"a frame of poses has {len(entries)} bodies and says {count}")
    return tick, {
        body: (x / _LENGTH, y / _LENGTH, z / _LENGTH, *(number / _TURN for number in turn))
        for body, x, y, z, *turn in entries
    }


def _short(number: float) -> int:
    return max(-32_767, min(32_767, round(number)))
