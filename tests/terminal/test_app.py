"""The table on the terminal, driven by keys and clicks."""

import asyncio
import html
import re
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
from kozyr.cards import card_name
from kozyr.games import get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.terminal.app import Area, TableApp
from kozyr.terminal.board_app import BoardApp
from kozyr.terminal.desk import Desk
from kozyr.terminal.options_screen import OptionsApp, Setting
from kozyr.terminal.screens import ResultScreen, RulesScreen, TrickScreen, outcome
from kozyr.terminal.session import Session
from kozyr.terminal.table_art import hand_place, middle_places

# With spas at 60 every deal gives two pairs, so matches are short.
Script = Callable[[TableApp, Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path))
    return tmp_path


def run(script: Script, language: str = "en", size: tuple[int, int] = (100, 34), **settings: Any) -> TableApp:
    game = get_game("kozel")
    session = Session(game, game.options.from_mapping({"spas": 60}), 4, 0, ["random"], "table")
    return run_session(session, script, language, size, **settings)


def run_session(
    session: Session, script: Script, language: str = "en", size: tuple[int, int] = (100, 34), **settings: Any
) -> TableApp:
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


def next_keys(app: BoardApp) -> list[str]:
    """Keys by which a person makes his next move."""
    desk = app.desk
    if desk.run:
        return ["7", "enter"]
    if not desk.card_moves:
        return [next(iter(desk.choices), "enter")]
    cards = desk.cards
    steps = next(i for i in range(len(cards)) if cards[(desk.cursor + i) % len(cards)] in desk.card_moves)
    return ["right"] * steps + ["enter"]


async def play_until(app: TableApp, pilot: Pilot[None], stop: Callable[[TableApp], bool]) -> None:
    for _ in range(2000):
        if app.session.over or stop(app):
            return
        await press(app, pilot, *next_keys(app))
    raise AssertionError("the match does not end")


def shown(app: TableApp, area: str) -> str:
    """The text of a part of the table."""
    return app.screen_stack[0].query_one(f"#{area}", Area).render().plain


def on_screen(app: BoardApp) -> str:
    """What has really been drawn, line by line; ``shown`` tells what would be drawn now."""
    svg = app.export_screenshot(simplify=True)
    return html.unescape(re.sub(r"<[^>]*>", "", svg)).replace("\xa0", " ")


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
    assert app.session.match.result is not None
    assert list(data.iterdir()) == []


def thirty_one(players: int) -> Session:
    game = get_game("thirty_one")
    return Session(game, game.options.from_mapping({"deals": 2}), players, 0, ["random"], "open cards")


def keys_of_a_swap(app: TableApp) -> list[str]:
    """Keys that pick the cards of the first swap, from the hand to the middle, and make it."""
    desk = app.desk
    keys = []
    cursor = desk.cursor
    for card in sorted(next(iter(desk.picks)), key=desk.cards.index):
        keys += ["right"] * ((desk.cards.index(card) - cursor) % len(desk.cards)) + ["space"]
        cursor = desk.cards.index(card)
    return [*keys, "enter"]


@pytest.mark.parametrize(("language", "players", "size"), [("ru", 7, (80, 24)), ("en", 2, (100, 34))])
def test_moves_of_several_cards_are_picked_by_keys_through_a_whole_match(
    language: str, players: int, size: tuple[int, int]
) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        swaps = 0
        while not app.session.over:
            swaps += bool(app.desk.picks)
            await press(app, pilot, *(keys_of_a_swap(app) if app.desk.picks else next_keys(app)))
        assert swaps > 1
        assert sum(move.startswith("swap") for move in app.session.moves) >= swaps

    assert run_session(thirty_one(players), script, language, size).session.match.result is not None


def test_cards_in_the_middle_are_picked_with_the_mouse() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        desk = app.desk
        table, hand = app.query_one("#table").size, app.query_one("#hand").size
        await pilot.click("#hand", offset=(hand_place(1, 3, hand.width) + 1, 2))
        x, y = middle_places(3, 1, table.width, table.height)[2]
        await pilot.click("#table", offset=(x + 1, y + 1))
        assert desk.picked == [desk.hand[1], desk.row[2]]
        move = f"swap {desk.hand[1]} {desk.row[2]}"
        before = len(app.session.moves)
        await pilot.click("#bar", offset=(4, 1))
        assert app.session.moves[before] == move

    run_session(thirty_one(3), script)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_deal_that_a_bot_ends_shows_its_hands_at_once(language: str) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        ends = 0
        while not app.session.over:
            mine = app.session.person_to_move
            await press(app, pilot, *(next_keys(app) if mine and not app.desk.waiting else ["space"]))
            if app.desk.deal_over:
                ends += 1
                screen = on_screen(app)
                assert app.desk.own("any_key") in screen
                for seat in range(1, 7):
                    cards = [
                        card_name(card, language) for card in app.desk.view.zone("hand", seat).cards if card is not None
                    ]
                    assert " ".join(cards) in screen
        assert ends > 1

    run_session(thirty_one(7), script, language, (80, 24), hold=1000)


def test_the_last_deal_is_read_before_the_result_and_the_result_before_the_end() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        desk = app.desk
        while not app.session.over:
            await press(app, pilot, *(next_keys(app) if not desk.waiting else ["space"]))
        assert desk.deal_over
        assert len(app.screen_stack) == 1
        await press(app, pilot, "space")
        assert isinstance(app.screen, ResultScreen)
        stacks = [counter.value for counter in desk.view.counters if counter.id == "chips"]
        told = on_screen(app)
        assert all(f"chips: {chips}" in told for chips in stacks)
        await press(app, pilot, "enter", "l")
        assert isinstance(app.screen, ResultScreen)
        assert f"фишки: {stacks[0]}" in on_screen(app)
        await press(app, pilot, "q")

    app = run_session(thirty_one(3), script, hold=1000)
    assert not app.is_running


@pytest.mark.parametrize(
    ("winners", "text"), [((0,), "you_won"), ((0, 2), "you_shared"), ((1,), "you_lost"), ((), "nobody_won")]
)
def test_the_result_says_whether_the_person_has_won(
    winners: tuple[int, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = thirty_one(3)
    desk = Desk(session, "en")
    monkeypatch.setattr(session.match, "winners", lambda: winners)
    assert outcome(desk) == text


def test_enter_without_picked_cards_says_what_to_do() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        assert "Pick the cards" in shown(app, "bar")
        await press(app, pilot, "t")
        assert len(app.screen_stack) == 1

    run_session(thirty_one(3), script)


def test_a_refused_card_says_why() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, some_card_refused)
        desk = app.desk
        moves = list(app.session.moves)
        while desk.chosen in desk.card_moves:
            await pilot.press("right")
        await pilot.press("enter")
        assert app.session.moves == moves
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
        before = len(app.session.moves)
        await pilot.click("#hand", offset=place)
        assert desk.chosen == card
        assert len(app.session.moves) == before
        await pilot.click("#hand", offset=place)
        assert app.session.moves[before] == str(card)

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
        before = len(app.session.moves)
        await pilot.click("#bar", offset=(8, 1))
        assert app.session.moves[before] == "cut 9"

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
        assert on_screen(app).count("╭───╮") == 4 + shown(app, "hand").count("╭───╮")
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
        app.session._bots = (Thinker(),) * 4
        await pilot.press(*next_keys(app))
        assert app.session.bot_to_move
        moves = len(app.session.moves)
        await pilot.press("l")
        assert app.desk.language == "ru"
        assert len(app.session.moves) == moves
        switched.set()
        await settle(app, pilot)
        assert app.session.person_to_move

    run(script)


def test_bots_wait_for_their_pace_and_can_be_hurried() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        while app.session.person_to_move:
            await press(app, pilot, *next_keys(app))
        moves = len(app.session.moves)
        await pilot.press("right")
        assert len(app.session.moves) == moves
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


@pytest.mark.parametrize("size", [(77, 30), (40, 12), (20, 5)])
def test_a_window_too_small_for_the_table_shows_only_what_is_needed(size: tuple[int, int]) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.session.moves) > 20)
        in_sight = [area.id for area in app.query(Area) if all(node.display for node in area.ancestors_with_self[:-1])]
        assert in_sight == ["table", "keys"]
        assert "80×24" in shown(app, "table")

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
        await play_until(app, pilot, lambda app: len(app.session.moves) > 12)
        await pilot.press("q")

    session = run(script).session
    assert Session.resume(session.path).moves == session.moves


@pytest.mark.parametrize("language", ["ru", "en"])
def test_options_are_set_before_the_match(language: str) -> None:
    game = get_game("kozel")
    app = OptionsApp(game, Setting(game.options(), 4), language, ask_players=True)
    chosen = set_by_keys(app, "down", "right", "up", "up", "left", "l", "enter")
    assert chosen is not None
    assert chosen.options.changed() == {"boasts": "mirror", "spas": 30}
    assert chosen.players == 4


def set_by_keys(app: OptionsApp, *keys: str) -> Setting | None:
    async def script() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)

    asyncio.run(script())
    return app.return_value


def test_a_number_is_typed_and_kept_within_its_bounds() -> None:
    """Spas may be 1..60: 4, 41, then 415 is too many and begins anew with 5."""
    game = get_game("kozel")
    last = ["up"]
    for keys, spas in ((["4", "1"], 41), (["4", "1", "5"], 5), (["0"], None)):
        app = OptionsApp(game, Setting(game.options(), 4), "en", ask_players=True)
        chosen = set_by_keys(app, *last, *keys, "enter")
        assert chosen is not None
        assert chosen.options.changed().get("spas") == spas
    assert app.note == ""


def test_a_table_that_needs_more_than_there_is_here_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    game = get_game("shalashik")
    app = OptionsApp(game, Setting(game.options.from_mapping({"hut": "physics"}), 3), "en", ask_players=False)
    assert set_by_keys(app, "enter") is None
    assert "needs the package mujoco" in app.note


def test_the_rules_can_be_read_while_options_are_set() -> None:
    game = get_game("kozel")
    app = OptionsApp(game, Setting(game.options(), 4), "ru", ask_players=True)

    async def script() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("к")
            assert isinstance(app.screen, RulesScreen)
            await pilot.press("l", "escape")
            await pilot.pause()
            assert app.language == "en"
            await pilot.press("ctrl+c")

    asyncio.run(script())
    assert app.return_value is None


def test_ctrl_c_leaves_and_keeps_the_match() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.session.moves) > 12)
        await pilot.press("ctrl+c")

    app = run(script)
    assert not app.is_running
    assert Session.resume(app.session.path).moves == app.session.moves


def test_where_the_match_cannot_be_kept_it_goes_on_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path / "file"))

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await play_until(app, pilot, lambda app: len(app.session.moves) > 12)
        assert "could not be kept" in shown(app, "bar")

    run(script)


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


def test_show_me_marks_the_best_move_and_says_why() -> None:
    async def ask(app: TableApp, pilot: Pilot[None]) -> None:
        while not app.desk.card_moves or len(app.desk.view.legal) == 1:
            await press(app, pilot, "enter")
        await press(app, pilot, "s")
        hinted = app.desk.hinted
        assert hinted is not None
        assert app.desk.chosen == hinted.cards[0]
        assert app.desk.note_text().startswith("The best move: ")
        assert "Why: " in app.desk.note_text()
        assert app.session.person_to_move
        await press(app, pilot, "enter")
        assert app.desk.hinted is None

    run(ask)
