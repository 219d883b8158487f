"""What the tests of worker processes share: views to ask about, pools of odd bots, and whether a process is there."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from kozyr.games import get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.pool import PoolSettings

ODD = PoolSettings(
    bots="tests.server.worker_bots",
    warm=False,
    mode="0",
    nice=0,
    patience=60.0,
    rescue_seconds=60.0,
    backoff=Backoff(first=0.01, longest=0.05),
)
"""Workers that start quickly, in the plain mode; nothing is ever late by accident."""
PATIENT = 60.0


def view_of(game_id: str = "kozel", moves: int = 0, seed: str = "view") -> View:
    """The view of the seat to move after so many random moves of a match."""
    game = get_game(game_id)
    match, stream = game.new_match(game.options(), game.players[0]), Stream(seed)
    while moves or not isinstance(match.awaits, int):
        if isinstance(match.awaits, int):
            match.play(stream.choice(match.legal()))
            moves -= 1
        else:
            assert match.awaits is not None
            match.resolve(match.awaits.sample(stream))
    return match.view(match.awaits)


def legal_of(view: View) -> set[str]:
    """The legal moves as texts."""
    return {str(entry.move) for entry in view.legal}


def is_there(pid: int) -> bool:
    """Whether there is a process of this id, a zombie too."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def own_descriptors() -> set[str]:
    """The descriptors this process has open."""
    return {f"{entry.name} {_target(entry)}" for entry in Path("/proc/self/fd").iterdir()}


def _target(entry: Path) -> str:
    try:
        return str(entry.readlink())
    except OSError:
        return ""


def quick(seconds: float) -> PoolSettings:
    """Settings under which a question waits for so long at most."""
    return replace(ODD, patience=seconds, rescue_seconds=seconds)
