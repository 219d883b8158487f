"""Streams of records: faults stand in the place of their line and reading goes on."""

import io
import json
import tracemalloc
from typing import BinaryIO, cast

from kozyr.records import Record, RecordError, read_records
from kozyr.records.reading import LONGEST_LINE
from tests.records.samples import sample

LINE = json.dumps(sample()).encode()


class LongLine(io.RawIOBase):
    """A good line, a line of very many bytes that nobody holds, a good line; remembers the largest read."""

    def __init__(self, length: int) -> None:
        self.parts: list[io.BytesIO | int] = [io.BytesIO(LINE + b"\n"), length, io.BytesIO(b"\n" + LINE)]
        self.largest = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.largest = max(self.largest, size)
        line = b""
        while len(line) < size and not line.endswith(b"\n") and self.parts:
            part = self.parts[0]
            free = size - len(line)
            piece = part.readline(free) if isinstance(part, io.BytesIO) else self._filler(part, free)
            if not piece:
                self.parts.pop(0)
            line += piece
        return line

    def _filler(self, left: int, size: int) -> bytes:
        count = min(size, left)
        self.parts[0] = left - count
        return b"x" * count


def read(data: bytes) -> list[Record | RecordError]:
    return list(read_records(io.BytesIO(data)))


def test_a_line_of_100_mb_is_one_error_and_is_never_held() -> None:
    stream = LongLine(100_000_000)
    tracemalloc.start()
    first, second, third = read_records(cast(BinaryIO, stream))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(first, Record)
    assert str(second) == "record 2: the line is longer than 64 MB"
    assert isinstance(third, Record)
    assert third.number == 3
    assert stream.largest <= LONGEST_LINE + 1
    assert peak < 80_000_000


def test_a_line_too_long_at_the_end_is_one_error() -> None:
    (only,) = read(b"x" * (LONGEST_LINE + 5))
    assert str(only) == "record 1: the line is longer than 64 MB"


def test_blank_lines_are_skipped_and_counted() -> None:
    first, second = read(b"\n" + LINE + b"\r\n  \n\n" + LINE)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.number, second.number) == (2, 5)
    assert first == second


def test_reading_goes_on_behind_every_kind_of_fault() -> None:
    bad = [b"\xff\xfe", b"{", b"null", b"\0\0", b'{"format": "kozyr-record/9"}']
    told = read(b"\n".join([*bad, LINE]))
    assert [str(error).partition(":")[0] for error in told[:-1]] == [f"record {n}" for n in range(1, 6)]
    assert all(isinstance(error, RecordError) for error in told[:-1])
    assert isinstance(told[-1], Record)


def test_a_truncated_last_line_is_an_error() -> None:
    good, broken = read(LINE + b"\n" + LINE[:1000])
    assert isinstance(good, Record)
    assert isinstance(broken, RecordError)
    assert str(broken).startswith("record 2: not JSON: ")


def test_an_empty_stream_holds_no_records() -> None:
    assert read(b"") == []
