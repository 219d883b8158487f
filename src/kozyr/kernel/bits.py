"""Bit operations on 36-bit card masks held in int64, the same compiled and uncompiled.

Compiled code has no intrinsic for these in plain Python syntax, so they are kept in this one file.
Masks here are never negative and below 2**62.
"""

from __future__ import annotations

from kozyr.kernel.compiled import compiled


@compiled
def count_bits(mask: int) -> int:
    """How many bits are set."""
    x = mask - ((mask >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


@compiled
def lowest_bit(mask: int) -> int:
    """The index of the lowest set bit; the mask must not be 0."""
    return count_bits((mask & -mask) - 1)


@compiled
def highest_bit(mask: int) -> int:
    """The index of the highest set bit; the mask must not be 0."""
    x = mask | (mask >> 1)
    x = x | (x >> 2)
    x = x | (x >> 4)
    x = x | (x >> 8)
    x = x | (x >> 16)
    x = x | (x >> 32)
    return count_bits(x) - 1


@compiled
def nth_bit(mask: int, n: int) -> int:
    """The index of the set bit that has ``n`` set bits below it; the mask must have more than ``n``."""
    rest = mask
    for _ in range(n):
        rest = rest & (rest - 1)
    return lowest_bit(rest)
