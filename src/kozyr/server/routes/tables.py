"""Tables: the lobby, one's own, and new ones."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request

from kozyr.games import game_ids, get_game
from kozyr.records import parse_record
from kozyr.server.asking import Answer, body_of, number_of
from kozyr.server.faults import Fault
from kozyr.server.routes.api import ENTRIES_A_PAGE, Api, cursor
from kozyr.server.routes.records import readable
from kozyr.server.storage import Table as StoredTable
from kozyr.table import Settings as TableSettings
from kozyr.table import Table, commands


class TableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``: a new table. ``seats`` says for each seat ``me``, ``open`` or a bot's name.

    ``record`` is the id of a finished record whose deals are dealt again. ``ready``: begin as soon as it can be.
    """

    game: str
    players: int | None = None
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    listed: bool = False
    seats: list[str] = []
    record: str | None = None
    ready: bool = False


async def lobby(api: Api, request: Request) -> Answer:
    """``GET /api/tables?limit=&before=``: listed tables, the newest first."""
    limit = number_of(request, "limit", ENTRIES_A_PAGE, 1, ENTRIES_A_PAGE)
    found = await api.storage.listed_tables(limit, cursor(request))
    return Answer([_table(stored) for stored in found])


async def my_tables(api: Api, request: Request) -> Answer:
    """``GET /api/tables/mine?before=``: the tables one sits or sat at, the last changed first."""
    found = await api.storage.tables_of((await api.asker(request)).id, ENTRIES_A_PAGE, cursor(request))
    return Answer([_table(stored) for stored in found])


async def table(api: Api, request: Request) -> Answer:
    """``GET /api/tables/{id}``: what may be known of a table before going there."""
    stored = await api.storage.table(request.path_params["id"])
    if stored is None:
        raise Fault("no_table", 404)
    return Answer(_table(stored))


async def create_table(api: Api, request: Request) -> Answer:
    """``POST /api/tables``: make a table."""
    body = await body_of(request, TableBody)
    identity = await api.asker(request)
    if body.game not in game_ids():
        raise Fault("bad_field", field="game", reason=" | ".join(game_ids()))
    record = None if body.record is None else await readable(api, body.record, identity)
    if record is not None and not record.finished:
        raise Fault("stopped", 409)
    game = get_game(body.game)
    players = body.players if body.players is not None else max(len(body.seats), game.players[0])
    if len(body.seats) > players:
        raise Fault("bad_field", field="seats", reason=f"0..{players}")
    table, events = Table.create(
        secrets.token_urlsafe(12),
        body.game,
        players,
        identity.id,
        identity.name,
        api.hall.now(),
        options=body.options,
        settings=body.settings,
        record=None if record is None else parse_record(record.body.decode()),
    )
    for command in _seating(body):
        events += table.handle(identity.id, command, api.hall.now())
    async with api.making:
        await _check_room(api)
        await api.hall.create(table, events, listed=body.listed)
    table_id = table.state.table
    return Answer({"id": table_id, "url": f"{api.settings.public_url}/t/{table_id}"}, 201)


async def _check_room(api: Api) -> None:
    """Raises Fault where there are as many open tables as there may be."""
    most = api.settings.most_tables
    if await api.storage.count_open_tables() >= most:
        raise Fault("tables_full", 503, most=most)


def _seating(body: TableBody) -> list[commands.Command]:
    """What the host asks of his new table."""
    asked: list[commands.Command] = []
    for seat, sits in enumerate(body.seats):
        if sits == "me":
            asked.append(commands.Sit(seat=seat))
        elif sits != "open":
            asked.append(commands.SetBot(seat=seat, bot=sits))
    return [*asked, commands.Ready()] if body.ready else asked


def _table(stored: StoredTable) -> Mapping[str, Any]:
    told: dict[str, Any] = json.loads(stored.summary)
    return {"id": stored.id, "created_at": stored.created_at, "updated_at": stored.updated_at, **told}
