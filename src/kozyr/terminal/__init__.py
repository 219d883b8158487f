"""The table on the terminal: a person plays a match with bots at his keyboard, or with others at a table of a server.

A ``driver`` gives a match: ``session`` drives and keeps one here, ``remote_match`` follows one of a server. ``desk`` is
what the person has before him, the ``*_art`` modules draw, ``board_app`` shows, ``app`` and ``join_app`` are its two
uses. It imports everything below it in the layers; Textual is imported only when a table is shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kozyr.games import get_game
from kozyr.kernel.options import Options
from kozyr.terminal.saves import SaveError, saved_matches
from kozyr.terminal.session import Session

if TYPE_CHECKING:
    from kozyr.client import TableConnection

__all__ = ["SaveError", "Session", "join", "run", "saved_matches"]


def run(
    game_id: str,
    *,
    options: Options | None,
    seat: int = 0,
    bots: Sequence[str] = ("random",),
    language: str = "en",
    seed: str = "",
    fast: bool = False,
    folk: bool = False,
    resume: Path | None = None,
    players: int | None = None,
) -> Session | None:
    """Show a table until the person leaves it; the session, or None where he left before the match.

    An empty ``seed`` stands for one drawn by chance. Without ``options`` the person is asked for them, and
    without ``players`` for their number; ``resume`` goes on with a kept match
    (SaveError where it is damaged). ``folk`` shows the folk wording of the game's texts.
    """
    from kozyr.terminal.app import HOLD, PACE, TableApp  # noqa: PLC0415 - Textual takes a third of a second

    if resume is not None:
        session = Session.resume(resume)
    else:
        game = get_game(game_id)
        count = players or game.players[0]
        if options is None:
            options, count, language = ask_options(game_id, count, language, ask_players=players is None)
        if options is None:
            return None
        session = Session(game, options, count, seat, bots, seed or secrets.token_hex(16))
    TableApp(session, language, pace=0 if fast else PACE, hold=HOLD / 2 if fast else HOLD, folk=folk).run()
    return session


async def join(
    connection: TableConnection, *, language: str = "en", folk: bool = False, sit: int | None = None
) -> None:
    """Show a table of a server until the person leaves it; ``sit`` is a seat he takes at once, if it is free.

    Raises ClientError where the table cannot be reached.
    """
    from kozyr.terminal.join_app import JoinApp  # noqa: PLC0415 - see run

    async with connection:
        await JoinApp(connection, language, folk=folk, sit=sit).run_async()


def ask_options(game_id: str, players: int, language: str, *, ask_players: bool) -> tuple[Options | None, int, str]:
    """What the person sets on a screen: options (None where he leaves it), players, and the language he reads."""
    from kozyr.terminal.options_screen import OptionsApp, Setting  # noqa: PLC0415 - see run

    game = get_game(game_id)
    app = OptionsApp(game, Setting(game.options(), players), language, ask_players=ask_players)
    setting = app.run()
    return (None, players, app.language) if setting is None else (setting.options, setting.players, app.language)
