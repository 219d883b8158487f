"""Secrets, contributions and the hashes that commit to them."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from typing import Final

from kozyr.fairness.errors import FairnessError

SECRET_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = 16
HASH_BYTES: Final = 32
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)


def fresh_secret(entropy: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
    """A new secret of the server for one deal."""
    return check_bytes(entropy(SECRET_BYTES), SECRET_BYTES, "the secret")


def commitment(secret: bytes) -> str:
    """What commits to a secret: its SHA-256 in hex."""
    return hashlib.sha256(check_bytes(secret, SECRET_BYTES, "the secret")).hexdigest()


def contribution_hash(contribution: bytes) -> str:
    """What commits to the bytes of a player: their SHA-256 in hex."""
    return hashlib.sha256(check_bytes(contribution, CONTRIBUTION_BYTES, "a contribution")).hexdigest()


def check_bytes(value: object, length: int, what: str) -> bytes:
    """Bytes of a length. Raises FairnessError ``bad_bytes``."""
    if not isinstance(value, bytes) or len(value) != length:
        raise FairnessError("bad_bytes", f"{what} should be {length} bytes")
    return value


def bytes_of(text: object, length: int, what: str) -> bytes:
    """The bytes that a hex text tells. Raises FairnessError ``bad_hex``."""
    if not isinstance(text, str) or len(text) != 2 * length or not _HEX.fullmatch(text):
        raise FairnessError("bad_hex", f"{what} should be {2 * length} hex digits of 0123456789abcdef")
    return bytes.fromhex(text)
