"""The bot ``random``: every legal move is as likely. It plays every game."""

from __future__ import annotations

from typing import ClassVar

from kozyr.bots.bot import Bot, Choice
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class RandomBot(Bot):
    """Plays uniformly at random, with the same draws as ``Match.rollout``."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, stream: Stream) -> Choice:
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to move")
        return Choice(random_move([entry.move for entry in view.legal], stream))
