"""Compact records: what is a copy, and what is only another way in."""

import numpy as np

from kozyr.kernel.compact import box_of, copy_record, fields_of, new_record

LAYOUT = np.dtype([("turn", np.int64), ("hands", np.int64, 4)], align=True)


def test_a_new_record_is_all_zeros_and_its_fields_are_attributes() -> None:
    record = new_record(LAYOUT)
    assert (int(record.turn), record.hands.tolist()) == (0, [0, 0, 0, 0])
    record.hands[2] = 7
    assert record.hands.tolist() == [0, 0, 7, 0]


def test_a_copy_is_independent_and_can_be_copied_again() -> None:
    record = new_record(LAYOUT)
    record.turn = 3
    copy = copy_record(record)
    copy.turn, copy.hands[0] = 5, 9
    assert (int(record.turn), int(record.hands[0])) == (3, 0)
    again = copy_record(copy)
    again.turn = 1
    assert int(copy.turn) == 5
    assert list(fields_of(again)) == [1, 9, 0, 0, 0]


def test_fields_and_box_share_the_memory_of_the_record() -> None:
    record = new_record(LAYOUT)
    fields, box = fields_of(record), box_of(record, LAYOUT)
    fields[2] = 11
    assert int(record.hands[1]) == 11
    box[0]["turn"] = 8
    assert (int(record.turn), fields[0]) == (8, 8)
