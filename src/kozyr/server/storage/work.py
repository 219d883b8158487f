"""How an operation speaks to a database without knowing which: it yields statements and is sent their rows.

A driver runs such a generator in one transaction. Where the generator raises, the transaction is rolled back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

Value = str | int | bytes | list[bytes] | None
Row = Sequence[Any]
T = TypeVar("T")


class Statement(NamedTuple):
    """SQL with places $1, $2 … and what stands in them."""

    sql: str
    values: tuple[Value, ...] = ()


class Batch(NamedTuple):
    """One SQL statement, run for each row of values; gives no rows."""

    sql: str
    rows: Sequence[tuple[Value, ...]]


Work = Generator[Statement | Batch, Sequence[Row], T]
"""An operation: statements out, rows in, and a value at the end."""


def one(sql: str, *values: Value) -> Work[Row | None]:
    """The only row of a statement, or nothing."""
    rows = yield Statement(sql, values)
    return rows[0] if rows else None


def rows_of(sql: str, *values: Value) -> Work[Sequence[Row]]:
    """All rows of a statement."""
    return (yield Statement(sql, values))
