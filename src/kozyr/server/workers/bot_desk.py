"""The desk of a bots' worker: one question at a time, one reply to each."""

from __future__ import annotations

import importlib
import os
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from kozyr.bots import Bot, Budget, Choice
from kozyr.games import game_ids, get_game
from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.workers.answer import Considered
from kozyr.server.workers.child import Line
from kozyr.server.workers.frames import FrameError, unpacked

_WARM_MOVES: Final = 40
_WARM_MOVES_PLAIN: Final = 8
"""Where nothing is compiled: enough to import what is needed, and soon done."""
_WARM_BUDGET: Final = Budget(worlds=1, nodes=200)
MOST_WORLDS: Final = "KOZYR_BOT_WORLDS"
"""The variable by which a host says how many deals of the hidden cards a bot may try for a move."""


@dataclass(frozen=True)
class BotOrder:
    """What the desk is told first: the module that makes the bots, and whether to warm up."""

    bots: str
    """It has ``make_bot`` and ``bot_names`` as ``kozyr.bots`` has them."""
    warm: bool


@dataclass(frozen=True)
class Ask:
    """A question to a bot; the view is pickled already."""

    number: int
    game_id: str
    bot: str
    view: bytes
    seed: str


@dataclass(frozen=True)
class Chosen:
    """The bot's move as text, and what it considered."""

    number: int
    move: str
    reasons: tuple[Considered, ...]
    value_term: str = ""


@dataclass(frozen=True)
class Raised:
    """The bot raised, or what it answered is no answer."""

    number: int
    text: str


@dataclass(frozen=True)
class Ready:
    """The desk is open; of the bots in ``cold`` the warming failed, each with the reason."""

    cold: tuple[str, ...] = ()


def serve(order: BotOrder, line: Line) -> None:
    """Warm up, say so, and answer until the parent hangs up."""
    bots = importlib.import_module(order.bots)
    line.send(Ready(tuple(_warm_up(bots)) if order.warm else ()))
    while isinstance(ask := line.receive(), Ask):
        reply = _reply(bots, ask)
        try:
            line.send(reply)
        except FrameError as error:
            line.send(Raised(ask.number, str(error)))


def _reply(bots: ModuleType, ask: Ask) -> Chosen | Raised:
    try:
        bot: Bot = bots.make_bot(ask.game_id, ask.bot)
        worlds = most_worlds()
        bot = bot if worlds is None else bot.within(Budget(worlds, 0))
        return chosen(ask.number, bot, unpacked(ask.view), ask.seed)
    except Exception as error:  # bots are guests; whatever one raises is its own fault
        frames = traceback.format_exception_only(error)
        return Raised(ask.number, "".join(frames).strip()[:2000])


def most_worlds() -> int | None:
    """How many deals of the hidden cards a bot may try for a move, as the host says; None where he does not.

    Raises ValueError for what is no such number.
    """
    text = os.environ.get(MOST_WORLDS, "")
    if not re.fullmatch("([1-9][0-9]{0,8})?", text, re.ASCII):
        raise ValueError(f"{MOST_WORLDS} is {text!r}: it may be a whole number from 1")
    return int(text) if text else None


def chosen(number: int, bot: Bot, view: View, seed: str) -> Chosen:
    """What a bot answers, as it is sent. Raises what the bot raises."""
    choice: Choice = bot.choose(view, Stream(seed))
    reasons = (Considered(str(reason.move), float(reason.value), reason.why) for reason in choice.reasons)
    return Chosen(number, str(choice.move), tuple(reasons), bot.value_term)


def _warm_up(bots: ModuleType) -> Iterator[str]:
    """Let every bot of every game play a while, which imports and compiles what it needs; yields what went wrong.

    Bots that choose by the same code are warm together.
    """
    warmed = set()
    for game_id in game_ids():
        for name in bots.bot_names(game_id):
            try:
                bot: Bot = bots.make_bot(game_id, name).within(_WARM_BUDGET)
                if (game_id, type(bot).choose) in warmed:
                    continue
                warmed.add((game_id, type(bot).choose))
                for view in _views(game_id):
                    bot.choose(view, Stream("warm", name))
            except Exception as error:  # as in _reply
                yield f"{name} of {game_id}: {error!r}"


def _views(game_id: str) -> Iterator[View]:
    """Views of a prepared match, from its first move on; its moves are random."""
    game = get_game(game_id)
    match, stream = game.new_match(game.options(), game.players[0]), Stream("warm", game_id)
    for _ in range(_WARM_MOVES if is_compiled() else _WARM_MOVES_PLAIN):
        awaits = match.awaits
        if awaits is None:
            return
        if isinstance(awaits, int):
            yield match.view(awaits)
            match.play(stream.choice(match.legal()))
        else:
            match.resolve(awaits.sample(stream))
