"""Three machine instructions that compiled code cannot say in Python: population count, trailing and leading zeros.

Imported by ``bits.py`` in compiled mode only; 64-bit integers in, 64-bit integers out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_Generator = Callable[[Any, Any, Any, Any], Any]


def _unary(generate: Callable[[Any, Any], Any]) -> tuple[Any, _Generator]:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return generate(builder, args[0])

    return types.int64(types.int64), codegen


@intrinsic
def population_count(_typing: Any, _x: Any) -> Any:
    """How many bits are set."""
    return _unary(lambda builder, x: builder.ctpop(x))


@intrinsic
def trailing_zeros(_typing: Any, _x: Any) -> Any:
    """The index of the lowest set bit."""
    return _unary(lambda builder, x: builder.cttz(x, ir.Constant(ir.IntType(1), 0)))


@intrinsic
def leading_zeros(_typing: Any, _x: Any) -> Any:
    """63 less the index of the highest set bit."""
    return _unary(lambda builder, x: builder.ctlz(x, ir.Constant(ir.IntType(1), 0)))
