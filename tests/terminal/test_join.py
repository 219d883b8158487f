"""The table of a real server on the terminal, driven by keys, in both languages."""

import asyncio
import contextlib
import dataclasses
import functools
import re
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from textual.pilot import Pilot

from kozyr.client import Address, KozyrClient, Player, TableConnection
from kozyr.table import Clock, Settings
from kozyr.table import commands as cmd
from kozyr.terminal.board_app import Area
from kozyr.terminal.join_app import JoinApp
from kozyr.terminal.join_screens import ChoiceScreen, LineScreen, MatchOverScreen
from kozyr.terminal.lobby_screen import LobbyScreen, command_of, next_bot, seat_rows
from kozyr.terminal.remote_match import time_left
from tests.client.servers import RunningServer, network, running_server
from tests.client.test_live import QUICK
from tests.table.driving import SHORT
from tests.terminal.test_app import next_keys, on_screen

AT_ONCE = Settings(pace="none", stand_in="random")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@contextlib.asynccontextmanager
async def person(url: str, name: str) -> AsyncIterator[KozyrClient]:
    async with KozyrClient(url) as client:
        await client.call_me(name)
        yield client


async def new_table(host: KozyrClient, game: str, seats: list[str], *, ready: bool = False) -> Address:
    return await host.new_table(game, len(seats), options=SHORT[game], settings=AT_ONCE, seats=seats, ready=ready)


@contextlib.asynccontextmanager
async def shown(
    connection: TableConnection, language: str, size: tuple[int, int] = (100, 34), sit: int | None = None
) -> AsyncIterator[tuple[JoinApp, Pilot[None]]]:
    """The table on a screen."""
    async with connection:
        app = JoinApp(connection, language, hold=0, deal_hold=0.01, sit=sit)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot


async def until(app: JoinApp, pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the table go on until something is so."""
    while not condition():
        await asyncio.sleep(0.01)
        await pilot.pause()
        assert app.is_running


def drawn(app: JoinApp, area: str) -> str:
    return app.screen_stack[0].query_one(f"#{area}", Area).render().plain


async def play_on(app: JoinApp, pilot: Pilot[None], stop: Callable[[], bool]) -> None:
    """Play by keys whenever it is the person's turn."""
    while not stop():
        is_behind = app.desk.waiting or not app.match.person_to_move
        if isinstance(app.screen, LobbyScreen | MatchOverScreen) or is_behind:
            await asyncio.sleep(0.01)
            await pilot.pause()
        else:
            await pilot.press(*(keys_of_a_swap(app) if app.desk.picks else next_keys(app)))


def has_bot(app: JoinApp, seat: int) -> bool:
    return app.match.state.table.seats[seat].bot is not None


def keys_of_a_swap(app: JoinApp) -> list[str]:
    """Keys that pick the cards of the first swap, put others back, and make it."""
    desk, cursor, keys = app.desk, app.desk.cursor, []
    for card in sorted(next(iter(desk.picks)).symmetric_difference(desk.picked), key=desk.cards.index):
        keys += ["right"] * ((desk.cards.index(card) - cursor) % len(desk.cards)) + ["space"]
        cursor = desk.cards.index(card)
    return [*keys, "enter"]


@pytest.mark.parametrize(
    ("language", "waiting", "verified", "again"),
    [
        ("ru", "ждём игроков", "в ней есть ваши байты", "Ещё матч"),
        ("en", "waiting for players", "your own bytes are in it", "Another match"),
    ],
)
async def test_from_the_seats_to_the_rematch_by_keys(
    server: RunningServer, language: str, waiting: str, verified: str, again: str
) -> None:
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "thirty_one", ["open"] * 3)
        async with shown(ann.connect(address.table), language) as (app, pilot):
            screen = on_screen(app)
            assert waiting in screen
            assert address.link in screen
            await pilot.press("enter")
            await until(app, pilot, lambda: app.match.seat == 0)
            for _ in range(2):
                await pilot.press("down", "b")
                assert isinstance(app.screen, LobbyScreen)
                row = app.screen.row
                await until(app, pilot, functools.partial(has_bot, app, row))
            await pilot.press("space")
            await until(app, pilot, lambda: not isinstance(app.screen, LobbyScreen))
            await play_on(app, pilot, lambda: isinstance(app.screen, MatchOverScreen))
            assert verified in " ".join(app.desk.told(entry) for entry in app.desk.log)
            await pilot.press("a")
            await until(app, pilot, lambda: app.match.state.table.match_number == 2)
            await until(app, pilot, lambda: len(app.screen_stack) == 1)
            await play_on(app, pilot, lambda: app.match.state.table.turn > 3)
            assert again
            await pilot.press("q")


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_two_people_play_kozel_talk_vote_and_one_loses_the_connection(
    server: RunningServer, language: str
) -> None:
    async with person(server.url, "Ann") as ann, person(server.url, "Боб") as bob, network(server.port) as net:
        address = await new_table(ann, "kozel", ["me", "open", "random", "random"])
        cookie = ann._tokens.get(ann.server) or ""
        connection = TableConnection(Address(net.url, address.table), cookie, backoff=QUICK)
        async with bob.connect(address.table) as two:
            await two.ask(cmd.Sit(seat=1))
            async with shown(connection, language) as (app, pilot):
                await pilot.press("c", *"hello", "enter")
                await until(app, pilot, lambda: any("Ann: hello" in app.desk.told(entry) for entry in app.desk.log))
                assert "Ann: hello" in on_screen(app)
                await pilot.press("space")
                playing = asyncio.create_task(Player(two, "bob").play())
                await play_on(app, pilot, lambda: app.match.state.table.turn > 6)
                assert "Боб" in drawn(app, "table")
                await two.ask(cmd.Propose(what="pause"))
                await until(app, pilot, lambda: app.match.state.table.vote is not None)
                assert "Боб" in app.banner()
                await until(app, pilot, lambda: app.banner() in on_screen(app))
                await pilot.press("y")
                await until(app, pilot, lambda: app.match.state.table.paused_until is not None)
                assert app.banner().startswith({"ru": "Перерыв", "en": "A pause"}[language])
                await pilot.press("h")
                assert isinstance(app.screen, ChoiceScreen)
                resume = {"ru": "Продолжить игру", "en": "Go on playing"}[language]
                key = next(key for key, (text, _) in app.screen.entries.items() if text == resume)
                await pilot.press(key)
                await until(app, pilot, lambda: app.match.state.table.vote is not None)
                await two.ask(cmd.Vote(agrees=True))
                await until(app, pilot, lambda: app.match.state.table.paused_until is None)
                net.cut()
                await until(app, pilot, lambda: connection.losses == 1 and connection.online)
                await play_on(app, pilot, lambda: app.match.state.table.turn > 20)
                told = [app.desk.told(entry) for entry in app.desk.log]
                assert sum(app.desk.own("log_found") == line for line in told) == 1
                assert sum("Ann: hello" in line for line in told) == 1
                await pilot.press("p", "1")
                await until(app, pilot, lambda: app.connection.state.talk[-1].kind == "phrase")
                await pilot.press("q")
            playing.cancel()


async def test_a_refused_card_says_why_as_the_server_tells_it(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "kozel", ["me", "random", "random", "random"], ready=True)
        async with shown(ann.connect(address.table), "en") as (app, pilot):
            desk = app.desk
            await play_on(
                app, pilot, lambda: 0 < len(app.desk.card_moves) < len(app.desk.cards) and app.match.person_to_move
            )
            desk, turn = app.desk, app.match.state.table.turn
            while desk.chosen in desk.card_moves:
                await pilot.press("right")
            await pilot.press("enter")
            await until(app, pilot, lambda: "may not be made" in desk.note_text())
            english = desk.note_text()
            assert app.match.state.table.turn == turn
            await pilot.press("l")
            assert desk.note_text() != english


async def test_who_watches_sees_the_table_and_can_do_nothing(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann, person(server.url, "Zoe") as zoe:
        address = await new_table(ann, "kozel", ["me", "random", "random", "random"], ready=True)
        async with ann.connect(address.table) as one, shown(zoe.connect(address.table), "ru", (80, 24)) as (app, pilot):
            await until(app, pilot, lambda: app.match.state.table.to_move == 0)
            assert "Ann" in on_screen(app)
            assert app.desk.hand == ()
            assert not app.match.person_to_move
            await pilot.press("enter", "y", "u", "t", "escape")  # before the end, whose screen they would close
            await Player(one, "watched").play()
            await until(app, pilot, lambda: isinstance(app.screen, MatchOverScreen))
            await pilot.press("a", "q")


async def test_a_seat_asked_for_is_taken_at_once(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann, person(server.url, "Bob") as bob:
        address = await new_table(ann, "thirty_one", ["me", "open", "open"])
        async with shown(bob.connect(address.table), "en", (80, 24), sit=2) as (app, pilot):
            await until(app, pilot, lambda: app.match.seat == 2)
            assert all(key in on_screen(app) for key in ("Space ready", "r rules", "q quit"))
            rows = seat_rows(app.match.state, 0, "en")
            assert rows == ["► 1  Ann · away", "  2  free", "  3  Bob (you)"]
            assert command_of("b", app.match.state, 1) is None
            await pilot.press("c")
            assert isinstance(app.screen, LineScreen)
            await pilot.press("escape", "q")


async def test_the_clock_of_who_is_to_move_stands_at_his_seat(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann:
        settings = Settings(pace="none", stand_in="random", clock=Clock(kind="move", move_seconds=600))
        address = await ann.new_table("thirty_one", 2, settings=settings, seats=["me", "random"], ready=True)
        async with shown(ann.connect(address.table), "en") as (app, pilot):
            await until(app, pilot, lambda: app.match.person_to_move)
            assert re.search(r"Ann.* · (9:\d\d|10:00)", drawn(app, "table"))
            await pilot.press("q")


@pytest.mark.parametrize(("language", "told"), [("ru", "За вас ходит бот"), ("en", "A bot moves for you")])
async def test_who_is_stood_in_for_is_told_so(server: RunningServer, language: str, told: str) -> None:
    """Seen in a state that a server gives after a clock has run out; the shortest takes seconds."""
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "thirty_one", ["me", "random", "random"], ready=True)
        connection = ann.connect(address.table)
        async with shown(connection, language) as (app, pilot):
            await until(app, pilot, lambda: app.match.person_to_move)
            parts = connection.state.table_parts
            seats = {**parts["seats"], "0": {**parts["seats"]["0"], "stood_in": "random"}}
            connection._state = dataclasses.replace(connection.state, table_parts={**parts, "seats": seats})
            assert app.banner().startswith(told)
            await pilot.press("l")
            assert app.banner() in on_screen(app)
            assert "b" in app._commands()
            await pilot.press("q")


def test_bots_of_a_seat_go_round() -> None:
    assert [next_bot(bot, ("careful", "random")) for bot in (None, "careful", "random")] == ["careful", "random", None]


def test_time_is_told_short() -> None:
    assert [time_left(ms) for ms in (-5, 61_000, 90_061_000)] == ["0:00", "1:01", "1d 1h"]


async def test_before_the_first_match_nobody_shuffles_and_nothing_can_be_taken_back(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "kozel", ["me", "open", "open", "open"])
        async with shown(ann.connect(address.table), "en") as (app, _):
            assert "Shuffling" not in drawn(app, "bar")
            assert "take back" not in drawn(app, "keys")
            assert "c say" in drawn(app, "keys")


async def test_everybody_calls_bots_and_free_seats_the_same(server: RunningServer) -> None:
    """Who talks at the table, or of its log, means the same seat."""
    async with person(server.url, "Ann") as ann, person(server.url, "Bob") as bob:
        address = await new_table(ann, "kozel", ["me", "random", "open", "open"])
        async with bob.connect(address.table) as two:
            await two.ask(cmd.Sit(seat=2))
            async with shown(ann.connect(address.table), "en") as (app, _):
                assert app.match.names("en") == ("Ann", "Bot 2", "Bob", "Seat 4")
                assert app.match.names("ru") == ("Ann", "Бот 2", "Bob", "Место 4")
        async with shown(bob.connect(address.table), "en") as (app, _):
            assert app.match.names("en") == ("Ann", "Bot 2", "Bob", "Seat 4")


async def test_who_comes_into_a_deal_reads_what_was_said_before_its_story(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "thirty_one", ["me", "random", "random"], ready=True)
        async with ann.connect(address.table) as one:
            while not one.state.story:
                await asyncio.sleep(0.01)
        async with shown(ann.connect(address.table), "en") as (app, _):
            told = [app.desk.told(entry) for entry in app.desk.log]
            assert told[0] == "Match 1 has begun."
            assert len(told) > 1


async def test_show_me_asks_the_server_and_what_it_refuses_is_told(server: RunningServer) -> None:
    async with person(server.url, "Ann") as ann:
        address = await new_table(ann, "thirty_one", ["me", "random", "random"], ready=True)
        async with shown(ann.connect(address.table), "en") as (app, pilot):
            await until(app, pilot, lambda: app.match.person_to_move and not app.desk.waiting)
            assert "s show me" in drawn(app, "keys")
            await pilot.press("s")
            await until(app, pilot, lambda: app.desk.hinted is not None)
            assert app.desk.note_text().startswith("The best move: ")
            assert app.match.person_to_move
    async with person(server.url, "Bob") as bob:
        forbidden = Settings(pace="none", stand_in="random", hints="never")
        address = await bob.new_table(
            "thirty_one", 2, options=SHORT["thirty_one"], settings=forbidden, seats=["me", "random"], ready=True
        )
        async with shown(bob.connect(address.table), "en") as (app, pilot):
            await until(app, pilot, lambda: app.match.person_to_move and not app.desk.waiting)
            assert "s show me" not in drawn(app, "keys")
            await pilot.press("s")
            await until(app, pilot, lambda: "no hints" in app.desk.note_text())
            assert app.desk.hinted is None
