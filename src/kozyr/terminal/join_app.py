"""The table of a server on the terminal: before, during and after its matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from kozyr.client import (
    Change,
    Changed,
    Checked,
    ClientError,
    Ended,
    Found,
    Lost,
    TableConnection,
    TableState,
)
from kozyr.kernel.said import say
from kozyr.table import Command
from kozyr.table import commands as asks
from kozyr.terminal.board_app import HOLD, Area, BoardApp
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.desk import Desk, Note
from kozyr.terminal.join_screens import ChoiceScreen, LineScreen, MatchOverScreen
from kozyr.terminal.keys import meant
from kozyr.terminal.lobby_screen import LobbyScreen
from kozyr.terminal.remote_match import RemoteMatch, time_left
from kozyr.terminal.table_menu import phrase_entries, proposal_text, table_entries
from kozyr.terminal.talk import check_note, failure_note, line_note
from kozyr.terminal.texts import texts

_S = TypeVar("_S", bound=Screen[Any])
DEAL_HOLD: Final = 8.0
"""Seconds that the end of a deal may be read: the others do not wait for it."""


class JoinApp(BoardApp):
    """A table of a server as one person sees it; ``sit`` is a seat he takes at once, if he may."""

    CSS = f"""{BoardApp.CSS}
    #banner {{ height: 1; dock: top; background: $warning-muted; }}
    .calm #banner {{ display: none; }}
    LobbyScreen .keys {{ height: 2; }}
    """

    def __init__(
        self,
        connection: TableConnection,
        language: str,
        *,
        hold: float = HOLD,
        deal_hold: float = DEAL_HOLD,
        folk: bool = False,
        sit: int | None = None,
    ) -> None:
        self.match = RemoteMatch(connection, self._refused)
        super().__init__(self.match, language, pace=0, hold=hold, folk=folk)
        self.connection = connection
        self.deal_hold = deal_hold
        self._folk = folk
        self._sit = sit
        self._changes = connection.changes()
        self._ended = False
        self._result_of = 0
        self.desk.log = [*map(line_note, connection.state.talk), *self.desk.log]

    def compose(self) -> ComposeResult:
        yield Area("banner", self._draw_banner)
        yield from super().compose()

    def on_mount(self) -> None:
        """Follow the table from now on."""
        self.run_worker(self._follow())
        self.set_interval(1.0, self._show)
        if self._sit is not None and self.connection.state.seat is None:
            self.match.ask(asks.Sit(seat=self._sit))
        self._arrange()

    async def _follow(self) -> None:
        async for change in self._changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        """Whatever has happened."""
        if isinstance(change, Changed):
            self._changed(change.before, change.now)
        elif isinstance(change, Checked):
            if (note := check_note(change.check)) is not None:
                self.desk.log.append(note)
        elif isinstance(change, Lost | Found):
            self.desk.log.append(Note(texts(), say("log_lost" if isinstance(change, Lost) else "log_found")))
        elif isinstance(change, Ended):
            self._ended = True
        self._arrange()

    def _changed(self, before: TableState, now: TableState) -> None:
        known = {line.number for line in before.talk}
        self.desk.log += [line_note(line) for line in now.talk if line.number not in known]
        if before.table.match_number != now.table.match_number:
            self._close_screens()
        elif before.seat == now.seat:
            self.match.hear(before, now)
            return
        self._begin()

    def _begin(self) -> None:
        """Another match or another seat: a new desk, with what was said at the table so far."""
        self.match.begin()
        old = self.desk
        self.desk = Desk(self.match, old.language, folk=self._folk)
        self.desk.log = [*(entry for entry in old.log if isinstance(entry, Note)), *self.desk.log]
        self._stop_timer()
        if (lobby := self._screen(LobbyScreen)) is not None:
            lobby.desk = self.desk

    def _arrange(self) -> None:
        """Show what belongs to the phase of the table, and go on with what has come."""
        phase = self.connection.state.table.phase
        lobby = self._screen(LobbyScreen)
        if phase == "waiting" and lobby is None:
            self.push_screen(LobbyScreen(self.desk, self.match))
        elif phase == "waiting" and lobby is not None:
            lobby.redraw()
        elif lobby is not None:
            self._close_screens()
        if phase != "waiting" and self._timer is None and not self.desk.waiting:
            self._go()
        if (over := self._screen(MatchOverScreen)) is not None:
            over.refresh(recompose=True)
        self._show()

    def _screen(self, kind: type[_S]) -> _S | None:
        """The screen of a kind that is over the table."""
        return next((screen for screen in self.screen_stack[1:] if isinstance(screen, kind)), None)

    def _close_screens(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def _finish(self) -> None:
        number = self.connection.state.table.match_number
        if self._result_of != number:
            self._result_of = number
            self.push_screen(MatchOverScreen(self.desk, self.match))

    def _pause(self) -> bool:
        """The end of a deal can be read for a while, and no longer than its reader is not to move."""
        paused = super()._pause()
        if self.desk.deal_over and self._timer is None:
            self._timer = self.set_timer(self.deal_hold, self._release)
        return paused

    def _go(self) -> None:
        """What has come, until something waits to be read or nothing more is there."""
        self._stop_timer()
        while not self.desk.waiting:
            if self.desk.advance() is None:
                if self.match.over:
                    self._finish()
                break
            if self._pause():
                break
        self._show()

    def _refused(self, error: ClientError) -> None:
        """The server refuses what was asked."""
        self.desk.note = failure_note(error)
        self._arrange()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Before the first deal the seats lie over the table, and the table's commands still do what they do."""
        command = self._commands().get(meant(event.key))
        if isinstance(self.screen, LobbyScreen) and command is not None:
            command()
            self._arrange()

    def _commands(self) -> dict[str, Callable[[], None]]:
        commands = super()._commands() | {"c": self._write, "p": self._phrases, "h": self._menu}
        table, own = self.connection.state.table, self.connection.state.own
        if own is None:
            return commands
        if own.stood_in is not None:
            commands["b"] = lambda: self.match.ask(asks.Back())
        if "take_back" in table.may_propose:
            commands["u"] = lambda: self.match.ask(asks.Propose(what="take_back"))
        if self._is_asked():
            commands |= {"y": lambda: self._vote(True), "n": lambda: self._vote(False)}
        if table.phase == "over":
            commands["a"] = lambda: self.match.ask(asks.Again(wanted=not own.wants_again))
        return commands

    def _is_asked(self) -> bool:
        """Whether the person's vote is waited for."""
        vote, seat = self.connection.state.table.vote, self.connection.state.seat
        return vote is not None and seat in vote.voters and seat not in vote.agreed

    def _vote(self, agrees: bool) -> None:
        self.match.ask(asks.Vote(agrees=agrees))

    def _write(self) -> None:
        self.push_screen(LineScreen(self.desk), self._say)

    def _say(self, text: str | None) -> None:
        if text:
            self.match.ask(asks.Say(text=text))

    def _phrases(self) -> None:
        self.push_screen(ChoiceScreen(self.desk, "phrases_title", phrase_entries(self.desk.language)), self._chosen)

    def _menu(self) -> None:
        names = self.match.names(self.desk.language)
        entries = table_entries(self.connection.state, names, self.desk.language)
        self.push_screen(ChoiceScreen(self.desk, "menu_title", entries), self._chosen)

    def _chosen(self, command: Command | None) -> None:
        if command is not None:
            self.match.ask(command)

    # Drawing

    def _show(self) -> None:
        self.screen_stack[0].set_class(not self.banner(), "calm")
        super()._show()

    def banner(self) -> str:
        """What everybody at this table must know now, in one line; empty where all is well."""
        return next(self._news(), "")

    def _news(self) -> Iterator[str]:
        own, table, state = self.desk.own, self.connection.state.table, self.connection.state
        if self._ended:
            yield own("banner_ended")
        elif not self.connection.online:
            yield own("banner_lost")
        if table.vote is not None:
            yield self._vote_text()
        if table.paused_until is not None:
            yield own("banner_paused", time=time_left(table.paused_until - self.connection.server_now()))
        if state.own is not None and state.own.stood_in is not None:
            yield own("banner_stood_in")

    def _vote_text(self) -> str:
        vote = self.connection.state.table.vote
        assert vote is not None
        names = self.desk.names
        what = proposal_text(vote.what, "" if vote.target is None else names[vote.target], self.desk.language)
        asked = self.desk.own("vote_keys") if self._is_asked() else ""
        values = {"name": names[vote.seat], "what": what, "agreed": len(vote.agreed), "needed": vote.needed}
        return self.desk.own("banner_vote", **values) + asked

    def _draw_banner(self, width: int, _height: int) -> Canvas:
        canvas = Canvas(width, 1)
        canvas.put(1, 0, self.banner(), "bold")
        return canvas

    def _draw_keys(self, width: int, _height: int) -> Canvas:
        canvas = Canvas(width, 1)
        trick = self.desk.own("key_trick") if self.desk.has_tricks else ""
        table = self.connection.state.table
        back = self.desk.own("key_take_back") if "take_back" in table.may_propose else ""
        hint = self.desk.own("key_hint") if table.may_hint else ""
        canvas.put(1, 0, self.desk.own("join_keys", trick=trick, back=back, hint=hint))
        return canvas
