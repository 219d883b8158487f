"""MuJoCo, or a clear word where it is missing."""

from __future__ import annotations

import importlib
from typing import Any


class MissingEngineError(RuntimeError):
    """MuJoCo cannot be imported here; the message says why and what works all the same."""


def load_engine() -> Any:
    """The module ``mujoco``. Raises MissingEngineError where it cannot be imported."""
    try:
        return importlib.import_module("mujoco")
    except Exception as error:  # a missing package, a missing system library, a wheel for another processor
        raise MissingEngineError(
            f"hut = physics needs the package mujoco, which cannot be imported here ({type(error).__name__}: {error}). "
            "hut = risk and everything else work without it."
        ) from error
