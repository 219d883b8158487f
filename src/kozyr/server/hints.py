"""Hints: the move of the best bot for a person's own view, found by the workers like any bot's move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kozyr.bots import bot_names
from kozyr.kernel.streams import derive_seed
from kozyr.protocol.messages import Hinted, Weighed
from kozyr.protocol.views import write_said
from kozyr.server.faults import Fault
from kozyr.server.limits import Limiter
from kozyr.server.live import BOT_SECONDS, LiveTable
from kozyr.server.workers.answer import FALLBACK
from kozyr.server.workers.pool import PoolClosedError

if TYPE_CHECKING:
    from kozyr.server.hall import Hall

HINTS_A_SECOND: Final = 0.5
HINTS_AT_ONCE: Final = 3


def hint_limiter() -> Limiter:
    """How many hints one person may have: as many as a quick player needs, at all tables together."""
    return Limiter(HINTS_A_SECOND, HINTS_AT_ONCE)


def hint_bot(game_id: str) -> str:
    """The bot that gives hints: the best one."""
    return bot_names(game_id)[-1]


async def find_hint(hall: Hall, live: LiveTable, who: str, ask_id: str) -> Hinted:
    """A hint for a person who is to move. Raises Refused, Fault, StorageError, LookupError.

    The same position has the same hint, however often it is asked for.
    """
    table = await live.read()
    view, turn, game_id = table.hint_view(who), table.state.turn.number, table.state.game.id
    seed = derive_seed(live.id, "hint", turn)
    try:
        answer = await hall.pool.choose(game_id, hint_bot(game_id), view, seed, BOT_SECONDS, table_id=live.id)
    except PoolClosedError:
        raise Fault("no_hint", 503) from None
    if answer.made_by == FALLBACK:
        raise Fault("no_hint", 503)
    moves = [
        Weighed(move=each.move, value=each.value, why=None if each.why is None else write_said(each.why))
        for each in answer.reasons
    ]
    return Hinted(id=ask_id, turn=turn, move=answer.move, bot=answer.made_by, value_term=answer.value_term, moves=moves)
