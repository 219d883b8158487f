"""The socket of a table: one client's messages in, what it may know out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kozyr import __version__
from kozyr.protocol import PROTOCOL, messages
from kozyr.protocol.messages import (
    Ask,
    BeginPull,
    Bye,
    Done,
    Failed,
    FromClient,
    FromServer,
    Hello,
    LetGo,
    MessageError,
    Ping,
    Pong,
    WantHint,
    Welcome,
)
from kozyr.server import faults, hints
from kozyr.server.faults import Fault, reason_of
from kozyr.server.limits import Limiter
from kozyr.server.listener import Listener
from kozyr.server.live import LiveTable
from kozyr.server.storage import StorageError
from kozyr.table import Refused, commands
from kozyr.table.commands import Move

if TYPE_CHECKING:
    from kozyr.server.hall import Hall

HELLO_SECONDS: Final = 10.0
HAND_COST: Final = 0.2
"""A frame of a hand, of which thirty come in a second, counts for so much of a message."""
TALK_COST: Final = 4.0
"""What is no move of the match counts for so many: it makes the log grow all the same, and can be said for ever."""
MOST_FAULTS: Final = 20
"""A connection that has sent so many messages that are none is closed."""
NORMAL, GOING_AWAY, POLICY = 1000, 1001, 1008
_CLOSE_CODES: Final = {
    "restart": GOING_AWAY,
    **dict.fromkeys(("slow", "removed", "no_spectators", "deleted", "elsewhere"), POLICY),
}
_log: Final = logging.getLogger(__name__)


class TableSocket:
    """One connection to one table."""

    def __init__(self, hall: Hall, live: LiveTable, socket: WebSocket, listener: Listener, limiter: Limiter) -> None:
        self.hall = hall
        self.live = live
        self.socket = socket
        self.listener = listener
        self.limiter = limiter
        self._faults = 0
        self._hint: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Talk until one side ends it."""
        try:
            since = await asyncio.wait_for(self._hello(), HELLO_SECONDS)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            since = None
        if since is None:
            await self._end(POLICY)
            return
        self._say(Welcome(protocol=PROTOCOL, server=__version__, table=self.live.id, now=self.hall.now()))
        writer = asyncio.create_task(self._write())
        try:
            if await self._join(since):
                await self._read()
        finally:
            if self._hint is not None:
                self._hint.cancel()
            self.hall.huts.dropped(self.live, self.listener)
            await asyncio.shield(self.hall.start(self.live.leave(self.listener)))
            self.listener.close("gone")
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _hello(self) -> int | None:
        """The first message; nothing where it will not do."""
        packet = await self.socket.receive()
        if packet["type"] == "websocket.disconnect":
            return None
        try:
            message = messages.read_from_client(packet.get("text") or "")
        except MessageError as error:
            await self._last_words(Fault("not_json", reason=reason_of(error)))
            return None
        if not isinstance(message, Hello):
            await self._last_words(Fault("hello_first"))
            return None
        if message.protocol != PROTOCOL:
            await self._last_words(Fault("other_protocol", ours=PROTOCOL, theirs=message.protocol))
            return None
        return message.since

    async def _join(self, since: int) -> bool:
        try:
            await self.live.join(self.listener, since)
        except Refused as refusal:
            self._say(faults.refused(refusal, ()))
        except LookupError:
            self._say(Fault("no_table", 404).failed())
        except StorageError:
            self._say(Fault("storage", 503).failed())
        else:
            self.hall.huts.greet(self.live, self.listener)
            return True
        return False

    async def _read(self) -> None:
        while not self.listener.closed_for:
            try:
                packet = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if packet["type"] == "websocket.disconnect" or not await self._packet(packet):
                return

    async def _packet(self, packet: Message) -> bool:
        """Do what has come; whether the conversation goes on."""
        if packet.get("bytes") is None:
            return await self._take(packet.get("text") or "")
        if not self._may(HAND_COST):
            return not self._is_hopeless()
        self.hall.huts.hand(self.live, self.listener, packet["bytes"])
        return True

    def _may(self, cost: float, ask_id: str = "") -> bool:
        """Whether so much may be sent now; tells the client where not."""
        return self._within(self.limiter, cost, ask_id)

    def _within(self, limiter: Limiter, cost: float, ask_id: str) -> bool:
        who, seconds = self.listener.who, time.monotonic()
        if limiter.allows(who, seconds, cost):
            return True
        wait = math.ceil(limiter.seconds_until(who, seconds, cost))
        self._say(Fault("too_often", 429, seconds=max(1, wait)).failed(ask_id))
        return False

    async def _take(self, text: str) -> bool:
        """Do what a message says; whether the conversation goes on."""
        try:
            message = messages.read_from_client(text)
        except MessageError as error:
            if self._may(1.0):
                self._say(Fault("not_json", reason=reason_of(error)).failed(error.id))
            return not self._is_hopeless()
        if not self._may(_cost(message), _id_of(message)):
            return not self._is_hopeless()
        if isinstance(message, Ask):
            await self._answer(message.do.id, partial(self._carry_out, message.do))
        elif isinstance(message, Ping):
            self._say(Pong(at=message.at, now=self.hall.now()))
        elif isinstance(message, WantHint):
            self._want_hint(message)
        elif isinstance(message, BeginPull | LetGo):
            await self._answer(message.id, partial(self.hall.huts.take, self.live, self.listener, message))
        else:
            self._say(Fault("hello_twice").failed())
            return not self._is_hopeless()
        return True

    async def _answer(self, ask_id: str, work: Callable[[], Awaitable[FromServer]]) -> None:
        """Say what came of something that was asked, or why nothing did."""
        try:
            answer = await work()
        except Refused as refusal:
            answer = faults.refused(refusal, await self._names(), ask_id)
        except Fault as fault:
            answer = fault.failed(ask_id)
        except LookupError:
            answer = Fault("no_table", 404).failed(ask_id)
        except StorageError:
            answer = Fault("storage", 503).failed(ask_id)
        except Exception:
            _log.exception("what was asked failed", extra={"table": self.live.id})
            answer = Fault("internal", 500).failed(ask_id)
        self._say(answer)

    async def _carry_out(self, command: commands.Command) -> Done:
        """Have the table do something. Raises what ``LiveTable.handle`` raises."""
        arrived = time.perf_counter()
        seq = await asyncio.shield(asyncio.ensure_future(self.live.handle(self.listener.who, command)))
        if isinstance(command, Move):
            self.hall.metrics.ack_seconds.observe(time.perf_counter() - arrived)
        return Done(id=command.id, seq=seq)

    def _want_hint(self, message: WantHint) -> None:
        """Look for a hint beside the conversation: a move may be made meanwhile. One at a time."""
        if self._hint is not None and not self._hint.done():
            self._say(Fault("too_often", 429, seconds=1).failed(message.id))
        elif self._within(self.hall.hints, 1.0, message.id):
            find = partial(hints.find_hint, self.hall, self.live, self.listener.who, message.id)
            self._hint = self.hall.start(self._answer(message.id, find))

    async def _names(self) -> list[str]:
        try:
            state = (await self.live.read()).state
        except (StorageError, LookupError):
            return []
        return [state.name_of(seat) for seat in range(state.players)]

    def _is_hopeless(self) -> bool:
        self._faults += 1
        return self._faults >= MOST_FAULTS

    def _say(self, message: FromServer) -> None:
        if isinstance(message, Failed):
            self.hall.metrics.refused.labels(message.code).inc()
        self.listener.send(messages.write(message))

    async def _last_words(self, fault: Fault) -> None:
        self.hall.metrics.refused.labels(fault.code).inc()
        await self.socket.send_text(messages.write(fault.failed()).decode())

    async def _write(self) -> None:
        """Send what waits, until there is to be no more."""
        try:
            while (message := await self.listener.next()) is not None:
                if messages.is_message(message):
                    await self.socket.send_text(message.decode())
                else:
                    await self.socket.send_bytes(message)
            if self.listener.closed_for in _CLOSE_CODES:
                await self.socket.send_text(messages.write(Bye(code=self.listener.closed_for)).decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.listener.close("gone")
        await self._end(_CLOSE_CODES.get(self.listener.closed_for, NORMAL))

    async def _end(self, code: int) -> None:
        if self.socket.application_state is not WebSocketState.DISCONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(code)


def _cost(message: FromClient) -> float:
    if isinstance(message, Ask) and not isinstance(message.do, commands.Move | commands.Contribute | commands.Reveal):
        return TALK_COST
    return 1.0


def _id_of(message: FromClient) -> str:
    """What the client calls it."""
    if isinstance(message, Ask):
        return message.do.id
    return message.id if isinstance(message, BeginPull | LetGo | WantHint) else ""
