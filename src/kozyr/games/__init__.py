"""The registry of games, one line a game; imports a game when it is asked for.

Games are independent of one another; only this module names them.
"""

from __future__ import annotations

import importlib
from typing import Final

from kozyr.kernel.game import Game

_GAMES: Final = {
    "kozel": "kozyr.games.kozel",
    "thirty_one": "kozyr.games.thirty_one",
}


class UnknownGameError(ValueError):
    """A game that is not registered; the text names those that are."""


def game_ids() -> tuple[str, ...]:
    """The ids of all registered games."""
    return tuple(_GAMES)


def get_game(game_id: str) -> Game:
    """A registered game. Raises UnknownGameError naming the registered ones."""
    module = _GAMES.get(game_id)
    if module is None:
        shown = game_id if len(game_id) <= 40 else game_id[:40] + "…"
        raise UnknownGameError(f"there is no game {shown!r}: the games are {', '.join(_GAMES)}")
    game = importlib.import_module(module).GAME
    assert isinstance(game, Game)
    return game
