"""Which bots play a game: ``random`` plays all; the others are modules ``kozyr.bots.<name>.<game>`` with a BOT."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Final

from kozyr.bots.bot import Bot
from kozyr.bots.open_cards.contract import OpenCards
from kozyr.bots.random_bot import RandomBot

_NAMES: Final = ("random", "easy", "careful", "strong", "master")
_ANALYST: Final = "master"
_YARDSTICKS: Final = ("pimc",)
"""Bots to measure others by: to be had by name, offered to nobody."""


class UnknownBotError(ValueError):
    """A bot that does not play the game, or a list of bots that does not fit the seats; the text says which do."""


def bot_names(game_id: str) -> tuple[str, ...]:
    """The names of the bots that play a game, weakest first."""
    return tuple(name for name in _NAMES if name == RandomBot.name or _module(name, game_id))


def make_bot(game_id: str, name: str) -> Bot:
    """A bot by name. Raises UnknownBotError naming those that play the game."""
    if name == RandomBot.name:
        return RandomBot()
    module = _module(name, game_id) if name in (*_NAMES, *_YARDSTICKS) else None
    if module is None:
        raise UnknownBotError(f"no bot {name!r} plays {game_id}: its bots are {', '.join(bot_names(game_id))}")
    bot = importlib.import_module(module).BOT
    assert isinstance(bot, Bot)
    return bot


def make_bots(game_id: str, names: Sequence[str], seats: int) -> tuple[Bot, ...]:
    """A bot for each seat; one name fills all of them. Raises UnknownBotError."""
    if len(names) not in (1, seats):
        raise UnknownBotError(f"{len(names)} bots are named for {seats} seats: name one for all of them, or {seats}")
    chosen = [make_bot(game_id, name) for name in names]
    return tuple(chosen * seats if len(names) == 1 else chosen)


def analyst_of(game_id: str) -> Bot | None:
    """The bot that judges the moves of others; None where no bot that searches plays the game."""
    return make_bot(game_id, _ANALYST) if _ANALYST in bot_names(game_id) else None


def open_cards_of(game_id: str) -> OpenCards | None:
    """What judges a game with open cards; None where nothing does."""
    module = _module("open_cards", game_id)
    if module is None:
        return None
    found = importlib.import_module(module).OPEN_CARDS
    assert isinstance(found, OpenCards)
    return found


def _module(name: str, game_id: str) -> str | None:
    module = f"kozyr.bots.{name}.{game_id}"
    try:
        return module if importlib.util.find_spec(module) else None
    except ModuleNotFoundError:
        return None
