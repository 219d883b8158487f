"""Everybody gets what is kept of him, page by page, and nothing of anybody else."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozyr.server.exporting import ENTRIES_A_PAGE
from tests.server.samples import a_record
from tests.server.serving import asked, at_table, served


async def pages(person: httpx.AsyncClient) -> list[dict[str, Any]]:
    """All pages of an export."""
    found: list[dict[str, Any]] = []
    query: dict[str, str] = {}
    while True:
        answer = await person.get("/api/me/export", params=query)
        assert answer.status_code == 200
        found.append(answer.json())
        if found[-1]["next"] is None:
            return found
        query = {"next": found[-1]["next"]}


async def test_all_that_is_kept_of_somebody_is_in_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        await ann.put("/api/me/settings", json={"settings": {"lang": "ru"}})
        body = {"game": "thirty_one", "players": 2, "seats": ["me", "open"]}
        tables = [(await ann.post("/api/tables", json=body)).json()["id"] for _ in range(ENTRIES_A_PAGE + 1)]
        async with server.socket(ann, tables[0]) as hers, server.socket(bob, tables[0]) as his:
            await at_table(hers)
            await at_table(his)
            await asked(hers, "say", text="Здравствуйте")
            await asked(his, "say", text="Of Bob alone")
        record = a_record("r", table_id=tables[0], body=b'{"seats":[]}')
        await server.hall.storage.put_record(record, server.hall.now())
        found = await pages(ann)
        assert [len(page["tables"]) for page in found] == [ENTRIES_A_PAGE, 1, 0]
        identity = found[0]["identity"]
        assert (identity["name"], identity["settings"]) == ("Ann", {"lang": "ru"})
        assert identity["created_at"] <= identity["seen_at"]
        told = {table["id"]: table for page in found for table in page["tables"]}
        assert set(told) == set(tables)
        assert [line["text"] for line in told[tables[0]]["lines"]] == ["Здравствуйте"]
        assert told[tables[0]]["made_by_me"]
        assert told[tables[0]]["shown"]["seats"][0]["name"] == "Ann"
        records = [record for page in found for record in page["records"]]
        assert [(each["id"], each["record"]) for each in records] == [("r", {"seats": []})]
        assert "Bob alone" not in json.dumps(found)
        assert [page["tables"] for page in await pages(bob)] == [[], []]


async def test_no_whole_log_is_read_for_the_lines_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs are long, and a page has many tables."""
    async with served(tmp_path) as server, server.person("Ann") as ann:
        await ann.post("/api/tables", json={"game": "thirty_one", "players": 2, "seats": ["me", "open"]})

        async def read_all(*_: object, **__: object) -> None:
            raise AssertionError("a whole log was read")

        monkeypatch.setattr(server.hall.storage, "events", read_all)
        (told,) = (await pages(ann))[0]["tables"]
        assert told["lines"] == []


async def test_nobody_gets_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.guest() as guest:
        assert (await guest.get("/api/me/export")).status_code == 401


@pytest.mark.parametrize("cursor", ["x", "tables:", "tables:x,y", "records:1", "records:1,", "tables:²,a", ":1,a"])
async def test_a_page_that_is_none_is_refused(tmp_path: Path, cursor: str) -> None:
    async with served(tmp_path) as server, server.person("Ann") as ann:
        refused = await ann.get("/api/me/export", params={"next": cursor})
        assert (refused.status_code, refused.json()["values"]["field"]) == (400, "next")
