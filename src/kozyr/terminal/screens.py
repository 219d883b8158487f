"""Screens over the table: the rules, the last trick, the result of the match."""

from __future__ import annotations

from typing import Protocol

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from kozyr.kernel.game import Game
from kozyr.kernel.view import Zone
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.card_art import CARD_HEIGHT, CARD_WIDTH, draw_card
from kozyr.terminal.desk import Desk
from kozyr.terminal.keys import meant
from kozyr.terminal.panels import counter_text
from kozyr.terminal.texts import other_language, texts


class Reader(Protocol):
    """What stands under a page and reads the same language."""

    language: str


class Page(ModalScreen[None]):
    """A screen that any of its closing keys takes away."""

    CLOSING = frozenset({"escape", "enter", "q", "space"})

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def own(self, text_id: str) -> str:
        """A text of the terminal."""
        return texts().text(text_id, self.reader.language)

    def on_key(self, event: events.Key) -> None:
        """Close on a closing key; `l` switches the language here too."""
        if meant(event.key) in self.CLOSING:
            event.stop()
            self.close()
        elif meant(event.key) == "l":
            event.stop()
            self.reader.language = other_language(self.reader.language)
            self.refresh(recompose=True)

    def close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class RulesScreen(Page):
    """The rules of the game for players, to be scrolled."""

    CLOSING = frozenset({"escape", "q", "r"})
    DEFAULT_CSS = """
    RulesScreen { align: center middle; }
    RulesScreen > Vertical { width: 90%; height: 90%; border: round $primary; background: $surface; }
    RulesScreen .keys { color: $text-muted; height: 1; }
    """

    def __init__(self, reader: Reader, game: Game) -> None:
        super().__init__(reader)
        self.game = game

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Markdown(self.game.rules_page(self.reader.language), open_links=False)
            yield Static(self.own("close"), classes="keys")

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()


class TrickScreen(Page):
    """The trick taken last: each card under the name of who played it."""

    CLOSING = Page.CLOSING | {"t"}

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.own("last_trick"), classes="title")
            yield Static(self._drawing())
            yield Static(self.own("close"), classes="keys")

    def _drawing(self) -> Text:
        trick = self.desk.last_trick()
        return Text(self.own("no_last_trick")) if trick is None else draw_in_row(self.desk, trick).text()


def draw_in_row(desk: Desk, trick: Zone) -> Canvas:
    """The cards of a trick side by side in the order of play."""
    step = max(CARD_WIDTH, *(len(name) for name in desk.names)) + 2
    canvas = Canvas(step * len(trick.cards), CARD_HEIGHT + 1)
    for i, (owner, card) in enumerate(zip(trick.owners, trick.cards, strict=False)):
        name = desk.names[owner]
        canvas.put(i * step + (step - len(name)) // 2, 0, name)
        draw_card(canvas, i * step + (step - CARD_WIDTH) // 2, 1, card, desk.language, marked=card in desk.marked)
    return canvas


class ResultScreen(Page):
    """How the match ended."""

    CLOSING = frozenset({"escape", "q"})

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.own(outcome(self.desk)), classes="title")
            yield Static("\n".join(self.desk.rendered(said) for said in self.desk.fresh[-2:]), markup=False)
            yield Static("\n".join(standings(self.desk)), markup=False)
            deals = self.desk.driver.deals_played
            yield Static(self.desk.own("deals_played", count=deals))
            yield Static(self.own("quit_key"), classes="keys")

    def close(self) -> None:
        """The match is over, and the program with it."""
        self.app.exit()


def standings(desk: Desk) -> list[str]:
    """What every seat has in the end, where the game counts by seats, the most first."""
    counters = [counter for counter in desk.view.counters if counter.seat is not None]
    counters.sort(key=lambda counter: -counter.value)
    return [counter_text(desk, counter) for counter in counters]


def outcome(desk: Desk) -> str:
    """The id of the text that says whether the person has won, alone (with his team) or with others."""
    winners = desk.driver.winners()
    if desk.driver.seat is None:
        return "match_over"
    if not winners:
        return "nobody_won"
    if desk.driver.seat not in winners:
        return "you_lost"
    return "you_won" if len(winners) == 1 or winners in desk.view.teams else "you_shared"
