"""The table on the terminal: one person plays a match with bots, alone at his keyboard.

``session`` drives and keeps the match, ``desk`` is what the person has before him, the ``*_art`` modules draw,
``app`` shows. It imports everything below it in the layers; Textual is imported only when a table is shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from kozyr.games import get_game
from kozyr.kernel.options import Options
from kozyr.terminal.saves import SaveError, saved_matches
from kozyr.terminal.session import Session

__all__ = ["SaveError", "Session", "run", "saved_matches"]


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

    An empty ``seed`` stands for one drawn by chance. Without ``options`` the person is asked for them; ``resume``
    goes on with a kept match (SaveError where it is damaged). ``folk`` shows the folk wording of the game's texts.
    """
    from kozyr.terminal.app import HOLD, PACE, TableApp  # noqa: PLC0415 - Textual takes a third of a second

    if resume is not None:
        session = Session.resume(resume)
    else:
        game = get_game(game_id)
        if options is None:
            options, language = ask_options(game_id, language)
        if options is None:
            return None
        session = Session(game, options, players or game.players[0], seat, bots, seed or secrets.token_hex(16))
    TableApp(session, language, pace=0 if fast else PACE, hold=HOLD / 2 if fast else HOLD, folk=folk).run()
    return session


def ask_options(game_id: str, language: str) -> tuple[Options | None, str]:
    """The options that the person sets on a screen (None where he leaves it), and the language he reads."""
    from kozyr.terminal.options_screen import OptionsApp  # noqa: PLC0415 - see run

    game = get_game(game_id)
    app = OptionsApp(game, game.options(), language)
    return app.run(), app.language
