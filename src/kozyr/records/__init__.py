"""Records: matches as JSON lines, read, written, replayed and checked.

Imports ``games``, ``kernel`` and ``cards`` only. Whatever is wrong with a record is a ``RecordError``.
"""

from kozyr.records.errors import RecordError
from kozyr.records.model import FORMAT, Record, RecordedDeal, RecordedMove, SeatEntry
from kozyr.records.reading import parse_record, read_records
from kozyr.records.replaying import (
    Outcome,
    State,
    Step,
    Watch,
    check,
    replay,
    replay_states,
    replay_steps,
)
from kozyr.records.writing import record_of, to_line

__all__ = [
    "FORMAT",
    "Outcome",
    "Record",
    "RecordError",
    "RecordedDeal",
    "RecordedMove",
    "SeatEntry",
    "State",
    "Step",
    "Watch",
    "check",
    "parse_record",
    "read_records",
    "record_of",
    "replay",
    "replay_states",
    "replay_steps",
    "to_line",
]
