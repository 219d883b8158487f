"""What a table may choose beside the game's own options: clock, pace, spectators, chat, stand-in."""

from __future__ import annotations

from typing import Any, Final

import msgspec

CLOCKS: Final = ("none", "move", "bank", "days")
PACES: Final = ("slow", "normal", "fast", "none")
HINTS: Final = ("alone", "always", "never")
BOUNDS: Final = {"move_seconds": (5, 600), "bank_seconds": (10, 7200), "days": (1, 14)}
"""The bounds of a clock's numbers."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a person may think (L-1).

    ``none``: as long as he likes; ``move``: ``move_seconds`` a move; ``bank``: the same, and what is used beyond them
    comes off ``bank_seconds`` for the whole match; ``days``: ``days`` a move. Numbers of other kinds do not matter.
    """

    kind: str = "none"
    move_seconds: int = 30
    bank_seconds: int = 180
    days: int = 2


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    clock: Clock = Clock()
    pace: str = "normal"
    """How long bots wait before a move."""
    stand_in: str = "careful"
    """The bot that moves for a person who is out of time or has left."""
    spectators: bool = True
    spectators_chat: bool = True
    chat: bool = True
    phrases: bool = True
    hints: str = "alone"
    """Whether a person may be shown the best move: where nobody else's seat is a person's (alone), always, never."""


def fault(settings: Settings, bots: tuple[str, ...]) -> tuple[str, Any, str] | None:
    """The first setting that is not allowed, as its name, its value and what is allowed; None where all are."""
    words = {
        "clock": (settings.clock.kind, CLOCKS),
        "pace": (settings.pace, PACES),
        "stand_in": (settings.stand_in, bots),
        "hints": (settings.hints, HINTS),
    }
    for name, (word, allowed) in words.items():
        if word not in allowed:
            return name, word, " | ".join(allowed)
    for name, (low, high) in BOUNDS.items():
        value = getattr(settings.clock, name)
        if not low <= value <= high:
            return name, value, f"{low}..{high}"
    return None
