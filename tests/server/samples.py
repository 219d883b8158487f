"""Tables, identities and records for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kozyr.server.storage import Event, Identity, NewRecord, Table


def a_table(table_id: str = "t1", *, at: int = 1000, creator: str = "ann", listed: bool = True) -> Table:
    return Table(
        id=table_id,
        game="kozel",
        rules_version=1,
        created_at=at,
        updated_at=at,
        status="waiting",
        listed=listed,
        creator=creator,
        summary=b'{"names":["Ann"]}',
        seq=0,
    )


def an_identity(identity_id: str = "ann", *, name: str = "Ann", at: int = 1000) -> Identity:
    return Identity(identity_id, name, at, at, 1, b"{}")


def a_record(record_id: str = "r1", *, table_id: str = "t1", match_no: int = 1, body: bytes = b"Ann won") -> NewRecord:
    return NewRecord(record_id, table_id, match_no, "kozel", body, finished=True)


class Forget:
    """Takes the name Ann out."""

    def events(self, events: Sequence[Event]) -> Sequence[Event]:
        return [replace(event, body=event.body.replace(b"Ann", b"-")) for event in events]

    def summary(self, summary: bytes) -> bytes:
        return summary.replace(b"Ann", b"-")

    def record(self, body: bytes) -> bytes:
        return body.replace(b"Ann", b"-")
