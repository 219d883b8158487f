"""The server's secret: made at the first start, kept in a file that only its owner may read, never shown."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Final

_BYTES: Final = 32
_MARK: Final = "kozyr-secret-1"
_LONGEST: Final = 1000


class KeyFileError(Exception):
    """The file of the secret cannot be used; the text is one line that says why, and holds nothing of it."""


class Keys:
    """Keys for one purpose each, derived from the secret."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _BYTES:
            raise KeyFileError(f"a secret has {_BYTES} bytes")
        self._secret = secret

    def key(self, purpose: str) -> bytes:
        """The key for a purpose, 32 bytes; the same for the same secret."""
        return hmac.new(self._secret, b"kozyr " + purpose.encode(), hashlib.sha256).digest()

    def __repr__(self) -> str:
        return "Keys(…)"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("keys are not written anywhere")


def load_keys(path: Path) -> Keys:
    """The keys of a file, which is made where it is missing; of many that start at once all get the same.

    Raises KeyFileError.
    """
    try:
        if not path.exists():
            _create(path)
        return _read(path)
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror or error}") from None


def _create(path: Path) -> None:
    """Write a whole file aside, then give it its name unless somebody was first: no one reads half a secret."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"{_MARK} {base64.urlsafe_b64encode(secrets.token_bytes(_BYTES)).decode()}\n"
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")  # O_EXCL, mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()


def _read(path: Path) -> Keys:
    with path.open("rb") as file:
        _check(path, os.fstat(file.fileno()))
        words = file.read(_LONGEST).decode("ascii", errors="replace").split()
    try:
        mark, secret = words
        if mark == _MARK:
            return Keys(base64.b64decode(secret, altchars=b"-_", validate=True))
    except (ValueError, KeyFileError):
        pass
    raise KeyFileError(f"{path} holds no secret of Kozyr; move it away and a new one is made, which ends all sessions")


def _check(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise KeyFileError(f"{path} is no file")
    if os.name == "nt":
        return  # there the folder's access list guards it
    if status.st_mode & 0o077:
        raise KeyFileError(f"{path} may be read by others than its owner; chmod 600 it, or better make a new one")
    if status.st_uid != os.geteuid():
        raise KeyFileError(f"{path} belongs to another user than the server runs as")
