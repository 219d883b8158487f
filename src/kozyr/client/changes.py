"""What a connection to a table tells those who follow it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

from kozyr.client.contributor import Check
from kozyr.client.table_state import TableState


@dataclass(frozen=True)
class Changed:
    """The table is another than before."""

    before: TableState
    now: TableState


@dataclass(frozen=True)
class Lost:
    """The connection is lost, and sought again; ``why`` in one line."""

    why: str


@dataclass(frozen=True)
class Found:
    """The connection is there again; what was missed follows."""


@dataclass(frozen=True)
class Checked:
    """The proof of a finished deal was checked."""

    check: Check


@dataclass(frozen=True)
class Ended:
    """The connection is over for good; nothing comes after it. ``code`` as in ConnectionEnded."""

    code: str


Change: TypeAlias = Changed | Lost | Found | Checked | Ended


class Changes:
    """The changes since it was made, one by one, until the connection has ended."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[Change] = asyncio.Queue()
        self._ended = False

    def add(self, change: Change) -> None:
        """One change more."""
        self._waiting.put_nowait(change)

    def __aiter__(self) -> Changes:
        return self

    async def __anext__(self) -> Change:
        if self._ended:
            raise StopAsyncIteration
        change = await self._waiting.get()
        self._ended = isinstance(change, Ended)
        return change
