"""Whoever asks for something over the socket is answered, whatever goes wrong, and the conversation goes on."""

from __future__ import annotations

from typing import NoReturn

import pytest

from kozyr.protocol.messages import Ask, BeginPull, Failed, FromClient
from kozyr.server.live import LiveTable
from kozyr.server.storage import StorageError
from kozyr.server.tablehuts import TableHuts
from kozyr.table import commands as cmd
from tests.server.running import Person

FAULTS = {"storage": StorageError("no"), "no_table": LookupError("no"), "internal": ZeroDivisionError("no")}


@pytest.mark.parametrize("code", FAULTS)
@pytest.mark.parametrize(
    ("message", "place_of_work", "name"),
    [
        (Ask(do=cmd.Say(id="it", text="hello")), LiveTable, "handle"),
        (BeginPull(id="it", card=0, x=0.0, y=0.0), TableHuts, "_begin"),
    ],
    ids=["a command", "a pull"],
)
async def test_a_fault_is_told_to_whoever_asked(
    ann: Person, monkeypatch: pytest.MonkeyPatch, message: FromClient, place_of_work: type, name: str, code: str
) -> None:
    async def fail(*_: object) -> NoReturn:
        raise FAULTS[code]

    async with ann.at(await ann.new_table()) as place:
        monkeypatch.setattr(place_of_work, name, fail)
        await place.send(message)
        await place.until(lambda: "it" in place.answers or place.closed)
        refused = place.answers["it"]
        assert isinstance(refused, Failed)
        assert refused.code == code
        monkeypatch.undo()
        assert await place.do(cmd.Say(text="again"))
