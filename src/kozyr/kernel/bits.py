"""Bit operations on card masks held in int64, the same compiled and uncompiled.

Masks here are never negative and below 2**62. Each operation has a compiled and a plain form; the contract is the
plain one, and tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from kozyr.kernel.compiled import compiled, is_compiled

_Operation: TypeAlias = Callable[[int], int]


def _plain_count(mask: int) -> int:
    return int(mask).bit_count()


def _plain_trailing(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


def _plain_leading(mask: int) -> int:
    return 64 - int(mask).bit_length()


def _operations() -> tuple[_Operation, _Operation, _Operation]:
    """Set bits, zeros below the lowest, zeros above the highest of 64."""
    if not is_compiled():
        return _plain_count, _plain_trailing, _plain_leading
    from kozyr.kernel import intrinsics  # noqa: PLC0415 - it imports Numba

    return (
        cast(_Operation, intrinsics.population_count),
        cast(_Operation, intrinsics.trailing_zeros),
        cast(_Operation, intrinsics.leading_zeros),
    )


population_count, trailing_zeros, leading_zeros = _operations()


@compiled
def count_bits(mask: int) -> int:
    """How many bits are set."""
    return population_count(mask)


@compiled
def lowest_bit(mask: int) -> int:
    """The index of the lowest set bit; the mask must not be 0."""
    return trailing_zeros(mask)


@compiled
def highest_bit(mask: int) -> int:
    """The index of the highest set bit; the mask must not be 0."""
    return 63 - leading_zeros(mask)


@compiled
def nth_bit(mask: int, n: int) -> int:
    """The index of the set bit that has ``n`` set bits below it; the mask must have more than ``n``."""
    rest = mask
    for i in range(7):  # without a branch: n is random where speed matters, and hands are small
        rest = rest & (rest - (1 if i < n else 0))
    for _ in range(7, n):
        rest = rest & (rest - 1)
    return trailing_zeros(rest)
