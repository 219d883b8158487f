"""Records of matches: who may read them, seen again step by step, judged, checked."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request

from kozyr.records import Record as ReadRecord
from kozyr.records import RecordError, check, parse_record
from kozyr.server import rerunning
from kozyr.server.asking import LARGEST_RECORD, Answer, address_of, number_of, raw_body
from kozyr.server.faults import BadRecord, Fault
from kozyr.server.identity import new_token
from kozyr.server.replayer import GoOn, Replayer
from kozyr.server.routes.api import ENTRIES_A_PAGE, Api, cursor
from kozyr.server.storage import Identity, Record

MOST_DEALS, MOST_MOVES, MOST_SEAT = 100_000, 100_000, 99
"""What may be asked for of a record at all; what it has is said by the record."""
Reading = Callable[[Api, Request], Awaitable[bytes]]
"""What reads the line of a record that a request is about."""


async def my_records(api: Api, request: Request) -> Answer:
    """``GET /api/records?before=``: of the matches that one took part in."""
    found = await api.storage.records_of((await api.asker(request)).id, ENTRIES_A_PAGE, cursor(request))
    return Answer([_about(record) for record in found])


async def record(api: Api, request: Request) -> Answer:
    """``GET /api/records/{id}``: a record, for who was at the table."""
    return Answer(_about(record := await _mine(api, request)) | {"record": json.loads(record.body)})


async def share(api: Api, request: Request) -> Answer:
    """``POST /api/records/{id}/share``: let anybody read it who has the link."""
    record = await _mine(api, request)
    token = await api.storage.share_record(record.id, new_token())
    return Answer({"token": token, "url": f"{api.settings.public_url}/r/{token}"}, 201)


async def unshare(api: Api, request: Request) -> Answer:
    """``DELETE /api/records/{id}/share``: let nobody read it by a link any more."""
    await api.storage.unshare_record((await _mine(api, request)).id)
    return Answer(None, 204)


async def shared(api: Api, request: Request) -> Answer:
    """``GET /api/shared/{token}``: a shared record."""
    record = await _shared(api, request)
    return Answer({"game": record.game, "created_at": record.created_at, "record": json.loads(record.body)})


async def steps(api: Api, request: Request) -> Answer:
    """``GET /api/records/{id}/steps?seat=&deal=&from=``: a finished match; without ``deal`` its overview.

    ``seat`` is whose eyes see it: a number, ``open`` (what all seats know together), or ``watcher``, which it is
    where it is left out. A portion is some steps of one deal, from step ``from`` on; the next begins behind its
    last.
    """
    return await _shown(api, request, _my_line)


async def shared_steps(api: Api, request: Request) -> Answer:
    """``GET /api/shared/{token}/steps?seat=&deal=&from=``: the same of a shared record."""
    return await _shown(api, request, _shared_line)


async def posted_steps(api: Api, request: Request) -> Answer:
    """``POST /api/steps?seat=&deal=&from=``: the same of a record that is sent (one line). Nothing is kept."""
    return await _shown(api, request, _sent_line)


async def analysis(api: Api, request: Request) -> Answer:
    """``GET /api/records/{id}/analysis?deal=``: what the decisions of a deal of a finished match were worth.

    Deals count from 1. ``decisions`` are those between two moves or more: the ``place``-th move of the deal, its
    ``seat``, what was ``played``, whether that ``is_best``, for all that counts, what it ``lost`` and, with open
    cards, ``open_lost``, its ``accuracy`` (0 the worst, 1 the best; null where nothing hung on it), and the
    ``moves``, best first, each with its ``label``, ``value`` as the player could judge it, value with ``open`` cards,
    and ``why``. ``luck``: how the deal's value with open cards moved, for the side of seat 0, from ``even`` to
    ``end``, ``by_chance`` and ``by_choice`` of each seat. ``value_term`` and ``open_term`` say in what they are told.
    It takes seconds; one is judged at a time.
    """
    return await _judged(api, request, _my_line)


async def shared_analysis(api: Api, request: Request) -> Answer:
    """``GET /api/shared/{token}/analysis?deal=``: the same of a shared record."""
    return await _judged(api, request, _shared_line)


async def posted_analysis(api: Api, request: Request) -> Answer:
    """``POST /api/analysis?deal=``: the same of a record that is sent (one line). It is not kept."""
    return await _judged(api, request, _sent_line)


async def check_record(api: Api, request: Request) -> Answer:
    """``POST /api/check``: is this a record (one line of JSON), and does it replay? Nothing is kept."""
    record = await _found(api.replayer, api, request, _sent_line, _replayed)
    return Answer({"game": record.game_id, "deals": len(record.deals)})


async def _shown(api: Api, request: Request, read: Reading) -> Answer:
    deal = number_of(request, "deal", 0, 0, MOST_DEALS)
    start = number_of(request, "from", 0, 0, MOST_MOVES)
    return Answer(await _found(api.replayer, api, request, read, _rerun, _eyes(request), deal, start))


async def _judged(api: Api, request: Request, read: Reading) -> Answer:
    deal = number_of(request, "deal", 1, 1, MOST_DEALS)
    return Answer(await _found(api.judging, api, request, read, api.analyst.judge, deal))


async def _found(
    queue: Replayer, api: Api, request: Request, read: Reading, work: Callable[..., Any], *more: Any
) -> Any:
    """What some work finds in a record's line. Raises Fault for what is no record, or does not replay."""
    try:
        return await queue.do(address_of(request), partial(read, api, request), work, *more)
    except RecordError as error:
        raise BadRecord(error) from None


async def _my_line(api: Api, request: Request) -> bytes:
    return (await _mine(api, request)).body


async def _shared_line(api: Api, request: Request) -> bytes:
    return (await _shared(api, request)).body


async def _sent_line(_api: Api, request: Request) -> bytes:
    return await raw_body(request, LARGEST_RECORD)


async def _shared(api: Api, request: Request) -> Record:
    record = await api.storage.shared_record(request.path_params["token"])
    if record is None:
        raise Fault("no_record", 404)
    return record


async def _mine(api: Api, request: Request) -> Record:
    return await readable(api, request.path_params["id"], await api.asker(request))


async def readable(api: Api, record_id: str, identity: Identity) -> Record:
    """A record of a table that somebody took part in. Raises Fault as for one that is not there."""
    record = await api.storage.record(record_id)
    if record is None or not await api.storage.took_part(identity.id, record.table_id):
        raise Fault("no_record", 404)
    return record


def _replayed(go_on: GoOn, line: bytes) -> ReadRecord:
    """The record of a line, which is by the rules from its first deal to its result. Raises RecordError and Fault."""
    record = _parsed(line)
    check(record, lambda _: go_on())
    return record


def _rerun(
    go_on: GoOn, line: bytes, eyes: rerunning.Eyes, deal: int, start: int
) -> rerunning.Overview | rerunning.Portion:
    """Steps of the match of a line, or its overview. Raises RecordError and Fault."""
    record = rerunning.finished(_parsed(line))
    return rerunning.portion(record, eyes, deal, start, go_on) if deal else rerunning.overview(record, go_on)


def _parsed(line: bytes) -> ReadRecord:
    return parse_record(line.decode("utf-8", "replace"))


def _eyes(request: Request) -> rerunning.Eyes:
    """Whose eyes are asked for. Raises Fault."""
    asked = request.query_params.get("seat", rerunning.WATCHER)
    if asked in (rerunning.OPEN, rerunning.WATCHER):
        return asked
    return number_of(request, "seat", 0, 0, MOST_SEAT)


class _Head(msgspec.Struct):
    """What the list of records shows of one."""

    seats: list[dict[str, Any]]
    result: dict[str, Any] | None


def _about(record: Record) -> dict[str, Any]:
    head = msgspec.json.decode(record.body, type=_Head)
    return {
        "id": record.id,
        "table": record.table_id,
        "match": record.match_no,
        "game": record.game,
        "created_at": record.created_at,
        "shared": record.share is not None,
        "finished": record.finished,
        "seats": head.seats,
        "result": head.result,
    }
