"""The table on the terminal, driven by keys and clicks."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kozyr.bots.bot import Choice
from kozyr.bots.random_bot import RandomBot
from kozyr.games import get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.terminal.app import Area, TableApp
from kozyr.terminal.options_screen import OptionsApp
from kozyr.terminal.screens import ResultScreen, RulesScreen, TrickScreen
from kozyr.terminal.session import Session
from kozyr.terminal.table_art import hand_place

# With spas at 60 every deal gives two pairs, so matches are short.
Script = Callable[[TableApp, Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path))
    return tmp_path


def run(script: Script, language: str = "en", size: tuple[int, int] = (100, 34), **settings: Any) -> TableApp:
    game = get_game("kozel")
    session = Session(game, game.options.from_mapping({"spas": 60}), 4, 0, ["random"], "table")
    app = TableApp(session, language, **({"pace": 0, "hold": 0} | settings))

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await script(app, pilot)

    asyncio.run(play())
    return app


async def press(app: TableApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys and let the bots answer."""
    await pilot.press(*keys)
    await settle(app, pilot)


async def settle(app: TableApp, pilot: Pilot[None]) -> None:
    """Let the bots think to their end."""
    await pilot.pause()
    while app.workers:
        await app.workers.wait_for_complete()
        await pilot.pause()


def next_keys(app: TableApp) -> list[str]:
    """Keys by which a person makes his next move."""
    desk = app.desk
    if desk.run:
        return ["7", "enter"]
    if not desk.card_moves:
        return [next(iter(desk.choices))]
    cards = desk.cards
    steps = next(i for i in range(len(cards)) if cards[(desk.cursor + i) % len(cards)] in desk.card_moves)
    return ["right"] * steps + ["enter"]


async def play_until(app: TableApp, pilot: Pilot[None], stop: Callable[[TableApp], bool]) -> None:
    for _ in range(2000):
        if app.desk.session.over or stop(app):
            return
        await press(app, pilot, *next_keys(app))
    raise AssertionError("the match does not end")


def shown(app: TableApp, area: str) -> str:
    """The text of a part of the table."""
    return app.screen_stack[0].query_one(f"#{area}", Area).render().plain


def some_card_refused(app: TableApp) -> bool:
    moves = app.desk.card_moves
    return bool(moves) and len(moves) < len(app.desk.cards)


@pytest.mark.parametrize(("language", "told"), [("ru", "выигрыш матча"), ("en", "win the match")])
def test_a_whole_match_is_played_by_keys(language: str, told: str, data: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda _: False)
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        assert told in shown(app, "log").replace("\n ", "")
        await pilot.press("q")

    app = run(script, language)
    assert app.desk.session.match.result is not None
    assert list(data.iterdir()) == []


def test_a_refused_card_says_why() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, some_card_refused)
        desk = app.desk
        moves = list(desk.session.moves)
        while desk.chosen in desk.card_moves:
            await pilot.press("right")
        await pilot.press("enter")
        assert desk.session.moves == moves
        assert desk.note is not None
        assert desk.note.said.id.startswith("refuse_")
        english = desk.note_text()
        assert english in " ".join(shown(app, "bar").split())
        await pilot.press("l")
        assert desk.note_text() != english
        assert desk.note_text() in " ".join(shown(app, "bar").split())

    run(script)


def test_the_language_is_switched_at_once_in_all_parts() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: bool(app.desk.card_moves))
        assert "partner" in shown(app, "table")
        await pilot.press("д")
        for area, word in (("table", "партнёр"), ("score", "взятки"), ("bar", "Ваш ход"), ("keys", "правила")):
            assert word in shown(app, area)
        assert "Сдача 1" in shown(app, "log")
        await pilot.press("l")
        assert "Deal 1" in shown(app, "log")

    run(script)


def test_a_click_selects_a_card_and_a_second_one_plays_it() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.desk.card_moves) > 1)
        desk = app.desk
        card = [card for card in desk.cards if card in desk.card_moves][-1]
        width = app.query_one("#hand").size.width
        place = (hand_place(desk.cards.index(card), len(desk.cards), width) + 1, 2)
        before = len(desk.session.moves)
        await pilot.click("#hand", offset=place)
        assert desk.chosen == card
        assert len(desk.session.moves) == before
        await pilot.click("#hand", offset=place)
        assert desk.session.moves[before] == str(card)

    run(script)


def test_a_number_is_typed_adjusted_and_played_with_the_mouse() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: bool(app.desk.run))
        desk = app.desk
        await pilot.press("2", "5")
        assert desk.number == 25
        await pilot.press("left")
        assert desk.number == 24
        await pilot.press("9")
        assert desk.number == 9
        before = len(desk.session.moves)
        await pilot.click("#bar", offset=(8, 1))
        assert desk.session.moves[before] == "cut 9"

    run(script)


def test_a_full_trick_stays_until_a_key_is_pressed() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(60):
            if app.desk.waiting:
                break
            await press(app, pilot, *next_keys(app))
        held = app.desk.held
        assert held is not None
        assert len(held.cards) == 4
        assert shown(app, "table").count("╭───╮") == 4
        await press(app, pilot, "right")
        assert app.desk.held is not held

    run(script, hold=1000)


def test_the_table_answers_while_a_bot_thinks() -> None:
    """A bot that thinks until the language has been switched under it."""
    switched = threading.Event()

    class Thinker(RandomBot):
        def choose(self, view: View, stream: Stream) -> Choice:
            assert switched.wait(60), "the table stands still"
            return super().choose(view, stream)

    def a_bot_follows(app: TableApp) -> bool:
        trick = app.desk.trick()
        return bool(app.desk.card_moves) and trick is not None and len(trick.cards) < 3

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, a_bot_follows)
        app.desk.session._bots = (Thinker(),) * 4
        await pilot.press(*next_keys(app))
        assert app.desk.session.bot_to_move
        moves = len(app.desk.session.moves)
        await pilot.press("l")
        assert app.desk.language == "ru"
        assert len(app.desk.session.moves) == moves
        switched.set()
        await settle(app, pilot)
        assert app.desk.session.person_to_move

    run(script)


def test_bots_wait_for_their_pace_and_can_be_hurried() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        while app.desk.session.person_to_move:
            await press(app, pilot, *next_keys(app))
        moves = len(app.desk.session.moves)
        await pilot.press("right")
        assert len(app.desk.session.moves) == moves
        await pilot.press("f")
        assert app.hurried
        assert "slower" in shown(app, "keys")

    run(script, pace=1000)


def test_rules_and_last_trick_open_and_close() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        assert isinstance(app.screen, TrickScreen)
        await pilot.press("escape")
        await play_until(app, pilot, lambda app: app.desk.last_trick() is not None)
        await pilot.press("t", "l")
        await pilot.pause()
        assert isinstance(app.screen, TrickScreen)
        await pilot.press("t", "r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("down", "l")
        await pilot.pause()
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    run(script)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 5)])
def test_a_small_window_does_not_crash(size: tuple[int, int]) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.desk.session.moves) > 20)

    run(script, "ru", size)


def test_all_of_the_table_is_in_sight_in_80_by_24() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: bool(app.desk.card_moves))
        for area in app.query(Area):
            assert area.size.height >= {"table": 11, "log": 8}.get(area.id or "", 1)
            assert area.region.bottom <= 24
            assert area.region.right <= 80
        assert shown(app, "hand").count("│") == 2 * 2 * 7

    run(script, "ru", (80, 24))


def test_leaving_keeps_the_match() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.desk.session.moves) > 12)
        await pilot.press("q")

    session = run(script).desk.session
    assert Session.resume(session.path).moves == session.moves


@pytest.mark.parametrize("language", ["ru", "en"])
def test_options_are_set_before_the_match(language: str) -> None:
    game = get_game("kozel")
    app = OptionsApp(game, game.options(), language)

    async def script() -> Any:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("down", "right", "up", "up", "left", "l", "enter")
        return app.return_value

    chosen = asyncio.run(script())
    assert chosen.changed() == {"boasts": "mirror", "spas": 30}


def test_a_finished_deal_waits_for_a_key_with_its_result() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.desk.cards) == 1 and bool(app.desk.card_moves))
        app.hold = 1000
        await pilot.press("enter")
        assert app.desk.deal_over
        assert "win the deal" in " ".join(shown(app, "bar").split())
        deal = app.desk.view.deal_number
        await pilot.press("l")
        assert app.desk.view.phase == "shuffle"
        app.hold = 0
        await press(app, pilot, "enter")
        assert app.desk.view.phase != "shuffle"
        assert app.desk.view.deal_number == deal

    run(script)


def test_textual_is_not_imported_with_the_package() -> None:
    code = "import sys, kozyr.terminal; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
