"""Whatever is done to a record: it checks, or it is a RecordError of one line."""

import contextlib
import copy
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kozyr.records import RecordError, check, parse_record
from tests.records.samples import sample

SAMPLE = sample()
LINE = json.dumps(SAMPLE).encode()
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
    | st.sampled_from(["Qc", "6c", "ok", "cut 4", "boast mirror", "redeal", "random", "left", "\0", "10" * 99])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
FUZZ = settings(max_examples=300, suppress_health_check=list(HealthCheck))


def survives(line: bytes | str) -> None:
    try:
        check(parse_record(line))
    except RecordError as error:
        text = str(error)
        assert text.isprintable(), text
        assert text.startswith("record 1"), text


def mutate(data: st.DataObject, node: Any) -> None:
    """Change one place somewhere below a node: replace, remove, repeat, or swap with a neighbour."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        deeper = isinstance(node[key], dict | list) and node[key]
        if not deeper or data.draw(st.integers(0, 4)) == 0:
            break
        node = node[key]
    change(data, node, key)


def change(data: st.DataObject, node: Any, key: Any) -> None:
    kind = data.draw(st.sampled_from(["replace", "remove", "repeat", "swap"]))
    if kind == "remove":
        del node[key]
    elif kind == "repeat" and isinstance(node, list):
        node.insert(key, copy.deepcopy(node[key]))
    elif kind == "swap":
        other = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else list(range(len(node)))))
        node[key], node[other] = node[other], node[key]
    else:
        node[key] = data.draw(VALUES)


@FUZZ
@given(data=st.data(), times=st.integers(1, 3))
def test_a_mutated_record_is_never_another_exception(data: st.DataObject, times: int) -> None:
    record = copy.deepcopy(SAMPLE)
    for _ in range(times):
        mutate(data, record)
    survives(json.dumps(record))


@FUZZ
@given(place=st.integers(0, len(LINE)), cut=st.integers(0, 5), put=st.binary(max_size=5))
def test_mutated_bytes_are_never_another_exception(place: int, cut: int, put: bytes) -> None:
    survives(LINE[:place] + put + LINE[place + cut :])


@FUZZ
@given(value=VALUES)
def test_any_json_is_never_another_exception(value: Any) -> None:
    with contextlib.suppress(RecordError):
        parse_record(json.dumps(value))
