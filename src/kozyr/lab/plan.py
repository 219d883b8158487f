"""What is to be simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kozyr.bots import make_bots
from kozyr.bots.random_bot import RandomBot
from kozyr.games import get_game
from kozyr.kernel.options import Options


@dataclass(frozen=True)
class Plan:
    """Matches of one game between the same bots. Build it with ``make_plan``, which checks it."""

    game_id: str
    options: Options
    players: int
    bots: tuple[str, ...]
    matches: int
    seed: str
    records: bool = False
    legal: bool = False

    @property
    def all_random(self) -> bool:
        """Whether every seat plays at random, so that whole deals can be rolled out."""
        return set(self.bots) == {RandomBot.name}


def make_plan(
    game_id: str,
    *,
    matches: int,
    seed: str,
    players: int | None = None,
    bots: Sequence[str] = (RandomBot.name,),
    options: Options | None = None,
    records: bool = False,
    legal: bool = False,
) -> Plan:
    """A checked plan; without ``players`` as many play as bots are named, or as few as the game takes.

    Raises ValueError saying what does not fit.
    """
    game = get_game(game_id)
    if matches < 1:
        raise ValueError(f"there are at least 1 matches to play, not {matches}")
    fewest = game.players[0]
    if players is None:
        players = len(bots) if len(bots) > 1 else fewest
    game.check_players(players)
    chosen = game.options() if options is None else game.check_options(options)
    names = tuple(bot.name for bot in make_bots(game_id, bots, players))
    if missing := game.missing_for(chosen):
        raise ValueError(missing.render(game.terms, "en", ()))
    return Plan(game_id, chosen, players, names, matches, seed, records or legal, legal)
