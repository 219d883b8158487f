"""A module of bots of which one ends the process when it is warmed up, and ``careful`` raises."""

from __future__ import annotations

from kozyr import bots
from kozyr.bots import Bot
from tests.server import worker_bots


def make_bot(game_id: str, name: str) -> Bot:
    return worker_bots.make_bot(game_id, {"careful": "raises"}.get(name, name))


def bot_names(game_id: str) -> tuple[str, ...]:
    return ("exits", *bots.bot_names(game_id))
