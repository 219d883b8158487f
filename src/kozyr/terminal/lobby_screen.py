"""The table before its first deal: who sits where, what is agreed, who is ready."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from kozyr.bots.registry import bot_names
from kozyr.client import TableState
from kozyr.table import Command
from kozyr.table import commands as asks
from kozyr.table.shown import ShownSeat
from kozyr.terminal.desk import Desk
from kozyr.terminal.keys import meant
from kozyr.terminal.options_screen import option_text, option_title
from kozyr.terminal.remote_match import RemoteMatch
from kozyr.terminal.texts import texts

_LINES = 6
"""So many of the last lines of the log are shown."""


class LobbyScreen(ModalScreen[None]):
    """Seats to sit down at. What keys it does not know, the table under it gets."""

    def __init__(self, desk: Desk, match: RemoteMatch) -> None:
        super().__init__()
        self.desk = desk
        self.match = match
        self.row = next((seat.seat for seat in match.state.table.seats if is_open(seat)), 0)

    def compose(self) -> ComposeResult:
        language = self.desk.language
        state = self.match.state
        with Vertical(classes="box"):
            yield Static(title(state, language), classes="title", markup=False)
            yield Static(self.match.connection.address.link, markup=False)
            if chosen := chosen_options(state, language):
                yield Static("\n".join(chosen), markup=False)
            yield Static("\n".join(seat_rows(state, self.row, language)), markup=False)
            yield Static("\n".join(self.desk.told(entry) for entry in self.desk.log[-_LINES:]), markup=False)
            if note := self.desk.note_text():
                yield Static(f"! {note}", markup=False)
            yield Static(texts().text("lobby_keys_host" if is_host(state) else "lobby_keys", language), classes="keys")

    def redraw(self) -> None:
        """Show what has changed."""
        self.row = min(self.row, self.match.players - 1)
        self.refresh(recompose=True)

    def on_key(self, event: events.Key) -> None:
        """Choose a seat; sit, stand up, set a bot, be ready."""
        key = meant(event.key)
        state = self.match.state
        if key in ("up", "down"):
            self.row = (self.row + (1 if key == "down" else -1)) % self.match.players
        elif (command := command_of(key, state, self.row)) is not None:
            self.desk.note = None
            self.match.ask(command)
        else:
            return
        event.stop()
        self.redraw()


def command_of(key: str, state: TableState, row: int) -> Command | None:
    """What a key asks for; None where it means nothing."""
    own, seat = state.own, state.table.seats[row]
    if key == "enter":
        return asks.StandUp() if own is not None and own.seat == row else asks.Sit(seat=row)
    if key == "space" and (own is not None or is_host(state)):
        return asks.Ready(ready=own is None or not own.ready)
    if key == "b" and is_host(state):
        return asks.SetBot(seat=row, bot=next_bot(seat.bot, bot_names(state.table.game)))
    return None


def next_bot(bot: str | None, names: tuple[str, ...]) -> str | None:
    """The bot after one; after the last the seat is open."""
    following = 0 if bot is None else names.index(bot) + 1
    return names[following] if following < len(names) else None


def is_open(seat: ShownSeat) -> bool:
    """Whether nobody plays it."""
    return seat.person is None and seat.bot is None


def is_host(state: TableState) -> bool:
    """Whether the reader is the host."""
    return state.table.me is not None and state.table.me == state.table.host


def title(state: TableState, language: str) -> str:
    """The game, by the title of its rules."""
    game = state.game.rules_page(language).partition("\n")[0].strip("# ")
    return texts().text("lobby_title", language, game=game)


def chosen_options(state: TableState, language: str) -> list[str]:
    """The options that are not as usual."""
    game = state.game
    return [
        f"{option_title(game, spec, language)}: {option_text(game, spec, state.table.options[spec.name], language)}"
        for spec in game.options.specs()
        if state.table.options.get(spec.name, spec.default) != spec.default
    ]


def seat_rows(state: TableState, row: int, language: str) -> list[str]:
    """A line a seat: who plays it and whether he is ready."""
    lines = []
    for seat in state.table.seats:
        mark = "►" if seat.seat == row else " "
        if seat.person is not None:
            you = f" ({texts().text('you', language)})" if seat.seat == state.seat else ""
            told = seat.name + you + (f" · {texts().text('ready', language)}" if seat.ready else "")
            told += "" if seat.present else f" · {texts().text('seat_absent', language)}"
        else:
            told = texts().text("seat_bot", language, bot=seat.bot) if seat.bot else texts().text("seat_open", language)
        lines.append(f"{mark} {seat.seat + 1}  {told}")
    return lines
