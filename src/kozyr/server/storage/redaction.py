"""How somebody's name leaves what the storage cannot read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kozyr.server.storage.values import Event


class Redactor(Protocol):
    """Takes one identity out of the bytes of a table. It may be called in another thread."""

    def events(self, events: Sequence[Event]) -> Sequence[Event]:
        """All events of a table, the same ones in the same order with other bodies."""

    def summary(self, summary: bytes) -> bytes:
        """What the lobby shows."""

    def record(self, body: bytes) -> bytes:
        """A record."""
