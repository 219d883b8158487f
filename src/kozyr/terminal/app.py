"""The table on the terminal: one person plays a match of any game with bots in this process."""

from __future__ import annotations

import asyncio

from kozyr.terminal.board_app import HOLD, PACE, Area, BoardApp
from kozyr.terminal.session import Session

__all__ = ["HOLD", "PACE", "Area", "TableApp"]


class TableApp(BoardApp):
    """A session shown as a table; its bots think beside it."""

    def __init__(
        self, session: Session, language: str, *, pace: float = PACE, hold: float = HOLD, folk: bool = False
    ) -> None:
        super().__init__(session, language, pace=pace, hold=hold, folk=folk)
        self.session = session
        self._bot_thinks = False

    def _thinks(self) -> bool:
        if self.session.bot_to_move and not self._bot_thinks:
            self._bot_thinks = True
            self.run_worker(self._bot_moves)  # type: ignore[arg-type]  # coroutine functions too
        return self.session.bot_to_move

    async def _bot_moves(self) -> None:
        """The bot thinks in a thread of its own, so that the table never stands still."""
        move = await asyncio.to_thread(self.session.thinking())
        self._bot_thinks = False
        self.desk.absorb(self.session.answer(move))
        self._pause_or_go()
        self._show()
