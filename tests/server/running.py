"""A whole server on the loopback in the test's own event loop, and people who speak to it byte for byte."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

import httpx
import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kozyr.bots import Budget, make_bot
from kozyr.client import TableState
from kozyr.fairness import contribution_hash
from kozyr.games import get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from kozyr.kernel.view import View
from kozyr.protocol import PROTOCOL, messages
from kozyr.protocol.messages import Ask, Bye, Done, Failed, FromServer, Hello, Hinted, Pong, Update, Welcome, Whole
from kozyr.server.app import Crew, Server
from kozyr.server.hall import Hall
from kozyr.server.limits import Limiter
from kozyr.server.listener import Listener
from kozyr.server.live import LiveTable
from kozyr.server.serving import config_of
from kozyr.server.settings import Settings, settings_of
from kozyr.server.workers.answer import BotAnswer
from kozyr.server.workers.bot_desk import chosen
from kozyr.server.workers.hut_worker import HutRefusedError
from kozyr.server.workers.huts import HutPool
from kozyr.server.workers.pool import WorkerPool
from kozyr.table import Table
from kozyr.table import commands as cmd
from tests.table.driving import SHORT

LITTLE = Budget(worlds=1, nodes=200)
"""How much a bot that searches does for a move."""
PATIENCE = 120.0
"""Seconds after which a test that waits for something has failed."""
BYTES_OF_ONE = b"\x07" * 16
"""What everybody adds to the shuffle."""


class BotsHere(WorkerPool):
    """Bots that answer in this process, at once."""

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def choose(
        self,
        game_id: str,
        bot_name: str,
        view: View,
        seed: str,
        budget_seconds: float,
        *,
        table_id: str = "",
    ) -> BotAnswer:
        answer = chosen(0, make_bot(game_id, bot_name).within(LITTLE), view, seed)
        return BotAnswer(answer.move, answer.reasons, bot_name, value_term=answer.value_term)


class NoHuts(HutPool):
    """No bodies: tables that want some go on by the model of risk."""

    async def start(self) -> None:
        pass

    async def open_hut(self, *_: Any, **__: Any) -> NoReturn:
        raise HutRefusedError("there are no bodies here")


def crew_here(_settings: Settings) -> Crew:
    """Bots in this process, and no bodies."""
    return BotsHere(1), NoHuts(1)


class Time:
    """A clock that stands until it is told to go on."""

    def __init__(self, ms: int = 1_700_000_000_000) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


class _Quiet(uvicorn.Server):
    """A server that leaves the signals of the process alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@dataclass
class Sent:
    """A message on its way to a listener; ``seq`` is the last event that was stored then."""

    who: str
    connection: int
    seq: int
    data: bytes


class Running:
    """A server that runs, with a look inside."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.port = port
        self.sent: list[Sent] = []
        """All that was sent to listeners, where it is tapped."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> Hall:
        assert self.server.hall is not None
        return self.server.hall

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory."""
        return await self.hall.table(table_id)

    async def print_of(self, table_id: str) -> str:
        """The fingerprint of a table."""
        return (await (await self.live(table_id)).read()).fingerprint()

    def unlimited(self) -> None:
        """Nobody asks too often."""
        server = self.server
        server.requests = server.news = server.arrivals = server.messages = Limiter(1e9, 1e9)

    def client(self, **more: Any) -> httpx.AsyncClient:
        """A browser, or something like it, that nobody knows yet."""
        return httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=PATIENCE, **more)

    async def person(self, name: str) -> Person:
        """Somebody who has said his name."""
        person = Person(self, name, self.client())
        answer = await person.http.post("/api/me", json={"name": name})
        assert answer.status_code == 201, answer.text
        person.id = answer.json()["id"]
        return person


@contextlib.asynccontextmanager
async def serving(
    folder: Path,
    *,
    limited: bool = False,
    now: Callable[[], int] | None = None,
    crew: Callable[[Settings], Crew] = crew_here,
    **settings: str,
) -> AsyncIterator[Running]:
    """A server on a free port, with its database in a folder."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    given = {
        "database": f"sqlite:///{(folder / 'kozyr.sqlite').as_posix()}",
        "data_dir": str(folder),
        "port": str(port),
        **settings,
    }
    made = settings_of(given, {})
    server = Server(made, crew=crew) if now is None else Server(made, crew=crew, now=now)
    running = Running(server, port)
    if not limited:
        running.unlimited()
    web = _Quiet(config_of(server, made))
    task = asyncio.create_task(web.serve(sockets=[listening]))
    try:
        async with asyncio.timeout(PATIENCE):
            while not web.started:
                assert not task.done(), "the server did not start"
                await asyncio.sleep(0.001)
        yield running
    finally:
        web.should_exit = True
        await task


@contextlib.contextmanager
def tapped(running: Running) -> Iterator[list[Sent]]:
    """Note all that is sent to listeners, and the last stored event at that moment."""
    stored: dict[str, int] = {}
    numbers: dict[int, int] = {}
    whose: dict[int, str] = {}
    keep: list[Listener] = []
    send, told, greet = Listener.send, running.hall.stored, LiveTable._greet
    at: dict[int, str] = {}

    def note_stored(table: Table, events: Any) -> None:
        stored[table.state.table] = table.seq
        told(table, events)

    def note_greeted(live: LiveTable, listener: Listener, since: int) -> None:
        at[id(listener)] = live.id
        greet(live, listener, since)

    def note(listener: Listener, message: bytes) -> None:
        if id(listener) not in numbers:
            keep.append(listener)
            numbers[id(listener)], whose[id(listener)] = len(numbers), listener.who
        seq = stored.get(at.get(id(listener), ""), 0)
        running.sent.append(Sent(whose[id(listener)], numbers[id(listener)], seq, message))
        send(listener, message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Listener, "send", note)
        patch.setattr(LiveTable, "_greet", note_greeted)
        patch.setattr(running.hall, "stored", note_stored)
        yield running.sent


@dataclass
class Person:
    """Somebody known to the server."""

    running: Running
    name: str
    http: httpx.AsyncClient
    id: str = ""

    @property
    def cookie(self) -> str:
        """What his browser sends."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def token(self) -> str:
        """The token in his cookie."""
        return next(iter(self.http.cookies.values()))

    async def new_table(self, game: str = "thirty_one", players: int | None = None, **body: Any) -> str:
        """A new table of his; its bots do not dawdle."""
        asked = {
            "game": game,
            "players": players,
            "options": SHORT[game],
            "settings": {"pace": "none", "stand_in": "random"},
            **body,
        }
        answer = await self.http.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def at(self, table_id: str, since: int = 0, **more: Any) -> Place:
        """A connection to a table, to be entered."""
        return Place(self, table_id, since, more)


@dataclass
class Place:
    """A connection to a table. All that comes is kept as it came."""

    person: Person
    table_id: str
    since: int = 0
    more: Mapping[str, Any] = field(default_factory=dict)
    received: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    state: TableState | None = None
    answers: dict[str, Done | Failed | Hinted] = field(default_factory=dict)
    faults: list[Failed] = field(default_factory=list)
    bye: str = ""
    closed: bool = False
    reads: bool = True
    _asks: int = 0

    async def __aenter__(self) -> Self:
        url = f"ws://127.0.0.1:{self.person.running.port}/api/tables/{self.table_id}/socket"
        headers = {"cookie": self.person.cookie, **self.more.get("headers", {})}
        options = {name: value for name, value in self.more.items() if name != "headers"}
        self.ws: ClientConnection = await connect(
            url,
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,
            **options,
        )
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())
        with contextlib.suppress(ConnectionClosed):  # who is turned away is told why first
            await self.send(Hello(protocol=PROTOCOL, since=self.since))
        await self.until(lambda: self.state is not None or self.since > 0 or self.closed or bool(self.faults))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.ws.close()
        await self._reader

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in self.ws:
                raw = data.encode() if isinstance(data, str) else data
                self.received.append(raw)
                if isinstance(data, str):
                    self._take(messages.read_from_server(raw))
                await self._tell()
        self.closed = True
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _take(self, message: FromServer) -> None:
        if isinstance(message, Whole):
            self.state = TableState.of(message)
        elif isinstance(message, Update):
            if self.state is not None:
                self.state = self.state.after(message)
        elif isinstance(message, Done | Failed | Hinted) and message.id:
            self.answers[message.id] = message
        elif isinstance(message, Failed):
            self.faults.append(message)
        elif isinstance(message, Bye):
            self.bye = message.code
        else:
            assert isinstance(message, Pong | Welcome) or message is not None

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds after a message has come."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(holds)

    async def send(self, message: messages.FromClient) -> None:
        """Send a message."""
        self.sent.append(messages.write(message))
        await self.ws.send(self.sent[-1].decode())

    async def ask(self, command: cmd.Command) -> Done | Failed:
        """Ask for something and wait for the answer."""
        self._asks += 1
        name = f"ask {time.monotonic_ns()} {self._asks}"
        await self.send(Ask(do=msgspec.structs.replace(command, id=name)))
        await self.until(lambda: name in self.answers or self.closed)
        answer = self.answers[name]
        assert not isinstance(answer, Hinted)
        return answer

    async def hint(self, name: str = "hint") -> Hinted | Failed:
        """Ask for the best move and wait for the answer."""
        await self.send(messages.WantHint(id=name))
        await self.until(lambda: name in self.answers or self.closed)
        answer = self.answers[name]
        assert not isinstance(answer, Done)
        return answer

    async def do(self, command: cmd.Command) -> int:
        """Ask for something that must be done."""
        answer = await self.ask(command)
        assert isinstance(answer, Done), answer
        return answer.seq

    async def refused(self, command: cmd.Command) -> str:
        """The code by which a command is refused."""
        answer = await self.ask(command)
        assert isinstance(answer, Failed), answer
        assert all(answer.texts[language] for language in LANGUAGES)
        return answer.code

    async def ping(self) -> None:
        """All that was sent before has been answered when this returns."""
        count = sum(b'"pong"' in data for data in self.received)
        await self.send(messages.Ping())
        await self.until(lambda: sum(b'"pong"' in data for data in self.received) > count or self.closed)

    @property
    def now(self) -> TableState:
        """The table as it is known here."""
        assert self.state is not None
        return self.state

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.now.table.phase == "over"

    async def contribute(self) -> None:
        """Give to the shuffle what is asked for now, if anything."""
        pledge, seat = self.now.table.pledge, self.now.table.seat
        if pledge is None or seat is None:
            return
        if pledge.stage == "hashes" and seat in pledge.asks and seat not in pledge.hashes:
            await self.ask(cmd.Contribute(hash=contribution_hash(BYTES_OF_ONE)))
        elif pledge.stage == "reveals" and seat in pledge.hashes and seat not in pledge.revealed:
            await self.ask(cmd.Reveal(value=BYTES_OF_ONE.hex()))

    async def play_on(self, stream: Stream, moves: int = 10_000) -> None:
        """Play at random, and contribute, until the match is over or so many moves of one's own are made."""
        while not self.is_over and moves:
            await self.contribute()
            table, view = self.now.table, self.now.view
            if table.to_move is not None and table.to_move == table.seat and view is not None and view.legal:
                kinds: dict[str, list[str]] = {}
                for entry in view.legal:
                    kinds.setdefault(entry.label.id, []).append(str(entry.move))
                move = stream.choice(stream.choice(tuple(kinds.values())))
                if isinstance(await self.ask(cmd.Move(move=move, turn=table.turn)), Done):
                    moves -= 1
                turn = table.turn
                await self.until(lambda: self.now.table.turn != turn or self.is_over or self.closed)  # noqa: B023
            else:
                await self.change()
            if self.closed:
                return

    async def change(self) -> None:
        """Wait for the next change."""
        before = self.state
        if before is not None and self._owes():
            return
        await self.until(lambda: self.state is not before or self.closed)

    def _owes(self) -> bool:
        pledge, seat = self.now.table.pledge, self.now.table.seat
        if pledge is None or seat is None:
            return False
        return (pledge.stage == "hashes" and seat in pledge.asks and seat not in pledge.hashes) or (
            pledge.stage == "reveals" and seat in pledge.hashes and seat not in pledge.revealed
        )


@contextlib.asynccontextmanager
async def a_match(
    running: Running, game: str = "thirty_one", people: int = 2, **body: Any
) -> AsyncIterator[list[Place]]:
    """People at the first seats of a running match, bots at the others; the first of them is the host."""
    players = int(body.pop("players", 0)) or (4 if game == "kozel" else get_game(game).players[0] + 1)
    async with contextlib.AsyncExitStack() as stack:
        persons = [await running.person(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gil")[:people]]
        for person in persons:
            stack.push_async_callback(person.http.aclose)
        seats = ["me", *["open"] * (people - 1), *["random"] * (players - people)]
        table_id = await persons[0].new_table(game, players, seats=seats, **body)
        places = [await stack.enter_async_context(person.at(table_id)) for person in persons]
        for seat, place in enumerate(places[1:], 1):
            await place.do(cmd.Sit(seat=seat))
        for place in places:
            await place.do(cmd.Ready())
        yield places


async def all_play(places: list[Place], seed: str, moves: int = 10_000) -> None:
    """Everybody plays at random, at the same time."""
    await asyncio.gather(*(place.play_on(Stream(seed, number), moves) for number, place in enumerate(places)))
