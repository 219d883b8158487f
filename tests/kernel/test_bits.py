"""Bit operations on masks, against Python's integers."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.kernel import bits
from kozyr.kernel.compiled import plain_twin

masks = st.integers(1, 2**62 - 1)
FORMS = [bits, plain_twin(bits)]
each_form = pytest.mark.parametrize("form", FORMS, ids=["this mode", "plain"])


def indices(mask: int) -> list[int]:
    return [i for i in range(62) if mask >> i & 1]


@each_form
@given(mask=masks)
def test_counts_and_ends(form: ModuleType, mask: int) -> None:
    assert form.count_bits(mask) == len(indices(mask))
    assert form.lowest_bit(mask) == indices(mask)[0]
    assert form.highest_bit(mask) == indices(mask)[-1]


@each_form
@given(mask=masks)
def test_every_bit_by_its_number(form: ModuleType, mask: int) -> None:
    found = indices(mask)
    assert [form.nth_bit(mask, n) for n in range(len(found))] == found


@each_form
def test_an_empty_mask_has_no_bits(form: ModuleType) -> None:
    assert form.count_bits(0) == 0
