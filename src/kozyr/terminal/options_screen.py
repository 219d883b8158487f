"""Before the match: every option of the game with its values, to be set by keys."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from kozyr.kernel.game import Game
from kozyr.kernel.options import OptionError, Options, OptionSpec, OptionValue
from kozyr.kernel.terms import check_language
from kozyr.terminal.keys import meant
from kozyr.terminal.texts import text_or, texts


def option_title(game: Game, spec: OptionSpec, language: str) -> str:
    """How an option is called; by its name where the game has no text for it."""
    return text_or(game.terms, f"option_{spec.name}", language, spec.name)


def option_text(game: Game, spec: OptionSpec, value: OptionValue, language: str) -> str:
    """How a value of an option is called."""
    if value is None:
        return texts().text("option_null", language)
    return text_or(game.terms, f"option_{spec.name}_{value}", language, str(value))


def neighbour(spec: OptionSpec, value: OptionValue, by: int) -> OptionValue:
    """The value beside another one; words go round, numbers stop at their bounds, below them there may be none."""
    if spec.choices:
        return spec.choices[(spec.choices.index(str(value)) + by) % len(spec.choices)]
    if value is None:
        return spec.low if by > 0 else None
    number = int(value) + by
    if number < spec.low:
        return None if spec.nullable else spec.low
    return min(number, spec.high)


class OptionsApp(App[Options | None]):
    """Ends with the options set, or with None where the person has left."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Kozyr"
    CSS = """
    VerticalScroll { padding: 1 2; }
    .row { height: auto; }
    .now { text-style: bold; background: $boost; }
    #title { text-style: bold; padding: 1 2 0 2; }
    #note { color: $warning; padding: 0 2; height: 1; }
    #keys { height: 1; dock: bottom; background: $panel; padding: 0 1; }
    """

    def __init__(self, game: Game, options: Options, language: str) -> None:
        super().__init__()
        self.game = game
        self.language = check_language(language)
        self.chosen = options
        self.specs = options.specs()
        self.row = 0
        self.note = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(can_focus=False):
            for i in range(len(self.specs)):
                yield Static(id=f"row{i}", classes="row", markup=False)
        yield Static(id="note", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Fill in the texts."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Arrows choose and change, Enter begins."""
        key = meant(event.key)
        self.note = ""
        if key in ("up", "down"):
            self.row = (self.row + (1 if key == "down" else -1)) % len(self.specs)
        elif key in ("left", "right"):
            self._change(1 if key == "right" else -1)
        elif key == "l":
            self.language = "en" if self.language == "ru" else "ru"
        elif key == "enter":
            self.exit(self.chosen)
        elif key in ("q", "escape"):
            self.exit(None)
        self._show()

    def _change(self, by: int) -> None:
        spec = self.specs[self.row]
        values = dict(self.chosen.to_mapping())
        values[spec.name] = neighbour(spec, values[spec.name], by)
        try:
            self.chosen = self.chosen.from_mapping(values)
        except OptionError as error:
            self.note = str(error)

    def _show(self) -> None:
        self.query_one("#title", Static).update(texts().text("options_title", self.language))
        values = self.chosen.to_mapping()
        for i, spec in enumerate(self.specs):
            line = self.query_one(f"#row{i}", Static)
            line.update(self._line(spec, values[spec.name], i == self.row))
            line.set_class(i == self.row, "now")
        self.query_one(f"#row{self.row}", Static).scroll_visible(animate=False)
        self.query_one("#note", Static).update(self.note)
        self.query_one("#keys", Static).update(texts().text("options_keys", self.language))

    def _line(self, spec: OptionSpec, value: OptionValue, now: bool) -> str:
        changed = "" if value == spec.default else f"  {texts().text('option_changed', self.language)}"
        title = option_title(self.game, spec, self.language)
        shown = option_text(self.game, spec, value, self.language)
        return f"{'►' if now else ' '} {title}: ◄ {shown} ►{changed}"
