"""What may go wrong with a storage."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be used now; its text is one line that says why.

    Nothing was acknowledged. Where the connection broke in the middle of a commit, what was to be written may still be
    there: read again before going on.
    """


class SchemaError(StorageError):
    """The tables of the database, or a backup, are not of a version known here."""


class Conflict(Exception):  # noqa: N818 - no fault: somebody else moved first
    """Another append to a table came first, or there is no such table, or a new id is not new; nothing was written."""

    def __init__(self, table_id: str, seq: int) -> None:
        super().__init__(table_id, seq)
        self.table_id = table_id
        self.seq = seq
        """The last event that the caller knew of."""

    def __str__(self) -> str:
        return f"something else came first: {self.table_id} is not at {self.seq}"


class Violation(Exception):  # noqa: N818 - never leaves the storage
    """A key is there already. Drivers raise it into an operation."""


class BackupError(StorageError):
    """A file of a backup cannot be written, or is none, or is damaged, or there is no empty place for it."""
