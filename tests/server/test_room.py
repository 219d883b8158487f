"""A server takes as many tables and connections as it is told to, and says so to everybody else."""

from pathlib import Path

import pytest

from kozyr.server.connections import Connections
from kozyr.server.faults import Fault
from tests.server.serving import DAY, at_table, heard, served

NEW = {"game": "thirty_one", "players": 3}


async def test_no_more_tables_are_made_than_there_may_be(tmp_path: Path) -> None:
    async with served(tmp_path, most_tables="2") as server, server.person("Ann") as ann:
        for _ in range(2):
            assert (await ann.post("/api/tables", json=NEW)).status_code == 201
        refused = await ann.post("/api/tables", json=NEW)
        assert (refused.status_code, refused.json()["code"], refused.json()["values"]) == (
            503,
            "tables_full",
            {"most": 2},
        )
        assert refused.json()["texts"]["en"].startswith("The server has 2 tables already")
        assert await server.hall.storage.count_open_tables() == 2


async def test_a_closed_table_makes_room(tmp_path: Path) -> None:
    from kozyr.server.upkeep import Upkeep

    async with served(tmp_path, most_tables="1") as server, server.person("Ann") as ann:
        assert (await ann.post("/api/tables", json=NEW)).status_code == 201
        server.later = 2 * DAY
        await Upkeep(server.hall, server.server.settings).round()
        assert (await ann.post("/api/tables", json=NEW)).status_code == 201


async def test_no_more_connections_are_taken_than_there_may_be(tmp_path: Path) -> None:
    async with served(tmp_path, most_connections="1") as server, server.person("Ann") as ann:
        table = (await ann.post("/api/tables", json=NEW)).json()["id"]
        async with server.socket(ann, table) as first:
            await at_table(first)
            assert await server.metric("kozyr_connections") == 1
            async with server.socket(ann, table) as second:
                failed = await heard(second, "failed")
                assert (failed["code"], failed["values"]) == ("server_full", {"most": 1})
                await second.wait_closed()
                assert second.close_code == 1008
        while await server.metric("kozyr_connections"):
            pass
        async with server.socket(ann, table) as third:
            await at_table(third)


def test_places_are_counted_by_address_and_given_back() -> None:
    connections = Connections(3, 2)
    with connections.place("a"), connections.place("a"):
        with pytest.raises(Fault, match="Too often"), connections.place("a"):
            pass
        with connections.place("b"), pytest.raises(Fault, match="has 3 connections"), connections.place("c"):
            pass
        assert len(connections) == 2
    assert len(connections) == 0
    assert not connections._by_address
