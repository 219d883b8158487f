"""Compact records: one element of a structured array, whose fields plain and compiled code read and write alike.

All fields of a record are int64. Copies are explicit; ``other = record`` is only another name.
"""

from __future__ import annotations

import functools
import math
from collections import namedtuple
from typing import Any

import numpy as np

from kozyr.kernel.compiled import is_compiled


def new_record(layout: np.dtype[Any]) -> Any:
    """A record of a layout, all zeros."""
    return np.zeros(1, dtype=layout).view(np.recarray)[0]


def copy_record(record: Any) -> Any:
    """An independent copy."""
    return record.base.copy()[0]


def fields_of(record: Any) -> memoryview:
    """The whole numbers of a record, live: plain Python reads ``fields[i]`` thirty times faster than an attribute."""
    return memoryview(record.base.view(np.ndarray).view(np.int64))


def reading_of(record: Any) -> Any:
    """What a record holds now, as plain numbers and lists under the same names; not live.

    To be read where many fields are: an attribute of a record costs a microsecond in plain Python.
    """
    numbers = fields_of(record).tolist()
    reading, places = _reading(record.base.dtype)
    return reading(*[numbers[place] for place in places])


@functools.cache
def _reading(layout: np.dtype[Any]) -> tuple[Any, tuple[int | slice, ...]]:
    """What holds the numbers of a layout by name, and where each field has its own; of a row of rows, one behind the
    other.
    """
    assert layout.fields is not None
    places = [_place(kind, offset // kind.base.itemsize) for kind, offset, *_ in layout.fields.values()]
    return namedtuple("Reading", layout.fields), tuple(places)


def _place(kind: np.dtype[Any], start: int) -> int | slice:
    return slice(start, start + math.prod(kind.shape)) if kind.shape else start


def box_of(record: Any, layout: np.dtype[Any]) -> Any:
    """The array of one record that holds a record and shares its memory; how compiled entries are handed it.

    Numba recognises such an array ten times faster than a record.
    """
    return record.base.view(np.ndarray).view(layout) if is_compiled() else record.base
