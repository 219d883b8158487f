"""A pull saved in its middle and taken up again, to the bit.

The engine's own state with ``mjSTATE_INTEGRATION`` holds all that the next step depends on, the solver's warm start
too; beside it stand which cards are free, where the frozen ones lie, and for how long nothing has moved since the hand
let go.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from kozyr.games.shalashik.hut.engine import load_engine
from kozyr.games.shalashik.hut.model import ALL, BODIES, HUT, Bodies, Numbers, make_bodies
from kozyr.games.shalashik.hut.pull import Pull, Rest, Standing


def save_standing(standing: Standing) -> bytes:
    """A hut between two pulls as bytes (a NumPy archive)."""
    return _packed(poses=standing.poses, built=standing.built, present=standing.present)


def load_standing(data: bytes) -> Standing:
    """What ``save_standing`` saved."""
    with np.load(io.BytesIO(data), allow_pickle=False) as kept:
        return Standing(kept["poses"], kept["built"], int(kept["present"]))


def standing_to_json(standing: Standing) -> dict[str, Any]:
    """A hut between two pulls as plain values, exact: what a table's log keeps beside the deal."""
    return {"poses": standing.poses.tolist(), "built": standing.built.tolist(), "present": standing.present}


def standing_from_json(value: dict[str, Any]) -> Standing:
    """What ``standing_to_json`` gave. Raises KeyError, TypeError, ValueError or OverflowError for what is no hut."""
    poses, built = (np.array(value[name], dtype=np.float64).reshape(BODIES, 7) for name in ("poses", "built"))
    if not (np.isfinite(poses).all() and np.isfinite(built).all()):
        raise ValueError("a card is nowhere")
    present = int(value["present"])
    if present & HUT != HUT or present & ~ALL:
        raise ValueError(f"{present} are no cards with a hut among them")
    return Standing(poses, built, present)


def save_pull(pull: Pull) -> bytes:
    """A pull under way as bytes; it goes on after ``load_pull`` as if nothing had happened."""
    return _packed(
        start=pull.standing.poses,
        built=pull.standing.built,
        present=pull.standing.present,
        poses=pull.poses,
        hand=pull.hand,
        grip=pull.grip,
        counts=[pull.card, pull.freeze, pull.ticks, pull.strained, pull.gave_way, pull.bodies.free_mask],
        **_rest_state(pull.rest),
        engine=_engine_state(pull.bodies),
    )


def load_pull(data: bytes) -> Pull:
    """What ``save_pull`` saved."""
    with np.load(io.BytesIO(data), allow_pickle=False) as kept:
        card, freeze, ticks, strained, gave_way, free = (int(number) for number in kept["counts"])
        standing = Standing(kept["start"], kept["built"], int(kept["present"]))
        pull = Pull(standing, card, (0.0, 0.0), freeze=bool(freeze))
        pull.poses[:], pull.hand, pull.grip = kept["poses"], kept["hand"].tolist(), kept["grip"].tolist()
        pull.ticks, pull.strained, pull.gave_way = ticks, strained, bool(gave_way)
        pull.bodies = make_bodies(pull.poses, standing.present, free)
        if "still" in kept:
            was_free, rested, quiet = (int(number) for number in kept["rest"])
            pull.rest = Rest(bool(was_free), kept["still"], rested, quiet)
        _set_engine_state(pull.bodies, kept["engine"])
    return pull


def _rest_state(rest: Rest | None) -> dict[str, Any]:
    return {} if rest is None else {"rest": [rest.free, rest.ticks, rest.quiet], "still": rest.still}


def _engine_state(bodies: Bodies) -> Numbers:
    engine = load_engine()
    state = np.zeros(engine.mj_stateSize(bodies.model, engine.mjtState.mjSTATE_INTEGRATION))
    engine.mj_getState(bodies.model, bodies.data, state, engine.mjtState.mjSTATE_INTEGRATION)
    return state


def _set_engine_state(bodies: Bodies, state: Numbers) -> None:
    engine = load_engine()
    engine.mj_setState(bodies.model, bodies.data, state, engine.mjtState.mjSTATE_INTEGRATION)


def _packed(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()
