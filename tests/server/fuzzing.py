"""Many hostile messages against a running match."""

from __future__ import annotations

from dataclasses import dataclass

from websockets.exceptions import ConnectionClosed

from kozyr.kernel.streams import Stream
from kozyr.protocol import messages
from kozyr.protocol.messages import Done, Failed
from tests.server.hostile import LET_GO, hostile
from tests.server.running import Person, Place, Running


@dataclass
class Fuzzed:
    """What came of it."""

    sent: int = 0
    connections: int = 0
    refused: int = 0


async def fuzz(running: Running, table_id: str, people: list[Person], seed: str, count: int) -> Fuzzed:
    """Send so many messages, in turn as each of the people; they come again when they are thrown out.

    Fails where the server answers with anything but refusals, or tells of its own faults.
    """
    done = Fuzzed()
    stream = Stream(seed)
    while done.sent < count:
        async with people[done.connections % len(people)].at(table_id) as place:
            done.connections += 1
            await _pester(place, stream, done, count)
            check(place, done)
    return done


async def _pester(place: Place, stream: Stream, done: Fuzzed, count: int) -> None:
    try:
        while done.sent < count and not place.closed:
            await place.ws.send(_sendable(hostile(stream)))
            done.sent += 1
            if stream.below(20) == 0:
                await place.ping()
        await place.ping()
    except ConnectionClosed:
        pass


def _sendable(message: str | bytes) -> str | bytes:
    """Half a pair of UTF-16 is sent as bytes of its own."""
    return message if isinstance(message, bytes) else message.encode("utf-8", "replace").decode()


def check(place: Place, done: Fuzzed) -> None:
    for data in place.received:
        assert b"Traceback" not in data
        message = messages.read_from_server(data)
        if isinstance(message, Failed):
            done.refused += 1
            assert message.code != "internal", message
            assert set(message.texts) == {"ru", "en"}
        else:
            assert not isinstance(message, Done) or message.id == LET_GO, message
