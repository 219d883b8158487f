"""Hostile clients of the socket: nothing changes, nothing is told, nothing grows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kozyr.protocol import PROTOCOL, messages
from kozyr.protocol.messages import Failed, Hello
from kozyr.server import patience
from kozyr.server.limits import Limiter
from kozyr.server.outline import read
from kozyr.table import Event
from kozyr.table import commands as cmd
from kozyr.table.events import Arrived, Departed
from tests.server.fuzzing import fuzz
from tests.server.running import Person, Place, Running, a_match, serving

MESSAGES = 2000


@asynccontextmanager
async def standing(folder: Path) -> AsyncIterator[tuple[Running, list[Place], Person]]:
    """A match of two that waits for a move, and somebody who only watches."""
    async with serving(folder) as running, a_match(running, "thirty_one", 2, players=2) as places:
        await asyncio.gather(*(_begin(place) for place in places))
        zoe = await running.person("Zoe")
        yield running, places, zoe
        await zoe.http.aclose()


async def _begin(place: Place) -> None:
    await place.contribute()
    while place.now.table.to_move is None:
        await place.change()
        await place.contribute()


async def done_at(running: Running, table_id: str) -> list[Event]:
    """All events but comings and goings."""
    log = read(await running.hall.storage.events(table_id))
    return [event for event in log if not isinstance(event, Arrived | Departed)]


def faults_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


async def test_hostile_messages_change_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with standing(tmp_path) as (running, places, zoe):
        table = places[0].table_id
        before = await done_at(running, table)
        done = await fuzz(running, table, [zoe], "hostile", MESSAGES)
        assert await done_at(running, table) == before
        assert done.sent == MESSAGES
        assert done.refused > MESSAGES // 4
    assert faults_in(caplog) == []


async def test_a_seat_can_do_nothing_for_another_and_nothing_out_of_turn(tmp_path: Path) -> None:
    async with standing(tmp_path) as (running, places, zoe):
        mover, other = sorted(places, key=lambda place: place.now.table.seat != place.now.table.to_move)
        assert mover.now.view is not None
        table, moves = mover.table_id, [str(entry.move) for entry in mover.now.view.legal]
        before = await running.print_of(table)
        for move in moves:
            assert await other.refused(cmd.Move(move=move)) == "not_your_turn"
        for move in ("nonsense", "", "x" * 500, "Ac Ac Ac", "9h\n"):
            assert await mover.refused(cmd.Move(move=move)) in ("bad_move", "illegal")
        assert await mover.refused(cmd.Move(move=moves[0], turn=1)) == "stale"
        assert await other.refused(cmd.Sit(seat=mover.now.table.seat or 0)) != ""
        assert await running.print_of(table) == before
        async with zoe.at(table) as watching:
            before = await running.print_of(table)
            for command in (cmd.Move(move=moves[0]), cmd.Vote(agrees=True), cmd.Propose(what="stop"), cmd.Grab()):
                assert await watching.refused(command) in ("not_seated", "spectator", "no_vote", "no_bodies")
            assert await running.print_of(table) == before


async def test_the_same_ask_twice_is_done_once(tmp_path: Path) -> None:
    async with standing(tmp_path) as (_, places, _zoe):
        place = places[0]
        for _ in range(3):
            await place.send(messages.Ask(do=cmd.Say(id="same", text="once")))
        await place.ping()
        said = [line for line in place.now.talk if line.kind == "said"]
        assert [line.text for line in said] == ["once"]


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ('{"type":"ask","do":{"kind":"sit","id":"mine","seat":"two"}}', "mine"),
        ('{"type":"want_hint","id":"mine","colour":"red"}', "mine"),
        ('{"type":"ask","do":{"kind":"sit","id":7}}', ""),
        ('{"type":"ask","do":{"kind":"sit","id":"%s","seat":"two"}}' % ("x" * (cmd.LONGEST_ID + 1)), ""),
        ('{"type":"ask"', ""),
    ],
)
def test_what_is_no_message_is_answered_by_the_name_it_gives_itself(sent: str, named: str) -> None:
    with pytest.raises(messages.MessageError) as caught:
        messages.read_from_client(sent)
    assert caught.value.id == named


async def test_who_asks_wrongly_is_told_which_ask_it_was(tmp_path: Path) -> None:
    async with standing(tmp_path) as (_, places, _zoe):
        place = places[0]
        await place.ws.send('{"type":"ask","do":{"kind":"sit","id":"mine","seat":"two"}}')
        await place.until(lambda: "mine" in place.answers)
        answer = place.answers["mine"]
        assert isinstance(answer, Failed)
        assert answer.code == "not_json"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (b"\x00\x01", "not_json"),
        ("", "not_json"),
        ("{}", "not_json"),
        ('{"type":"ping"}', "hello_first"),
        (json.dumps({"type": "hello", "protocol": PROTOCOL + 1}), "other_protocol"),
        (json.dumps({"type": "hello", "protocol": PROTOCOL, "since": 0.5}), "not_json"),
    ],
)
async def test_who_does_not_say_hello_is_told_why_and_sent_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, first: str | bytes, code: str
) -> None:
    async with serving(tmp_path) as running:
        ann = await running.person("Ann")
        table = await ann.new_table()
        async with raw(ann, table) as ws:
            await ws.send(first)
            told = messages.read_from_server(await ws.recv())
            assert isinstance(told, Failed)
            assert told.code == code
            with pytest.raises(ConnectionClosed):
                await ws.recv()
        await ann.http.aclose()
    assert faults_in(caplog) == []


@asynccontextmanager
async def raw(person: Person, table_id: str, **headers: str):  # type: ignore[no-untyped-def]
    """A socket before its hello."""
    from websockets.asyncio.client import connect

    url = f"ws://127.0.0.1:{person.running.port}/api/tables/{table_id}/socket"
    sent = {"cookie": person.cookie, **headers}
    async with connect(url, additional_headers=sent, proxy=None, ping_interval=None) as ws:
        yield ws


@pytest.mark.parametrize(
    ("headers", "table", "code"),
    [
        ({"cookie": "kozyr=forged.by.somebody"}, None, "who_are_you"),
        ({"cookie": ""}, None, "who_are_you"),
        ({"origin": "http://evil.example"}, None, "other_origin"),
        ({"origin": "null"}, None, "other_origin"),
        ({}, "nothing", "no_table"),
        ({}, "%00", "no_table"),
    ],
)
async def test_who_may_not_come_is_told_why(
    tmp_path: Path, headers: dict[str, str], table: str | None, code: str
) -> None:
    async with serving(tmp_path) as running:
        ann = await running.person("Ann")
        async with raw(ann, table or await ann.new_table(), **headers) as ws:
            told = messages.read_from_server(await ws.recv())
            assert isinstance(told, Failed)
            assert told.code == code
        await ann.http.aclose()


async def test_a_second_hello_and_what_comes_after_closing_change_nothing(tmp_path: Path) -> None:
    async with standing(tmp_path) as (running, places, zoe):
        before = await done_at(running, places[0].table_id)
        async with zoe.at(places[0].table_id) as watching:
            await watching.send(Hello(protocol=PROTOCOL))
            await watching.ping()
            assert [fault.code for fault in watching.faults] == ["hello_twice"]
            await watching.ws.close()
            with pytest.raises(ConnectionClosed):
                await watching.send(messages.Ask(do=cmd.Say(text="too late")))
        assert await done_at(running, places[0].table_id) == before


async def test_who_sends_too_large_a_message_is_disconnected(tmp_path: Path) -> None:
    async with standing(tmp_path) as (running, places, zoe), zoe.at(places[0].table_id) as watching:
        await watching.ws.send("x" * (messages.LARGEST_MESSAGE + 1))
        await watching.until(lambda: watching.closed)
        await places[0].ping()
        assert len((await running.live(places[0].table_id)).listeners) == 2


async def test_who_sends_nonsense_is_thrown_out(tmp_path: Path) -> None:
    async with standing(tmp_path) as (_, places, zoe), zoe.at(places[0].table_id) as watching:
        for _ in range(20):
            await watching.ws.send("nonsense")
        await watching.until(lambda: watching.closed)


async def test_who_takes_nothing_is_cut_off_and_keeps_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that sends and never reads: the others go on, and soon nothing waits for it any more."""
    monkeypatch.setattr(patience, "STALLED_SECONDS", 0.2)
    async with standing(tmp_path) as (running, places, zoe):
        live = await running.live(places[0].table_id)
        async with raw(zoe, live.id) as ws:
            await ws.send(messages.write(Hello(protocol=PROTOCOL)).decode())
            await ws.recv()
            listener = await listener_of(running, live.id, zoe.id)
            ws.transport.pause_reading()
            while not listener.closed_for:
                listener.send(b"{" + b" " * 100_000 + b"}")
                await asyncio.sleep(0)
            assert listener.waiting.qsize() <= 1
            await places[0].until(lambda: not any(person.name == "Zoe" for person in places[0].now.table.people))
            assert listener not in live.listeners
            ws.transport.abort()
        await places[0].do(cmd.Say(text="we go on"))


async def listener_of(running: Running, table_id: str, who: str):  # type: ignore[no-untyped-def]
    live = await running.live(table_id)
    async with asyncio.timeout(60):
        while True:
            for listener in live.listeners:
                if listener.who == who:
                    return listener
            await asyncio.sleep(0)


async def test_connections_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path, most_connections_an_address="3") as running:
        ann = await running.person("Ann")
        table = await ann.new_table()
        opened = [await ann.at(table).__aenter__() for _ in range(3)]
        async with raw(ann, table) as ws:
            told = messages.read_from_server(await ws.recv())
            assert isinstance(told, Failed)
            assert told.code == "too_often"
        for place in opened:
            await place.__aexit__(None, None, None)
        async with asyncio.timeout(60):
            while len(running.server.connections):
                await asyncio.sleep(0)
        async with ann.at(table) as place:
            assert place.state is not None
        await ann.http.aclose()


async def test_comings_and_goings_of_one_person_do_not_grow_the_log_for_ever(tmp_path: Path) -> None:
    async with serving(tmp_path) as running:
        ann = await running.person("Ann")
        table = await ann.new_table()
        running.server.arrivals = Limiter(0.001, 5)
        codes = []
        for _ in range(8):
            async with ann.at(table) as place:
                codes += [fault.code for fault in place.faults]
        assert codes == ["too_often"] * 3
        await (await running.live(table)).read()
        log = read(await running.hall.storage.events(table))
        assert len(log) <= 1 + 2 * 5
        await ann.http.aclose()


async def test_what_is_no_move_wears_a_persons_allowance_out_sooner(tmp_path: Path) -> None:
    async with serving(tmp_path) as running:
        ann = await running.person("Ann")
        async with ann.at(await ann.new_table(seats=["me"])) as place:
            running.server.messages._a_second, running.server.messages._burst = 0.001, 12.0
            running.server.messages._buckets.clear()
            answers = [await place.ask(cmd.Ready(ready=number % 2 == 0)) for number in range(5)]
            assert [isinstance(answer, Failed) for answer in answers] == [False, False, False, True, True]
        await ann.http.aclose()


async def test_who_opens_sockets_too_often_gets_none(tmp_path: Path) -> None:
    """A connection that is only told to go is held until its other end closes it, and counts nowhere meanwhile."""
    async with serving(tmp_path) as running:
        ann = await running.person("Ann")
        table = await ann.new_table()
        running.server.requests = Limiter(0.001, 1)
        async with raw(ann, table):
            pass
        with pytest.raises(InvalidStatus) as refused:
            async with raw(ann, table):
                pass
        assert refused.value.response.status_code == 429
        told = messages.read_from_server(bytes(refused.value.response.body))
        assert isinstance(told, Failed)
        assert told.code == "too_often"
        await ann.http.aclose()
