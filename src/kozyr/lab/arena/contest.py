"""Who meets whom: two bots, the seats they take, the cards they get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kozyr.bots import Bot, Budget, make_bot
from kozyr.games import get_game
from kozyr.kernel.options import Options

BotMaker: TypeAlias = Callable[[str, str], Bot]
"""A bot by game and name. Raises ValueError where there is none; it must be found again in another process."""
CHALLENGER, OTHER, PARTNER = "a", "b", "partner"
_EXCHANGED: Final = {CHALLENGER: OTHER, OTHER: CHALLENGER}
Seating: TypeAlias = tuple[str, ...]
"""Who sits where, by role."""
UNBOUNDED: Final = Budget(worlds=10**9, nodes=0)


@dataclass(frozen=True)
class Contest:
    """Two bots of one game. Build it with ``make_contest``, which checks it."""

    game_id: str
    options: Options
    players: int
    a: str
    b: str
    partners: str | None
    """The bot that sits opposite both, where they play with a partner they do not know."""
    deals: int
    seed: str
    budget: Budget = UNBOUNDED
    maker: BotMaker = make_bot

    def bots(self) -> dict[str, Bot]:
        """The bots by role, within the budget."""
        names = {CHALLENGER: self.a, OTHER: self.b, PARTNER: self.partners}
        made = {role: self.maker(self.game_id, name) for role, name in names.items() if name is not None}
        return {role: _within(bot, self.budget) for role, bot in made.items()}

    def seatings(self) -> tuple[Seating, ...]:
        """What becomes of the first seating as everybody moves on by one seat; with teams also of the exchanged one."""
        first = _first_seating(self)
        exchanged = [first, tuple(_EXCHANGED.get(role, role) for role in first)] if _teams(self) else [first]
        turned = (each[-step:] + each[:-step] for each in exchanged for step in range(self.players))
        return tuple(dict.fromkeys(turned))

    @property
    def fair_share(self) -> float:
        """The share of the matches that the first bot wins among equals."""
        return 1 / (len(_teams(self)) or self.players)


def make_contest(
    game_id: str,
    *,
    a: str,
    b: str,
    deals: int,
    seed: str,
    players: int | None = None,
    options: Options | None = None,
    partners: str | None = None,
    budget: Budget | None = None,
    maker: BotMaker = make_bot,
) -> Contest:
    """A checked contest; without ``players`` as few play as the game takes. Raises ValueError saying what is wrong."""
    game = get_game(game_id)
    if deals < 1:
        raise ValueError(f"there is at least 1 deal to play, not {deals}")
    chosen = game.options() if options is None else options
    seats = game.check_players(game.players[0] if players is None else players)
    contest = Contest(game_id, chosen, seats, a, b, partners, deals, seed, budget or UNBOUNDED, maker)
    if missing := game.missing_for(chosen):
        raise ValueError(missing.render(game.terms, "en", ()))
    if partners is not None and not _teams(contest):
        raise ValueError(f"in {game_id} everybody plays for himself: there are no partners to name")
    bots = [maker(game_id, name) for name in (a, b, partners) if name is not None]
    if budget is not None and not any(_takes_budget(bot) for bot in bots):
        raise ValueError(f"none of these bots searches, so none takes a budget: {', '.join(bot.name for bot in bots)}")
    return contest


def _first_seating(contest: Contest) -> Seating:
    teams = _teams(contest)
    if not teams:
        return (CHALLENGER, *(OTHER,) * (contest.players - 1))
    seats = [OTHER] * contest.players
    for seat in teams[0]:
        seats[seat] = CHALLENGER
    if contest.partners is not None:
        for team in teams:
            for seat in team[1:]:
                seats[seat] = PARTNER
    return tuple(seats)


def _teams(contest: Contest) -> tuple[tuple[int, ...], ...]:
    match = get_game(contest.game_id).new_match(contest.options, contest.players)
    return match.view(None).teams


def _within(bot: Bot, budget: Budget) -> Bot:
    return bot if budget == UNBOUNDED else bot.within(budget)


def _takes_budget(bot: Bot) -> bool:
    return bot.within(UNBOUNDED) is not bot
