"""Before the match: the number of players and every option of the game, to be set by keys."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from kozyr.kernel.game import Game
from kozyr.kernel.options import OptionError, Options, OptionSpec, OptionValue
from kozyr.kernel.terms import check_language
from kozyr.terminal.keys import meant
from kozyr.terminal.screens import RulesScreen
from kozyr.terminal.texts import other_language, text_or, texts


def option_title(game: Game, spec: OptionSpec, language: str) -> str:
    """How an option is called; by its name where the game has no text for it."""
    if spec.name == "players":
        return texts().text("option_players", language)
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


def players_spec(game: Game) -> OptionSpec:
    """The number of players as if it were an option."""
    return OptionSpec("players", "", game.players[0], low=game.players[0], high=game.players[-1])


@dataclass(frozen=True)
class Setting:
    """What a table is set up with."""

    options: Options
    players: int


class OptionsApp(App[Setting | None]):
    """Ends with what was set, or with None where the person has left."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Kozyr"
    CSS = """
    #rows { padding: 1 2; }
    .row { height: auto; }
    .now { text-style: bold; background: $boost; }
    #title { text-style: bold; padding: 1 2 0 2; }
    #note { color: $warning; padding: 0 2; height: auto; }
    #keys { height: auto; dock: bottom; background: $panel; padding: 0 1; }
    """

    def __init__(self, game: Game, setting: Setting, language: str, *, ask_players: bool) -> None:
        super().__init__()
        self.game = game
        self.language = check_language(language)
        self.options = setting.options
        self.players = setting.players
        asked = (players_spec(game),) if ask_players and len(game.players) > 1 else ()
        self.specs = (*asked, *self.options.specs())
        self.row = 0
        self.typed = ""
        self.note = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="rows", can_focus=False):
            for i in range(len(self.specs)):
                yield Static(id=f"row{i}", classes="row", markup=False)
        yield Static(id="note", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Fill in the texts."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Arrows choose and change, digits type a number, Enter begins."""
        if len(self.screen_stack) > 1:
            return
        key = meant(event.key)
        self.note = ""
        if key.isdecimal():
            self._type(key)
        else:
            self.typed = ""
            self._command(key)
        self._show()

    def action_help_quit(self) -> None:
        """Ctrl-C leaves, as it leaves any command."""
        self.exit(None)

    def _command(self, key: str) -> None:
        if key in ("up", "down"):
            self.row = (self.row + (1 if key == "down" else -1)) % len(self.specs)
        elif key in ("left", "right"):
            spec = self.specs[self.row]
            self._set(neighbour(spec, self._value(spec), 1 if key == "right" else -1))
        elif key == "l":
            self.language = other_language(self.language)
        elif key == "r":
            self.push_screen(RulesScreen(self, self.game), lambda _: self._show())
        elif key == "enter":
            self._begin()
        elif key in ("q", "escape"):
            self.exit(None)

    def _begin(self) -> None:
        missing = self.game.missing_for(self.options)
        if missing is None:
            self.exit(Setting(self.options, self.players))
        else:
            self.note = missing.render(self.game.terms, self.language, ())

    def _type(self, digit: str) -> None:
        """A digit of a number; one too many begins a new number."""
        spec = self.specs[self.row]
        if spec.choices:
            return
        self.typed += digit
        if int(self.typed) > spec.high:
            self.typed = digit
        if spec.low <= int(self.typed) <= spec.high:
            self._set(int(self.typed))
        else:
            self.note = texts().text("number_bounds", self.language, low=spec.low, high=spec.high)

    def _value(self, spec: OptionSpec) -> OptionValue:
        return self.players if spec.name == "players" else self.options.to_mapping()[spec.name]

    def _set(self, value: OptionValue) -> None:
        spec = self.specs[self.row]
        if spec.name == "players":
            self.players = int(value or spec.low)
            return
        try:
            self.options = self.options.from_mapping({**self.options.to_mapping(), spec.name: value})
        except OptionError:
            self.note = texts().text("not_together", self.language)

    def _show(self) -> None:
        self.query_one("#title", Static).update(texts().text("options_title", self.language))
        for i, spec in enumerate(self.specs):
            line = self.query_one(f"#row{i}", Static)
            line.update(self._line(spec, i == self.row))
            line.set_class(i == self.row, "now")
        self.query_one(f"#row{self.row}", Static).scroll_visible(animate=False)
        self.query_one("#note", Static).update(self.note)
        self.query_one("#keys", Static).update(texts().text("options_keys", self.language))

    def _line(self, spec: OptionSpec, now: bool) -> str:
        value = self._value(spec)
        changed = "" if value == spec.default else f" {texts().text('option_changed', self.language)}"
        title = option_title(self.game, spec, self.language)
        shown = option_text(self.game, spec, value, self.language)
        return f"{'►' if now else ' '} {title}: ◄ {shown} ►{changed}"
