"""MuJoCo, or a clear word where it is missing."""

from __future__ import annotations

from typing import Any

from kozyr.kernel.physics import MissingEngineError


class BlownUpError(RuntimeError):
    """The simulation has lost its footing: what it shows is no outcome of anything."""


def load_engine() -> Any:
    """The module ``mujoco``. Raises MissingEngineError where it cannot be imported.

    Its warnings are kept out of the file that it would write into the current folder; ``Bodies.check`` counts them.
    """
    try:
        import mujoco  # noqa: PLC0415 - nobody but the hut pays for it
    except (ImportError, OSError) as error:  # no package, no wheel for this processor, a system library missing
        raise MissingEngineError(
            f"hut = physics needs the package mujoco, which cannot be imported here ({error}). "
            "hut = risk and everything else work without it."
        ) from error
    mujoco.set_mju_user_warning(_pass_over)
    return mujoco


def _pass_over(warning: str) -> None:
    """Write nothing."""
