"""What /metrics says is counted where it happens; who comes through a proxy does not see it."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kozyr.server.storage import StorageError
from tests.server.serving import Served, asked, at_table, heard, served

QUICK = {"pace": "none", "stand_in": "random"}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as server:
        yield server


async def test_a_move_is_counted_and_timed_once_it_is_stored(running: Served) -> None:
    async with running.person("Ann") as ann:
        body = {"game": "thirty_one", "players": 2, "seats": ["me", "random"], "settings": QUICK, "ready": True}
        table = (await ann.post("/api/tables", json=body)).json()["id"]
        async with running.socket(ann, table) as socket:
            whole = await at_table(socket)
            move, turn = None, 0
            while move is None:
                view = whole["view"] or {}
                if view.get("legal"):
                    move, turn = view["legal"][0]["move"], whole["table"]["turn"]
                else:
                    await heard(socket, "update")
                    async with running.socket(ann, table) as again:
                        whole = await at_table(again)
            before = await running.metric("kozyr_ack_seconds_count")
            refused = await asked(socket, "move", move="nonsense")
            assert refused["type"] == "failed"
            assert await running.metric("kozyr_ack_seconds_count") == before
            assert (await asked(socket, "move", move=move, turn=turn))["type"] == "done"
            assert await running.metric("kozyr_ack_seconds_count") == before + 1
            assert await running.metric('kozyr_moves_total{game="thirty_one"}') >= 1
            assert await running.metric("kozyr_tables_live") == 1
            assert await running.metric(f'kozyr_refused_messages_total{{code="{refused["code"]}"}}') == 1


async def test_what_the_storage_does_not_do_is_counted(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await running.metric("kozyr_storage_errors_total")

    async def broken(start: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(running.hall.storage._writer, "do", broken)  # type: ignore[attr-defined]
        async with running.guest() as guest:
            assert (await guest.get("/health")).status_code == 503
    assert await running.metric("kozyr_storage_errors_total") > before


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
async def test_a_worker_that_is_replaced_is_counted(running: Served) -> None:
    while not running.hall.pool.pids:
        await asyncio.sleep(0)
    assert await running.metric("kozyr_worker_restarts_total") == 0
    os.kill(running.hall.pool.pids[0], signal.SIGKILL)
    while not await running.metric("kozyr_worker_restarts_total"):
        await asyncio.sleep(0)
    assert await running.metric("kozyr_worker_restarts_total") == 1


async def test_a_message_that_is_none_is_counted_by_its_code(running: Served) -> None:
    async with running.person("Ann") as ann:
        table = (await ann.post("/api/tables", json={"game": "thirty_one"})).json()["id"]
        async with running.socket(ann, table) as socket:
            await socket.send(json.dumps({"type": "ping"}))
            await heard(socket, "failed")
    assert await running.metric('kozyr_refused_messages_total{code="hello_first"}') == 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
async def test_the_metrics_are_not_given_through_a_proxy(running: Served, header: str) -> None:
    async with running.guest() as guest:
        assert (await guest.get("/metrics")).status_code == 200
        hidden = await guest.get("/metrics", headers={header: "192.0.2.1"})
    assert (hidden.status_code, hidden.json()["code"]) == (404, "no_page")


async def test_each_process_says_which_it_is(running: Served) -> None:
    from kozyr import __version__

    line = f'kozyr_process_info{{process="{running.hall.process}",version="{__version__}"}}'
    assert await running.metric(line) == 1
