"""Frames: four bytes of length, then a pickled value. Both ends of a pipe are ours; nobody else's bytes enter it."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from typing import Any, Final

MOST: Final = 64 << 20
"""No frame is longer, in bytes."""
_HEAD: Final = struct.Struct("<I")


class FrameError(ValueError):
    """A value that cannot be sent, or bytes that are no frame."""


def pack(value: object) -> bytes:
    """A value as a frame. Raises FrameError where it cannot be pickled or is too large."""
    try:
        body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # a value's own code runs here, and may raise anything
        raise FrameError(f"a {type(value).__name__} cannot be pickled: {error!r}") from error
    if len(body) > MOST:
        raise FrameError(f"a {type(value).__name__} is too large to be sent: {len(body)} bytes")
    return _HEAD.pack(len(body)) + body


class Frames:
    """Bytes that come in pieces, cut into values."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Any]:
        """The values that these bytes complete. Raises FrameError, after which nothing more can be read."""
        self._bytes += data
        while len(self._bytes) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._bytes)
            if length > MOST:
                raise FrameError(f"a frame of {length} bytes is announced")
            end = _HEAD.size + length
            if len(self._bytes) < end:
                return
            body = bytes(self._bytes[_HEAD.size : end])
            del self._bytes[:end]
            yield unpacked(body)


def unpacked(body: bytes) -> Any:
    """The value of a frame's body. Raises FrameError."""
    try:
        return pickle.loads(body)
    except Exception as error:  # as in pack
        raise FrameError(f"a frame cannot be read: {error!r}") from error
