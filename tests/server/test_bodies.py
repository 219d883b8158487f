"""A table with a hut of bodies: a person's own hand, the poses everybody sees, a bot's scripted pull, the record."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from kozyr.client import KozyrClient, MemoryTokens
from kozyr.fairness import Kind, verify
from kozyr.protocol.deltas import updated
from kozyr.protocol.frames import write_hand
from kozyr.records import check, parse_record
from kozyr.server.workers.pose_frames import read_poses
from kozyr.table import Settings
from tests.client.servers import RunningServer, running_server

pytest.importorskip("mujoco")
AT_ONCE = Settings(pace="none", stand_in="random")
FIRST_OF_HUT = 31
TRIES = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("bodies")) as running:
        yield running


class Watcher:
    """A socket at a table by hand: the state as the messages make it, and the frames of poses that came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.others: list[dict[str, Any]] = []
        self.frames: list[bytes] = []

    async def next(self) -> None:
        """Take in the next message."""
        data = await self.socket.recv()
        if isinstance(data, bytes):
            self.frames.append(data)
            return
        message = json.loads(data)
        if message["type"] == "whole":
            self.table, self.view = message["table"], message["view"] or {}
        elif message["type"] == "update":
            self.table = updated(self.table, message.get("table", {}))
            self.view = updated(self.view, message.get("view", {}))
        else:
            self.others.append(message)

    async def until(self, condition: Callable[[], object]) -> None:
        """Take in messages until something holds."""
        while not condition():
            await self.next()

    async def until_my_pull(self) -> None:
        """Be ready, and take in messages until I am to pull.

        Where the other's first pull brings the hut down there is nothing to pull: once more, then.
        """
        await self.say(type="ask", do={"kind": "ready", "id": "ready"})
        await self.play_until(lambda: self.my_pull or self.is_over)
        while self.is_over:
            await self.say(type="ask", do={"kind": "again", "id": f"after {self.table['match_number']}"})
            await self.until(lambda: not self.is_over)
            await self.play_until(lambda: self.my_pull or self.is_over)

    async def play_until(self, condition: Callable[[], bool]) -> None:
        """Make the first legal move at every turn of mine, until something holds."""
        asked = 0
        while not condition():
            if self.view.get("legal") and self.table["turn"] != asked:
                asked = self.table["turn"]
                move = self.view["legal"][0]["move"]
                await self.say(type="ask", do={"kind": "move", "move": move, "turn": asked, "id": f"m{asked}"})
            await self.next()

    async def until_behind(self, turn: int) -> None:
        """Take in messages until a turn is over."""
        await self.until(lambda: self.table["turn"] != turn)

    async def until_it_rests(self, turn: int, rested: int) -> None:
        """Take in messages until a pull has ended: the turn is over, or one more than so many cards lies still."""
        await self.until(lambda: self.table["turn"] != turn or self.count("rested") > rested)

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    def count(self, kind: str) -> int:
        """How many messages of a type have come."""
        return sum(message["type"] == kind for message in self.others)

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return bool(self.table["phase"] == "over")

    @property
    def my_pull(self) -> bool:
        """Whether I am to pull."""
        return bool(self.view.get("legal")) and self.view["legal"][0]["move"].startswith("pull ")


@contextlib.asynccontextmanager
async def watching(tokens: MemoryTokens, server: RunningServer, table: str) -> AsyncIterator[Watcher]:
    """Somebody's socket at a table."""
    cookie = tokens.get(server.url) or ""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    async with connect(url, additional_headers={"cookie": cookie}, max_size=None, ping_interval=None) as socket:
        watcher = Watcher(socket)
        await watcher.say(type="hello", protocol=1)
        await watcher.until(lambda: watcher.table)
        yield watcher


def outermost(view: dict[str, Any]) -> tuple[int, tuple[float, float], float]:
    """The legal card whose middle lies furthest out, a point of it near its outer end, and the way outwards."""
    heap = view["zones"]["heap"]
    legal = {legal["number"] for legal in view["legal"] if "number" in legal}
    number, x, y, angle = max(
        (place for place in heap["places"] if place[0] in legal), key=lambda place: math.hypot(place[1], place[2])
    )
    turn = math.radians(angle)
    ends = [
        (
            x + sign * 40 * -math.sin(turn) + side * 26 * math.cos(turn),
            y + sign * 40 * math.cos(turn) + side * 26 * math.sin(turn),
        )
        for sign in (1, -1)
        for side in (1, -1)
    ]
    grab = max(ends, key=lambda end: math.hypot(*end))
    return number, grab, math.atan2(y, x)


async def pull(watcher: Watcher) -> int:
    """Pull the outermost card with a steady hand until the turn is over; where it does not come, pull on."""
    turn = watcher.table["turn"]
    card = await draw(watcher, "p0")
    for attempt in range(1, TRIES):
        if watcher.table["turn"] == turn:
            card = await draw(watcher, f"p{attempt}")
    assert watcher.table["turn"] != turn
    return card


async def draw(watcher: Watcher, name: str) -> int:
    """Take the outermost card, draw it outwards a frame at a time, let go, and wait until it lies still."""
    card, (x, y), way = outermost(watcher.view)
    turn, rested = watcher.table["turn"], watcher.count("rested")
    await watcher.say(type="begin_pull", id=name, card=card, x=x, y=y)
    await watcher.until(lambda: any(message.get("id") == name for message in watcher.others))
    answer = next(message for message in watcher.others if message.get("id") == name)
    assert answer["type"] == "done", answer
    for frame in range(45):
        steps = range(4 * frame + 1, 4 * frame + 5)
        hand = [(x + 3 * step * math.cos(way), y + 3 * step * math.sin(way), 0.0) for step in steps]
        await watcher.socket.send(write_hand(hand))
        await asyncio.sleep(0)
    await watcher.say(type="let_go", id=f"{name}!")
    await watcher.until_it_rests(turn, rested)
    return card


async def new_table(host: KozyrClient) -> str:
    """A table with bodies at which she plays a bot, and only two turns of the beating."""
    await host.call_me("Ann")
    options = {"hut": "physics", "deals": 1, "max_turns": 2}
    return (await host.new_table("shalashik", 2, options=options, settings=AT_ONCE, seats=["me", "random"])).table


async def test_a_person_pulls_by_hand_and_all_see_the_card_move(server: RunningServer, tmp_path: Path) -> None:
    hers, his = MemoryTokens(), MemoryTokens()
    async with KozyrClient(server.url, hers) as ann, KozyrClient(server.url, his) as bob:
        table = await new_table(ann)
        await bob.call_me("Боб")
        async with watching(hers, server, table) as one, watching(his, server, table) as spectator:
            await one.until_my_pull()
            card = await pull(one)
            assert any(message["type"] == "pulling" and message["card"] == card for message in one.others)
            moved = {body for frame in one.frames for body in read_poses(frame)[1]}
            assert card in moved
            await spectator.until(lambda: spectator.table["turn"] >= one.table["turn"])
            assert any(card in read_poses(frame)[1] for frame in spectator.frames)
            await spectator.say(type="begin_pull", id="no", card=0, x=0.0, y=0.0)
            await spectator.until(lambda: any(message.get("id") == "no" for message in spectator.others))
            assert [each["type"] for each in spectator.others if each.get("id") == "no"] == ["failed"]
            await one.play_until(lambda: one.is_over)
        (about, *_) = await ann.records()
        body = (await ann.record(about["id"]))["record"]
        record = parse_record(json.dumps(body))
        check(record)
        report = verify(record)
        assert report.is_verified, [finding for finding in report.findings if finding.kind is not Kind.PROVED]
        deal = body["deals"][0]
        assert len(deal["bodies"]) == FIRST_OF_HUT + 5
        assert deal["paths"]


@contextlib.asynccontextmanager
async def about_to_pull(server: RunningServer) -> AsyncIterator[tuple[Watcher, MemoryTokens, str]]:
    """A person who is to pull, her tokens and her table."""
    tokens = MemoryTokens()
    async with KozyrClient(server.url, tokens) as ann:
        table = await new_table(ann)
        async with watching(tokens, server, table) as one:
            await one.until_my_pull()
            yield one, tokens, table


async def test_whoever_comes_is_told_where_all_bodies_lie(server: RunningServer) -> None:
    """Who only watches too, the same: bodies have no faces."""
    his = MemoryTokens()
    async with about_to_pull(server) as (one, hers, table), KozyrClient(server.url, his) as bob:
        await bob.call_me("Боб")
        async with watching(hers, server, table) as late, watching(his, server, table) as spectator:
            await late.until(lambda: late.frames)
            await spectator.until(lambda: spectator.frames)
        left = {place[0] for place in one.view["zones"]["heap"]["places"]}
        assert set(read_poses(late.frames[0])[1]) == left | set(range(FIRST_OF_HUT, FIRST_OF_HUT + 5))
        assert spectator.frames[0] == late.frames[0]


async def test_a_card_in_somebodys_hand_does_not_keep_the_table_from_going_on(server: RunningServer) -> None:
    """Whether his clock has run out or he has made another move meanwhile: the bodies are free for what is judged."""
    async with about_to_pull(server) as (one, _, _):
        card, (x, y), _ = outermost(one.view)
        await one.say(type="begin_pull", id="hold", card=card, x=x, y=y)
        await one.until(lambda: one.count("pulling"))
        turn, move = one.table["turn"], one.view["legal"][0]["move"]
        await one.say(type="ask", do={"kind": "move", "move": move, "turn": turn, "id": "m"})
        async with asyncio.timeout(60):  # the scripted pull is judged: she leads what is left, or the bot has moved
            await one.until(lambda: one.table["turn"] > turn + bool(not one.view.get("legal")))
