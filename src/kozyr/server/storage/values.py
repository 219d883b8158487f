"""What a storage takes and gives. Times are whole milliseconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CLOSED: Final = "closed"
"""The status of a table at which nothing will happen any more; what the others mean is not the storage's business."""

Cursor = tuple[int, str]
"""Where a listing goes on: time and id of the last entry shown."""


class Kind(StrEnum):
    """What may be purged, and what the time is of that counts."""

    TABLES = "tables"
    """Closed tables, by their last change; with their events, without their records."""
    RECORDS = "records"
    """Records that are not shared, by when they were made."""
    LINKS = "links"
    """One-time links, by when they expired."""
    IDENTITIES = "identities"
    """Identities that sit at no table and have no record, by when they were seen last."""
    PROCESSES = "processes"
    """Server processes, by when they were seen last."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table without its events."""

    id: str
    game: str
    rules_version: int
    created_at: int
    updated_at: int
    status: str
    listed: bool
    creator: str
    """The identity that opened it; empty after that was deleted."""
    summary: bytes
    """What the lobby shows."""
    seq: int
    """The number of its last event."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a table's log."""

    seq: int
    at: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who plays."""

    id: str
    name: str
    created_at: int
    seen_at: int
    generation: int
    """Tokens of an earlier generation are void."""
    settings: bytes


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to be kept."""

    id: str
    table_id: str
    match_no: int
    game: str
    body: bytes
    finished: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it is kept."""

    id: str
    table_id: str
    match_no: int
    game: str
    created_at: int
    body: bytes
    share: str | None
    """The token by which anybody may read it."""
    finished: bool
