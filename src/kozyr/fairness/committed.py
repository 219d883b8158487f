"""What a deal draws from: HMAC-SHA256 of the secret over an exact description of the draw.

``docs/explanation/fairness.md`` says the same byte by byte; a test holds the two together.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from kozyr.fairness.commitment import CONTRIBUTION_BYTES, SECRET_BYTES, check_bytes
from kozyr.fairness.errors import FairnessError
from kozyr.kernel.streams import Source, check_range

VERSION: Final = "kozyr-shuffle/1"
LONGEST_TABLE_ID: Final = 200
"""Bytes of UTF-8."""
MOST_SEATS: Final = 36
MOST: Final = 0xFFFFFFFF
_WORDS: Final = struct.Struct(">8I")
_NONE, _GIVEN = b"\x00", b"\x01"

Contributions: TypeAlias = Sequence[bytes | None]
"""By seat, the 16 bytes that it gave, or None."""


def message(table_id: str, deal: int, draw: int, contributions: Contributions, block: int) -> bytes:
    """What block ``block`` of a draw is the HMAC of. Raises FairnessError."""
    return prefix(table_id, deal, draw, contributions) + _number(block, "block", 0)


def prefix(table_id: str, deal: int, draw: int, contributions: Contributions) -> bytes:
    """The message without its block counter."""
    if not 1 <= len(contributions) <= MOST_SEATS:
        raise FairnessError("bad_seats", f"contributions should be 1 to {MOST_SEATS}, one a seat")
    parts = [
        _text(VERSION.encode()),
        _text(check_table_id(table_id)),
        _number(deal, "deal", 1),
        _number(draw, "draw", 0),
        _number(len(contributions), "seats", 1),
        *(_contribution(given) for given in contributions),
    ]
    return b"".join(parts)


def check_table_id(table_id: object) -> bytes:
    """A table's id as UTF-8. Raises FairnessError ``bad_table``."""
    try:
        encoded = table_id.encode() if isinstance(table_id, str) else b""
    except UnicodeEncodeError:
        encoded = b""
    if not 1 <= len(encoded) <= LONGEST_TABLE_ID:
        raise FairnessError("bad_table", f"the table's id should be a text of 1 to {LONGEST_TABLE_ID} bytes in UTF-8")
    return encoded


def check_number(value: object, what: str, low: int) -> int:
    """A whole number that fits 32 bits. Raises FairnessError ``bad_number``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= MOST:
        raise FairnessError("bad_number", f"{what} should be a whole number from {low} to {MOST}")
    return value


def _number(value: int, what: str, low: int) -> bytes:
    return check_number(value, what, low).to_bytes(4, "big")


def _text(encoded: bytes) -> bytes:
    return len(encoded).to_bytes(4, "big") + encoded


def _contribution(given: bytes | None) -> bytes:
    return _NONE if given is None else _GIVEN + check_bytes(given, CONTRIBUTION_BYTES, "a contribution")


class CommittedStream(Source):
    """What one chance step of a deal draws from: nothing but the secret, its place and the contributions decide it.

    ``deal`` counts from 1 and ``draw`` from 0: the chance steps of the deal in their order.
    """

    __slots__ = ("_words",)

    def __init__(self, secret: bytes, table_id: str, deal: int, draw: int, contributions: Contributions) -> None:
        key = check_bytes(secret, SECRET_BYTES, "the secret")
        self._words = _words(key, prefix(table_id, deal, draw, contributions))

    def below(self, n: int) -> int:
        """A uniform integer in 0..n-1: a word modulo n, words from the last incomplete run of n passed over."""
        check_range(n)
        limit = (1 << 32) - (1 << 32) % n
        return next(word for word in self._words if word < limit) % n

    def seed_text(self) -> str:
        """The next eight words as 64 hex digits: the seed of what is simulated, not drawn (the heap under a hut)."""
        return "".join(f"{next(self._words):08x}" for _ in range(8))


def _words(key: bytes, start: bytes) -> Iterator[int]:
    """32-bit words, big-endian, eight a block."""
    for block in range(1 << 32):
        yield from _WORDS.unpack(hmac.digest(key, start + block.to_bytes(4, "big"), hashlib.sha256))
