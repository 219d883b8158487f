"""A seat at a table of a server, or a look at it: kept up over everything that a network does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, InvalidURI, WebSocketException

from kozyr.client.address import Address
from kozyr.client.backoff import Backoff
from kozyr.client.changes import Change, Changed, Changes, Checked, Ended, Found, Lost
from kozyr.client.contributor import Check, Contributor
from kozyr.client.failure import AskFailed, ClientError, ConnectionEnded, Unreachable
from kozyr.client.outbox import Outbox
from kozyr.client.table_state import TableState
from kozyr.protocol import PROTOCOL
from kozyr.protocol.messages import (
    Bye,
    Done,
    Failed,
    FromClient,
    FromServer,
    Hello,
    Hinted,
    MessageError,
    Ping,
    Pong,
    Update,
    WantHint,
    Welcome,
    Whole,
    read_from_server,
    write,
)
from kozyr.table import Command
from kozyr.table.commands import Back

PING_SECONDS: Final = 15.0
_LARGEST: Final = 4 * 1024 * 1024
_FOR_GOOD: Final = frozenset({"removed", "no_spectators", "deleted", "elsewhere"})
"""Farewells after which it is no use to come again."""
_NO_STATE: Final = (LookupError, TypeError, ValueError, msgspec.MsgspecError)
"""What is raised where messages do not make a table."""
_log: Final = logging.getLogger(__name__)
_LOST: Final = "the connection is lost"
_BUSY: Final = frozenset({408, 425, 429})
"""Refusals of a handshake after which it is worth to come again."""
_BUSY_CODES: Final = frozenset({"too_often", "server_full", "storage", "internal"})
"""The same, of a first message."""

Opener = Callable[[str, str], Awaitable[ClientConnection]]
"""Opens the socket at an address, with a cookie."""


async def open_socket(url: str, cookie: str) -> ClientConnection:
    """A socket. Raises OSError, TimeoutError, WebSocketException."""
    headers = {"Cookie": cookie} if cookie else {}
    return await connect(url, additional_headers=headers, ping_interval=None, max_size=_LARGEST, close_timeout=2)


class _SilenceError(Exception):
    """The server says nothing any more."""


class TableConnection:
    """A connection to a table; an asynchronous context, inside which ``state`` is always there.

    Entering raises Unreachable, AskFailed (the server refuses) or ConnectionEnded. Later losses are made good: it
    connects again, asks again what was not answered, and gets what it has missed. ``contributes``: add own bytes to
    every shuffle; ``returns``: play one's seat oneself again after a loss.
    """

    def __init__(
        self,
        address: Address,
        cookie: str = "",
        *,
        contributes: bool = True,
        returns: bool = True,
        patient: bool = False,
        open_: Opener = open_socket,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        backoff: Backoff | None = None,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        self.address = address
        self.online = False
        """Whether the server answers at present."""
        self.losses = 0
        """How often the connection was lost."""
        self._cookie = cookie
        self._patient = patient
        self._returns = returns
        self._open = open_
        self._sleep = sleep
        self._chance = chance
        self._backoff = backoff or Backoff()
        self._ping_seconds = ping_seconds
        self._contributor = Contributor(entropy) if contributes else None
        prefix, numbers = entropy(6).hex(), iter(range(1, 1 << 62))
        self._outbox = Outbox(lambda: f"{prefix}-{next(numbers)}")
        self._hints: dict[str, asyncio.Future[Hinted]] = {}
        self._state: TableState | None = None
        self._since = 0
        self._outgoing: asyncio.Queue[FromClient] | None = None
        self._followers: weakref.WeakSet[Changes] = weakref.WeakSet()
        self._own_asks: set[asyncio.Task[None]] = set()
        self._run_task: asyncio.Task[None] | None = None
        self._first: asyncio.Future[None] | None = None
        self._ended: ClientError | None = None
        self._may_return = False
        self._settled = False
        self._pings = 0
        self._heard = 0.0
        self._server_ahead = 0.0

    async def __aenter__(self) -> Self:
        self._first = asyncio.get_running_loop().create_future()
        self._run_task = asyncio.create_task(self._run(), name=f"table {self.address.table}")
        try:
            await self._first
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the socket; what was not answered raises ConnectionEnded."""
        task = self._run_task
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
        self._end(ConnectionEnded("closed"))
        for ask in list(self._own_asks):
            ask.cancel()
        await asyncio.gather(*self._own_asks, return_exceptions=True)

    @property
    def state(self) -> TableState:
        """The table as it is known now. Raises RuntimeError before the connection is entered."""
        if self._state is None:
            raise RuntimeError("the table is not known before the connection is entered")
        return self._state

    @property
    def checks(self) -> tuple[Check, ...]:
        """The shuffles of finished deals that were checked by their proofs."""
        return tuple(self._contributor.checks) if self._contributor else ()

    @property
    def unanswered(self) -> int:
        """How many asks are on their way."""
        return len(self._outbox.waiting)

    def server_now(self) -> int:
        """The clock of the server in ms, as far as it is known: all deadlines are by it."""
        return int(asyncio.get_running_loop().time() * 1000 + self._server_ahead)

    def changes(self) -> AsyncIterator[Change]:
        """Everything that happens from now on, until the connection has ended."""
        follower = Changes()
        if self._ended is not None:
            follower.add(Ended(_code(self._ended)))
        self._followers.add(follower)
        return follower

    async def ask(self, command: Command) -> Done:
        """Do something at the table; returns once it is stored. Raises AskFailed, ConnectionEnded.

        While the connection is lost it waits. It counts once, however often it has to be sent.
        """
        if self._ended is not None:
            raise self._ended
        message, answer = self._outbox.add(command)
        self._send(message)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            self._outbox.drop(message)
            answer.cancel()
            raise

    async def hint(self) -> Hinted:
        """The best move for oneself, who is to move. Raises AskFailed, ConnectionEnded; Unreachable after a loss."""
        if self._ended is not None:
            raise self._ended
        if self._outgoing is None:
            raise Unreachable(_LOST)
        name = f"hint-{secrets.token_hex(6)}"
        answer: asyncio.Future[Hinted] = asyncio.get_running_loop().create_future()
        self._hints[name] = answer
        self._send(WantHint(id=name))
        try:
            return await answer
        finally:
            del self._hints[name]

    def _fail_hints(self, error: ClientError) -> None:
        for answer in self._hints.values():
            if not answer.done():
                answer.set_exception(error)

    def _settle_hint(self, message: Hinted | Failed) -> bool:
        """Whether a hint was waited for under this name."""
        answer = self._hints.get(message.id)
        if answer is None or answer.done():
            return False
        if isinstance(message, Hinted):
            answer.set_result(message)
        else:
            answer.set_exception(AskFailed.of(message))
        return True

    def _send(self, message: FromClient) -> None:
        """Send now; nothing where the connection is lost."""
        if self._outgoing is not None:
            self._outgoing.put_nowait(message)

    # Coming again

    async def _run(self) -> None:
        loop, attempt = asyncio.get_running_loop(), 0
        try:
            while True:
                began = loop.time()
                try:
                    await self._visit()
                    why = "the server has closed the connection"
                except (OSError, TimeoutError, WebSocketException, _SilenceError) as error:
                    why = str(error) or type(error).__name__
                if loop.time() - began > self._backoff.most:
                    attempt = 0
                self._lose(why)
                await self._sleep(self._backoff.delay(attempt, self._chance()))
                attempt += 1
        except ClientError as error:
            self._end(error)
        except Exception as error:  # a fault of this client: nobody may wait for it for ever
            self._end(ConnectionEnded("fault", f"the client failed: {error!r}"))
            _log.exception("the client of %s failed", self.address.link)

    async def _visit(self) -> None:
        """One connection from its opening to its end. Raises ClientError where it is no use to come again."""
        try:
            socket = await self._open(self.address.socket, self._cookie)
        except InvalidURI as error:
            raise Unreachable(str(error)) from None
        except InvalidStatus as error:
            if 400 <= error.response.status_code < 500 and error.response.status_code not in _BUSY:
                raise _refusal(error) from None
            raise
        self._settled = False
        outgoing: asyncio.Queue[FromClient] = asyncio.Queue()
        outgoing.put_nowait(Hello(protocol=PROTOCOL, since=self._since))
        self._heard = asyncio.get_running_loop().time()
        tasks = [asyncio.create_task(self._write(socket, outgoing)), asyncio.create_task(self._beat(outgoing))]
        reader = asyncio.create_task(self._read(socket, outgoing))
        try:
            await asyncio.wait([reader, *tasks], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._outgoing = None
            for task in (reader, *tasks):
                task.cancel()
            results = await asyncio.gather(reader, *tasks, return_exceptions=True)
            await _closed(socket)
        _raise_first(results)

    def _lose(self, why: str) -> None:
        self._fail_hints(Unreachable(_LOST))
        if self._state is None and not self._patient:
            raise Unreachable(f"{self.address.server} cannot be reached: {why}")
        if self.online:
            self.online = False
            self.losses += 1
            self._tell(Lost(why))

    def _end(self, error: ClientError) -> None:
        if self._ended is not None:
            return
        self._ended = error
        self.online = False
        self._outbox.fail(error)
        self._fail_hints(error)
        if self._first is not None and not self._first.done():
            self._first.set_exception(error)
            self._first.exception()  # seen, whoever waits for it or not
        self._tell(Ended(_code(error)))

    # While it is there

    async def _write(self, socket: ClientConnection, outgoing: asyncio.Queue[FromClient]) -> None:
        while True:
            await socket.send(write(await outgoing.get()), text=True)

    async def _beat(self, outgoing: asyncio.Queue[FromClient]) -> None:
        """Ask regularly whether anybody is there. Raises _SilenceError where nobody is."""
        loop = asyncio.get_running_loop()
        while True:
            await self._sleep(self._ping_seconds)
            if loop.time() - self._heard > 2 * self._ping_seconds:
                raise _SilenceError("the server does not answer")
            outgoing.put_nowait(Ping(at=int(loop.time() * 1000)))

    async def _read(self, socket: ClientConnection, outgoing: asyncio.Queue[FromClient]) -> None:
        async for data in socket:
            self._heard = asyncio.get_running_loop().time()
            if isinstance(data, bytes):
                continue  # the hand at a physical heap: nothing of the table
            try:
                message = read_from_server(data)
            except MessageError as error:
                raise ConnectionEnded("protocol", str(error)) from None
            if not self._hear(message, outgoing):
                return

    def _hear(self, message: FromServer, outgoing: asyncio.Queue[FromClient]) -> bool:
        """Take a message in; whether the connection goes on."""
        if isinstance(message, Welcome):
            self._welcome(message, outgoing)
        elif isinstance(message, Whole):
            self._whole(message)
        elif isinstance(message, Update):
            return self._update(message)
        elif isinstance(message, Done):
            self._outbox.settle(message)
        elif isinstance(message, Failed):
            return self._refused(message, outgoing)
        elif isinstance(message, Hinted):
            self._settle_hint(message)
        elif isinstance(message, Pong):
            self._pong(message)
        elif isinstance(message, Bye):
            if message.code in _FOR_GOOD:
                raise ConnectionEnded(message.code)
            return False
        return True

    def _refused(self, message: Failed, outgoing: asyncio.Queue[FromClient]) -> bool:
        """A refusal of an ask, or of no ask in particular; whether the conversation goes on."""
        if message.id:
            if not self._settle_hint(message):
                self._outbox.settle(message)
        elif message.code == "too_often" and self._settled:
            seconds = float(message.values.get("seconds", 1))
            asyncio.get_running_loop().call_later(seconds, self._ask_again, outgoing)
        elif message.code in _BUSY_CODES:
            return self._settled
        elif not self._settled:
            raise AskFailed.of(message)
        return True

    def _ask_again(self, outgoing: asyncio.Queue[FromClient]) -> None:
        """Send again what is not answered: the server carries out each name once."""
        for ask in self._outbox.waiting:
            outgoing.put_nowait(ask)

    def _welcome(self, message: Welcome, outgoing: asyncio.Queue[FromClient]) -> None:
        if message.protocol != PROTOCOL:
            raise ConnectionEnded("protocol", f"the server speaks protocol {message.protocol}, this client {PROTOCOL}")
        now = asyncio.get_running_loop().time() * 1000
        self._server_ahead = message.now - now
        self._ask_again(outgoing)
        self._pings = int(now)
        outgoing.put_nowait(Ping(at=self._pings))
        self._outgoing = outgoing
        self.online = True
        self._may_return = self._returns
        if self._state is not None:
            self._tell(Found())

    def _whole(self, message: Whole) -> None:
        """All of the table. Raises ConnectionEnded where it is none."""
        try:
            self._become(TableState.of(message, self._state))
        except _NO_STATE as error:
            raise ConnectionEnded("protocol", f"the server tells a table that is none: {error!r}") from None

    def _update(self, message: Update) -> bool:
        """A change; where it is one of a state that is not known, all is asked for again."""
        if self._state is None:
            raise ConnectionEnded("protocol", "the server tells a change before the whole")
        try:
            self._become(self._state.after(message))
        except _NO_STATE:
            self._since = 0
            return False
        return True

    def _become(self, state: TableState) -> None:
        _ = state.table  # whatever is wrong with it is found before it is believed
        before, self._state, self._since = self._state, state, state.seq
        self._settled = True
        self._contribute(state)
        if self._first is not None and not self._first.done():
            self._first.set_result(None)
        if before is not None and before is not state:
            self._tell(Changed(before, state))
        self._return()

    def _contribute(self, state: TableState) -> None:
        if self._contributor is None:
            return
        known = len(self._contributor.checks)
        for command in self._contributor.follow(state.table):
            self._ask_oneself(command)
        for check in self._contributor.checks[known:]:
            self._tell(Checked(check))

    def _return(self) -> None:
        """Take the own seat back from the stand-in, once after every loss."""
        own = self._state.own if self._state is not None else None
        if self._may_return and own is not None and own.stood_in is not None:
            self._may_return = False
            self._ask_oneself(Back())

    def _pong(self, message: Pong) -> None:
        now = asyncio.get_running_loop().time() * 1000
        self._server_ahead = message.now - (message.at + now) / 2
        if message.at >= self._pings:  # all that was missed has come before it
            self._settled = True
            self._return()
            self._may_return = False

    def _ask_oneself(self, command: Command) -> None:
        """What nobody waits for; a refusal (too late, done already) is no harm."""

        async def asked() -> None:
            with contextlib.suppress(ClientError):
                await self.ask(command)

        task = asyncio.create_task(asked())
        self._own_asks.add(task)
        task.add_done_callback(self._own_asks.discard)

    def _tell(self, change: Change) -> None:
        for follower in list(self._followers):
            follower.add(change)


def _code(error: ClientError) -> str:
    if isinstance(error, ConnectionEnded | AskFailed):
        return error.code
    return "unreachable"


def _refusal(error: InvalidStatus) -> ClientError:
    """What a server says that does not open the socket."""
    try:
        message = read_from_server(bytes(error.response.body))
    except MessageError:
        return Unreachable(f"the server refuses the connection: {error.response.status_code}")
    return AskFailed.of(message) if isinstance(message, Failed) else Unreachable("the server refuses the connection")


async def _closed(socket: ClientConnection) -> None:
    with contextlib.suppress(OSError, TimeoutError, WebSocketException):
        await socket.close()


def _raise_first(results: list[Any]) -> None:
    """Raise what ended a visit: a refusal before a mere loss."""
    errors = [each for each in results if isinstance(each, Exception)]
    for error in sorted(errors, key=lambda error: not isinstance(error, ClientError)):
        raise error
