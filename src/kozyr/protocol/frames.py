"""Binary frames of a physical pull: where the hand has been (from the client), where cards lie (from the server).

All numbers are little-endian. A frame of the hand is 1 to 60 places, one a sixtieth of a second: x, y and how high, as
int16 in tenths of a millimetre. A frame of poses is a tick (u32), a count (u8) and for each card that moved 15 bytes:
its place in the heap (u8; 31 to 35 are the hut's), x, y, z as int16 in tenths of a millimetre, and the quaternion
w, x, y, z of its turn as int16, 32767 standing for 1. Whoever comes is told all of them, and so is everybody where a
hut was built and where a card that was held has come to rest.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

MOST_PLACES: Final = 60
_PLACE: Final = struct.Struct("<3h")
_TENTHS: Final = 10.0


def write_hand(places: Iterable[tuple[float, float, float]]) -> bytes:
    """A frame of the hand, places in mm. Raises ValueError for none or too many, struct.error for one too far off."""
    packed = [_PLACE.pack(*(round(number * _TENTHS) for number in place)) for place in places]
    if not 1 <= len(packed) <= MOST_PLACES:
        raise ValueError(f"a frame of the hand has 1..{MOST_PLACES} places, not {len(packed)}")
    return b"".join(packed)


def read_hand(data: bytes) -> list[tuple[float, float, float]]:
    """The places of a frame, in mm. Raises ValueError where it is none."""
    count, rest = divmod(len(data), _PLACE.size)
    if rest or not 1 <= count <= MOST_PLACES:
        raise ValueError(f"a frame of the hand has 1..{MOST_PLACES} places of {_PLACE.size} bytes")
    return [(x / _TENTHS, y / _TENTHS, high / _TENTHS) for x, y, high in _PLACE.iter_unpack(data)]
