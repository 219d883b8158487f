"""What the database says, held against what the server had said."""

from __future__ import annotations

from dataclasses import dataclass, field

from bench.durable.wire import LASTING, Notes
from kozyr.fairness import verify
from kozyr.records import check, parse_record
from kozyr.server.storage import Storage, open_storage
from kozyr.table import Event, Table, read_event


@dataclass
class _Log:
    """A table's log as far as it has been read, and the table that it has led to."""

    table: Table
    seq: int = 1
    at: int = 0


@dataclass
class Evidence:
    """Reads the logs again and again; what is not as it should be stands in ``faults``."""

    database: str
    notes: Notes
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)
    matches: int = 0
    events: int = 0
    take_backs: int = 0
    _logs: dict[str, _Log] = field(default_factory=dict)
    _causes: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _records: set[str] = field(default_factory=set)

    async def read(self, tables: set[str]) -> None:
        """Read on in every log, and look for every ask that was acknowledged by now."""
        storage = await open_storage(self.database)
        try:
            acknowledged = dict(self.notes.done)
            for table_id in sorted(tables):
                await self._read_on(storage, table_id)
                await self._read_records(storage, table_id)
        finally:
            await storage.close()
        self._find(acknowledged)

    async def read_again(self, tables: set[str]) -> None:
        """Replay whole logs: each leads to the table that was followed."""
        storage = await open_storage(self.database)
        try:
            for table_id in sorted(tables):
                events = await storage.events(table_id, 0, self._logs[table_id].seq)
                replayed = Table.replay(read_event(event.body) for event in events)
                if replayed.fingerprint() != self._logs[table_id].table.fingerprint():
                    self.faults.append(f"{table_id}: its log replays to another table")
        finally:
            await storage.close()

    async def _read_on(self, storage: Storage, table_id: str) -> None:
        known = self._logs.get(table_id)
        stored = await storage.events(table_id, 0 if known is None else known.seq)
        events = [read_event(event.body) for event in stored]
        if known is None:
            known = self._logs[table_id] = _Log(Table.replay(events[:1]))
            self._note(table_id, 1, events[0])
            stored, events = stored[1:], events[1:]
        for one, event in zip(stored, events, strict=True):
            if one.seq != known.seq + 1 or event.at < known.at:
                self.faults.append(f"{table_id}: event {one.seq} at {event.at} after {known.seq} at {known.at}")
            known.seq, known.at = one.seq, event.at
            known.table.follow([event])
            self._note(table_id, one.seq, event)
        about = await storage.table(table_id)
        if about is None or about.seq < known.seq:  # the server may have gone on meanwhile
            self.faults.append(f"{table_id}: its row and its log are not at one")

    def _note(self, table_id: str, seq: int, event: Event) -> None:
        self.events += 1
        self.take_backs += type(event).__name__ == "TakenBack"
        if event.cause is None:
            return
        key = event.cause.who, event.cause.id
        if key in self._causes:
            self.doubled += 1
            self.faults.append(f"{table_id}: {key} is at {self._causes[key]} and at {seq}")
        self._causes[key] = table_id, seq

    def _find(self, acknowledged: dict[tuple[str, str], tuple[str, int]]) -> None:
        for key, said in acknowledged.items():
            if key in self._seen:
                continue
            self._seen.add(key)
            stored = self._causes.get(key)
            if stored is None and self.notes.asked.get(key) not in LASTING:
                continue
            if stored != said:
                self.lost += stored is None
                self.faults.append(f"{key} ({self.notes.asked.get(key)}) was said to be at {said}, is at {stored}")

    async def _read_records(self, storage: Storage, table_id: str) -> None:
        kept = await storage.records_of_table(table_id)
        table = self._logs[table_id].table
        over = table.state.number if table.state.phase == "over" else table.state.number - 1
        if sorted(each.match_no for each in kept) != list(range(1, over + 1)):
            self.faults.append(f"{table_id}: {over} matches are over, records of {[each.match_no for each in kept]}")
        for each in kept:
            if each.id in self._records:
                continue
            self._records.add(each.id)
            self.matches += each.finished
            record = parse_record(each.body.decode())
            check(record)
            if not verify(record).is_verified:
                self.faults.append(f"{table_id}: the record of match {each.match_no} is not verified")
