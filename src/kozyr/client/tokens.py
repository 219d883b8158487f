"""Who one is on which server: the cookies of identities, kept between runs."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Protocol

import platformdirs

from kozyr.client.failure import ClientError


class TokenError(ClientError):
    """The file of identities cannot be read or written; the text names it."""


class Tokens(Protocol):
    """Keeps the cookie (``name=value``) by which a server knows somebody."""

    def get(self, server: str) -> str | None:
        """The cookie for a server, None where there is none."""

    def put(self, server: str, cookie: str) -> None:
        """Keep the cookie for a server."""

    def forget(self, server: str) -> None:
        """Keep none for a server any more."""


class MemoryTokens:
    """Keeps cookies as long as it lives."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    def get(self, server: str) -> str | None:
        """The cookie for a server, None where there is none."""
        return self._kept.get(server)

    def put(self, server: str, cookie: str) -> None:
        """Keep the cookie for a server."""
        self._kept[server] = cookie

    def forget(self, server: str) -> None:
        """Keep none for a server any more."""
        self._kept.pop(server, None)


class FileTokens:
    """Keeps cookies in a file that nobody else may read, by default in the user's configuration."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_folder() / "identities.json"

    def get(self, server: str) -> str | None:
        """The cookie for a server, None where there is none. Raises TokenError."""
        return self._read().get(server)

    def put(self, server: str, cookie: str) -> None:
        """Keep the cookie for a server. Raises TokenError."""
        self._write({**self._read(), server: cookie})

    def forget(self, server: str) -> None:
        """Keep none for a server any more. Raises TokenError."""
        self._write({name: cookie for name, cookie in self._read().items() if name != server})

    def _read(self) -> dict[str, str]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise TokenError(f"{self.path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError):
            raise TokenError(f"{self.path} is damaged; without it you are a new person everywhere") from None
        if not isinstance(data, dict) or not all(isinstance(cookie, str) for cookie in data.values()):
            raise TokenError(f"{self.path} is damaged; without it you are a new person everywhere")
        return data

    def _write(self, kept: dict[str, str]) -> None:
        """Whole or not at all, in a file that was never readable for others."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.stem, suffix=".tmp")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(kept, file, indent=1)
                Path(name).replace(self.path)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    Path(name).unlink()
                raise
        except OSError as error:
            raise TokenError(f"{self.path} cannot be written: {error.strerror or error}") from None


def config_folder() -> Path:
    """The folder of the user's configuration; ``KOZYR_CONFIG`` overrides it."""
    override = os.environ.get("KOZYR_CONFIG")
    return Path(override) if override else Path(platformdirs.user_config_dir("kozyr"))
