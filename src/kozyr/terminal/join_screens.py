"""Screens over the table of a server: choices, a line to write, how the match ended."""

from __future__ import annotations

import string
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kozyr.table import Command
from kozyr.table import commands as asks
from kozyr.terminal.desk import Desk
from kozyr.terminal.keys import meant
from kozyr.terminal.remote_match import RemoteMatch
from kozyr.terminal.screens import Page, Reader, outcome, standings
from kozyr.terminal.table_menu import Entry
from kozyr.terminal.texts import texts

_KEYS = "123456789" + string.ascii_lowercase


class ChoiceScreen(ModalScreen[Command | None]):
    """A list, each entry with the key that chooses it."""

    CLOSING = frozenset({"escape", "enter"})

    def __init__(self, reader: Reader, title: str, entries: Sequence[Entry]) -> None:
        super().__init__()
        self.reader = reader
        self.title_id = title
        self.entries = dict(zip(_KEYS, entries, strict=False))

    def compose(self) -> ComposeResult:
        own = texts()
        lines = [f"{key}  {text}" for key, (text, _) in self.entries.items()]
        with Vertical(classes="box"):
            yield Static(own.text(self.title_id, self.reader.language), classes="title")
            yield Static("\n".join(lines) or own.text("menu_nothing", self.reader.language), markup=False)
            yield Static(own.text("close", self.reader.language), classes="keys")

    def on_key(self, event: events.Key) -> None:
        """Choose, or close."""
        event.stop()
        key = meant(event.key)
        if key in self.entries:
            self.dismiss(self.entries[key][1])
        elif key in self.CLOSING:
            self.dismiss(None)


class LineScreen(ModalScreen[str]):
    """A line to everybody at the table."""

    DEFAULT_CSS = "LineScreen Input { width: 70; }"

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(texts().text("line_title", self.reader.language), classes="title")
            yield Input(max_length=300)
            yield Static(texts().text("line_keys", self.reader.language), classes="keys")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        """Escape says nothing."""
        if event.key == "escape":
            event.stop()
            self.dismiss("")


class MatchOverScreen(Page):
    """How the match ended, and who wants another."""

    CLOSING = frozenset({"escape", "enter"})

    def __init__(self, desk: Desk, match: RemoteMatch) -> None:
        super().__init__(desk)
        self.desk = desk
        self.match = match

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.own(outcome(self.desk)), classes="title")
            yield Static("\n".join(standings(self.desk)), markup=False)
            yield Static(self.desk.own("deals_played", count=self.desk.driver.deals_played))
            yield Static("\n".join(self._wanting()), markup=False)
            yield Static(self.own("over_keys" if self.match.seat is not None else "over_keys_watching"), classes="keys")

    def _wanting(self) -> list[str]:
        seats = self.match.state.table.seats
        names = self.desk.names
        return [self.desk.own("wants_again", name=names[seat.seat]) for seat in seats if seat.wants_again]

    def on_key(self, event: events.Key) -> None:
        """`a` for a rematch, `q` to leave."""
        key = meant(event.key)
        own = self.match.state.own
        if key == "a" and own is not None:
            event.stop()
            self.match.ask(asks.Again(wanted=not own.wants_again))
        elif key == "q":
            event.stop()
            self.app.exit()
