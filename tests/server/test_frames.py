"""What a listener is sent goes as text where it is a message, as binary where it is a frame of poses."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketState

from kozyr.protocol import messages
from kozyr.protocol.frames import write_hand
from kozyr.protocol.messages import Pong, Rested
from kozyr.server.listener import Listener
from kozyr.server.socket import TableSocket
from kozyr.server.workers.pose_frames import write_poses

POSE = (0.01, 0.02, 0.0, 1.0, 0.0, 0.0, 0.0)


class Wire:
    """Keeps what is sent, by kind."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.sent: list[str | bytes] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def send_bytes(self, data: bytes) -> None:
        self.sent.append(data)

    async def close(self, code: int) -> None:
        pass


async def written(*messages_: bytes) -> list[str | bytes]:
    """What a connection has sent of these."""
    wire, listener = Wire(), Listener("ann", "Ann")
    for message in messages_:
        listener.send(message)
    listener.close("gone")
    await TableSocket(cast(Any, None), cast(Any, None), cast(Any, wire), listener, cast(Any, None))._write()
    return wire.sent


@pytest.mark.parametrize("tick", [0, 1, 122, ord("{"), 0x227B, 0x74227B])
async def test_a_frame_of_poses_is_binary_whatever_its_tick_looks_like(tick: int) -> None:
    """The tick stands first; that of a card held for two seconds begins as JSON does."""
    frame = write_poses(tick, {7: POSE})
    assert await written(frame) == [frame]


async def test_a_message_is_text() -> None:
    said = [messages.write(message) for message in (Pong(at=1, now=2), Rested(seat=0, card=3))]
    assert await written(*said) == [message.decode() for message in said]


def test_the_page_reads_and_writes_the_same_bytes() -> None:
    """Its own tests read the same file."""
    pinned = json.loads((Path(__file__).resolve().parents[2] / "web" / "tests" / "frames.json").read_text("utf-8"))
    assert write_hand(map(tuple, pinned["hand"]["places"])).hex() == pinned["hand"]["hex"]
    moved = {int(body): tuple(pose) for body, pose in pinned["poses"]["moved"].items()}
    assert write_poses(pinned["poses"]["tick"], moved).hex() == pinned["poses"]["hex"]
