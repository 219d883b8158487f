"""What keeps a client from what it wants; every text is one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kozyr.protocol.messages import Failed


class ClientError(Exception):
    """Whatever is raised by the client of a server."""


class AskFailed(ClientError):  # noqa: N818 - a statement of what happened
    """The server refuses what was asked, and nothing has changed. ``code`` is for programs, ``texts`` for people."""

    def __init__(self, code: str, texts: Mapping[str, str], values: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.texts = dict(texts)
        self.values = dict(values or {})
        super().__init__(self.text("en"))

    @classmethod
    def of(cls, failed: Failed) -> AskFailed:
        """What a message tells."""
        return cls(failed.code, failed.texts, failed.values)

    def text(self, language: str) -> str:
        """The refusal in a language, as far as it is told in it."""
        return self.texts.get(language) or self.texts.get("en") or self.code


class Unreachable(ClientError):  # noqa: N818 - as above
    """There is no such server, it does not answer, or what answers is no server of Kozyr."""


class ConnectionEnded(ClientError):  # noqa: N818 - as above
    """The connection to a table is over for good.

    ``code``: ``removed``, ``deleted``, ``elsewhere`` (as the server says), ``protocol`` (another version of it),
    ``closed`` (by this client).
    """

    def __init__(self, code: str, text: str = "") -> None:
        self.code = code
        super().__init__(text or f"the connection to the table has ended: {code}")
