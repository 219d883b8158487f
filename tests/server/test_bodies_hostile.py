"""A hut of bodies in hands that no honest client has: the table goes on, and its record is valid."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Iterator

import pytest

from kozyr.client import KozyrClient, MemoryTokens
from kozyr.kernel.streams import Stream
from kozyr.records import check, parse_record
from tests.client.servers import RunningServer, running_server
from tests.server.test_bodies import Watcher, new_table, outermost, watching

pytest.importorskip("mujoco")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("hostile_bodies")) as running:
        yield running


def absurd_hand(stream: Stream) -> bytes:
    """Places all over, from one end of the world to the other, whole frames and broken ones."""
    kind = stream.below(4)
    if kind == 0:
        return bytes(stream.below(256) for _ in range(stream.below(70)))
    if kind == 1:
        return struct.pack("<3h", *(stream.choice((-32768, 32767, 0)) for _ in range(3)))
    places = 1 + stream.below(60)
    return struct.pack(f"<{3 * places}h", *(stream.below(65536) - 32768 for _ in range(3 * places)))


async def absurd_pull(one: Watcher, stream: Stream) -> None:
    """Take hold of a card, tear at it, let go; and on the way everything that is refused."""
    for card, x, y in ((-1, 0, 0), (36, 0, 0), (10**9, 0, 0), (0, 1e308, -1e308), (31, 5e-324, 0)):
        await one.say(type="begin_pull", id="no", card=card, x=x, y=y)
    card, (x, y), _ = outermost(one.view)
    began = one.count("pulling")
    await one.say(type="begin_pull", id="hold", card=card, x=x, y=y)
    await one.say(type="begin_pull", id="again", card=card, x=x, y=y)
    await one.until(lambda: one.count("pulling") > began)
    for _ in range(20):
        await one.socket.send(absurd_hand(stream))
    await one.say(type="let_go", id="off")
    await one.say(type="let_go", id="off twice")


async def test_absurd_hands_leave_a_match_that_ends_with_a_valid_record(server: RunningServer) -> None:
    """Two connections of one person tear at the bodies; one of them goes away with the card in its hand."""
    tokens, stream = MemoryTokens(), Stream("absurd hands")
    async with KozyrClient(server.url, tokens) as ann:
        table = await new_table(ann)
        async with watching(tokens, server, table) as one:
            await one.until_my_pull()
            async with watching(tokens, server, table) as other:
                await other.until_my_pull()
                card, (x, y), _ = outermost(other.view)
                await other.say(type="begin_pull", id="mine", card=card, x=x, y=y)
                await other.until(lambda: other.count("pulling"))
                await one.say(type="begin_pull", id="mine too", card=card, x=x, y=y)
                await one.say(type="let_go", id="not mine")
                await one.until(lambda: any(m.get("id") == "not mine" for m in one.others))
                assert [m["type"] for m in one.others if m.get("id") == "mine too"] == ["failed"]
            turn, rested = one.table["turn"], one.count("rested")
            async with asyncio.timeout(60):
                await one.until_it_rests(turn, rested)
            torn = 0
            while not one.is_over:
                if one.view.get("legal") and one.view["legal"][0]["move"].startswith("pull"):
                    turn, rested = one.table["turn"], one.count("rested")
                    await absurd_pull(one, stream)
                    torn += 1
                    async with asyncio.timeout(60):
                        await one.until_it_rests(turn, rested)
                    if one.table["turn"] == turn and one.count("rested") > 3:
                        move = one.view["legal"][0]["move"]
                        await one.say(type="ask", do={"kind": "move", "move": move, "turn": turn, "id": f"s{turn}"})
                        await one.until_behind(turn)
                elif one.view.get("legal"):
                    turn = one.table["turn"]
                    move = one.view["legal"][0]["move"]
                    await one.say(type="ask", do={"kind": "move", "move": move, "turn": turn, "id": f"m{turn}"})
                    await one.until_behind(turn)
                else:
                    await one.next()
        assert torn
        (about, *_) = await ann.records()
        check(parse_record(json.dumps((await ann.record(about["id"]))["record"])))
