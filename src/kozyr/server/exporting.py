"""What is kept of one person, for himself: his tables with his own lines, and his records, page by page."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kozyr.server.faults import Fault
from kozyr.server.storage import Cursor, Record, Storage
from kozyr.server.storage import Table as StoredTable
from kozyr.table import read_event
from kozyr.table.events import Spoke

ENTRIES_A_PAGE: Final = 20
_SPOKE: Final = b'"spoke"'
"""Stands in every event of a line, and in few others: a long log is not read for the lines in it."""
_TABLES, _RECORDS = "tables", "records"


async def page(storage: Storage, identity_id: str, after: str | None) -> dict[str, Any]:
    """A page: first tables come, then records. Raises Fault for no such page, StorageError."""
    part, before = _cursor(after)
    if part == _TABLES:
        tables = await storage.tables_of(identity_id, ENTRIES_A_PAGE, before)
        told = [await _table(storage, stored, identity_id) for stored in tables]
        more = _next(_TABLES, [(stored.updated_at, stored.id) for stored in tables]) or _RECORDS
        return {_TABLES: told, _RECORDS: [], "next": more}
    records = await storage.records_of(identity_id, ENTRIES_A_PAGE, before)
    more_records = _next(_RECORDS, [(record.created_at, record.id) for record in records])
    return {_TABLES: [], _RECORDS: [_record(record) for record in records], "next": more_records}


async def _table(storage: Storage, stored: StoredTable, identity_id: str) -> dict[str, Any]:
    spoken = [read_event(event.body) for event in await storage.events_holding(stored.id, _SPOKE)]
    return {
        "id": stored.id,
        "created_at": stored.created_at,
        "updated_at": stored.updated_at,
        "made_by_me": stored.creator == identity_id,
        "shown": msgspec.Raw(stored.summary),
        "lines": [
            {"at": event.at, "text": event.text}
            for event in spoken
            if isinstance(event, Spoke) and event.who == identity_id
        ],
    }


def _record(record: Record) -> dict[str, Any]:
    return {
        "id": record.id,
        "table": record.table_id,
        "created_at": record.created_at,
        "shared": record.share is not None,
        "record": msgspec.Raw(record.body),
    }


def _next(part: str, shown: list[Cursor]) -> str | None:
    if len(shown) < ENTRIES_A_PAGE:
        return None
    time, entry = shown[-1]
    return f"{part}:{time},{entry}"


def _cursor(text: str | None) -> tuple[str, Cursor | None]:
    part, colon, place = (text or _TABLES).partition(":")
    time, _, entry = place.partition(",")
    if part in (_TABLES, _RECORDS) and not colon:
        return part, None
    if part in (_TABLES, _RECORDS) and time.isascii() and time.isdigit() and len(time) <= 15 and 0 < len(entry) <= 64:
        return part, (int(time), entry)
    raise Fault("bad_field", field="next", reason="what the page before has given")
