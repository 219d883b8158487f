"""What the pool answers for a bot, and the last resort where no worker could."""

from __future__ import annotations

from dataclasses import dataclass

from kozyr.bots.random_bot import RandomBot
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

FALLBACK = "fallback"


@dataclass(frozen=True)
class Considered:
    """A move that the bot considered, as ``kozyr.bots.Reason`` with the move as text."""

    move: str
    value: float
    why: Said | None = None


@dataclass(frozen=True)
class BotAnswer:
    """A legal move and who found it."""

    move: str
    reasons: tuple[Considered, ...]
    """The moves considered, best first; empty of the last resort."""
    made_by: str
    """The bot that was asked, or ``careful`` in its place, or ``fallback``: a random legal move."""
    fault: str = ""
    """Why another than the bot that was asked made it: one of ``FAULTS``; empty where that one did."""
    seconds: float = 0.0
    """How long it was waited for, in all."""
    value_term: str = ""
    """The term of the game in which the values of the moves are, as ``kozyr.bots.Bot`` has it."""


FAULTS = ("benched", "busy", "crash", "deadline", "illegal", "raised", "waited")
"""``benched``: its faults of late ended too many workers. ``busy``: the queue was full. ``crash``: the worker died.
``deadline``: it took too long. ``illegal``: no legal move. ``raised``: an exception. ``waited``: no worker was free."""


def last_resort(view: View, seed: str) -> str:
    """A legal move of a view, found at once: what the bot ``random`` plays with this seed."""
    return str(RandomBot().choose(view, Stream(seed)).move)
