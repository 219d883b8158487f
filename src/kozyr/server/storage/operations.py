"""Every operation, once, as plain SQL that SQLite and PostgreSQL both take."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from kozyr.server.storage.errors import Conflict, Violation
from kozyr.server.storage.redaction import Redactor
from kozyr.server.storage.values import CLOSED, Cursor, Event, Identity, Kind, NewRecord, Record, Table
from kozyr.server.storage.work import Batch, Row, Statement, Value, Work, one, rows_of

_TABLE: Final = "id, game, rules_version, created_at, updated_at, status, listed, creator, summary, seq"
_IDENTITY: Final = "id, name, created_at, seen_at, generation, settings"
_RECORD: Final = "id, table_id, match_no, game, created_at, body, share, finished"
_LAST: Final[Cursor] = (2**62, "")
_FIRST: Final[Cursor] = (-1, "")
ADVANCE: Final = (
    "UPDATE tables SET seq = $1, updated_at = $2, summary = COALESCE($3, summary), status = COALESCE($4, status), "
    "listed = COALESCE($5, listed) WHERE id = $6 AND seq = $7 RETURNING seq"
)
"""A table goes on from the event that is expected to be its last one; no row where it is not."""


def create_table(table: Table, bodies: Sequence[bytes], seats: Collection[str]) -> Work[None]:
    """A table and its first events."""
    values = (table.id, table.game, table.rules_version, table.created_at, table.updated_at, table.status)
    more = (int(table.listed), table.creator, table.summary, len(bodies))
    sql = f"INSERT INTO tables ({_TABLE}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    try:
        yield Statement(sql, values + more)
    except Violation:
        raise Conflict(table.id, 0) from None
    yield from _add_events(table.id, 0, bodies, table.created_at)
    yield from _add_seats(table.id, seats)


def append(
    table_id: str,
    expected_seq: int,
    bodies: Sequence[bytes],
    at: int,
    summary: bytes | None,
    status: str | None,
    listed: bool | None,
    records: Sequence[NewRecord],
    seats: Collection[str],
) -> Work[int]:
    """Events after the one expected to be the last."""
    last = expected_seq + len(bodies)
    shown = None if listed is None else int(listed)
    if not (yield from one(ADVANCE, last, at, summary, status, shown, table_id, expected_seq)):
        raise Conflict(table_id, expected_seq)
    try:
        yield from _add_events(table_id, expected_seq, bodies, at)
    except Violation:
        raise Conflict(table_id, expected_seq) from None
    for record in records:
        yield from put_record(record, at)
    yield from _add_seats(table_id, seats)
    return last


def _add_events(table_id: str, after: int, bodies: Sequence[bytes], at: int) -> Work[None]:
    rows = [(table_id, seq, at, body) for seq, body in enumerate(bodies, after + 1)]
    yield from _insert("INSERT INTO events (table_id, seq, at, body) VALUES ($1, $2, $3, $4)", rows)


def _add_seats(table_id: str, seats: Collection[str]) -> Work[None]:
    rows = [(identity_id, table_id) for identity_id in sorted(set(seats))]
    yield from _insert("INSERT INTO seats (identity_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", rows)


def _insert(sql: str, rows: Sequence[tuple[Value, ...]]) -> Work[None]:
    if len(rows) == 1:
        yield Statement(sql, rows[0])
    elif rows:
        yield Batch(sql, rows)


def events(table_id: str, after: int, limit: int | None) -> Work[list[Event]]:
    """A table's events in their order."""
    sql = "SELECT seq, at, body FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3"
    rows = yield from rows_of(sql, table_id, after, 2**31 if limit is None else limit)
    return [Event(*row) for row in rows]


def events_holding(table_id: str, part: bytes, holds: str) -> Work[list[Event]]:
    """A table's events whose bodies hold some bytes; ``holds`` is the dialect's test of that."""
    sql = f"SELECT seq, at, body FROM events WHERE table_id = $2 AND {holds} ORDER BY seq"
    return [Event(*row) for row in (yield from rows_of(sql, part, table_id))]


def table(table_id: str) -> Work[Table | None]:
    """A table."""
    row = yield from one(f"SELECT {_TABLE} FROM tables WHERE id = $1", table_id)
    return _table(row) if row else None


def listed_tables(limit: int, before: Cursor | None) -> Work[list[Table]]:
    """The lobby, the newest first."""
    sql = (
        f"SELECT {_TABLE} FROM tables WHERE listed = 1 AND status <> $1 AND (created_at, id) < ($2, $3) "
        "ORDER BY created_at DESC, id DESC LIMIT $4"
    )
    rows = yield from rows_of(sql, CLOSED, *(before or _LAST), limit)
    return [_table(row) for row in rows]


def took_part(identity_id: str, table_id: str) -> Work[bool]:
    """Whether somebody sits or sat at a table."""
    rows = yield from rows_of("SELECT 1 FROM seats WHERE identity_id = $1 AND table_id = $2", identity_id, table_id)
    return bool(rows)


def tables_of(identity_id: str, limit: int, before: Cursor | None) -> Work[list[Table]]:
    """The tables somebody sits or sat at, the last changed first."""
    sql = (
        f"SELECT {_TABLE} FROM tables JOIN seats ON seats.table_id = tables.id WHERE seats.identity_id = $1 "
        "AND (updated_at, id) < ($2, $3) ORDER BY updated_at DESC, id DESC LIMIT $4"
    )
    rows = yield from rows_of(sql, identity_id, *(before or _LAST), limit)
    return [_table(row) for row in rows]


def ids_with_status(status: str, limit: int) -> Work[list[str]]:
    """Tables of a status, the last changed first; the index tables_by_status gives them in this order."""
    sql = "SELECT id FROM tables WHERE status = $1 ORDER BY updated_at DESC LIMIT $2"
    rows = yield from rows_of(sql, status, limit)
    return [str(row[0]) for row in rows]


def untouched_tables(status: str, before: int, after: Cursor | None, limit: int) -> Work[list[Table]]:
    """Tables of a status that nothing has happened to since a time, the longest untouched first."""
    sql = (
        f"SELECT {_TABLE} FROM tables WHERE status = $1 AND updated_at < $2 AND (updated_at, id) > ($3, $4) "
        "ORDER BY updated_at, id LIMIT $5"
    )
    rows = yield from rows_of(sql, status, before, *(after or _FIRST), limit)
    return [_table(row) for row in rows]


def count_open_tables() -> Work[int]:
    """How many tables are not closed."""
    rows = yield from rows_of("SELECT COUNT(*) FROM tables WHERE status <> $1", CLOSED)
    return int(rows[0][0])


def create_identity(identity: Identity) -> Work[None]:
    """Somebody new."""
    sql = f"INSERT INTO identities ({_IDENTITY}) VALUES ($1, $2, $3, $4, $5, $6)"
    values = (identity.id, identity.name, identity.created_at, identity.seen_at, identity.generation, identity.settings)
    try:
        yield Statement(sql, values)
    except Violation:
        raise Conflict(identity.id, 0) from None


def identity(identity_id: str) -> Work[Identity | None]:
    """An identity."""
    return _identity((yield from one(f"SELECT {_IDENTITY} FROM identities WHERE id = $1", identity_id)))


def rename_identity(identity_id: str, name: str) -> Work[Identity | None]:
    """Give another name."""
    return (yield from _change(identity_id, "name = $2", name))


def set_settings(identity_id: str, settings: bytes) -> Work[Identity | None]:
    """Keep other settings."""
    return (yield from _change(identity_id, "settings = $2", settings))


def touch_identity(identity_id: str, at: int) -> Work[Identity | None]:
    """Note that somebody was there; never earlier than noted before."""
    return (yield from _change(identity_id, "seen_at = CASE WHEN seen_at < $2 THEN $2 ELSE seen_at END", at))


def bump_generation(identity_id: str) -> Work[Identity | None]:
    """Make all tokens and links given so far void."""
    yield Statement("DELETE FROM links WHERE identity_id = $1", (identity_id,))
    return (yield from _change(identity_id, "generation = generation + 1"))


def _change(identity_id: str, change: str, *values: str | int | bytes) -> Work[Identity | None]:
    sql = f"UPDATE identities SET {change} WHERE id = $1 RETURNING {_IDENTITY}"
    return _identity((yield from one(sql, identity_id, *values)))


def tables_naming(identity_id: str, holds: str) -> Work[list[str]]:
    """The tables whose logs name somebody; ``holds`` is the dialect's test of the bytes of an event. Reads all logs."""
    sql = f"SELECT DISTINCT table_id FROM events WHERE {holds}"
    return [str(row[0]) for row in (yield from rows_of(sql, identity_id.encode()))]


def delete_identity(identity_id: str, redactor: Redactor, named: Collection[str]) -> Work[bool]:
    """Remove somebody, and his name wherever he was; ``named`` are the tables whose logs name him."""
    found = yield from one("DELETE FROM identities WHERE id = $1 RETURNING id", identity_id)
    yield Statement("DELETE FROM links WHERE identity_id = $1", (identity_id,))
    sql = "SELECT table_id FROM seats WHERE identity_id = $1 UNION SELECT id FROM tables WHERE creator = $1"
    tables = [row[0] for row in (yield from rows_of(sql, identity_id))]
    tables += [table_id for table_id in named if table_id not in tables]  # who only watched has no place
    for table_id in tables:
        yield from _redact_table(table_id, redactor)
        yield from _redact_records(table_id, redactor)
    yield Statement("UPDATE tables SET creator = '' WHERE creator = $1", (identity_id,))
    yield Statement("DELETE FROM seats WHERE identity_id = $1", (identity_id,))
    return found is not None


def _redact_table(table_id: str, redactor: Redactor) -> Work[None]:
    # An update, so that no append comes between on PostgreSQL.
    row = yield from one("UPDATE tables SET seq = seq WHERE id = $1 RETURNING summary", table_id)
    if not row:
        return
    before = yield from events(table_id, 0, None)
    after = redactor.events(before)
    if [(event.seq, event.at) for event in before] != [(event.seq, event.at) for event in after]:
        raise ValueError("a redactor may change the bodies of events, nothing else")
    changed = [(table_id, new.seq, new.body) for old, new in zip(before, after, strict=True) if old.body != new.body]
    if changed:
        yield Batch("UPDATE events SET body = $3 WHERE table_id = $1 AND seq = $2", changed)
    yield Statement("UPDATE tables SET summary = $2 WHERE id = $1", (table_id, redactor.summary(row[0])))


def _redact_records(table_id: str, redactor: Redactor) -> Work[None]:
    rows = yield from rows_of("SELECT id, body FROM records WHERE table_id = $1", table_id)
    if rows:
        yield Batch("UPDATE records SET body = $2 WHERE id = $1", [(row[0], redactor.record(row[1])) for row in rows])


def create_link(token: str, identity_id: str, expires_at: int) -> Work[None]:
    """A one-time link."""
    sql = "INSERT INTO links (token_hash, identity_id, expires_at) VALUES ($1, $2, $3)"
    yield Statement(sql, (_hash(token), identity_id, expires_at))


def take_link(token: str, at: int) -> Work[str | None]:
    """Use a one-time link up."""
    sql = (
        "UPDATE links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 "
        "AND identity_id IN (SELECT id FROM identities) RETURNING identity_id"
    )
    row = yield from one(sql, _hash(token), at)
    return str(row[0]) if row else None


def put_record(record: NewRecord, at: int) -> Work[None]:
    """Keep a record, or its newer state; time and share stay what they were."""
    sql = (
        "INSERT INTO records (id, table_id, match_no, game, created_at, body, finished) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET body = excluded.body, "
        "finished = excluded.finished"
    )
    values = (record.id, record.table_id, record.match_no, record.game, at, record.body, int(record.finished))
    yield Statement(sql, values)


def record(record_id: str) -> Work[Record | None]:
    """A record."""
    return _record((yield from one(f"SELECT {_RECORD} FROM records WHERE id = $1", record_id)))


def shared_record(token: str) -> Work[Record | None]:
    """The record that a token opens."""
    return _record((yield from one(f"SELECT {_RECORD} FROM records WHERE share = $1", token)))


def records_of_table(table_id: str) -> Work[list[Record]]:
    """A table's records, the first match first."""
    rows = yield from rows_of(f"SELECT {_RECORD} FROM records WHERE table_id = $1 ORDER BY match_no", table_id)
    return _records(rows)


def records_of(identity_id: str, limit: int, before: Cursor | None) -> Work[list[Record]]:
    """The records of tables somebody sat at, the newest first."""
    columns = ", ".join(f"records.{name}" for name in _RECORD.split(", "))
    sql = (
        f"SELECT {columns} FROM records JOIN seats ON seats.table_id = records.table_id WHERE seats.identity_id = $1 "
        "AND (records.created_at, records.id) < ($2, $3) ORDER BY records.created_at DESC, records.id DESC LIMIT $4"
    )
    return _records((yield from rows_of(sql, identity_id, *(before or _LAST), limit)))


def share_record(record_id: str, token: str) -> Work[str | None]:
    """Open a record to who has the token; one that is open already keeps its token."""
    row = yield from one(
        "UPDATE records SET share = COALESCE(share, $2) WHERE id = $1 RETURNING share", record_id, token
    )
    return str(row[0]) if row else None


def unshare_record(record_id: str) -> Work[None]:
    """Close a record again."""
    yield Statement("UPDATE records SET share = NULL WHERE id = $1", (record_id,))


def beat(process_id: str, at: int) -> Work[None]:
    """Note that a process lives."""
    sql = "INSERT INTO processes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = $2"
    yield Statement(sql, (process_id, at))


def alive(since: int) -> Work[list[str]]:
    """The processes seen since a time."""
    rows = yield from rows_of("SELECT id FROM processes WHERE seen_at >= $1 ORDER BY id", since)
    return [str(row[0]) for row in rows]


_OLD: Final = {
    # An update, so that no append opens one of them between on PostgreSQL.
    Kind.TABLES: (
        f"UPDATE tables SET status = status WHERE status = '{CLOSED}' AND updated_at < $1 AND id IN "
        f"(SELECT id FROM tables WHERE status = '{CLOSED}' AND updated_at < $1 LIMIT $2) RETURNING id"
    ),
    Kind.RECORDS: "SELECT id FROM records WHERE share IS NULL AND created_at < $1 LIMIT $2",
    Kind.LINKS: "SELECT token_hash FROM links WHERE expires_at < $1 LIMIT $2",
    Kind.IDENTITIES: (
        "SELECT id FROM identities WHERE seen_at < $1 "
        "AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.identity_id = identities.id) LIMIT $2"
    ),
    Kind.PROCESSES: "SELECT id FROM processes WHERE seen_at < $1 LIMIT $2",
}
_GONE: Final = {
    Kind.TABLES: (
        "DELETE FROM events WHERE table_id = $1",
        "DELETE FROM tables WHERE id = $1",
        (
            "DELETE FROM seats WHERE table_id = $1 AND NOT EXISTS "
            "(SELECT 1 FROM records WHERE records.table_id = seats.table_id)"
        ),
    ),
    Kind.RECORDS: (
        (
            "DELETE FROM seats WHERE table_id = (SELECT table_id FROM records WHERE id = $1) AND NOT EXISTS "
            "(SELECT 1 FROM tables WHERE tables.id = seats.table_id) AND NOT EXISTS "
            "(SELECT 1 FROM records WHERE records.table_id = seats.table_id AND records.id <> $1)"
        ),
        "DELETE FROM records WHERE id = $1",
    ),
    Kind.LINKS: ("DELETE FROM links WHERE token_hash = $1",),
    Kind.IDENTITIES: (
        "DELETE FROM links WHERE identity_id = $1",
        "UPDATE tables SET creator = '' WHERE creator = $1",
        "DELETE FROM identities WHERE id = $1",
    ),
    Kind.PROCESSES: ("DELETE FROM processes WHERE id = $1",),
}


def purge(kind: Kind, older_than: int, limit: int) -> Work[int]:
    """Remove what is old, no more than so many at once."""
    rows = yield from rows_of(_OLD[kind], older_than, limit)
    keys = [(str(row[0]),) for row in rows]
    if keys:
        for sql in _GONE[kind]:
            yield Batch(sql, keys)
    return len(keys)


def check() -> Work[None]:
    """Read and write a little."""
    yield Statement("UPDATE meta SET value = value WHERE name = 'schema'")


def _table(row: Row) -> Table:
    values = list(row)
    values[6] = bool(values[6])
    return Table(*values)


def _identity(row: Row | None) -> Identity | None:
    return Identity(*row) if row else None


def _record(row: Row | None) -> Record | None:
    return _records([row])[0] if row else None


def _records(rows: Sequence[Row]) -> list[Record]:
    return [Record(*(*row[:7], bool(row[7]))) for row in rows]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
