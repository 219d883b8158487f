"""The table on the terminal: one person plays a match of any game with bots in this process."""

from __future__ import annotations

from kozyr.terminal.background import in_background
from kozyr.terminal.board_app import HOLD, PACE, Area, BoardApp
from kozyr.terminal.driver import Step
from kozyr.terminal.session import Session

__all__ = ["HOLD", "PACE", "Area", "TableApp"]


class TableApp(BoardApp):
    """A session shown as a table; its bots think beside it."""

    def __init__(
        self, session: Session, language: str, *, pace: float = PACE, hold: float = HOLD, folk: bool = False
    ) -> None:
        super().__init__(session, language, pace=pace, hold=hold, folk=folk)
        self.session = session
        self._busy = False

    def _thinks(self) -> bool:
        """A bot begins to think, or what a chance step needs that takes its time begins to be computed."""
        if not (self.session.bot_to_move or self.session.chance_takes_time):
            return False
        if not self._busy:
            self._busy = True
            step = self._bot_moves if self.session.bot_to_move else self._hut_moves
            self.run_worker(step)  # type: ignore[arg-type]  # coroutine functions too
        return True

    async def _bot_moves(self) -> None:
        """The bot thinks in a thread of its own, so that the table never stands still."""
        move = await in_background(self.session.thinking())
        self._went_on(self.session.answer(move))

    async def _hut_moves(self) -> None:
        """What bodies do is computed in a thread of its own too."""
        outcome = await in_background(self.session.drawing())
        self._went_on(self.session.settle(outcome))

    def _went_on(self, step: Step) -> None:
        self._busy = False
        self.desk.absorb(step)
        self._pause_or_go()
        self._show()
