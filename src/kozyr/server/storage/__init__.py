"""What the server keeps: tables, their events, identities, links, records; in SQLite or in PostgreSQL.

``open_storage(url)`` gives a ``Storage``. The tables (``migrations``) and the operations (``operations``) are written
once, in plain SQL; ``sqlite`` and ``postgres`` run them. Bodies are bytes whose meaning is not the storage's business.
"""

from kozyr.server.storage.errors import BackupError, Conflict, SchemaError, StorageError
from kozyr.server.storage.interface import Storage
from kozyr.server.storage.opening import DEFAULT_URL, check_url, open_as_it_is, open_storage
from kozyr.server.storage.redaction import Redactor
from kozyr.server.storage.values import CLOSED, Cursor, Event, Identity, Kind, NewRecord, Record, Table

__all__ = [
    "CLOSED",
    "DEFAULT_URL",
    "BackupError",
    "Conflict",
    "Cursor",
    "Event",
    "Identity",
    "Kind",
    "NewRecord",
    "Record",
    "Redactor",
    "SchemaError",
    "Storage",
    "StorageError",
    "Table",
    "check_url",
    "open_as_it_is",
    "open_storage",
]
