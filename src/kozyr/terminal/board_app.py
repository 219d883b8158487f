"""The table on the terminal, whatever drives its match: it draws, takes keys and clicks, and waits to be read."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from kozyr.cards import Card
from kozyr.kernel.move import Move
from kozyr.kernel.said import say
from kozyr.kernel.terms import check_language
from kozyr.terminal.bar import BAR_HEIGHT, Button, draw_bar
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.desk import Desk, Note
from kozyr.terminal.driver import Driver
from kozyr.terminal.keys import meant
from kozyr.terminal.panels import draw_score, log_lines
from kozyr.terminal.screens import ResultScreen, RulesScreen, TrickScreen
from kozyr.terminal.table_art import HAND_HEIGHT, card_at, draw_hand, draw_table, middle_card_at
from kozyr.terminal.texts import other_language, texts

PACE: Final = 0.6
HOLD: Final = 1.2
_HURRY: Final = 4
_LEAST: Final = (78, 23)


class Area(Widget):
    """A part of the table that a function draws to its size; a click on it is posted with its place."""

    class Clicked(Message):
        """A click at a place of an area of a size."""

        def __init__(self, area: str, x: int, y: int, size: Size) -> None:
            super().__init__()
            self.area = area
            self.x = x
            self.y = y
            self.size = size

    def __init__(self, name: str, draw: Callable[[int, int], Canvas]) -> None:
        super().__init__(id=name)
        self._draw = draw

    def render(self) -> Text:
        """The drawing at the present size."""
        return self._draw(self.size.width, self.size.height).text()

    def on_click(self, event: events.Click) -> None:
        """Tell the table where it was clicked."""
        event.stop()
        self.post_message(self.Clicked(self.id or "", event.x, event.y, self.size))


class ScoreArea(Area):
    """The score, as high as it needs."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """The height of the drawing."""
        return self._draw(width, 0).height


def _fits(size: Size) -> bool:
    """Whether a window is large enough for the table."""
    return size.width >= _LEAST[0] and size.height >= _LEAST[1]


class BoardApp(App[None]):
    """A match shown as a table. ``pace`` is the time of a bot's move in seconds, ``hold`` that of a full trick.

    With a hold of 0 nothing waits to be read.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Kozyr"
    CSS = f"""
    #left {{ width: 1fr; }}
    #side {{ width: 27; border-left: solid $panel; padding: 0 0 0 1; }}
    #table {{ height: 1fr; background: $boost; }}
    #hand {{ height: {HAND_HEIGHT}; }}
    #bar {{ height: {BAR_HEIGHT}; }}
    #score {{ height: auto; }}
    #log {{ height: 1fr; }}
    #keys {{ height: 1; dock: bottom; background: $panel; }}
    .wide #side {{ width: 38; }}
    .small #side, .small #hand, .small #bar {{ display: none; }}
    Page {{ align: center middle; }}
    .box {{ width: auto; max-width: 90%; height: auto; border: round $primary; background: $surface; padding: 1 2; }}
    .box Static {{ width: auto; margin: 0 0 1 0; }}
    .title {{ text-style: bold; }}
    .keys {{ color: $text-muted; height: 1; }}
    """
    SPEEDS: ClassVar = ("faster", "slower")

    def __init__(
        self, driver: Driver, language: str, *, pace: float = PACE, hold: float = HOLD, folk: bool = False
    ) -> None:
        super().__init__()
        self.desk = Desk(driver, check_language(language), folk=folk)
        self.pace = pace
        self.hold = hold
        self.hurried = False
        self._timer: Timer | None = None
        self._buttons: list[Button] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="left"):
                yield Area("table", self._draw_table)
                yield Area("hand", lambda width, _: draw_hand(self.desk, width))
                yield Area("bar", self._draw_bar)
            with Vertical(id="side"):
                yield ScoreArea("score", lambda width, _: draw_score(self.desk, width))
                yield Area("log", self._draw_log)
        yield Area("keys", self._draw_keys)

    def on_mount(self) -> None:
        """Begin, or go on where the match was left."""
        self._go()

    def on_resize(self, event: events.Resize) -> None:
        """A wide window has room for a wider log, a small one for nothing but to say so."""
        base = self.screen_stack[0]
        base.set_class(event.size.width >= 100, "wide")
        base.set_class(not _fits(event.size), "small")

    def action_help_quit(self) -> None:
        """Ctrl-C leaves the table, as it leaves any command; the match is kept."""
        self.exit()

    def on_key(self, event: events.Key) -> None:
        """All keys of the table; the screens over it have their own."""
        if len(self.screen_stack) > 1:
            return
        key = meant(event.key)
        if key in self._commands():
            self._commands()[key]()
        elif self.desk.waiting:
            self._release()
        elif self.desk.driver.person_to_move:
            self._press(key)
        elif key == "enter":
            self._refuse_or_play()
        self._show()

    def on_area_clicked(self, click: Area.Clicked) -> None:
        """A click on a card selects it, on the selected card plays it; on a button it does what its key does."""
        if self.desk.waiting:
            self._release()
        elif click.area == "hand":
            self._point(card_at(self.desk, click.x, click.size.width))
        elif click.area == "table":
            self._point(middle_card_at(self.desk, click.x, click.y, click.size.width, click.size.height))
        elif click.area == "bar" and self.desk.driver.person_to_move:
            for button in self._buttons:
                if button.covers(click.x, click.y):
                    self._press(button.key)
        self._show()

    def _commands(self) -> dict[str, Callable[[], None]]:
        commands = {"q": self.exit, "l": self._switch, "r": self._rules, "f": self._hurry, "s": self._hint}
        return commands | ({"t": self._trick} if self.desk.has_tricks else {})

    def _switch(self) -> None:
        self.desk.language = other_language(self.desk.language)

    def _rules(self) -> None:
        self.push_screen(RulesScreen(self.desk, self.desk.driver.game), lambda _: self._show())

    def _trick(self) -> None:
        self.push_screen(TrickScreen(self.desk), lambda _: self._show())

    def _hurry(self) -> None:
        self.hurried = not self.hurried

    def _hint(self) -> None:
        """Show the best move, once it is found; it is looked for beside the table."""
        if self.desk.driver.person_to_move and not self.desk.waiting:
            self.desk.note = Note(texts(), say("hint_sought"))
            self.run_worker(self._find_hint(self.desk), group="hint", exclusive=True)

    async def _find_hint(self, desk: Desk) -> None:
        before = desk.view
        hint = await desk.driver.hint()
        if hint is not None and desk is self.desk and desk.view is before:
            desk.show_hint(hint)
        self._show()

    def _press(self, key: str) -> None:
        """A key of the person who is to move."""
        if key in ("left", "right"):
            self.desk.shift(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self.desk.jump()
        elif key == "space" and self.desk.picks and self.desk.chosen is not None:
            self.desk.pick(self.desk.chosen)
        elif key in self.desk.choices:
            self._play(self.desk.choices[key].move)
        elif key.isdecimal() and self.desk.run:
            self.desk.type_digit(key)
        elif key == "enter":
            self._refuse_or_play()

    def _refuse_or_play(self) -> None:
        desk = self.desk
        if desk.run or desk.picks:
            entry = desk.run.get(desk.number) if desk.run else desk.picked_move
            move = entry.move if entry else None
            if desk.picks and entry is None:
                desk.note = Note(texts(), say("pick_cards"))
        elif len(desk.choices) == 1 and not desk.card_moves:
            move = next(iter(desk.choices.values())).move
        elif desk.choices and not desk.card_moves:
            desk.note = Note(texts(), say("your_turn_move"))
            return
        else:
            move = desk.move_of(desk.chosen) if desk.chosen is not None else None
        if move is not None:
            self._play(move)

    def _point(self, card: Card | None) -> None:
        """A card was clicked: the first click selects it and tells why it may not be played, the second plays.

        Where a move takes several cards, a click picks one of them.
        """
        if card is None or card not in self.desk.cards or self.desk.run:
            return
        again = card == self.desk.chosen
        self.desk.cursor = self.desk.cards.index(card)
        self.desk.note = None
        if self.desk.picks:
            self.desk.pick(card)
            return
        move = self.desk.move_of(card) if again or self.desk.card_moves else None
        if again and move is not None:
            self._play(move)

    def _play(self, move: Move) -> None:
        self.desk.play(move)
        self._pause_or_go()

    def _go(self) -> None:
        """Steps, until somebody is to move or something waits to be read."""
        self._stop_timer()
        while not self.desk.waiting:
            if self.desk.driver.over:
                self._finish()
                break
            if self._thinks():
                break
            if self.desk.advance() is None:
                break
        self._show()

    def _thinks(self) -> bool:
        """Whether a move of somebody else is on its way; the table goes on when it is there."""
        return False

    def _pause_or_go(self) -> None:
        if not self._pause():
            self._go()

    def _pause(self) -> bool:
        """Wait after a move: a full trick for a while, a finished deal for a key, a bot's move for the pace."""
        desk = self.desk
        if desk.waiting and self.hold <= 0:
            desk.release()
        if desk.deal_over:
            return True
        factor = _HURRY if self.hurried else 1
        if desk.waiting:
            self._timer = self.set_timer(self.hold / factor, self._release)
        elif self.pace > 0 and not desk.driver.person_to_move:
            self._timer = self.set_timer(self.pace / factor, self._go)
        else:
            return False
        return True

    def _release(self) -> None:
        self.desk.release()
        self._go()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _finish(self) -> None:
        self.push_screen(ResultScreen(self.desk))

    def _show(self) -> None:
        """Draw everything anew."""
        base = self.screen_stack[0]
        for area in base.query(Area):
            area.refresh(layout=area.id == "score")

    def _draw_table(self, width: int, height: int) -> Canvas:
        if _fits(self.size):
            return draw_table(self.desk, width, height)
        canvas = Canvas(width, height)
        lines = textwrap.wrap(self.desk.own("too_small"), max(width, 1))
        for i, line in enumerate(lines):
            canvas.centred(width // 2, max(0, (height - len(lines)) // 2) + i, line)
        return canvas

    def _draw_bar(self, width: int, _height: int) -> Canvas:
        canvas, self._buttons = draw_bar(self.desk, width)
        return canvas

    def _draw_log(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        lines = log_lines(self.desk, width, height)
        canvas.put_lines(0, height - len(lines), lines)
        return canvas

    def _draw_keys(self, width: int, _height: int) -> Canvas:
        canvas = Canvas(width, 1)
        speed = self.desk.own(self.SPEEDS[int(self.hurried)])
        trick = self.desk.own("key_trick") if self.desk.has_tricks else ""
        canvas.put(1, 0, self.desk.own("keys", speed=speed, trick=trick))
        return canvas
