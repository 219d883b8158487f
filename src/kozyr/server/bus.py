"""How server processes tell one another that a table has gone on.

A notice holds no event: who hears of one reads the log. So a lost notice costs time, never truth, and whoever was cut
off reads the logs of his tables again (``reconnected``). Everybody hears everything, his own notices too.
"""

from __future__ import annotations

import abc
import asyncio
import base64
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kozyr.server.lines import Line
from kozyr.server.storage import StorageError

MOST_LIVE: Final = 5_700
"""The largest live message, in bytes: as base64 and with its table's id it fits into a notice of PostgreSQL."""
MOST_WAITING: Final = 1_000
"""Live messages that wait for a connection; older ones are dropped."""
EVENTS_CHANNEL: Final = "kozyr_events"
LIVE_CHANNEL: Final = "kozyr_live"
PING_SECONDS: Final = 20.0
RETRY_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)


@dataclass(frozen=True)
class Subscriber:
    """What is called, in the event loop; none of it may raise or wait."""

    appended: Callable[[str, int], None]
    """A table's log reaches to this event at least."""
    live: Callable[[str, bytes], None]
    """Something fleeting was shown at a table."""
    reconnected: Callable[[], None]
    """Notices may have been lost."""


class Bus(abc.ABC):
    """See the module."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    @abc.abstractmethod
    def publish(self, table_id: str, seq: int) -> None:
        """Tell, after the commit, that a table's log reaches to an event. Never waits, never raises; is never lost."""

    @abc.abstractmethod
    def publish_live(self, table_id: str, data: bytes) -> None:
        """Show something fleeting to who is connected now. Raises ValueError where it is longer than MOST_LIVE."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Tell what is still to be told, if that can be done at once, and end."""

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Hear what is told from now on; returns what ends that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            with contextlib.suppress(ValueError):
                self._subscribers.remove(subscriber)

        return unsubscribe

    def _tell_appended(self, table_id: str, seq: int) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.appended(table_id, seq)

    def _tell_live(self, table_id: str, data: bytes) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.live(table_id, data)

    def _tell_reconnected(self) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.reconnected()


class LocalBus(Bus):
    """Within one process; who is told is called in the loop's next turn."""

    def publish(self, table_id: str, seq: int) -> None:
        asyncio.get_running_loop().call_soon(self._tell_appended, table_id, seq)

    def publish_live(self, table_id: str, data: bytes) -> None:
        _check_live(data)
        asyncio.get_running_loop().call_soon(self._tell_live, table_id, data)

    async def close(self) -> None:
        self._subscribers.clear()


class PostgresBus(Bus):
    """Between processes, by LISTEN and NOTIFY on a connection of its own; notices that wait go together."""

    def __init__(self, url: str, *, ping_seconds: float = PING_SECONDS) -> None:
        super().__init__()
        self._wake = asyncio.Event()
        self._line = Line(url, opened=self._listen, broke=self._wake.set)
        self._ping_seconds = ping_seconds
        self._appended: dict[str, int] = {}
        self._live: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._closing = asyncio.Event()
        self._was_open = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, *, ping_seconds: float = PING_SECONDS) -> PostgresBus:
        """Begin to listen. Raises StorageError where the database cannot be reached."""
        bus = cls(url, ping_seconds=ping_seconds)
        await bus._line.run(_ping)
        bus._task = asyncio.create_task(bus._serve(), name="kozyr-bus")
        return bus

    def publish(self, table_id: str, seq: int) -> None:
        self._appended[table_id] = max(seq, self._appended.get(table_id, 0))
        self._wake.set()

    def publish_live(self, table_id: str, data: bytes) -> None:
        _check_live(data)
        self._live.append((table_id, data))
        self._wake.set()

    async def close(self) -> None:
        self._closing.set()
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._line.close()
        self._subscribers.clear()

    async def _serve(self) -> None:
        """Send what waits; connect again, however long it takes."""
        failures = 0
        while not (self._closing.is_set() and (failures or not self._waits())):
            try:
                await (self._send() if self._waits() else self._line.run(_ping))
                failures = 0
                await self._something()
            except StorageError:
                failures += 1
                await _first(self._closing, RETRY_SECONDS[min(failures, len(RETRY_SECONDS)) - 1])

    def _waits(self) -> bool:
        return bool(self._appended or self._live)

    async def _something(self) -> None:
        """Until there is something to send, the connection breaks, or it is time to see whether it is alive."""
        if not (self._waits() or self._closing.is_set() or not self._line.is_open):
            self._wake.clear()
            await _first(self._wake, self._ping_seconds)

    async def _send(self) -> None:
        appended, self._appended = self._appended, {}
        live = [self._live.popleft() for _ in range(len(self._live))]
        notices = [(EVENTS_CHANNEL, f"{table_id} {seq}") for table_id, seq in appended.items()]
        notices += [(LIVE_CHANNEL, f"{table_id} {base64.b64encode(data).decode()}") for table_id, data in live]
        channels, payloads = [channel for channel, _ in notices], [payload for _, payload in notices]
        sql = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notices (channel, payload)"
        try:
            await self._line.run(lambda connection: connection.execute(sql, channels, payloads))
        except StorageError:
            for table_id, seq in appended.items():  # what is fleeting is not told late
                self._appended[table_id] = max(seq, self._appended.get(table_id, 0))
            raise

    async def _listen(self, connection: Any) -> None:
        await connection.add_listener(EVENTS_CHANNEL, self._hear_appended)
        await connection.add_listener(LIVE_CHANNEL, self._hear_live)
        if self._was_open:
            self._tell_reconnected()
        self._was_open = True

    def _hear_appended(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        table_id, _, seq = payload.rpartition(" ")
        if seq.isdecimal():
            self._tell_appended(table_id, int(seq))

    def _hear_live(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        table_id, _, data = payload.rpartition(" ")
        with contextlib.suppress(ValueError):
            self._tell_live(table_id, base64.b64decode(data, validate=True))


async def _first(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, or for some time."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


async def _ping(connection: Any) -> None:
    await connection.execute("SELECT 1")


def _check_live(data: bytes) -> None:
    if len(data) > MOST_LIVE:
        raise ValueError(f"a live message has {MOST_LIVE} bytes at most, not {len(data)}")
