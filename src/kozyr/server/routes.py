"""Everything that is asked over HTTP. Each route reads, checks, answers; what it does is done elsewhere."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from starlette.requests import Request

from kozyr import __version__
from kozyr.bots.registry import bot_names
from kozyr.games import game_ids, get_game
from kozyr.kernel.terms import LANGUAGES
from kozyr.protocol import PROTOCOL
from kozyr.records import Record as ReadRecord
from kozyr.records import RecordError, check, parse_record
from kozyr.server import analysing, exporting, outline, rerunning
from kozyr.server.asking import LARGEST_RECORD, Answer, address_of, body_of, number_of, raw_body
from kozyr.server.faults import BadRecord, Fault
from kozyr.server.hall import Hall
from kozyr.server.identity import new_token
from kozyr.server.people import People, checked_name, checked_settings
from kozyr.server.replayer import GoOn, Replayer
from kozyr.server.settings import Settings
from kozyr.server.storage import Identity, Record, Storage, StorageError
from kozyr.server.storage import Table as StoredTable
from kozyr.table import Settings as TableSettings
from kozyr.table import Table, commands, phrases, texts

TABLES_A_PAGE: Final = 50
MOST_DEALS, MOST_MOVES, MOST_SEAT = 100_000, 100_000, 99
"""What may be asked for of a record at all; what it has is said by the record."""
_log: Final = logging.getLogger(__name__)
Route = Callable[["Api", Request], Awaitable[Answer]]
Reading = Callable[[Request], Awaitable[bytes]]
"""What reads the line of a record that a request is about."""


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me``: say who you are, or change it."""

    name: str


class SettingsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/me/settings``: what the pages remember of a person."""

    settings: dict[str, Any]


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/claim``: become, on this device, the person who made the link."""

    token: str


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


class Api:
    """The routes' handlers and what they stand on."""

    def __init__(self, hall: Hall, people: People, settings: Settings) -> None:
        self.hall = hall
        self.people = people
        self.settings = settings
        self._making = asyncio.Lock()
        self._replayer = Replayer(lambda: hall.closing)
        self._judging = Replayer(lambda: hall.closing, analysing.LONGEST_SECONDS)
        self.analyst = analysing.Analyst()

    @property
    def storage(self) -> Storage:
        """Where everything is kept."""
        return self.hall.storage

    async def asker(self, request: Request) -> Identity:
        """Who asks. Raises Fault where he has not said."""
        return await self.people.named(request.headers, self.hall.now())

    # Who I am

    async def me(self, request: Request) -> Answer:
        """``GET /api/me``: who one is."""
        return Answer(_identity(await self.asker(request)))

    async def name_me(self, request: Request) -> Answer:
        """``POST /api/me``: say who one is, which gives the cookie; or take another name."""
        body = await body_of(request, NameBody)
        now = self.hall.now()
        identity = await self.people.who(request.headers, now)
        if identity is None:
            identity = await self.people.welcome(body.name, now)
            return Answer(_identity(identity), 201, self.people.remembering(identity))
        renamed = await self.storage.rename_identity(identity.id, checked_name(body.name))
        return Answer(_identity(renamed or identity))

    async def keep_settings(self, request: Request) -> Answer:
        """``PUT /api/me/settings``: keep something for one's own pages; it replaces what was kept."""
        body = await body_of(request, SettingsBody)
        identity = await self.asker(request)
        changed = await self.storage.set_settings(identity.id, checked_settings(body.settings))
        return Answer(_identity(changed or identity))

    async def link(self, request: Request) -> Answer:
        """``POST /api/me/link``: a link that makes another device this person, once."""
        token, expires_at = await self.people.link(await self.asker(request), self.hall.now())
        url = f"{self.settings.public_url}/claim#{token}"
        return Answer({"token": token, "expires_at": expires_at, "url": url}, 201)

    async def claim(self, request: Request) -> Answer:
        """``POST /api/me/claim``: use such a link; this device has the cookie from now on."""
        body = await body_of(request, ClaimBody)
        identity = await self.people.claim(body.token, self.hall.now())
        return Answer(_identity(identity), 200, self.people.remembering(identity))

    async def sign_out_everywhere(self, request: Request) -> Answer:
        """``POST /api/me/renew``: void the cookie on every other device, and every link that has not been used."""
        identity = await self.asker(request)
        renewed = await self.storage.bump_generation(identity.id)
        self.hall.part(identity.id, "elsewhere")
        return Answer(_identity(renewed or identity), 200, self.people.remembering(renewed or identity))

    async def export(self, request: Request) -> Answer:
        """``GET /api/me/export?next=``: what is kept of oneself, page by page: ``next`` of a page asks for the one
        after it, and is null in the last one. Of a table: how the lobby shows it, and the lines one has written."""
        identity = await self.asker(request)
        page = await exporting.page(self.storage, identity.id, request.query_params.get("next"))
        dates = {"created_at": identity.created_at, "seen_at": identity.seen_at}
        return Answer({"identity": {**_identity(identity), **dates}, **page})

    async def delete_me(self, request: Request) -> Answer:
        """``DELETE /api/me``: leave every table for good, and be forgotten."""
        identity = await self.asker(request)
        tables = await self.storage.tables_of(identity.id, 1000)
        for stored in tables:
            await self._leave(stored, identity)
        self.hall.part(identity.id, "deleted")
        await self.hall.reread(await self.people.delete(identity))
        return Answer(None, 204, {"set-cookie": self.people.cookie.clearing()})

    async def _leave(self, stored: StoredTable, identity: Identity) -> None:
        """Leave a table; one that cannot be read keeps nobody from being forgotten. Raises StorageError."""
        try:
            live = await self.hall.table(stored.id)
            table = await live.read()
            if identity.id in outline.owners(table) and table.state.phase != "over":
                await live.handle(identity.id, commands.Leave())
        except StorageError:
            raise
        except Exception:
            _log.exception("a table cannot be left", extra={"table": stored.id})

    # Games

    async def games(self, _request: Request) -> Answer:
        """``GET /api/games``: the games, their options and bots."""
        return Answer([_game(game_id) for game_id in game_ids()], is_public=True)

    async def terms(self, request: Request) -> Answer:
        """``GET /api/games/{game}/terms``: all its texts, by id and language."""
        return Answer(get_game(_game_id(request)).terms.texts, is_public=True)

    async def rules(self, request: Request) -> Answer:
        """``GET /api/games/{game}/rules?lang=``: the rules page in Markdown."""
        language = request.query_params.get("lang", "en")
        if language not in LANGUAGES:
            raise Fault("bad_field", field="lang", reason=" | ".join(LANGUAGES))
        return Answer({"markdown": get_game(_game_id(request)).rules_page(language)}, is_public=True)

    async def table_texts(self, _request: Request) -> Answer:
        """``GET /api/texts``: the table's texts and its quick phrases, by id and language."""
        return Answer({"table": texts().texts, "phrases": phrases().texts}, is_public=True)

    # Tables

    async def lobby(self, request: Request) -> Answer:
        """``GET /api/tables?limit=&before=``: listed tables, the newest first."""
        limit = number_of(request, "limit", TABLES_A_PAGE, 1, TABLES_A_PAGE)
        found = await self.storage.listed_tables(limit, _cursor(request))
        return Answer([_table(stored) for stored in found])

    async def my_tables(self, request: Request) -> Answer:
        """``GET /api/tables/mine?before=``: the tables one sits or sat at, the last changed first."""
        found = await self.storage.tables_of((await self.asker(request)).id, TABLES_A_PAGE, _cursor(request))
        return Answer([_table(stored) for stored in found])

    async def table(self, request: Request) -> Answer:
        """``GET /api/tables/{id}``: what may be known of a table before going there."""
        stored = await self.storage.table(request.path_params["id"])
        if stored is None:
            raise Fault("no_table", 404)
        return Answer(_table(stored))

    async def create_table(self, request: Request) -> Answer:
        """``POST /api/tables``: make a table."""
        body = await body_of(request, TableBody)
        identity = await self.asker(request)
        if body.game not in game_ids():
            raise Fault("bad_field", field="game", reason=" | ".join(game_ids()))
        record = None if body.record is None else await self._readable(body.record, identity)
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
            self.hall.now(),
            options=body.options,
            settings=body.settings,
            record=None if record is None else parse_record(record.body.decode()),
        )
        for command in _seating(body):
            events += table.handle(identity.id, command, self.hall.now())
        async with self._making:
            await self._check_room()
            await self.hall.create(table, events, listed=body.listed)
        table_id = table.state.table
        return Answer({"id": table_id, "url": f"{self.settings.public_url}/t/{table_id}"}, 201)

    async def _check_room(self) -> None:
        """Raises Fault where there are as many open tables as there may be."""
        most = self.settings.most_tables
        if await self.storage.count_open_tables() >= most:
            raise Fault("tables_full", 503, most=most)

    # Records

    async def my_records(self, request: Request) -> Answer:
        """``GET /api/records?before=``: of the matches that one took part in."""
        found = await self.storage.records_of((await self.asker(request)).id, TABLES_A_PAGE, _cursor(request))
        return Answer([_about(record) for record in found])

    async def record(self, request: Request) -> Answer:
        """``GET /api/records/{id}``: a record, for who was at the table."""
        return Answer(_about(record := await self._mine(request)) | {"record": json.loads(record.body)})

    async def share(self, request: Request) -> Answer:
        """``POST /api/records/{id}/share``: let anybody read it who has the link."""
        record = await self._mine(request)
        token = await self.storage.share_record(record.id, new_token())
        return Answer({"token": token, "url": f"{self.settings.public_url}/r/{token}"}, 201)

    async def unshare(self, request: Request) -> Answer:
        """``DELETE /api/records/{id}/share``: let nobody read it by a link any more."""
        await self.storage.unshare_record((await self._mine(request)).id)
        return Answer(None, 204)

    async def shared(self, request: Request) -> Answer:
        """``GET /api/shared/{token}``: a shared record."""
        record = await self._shared(request)
        return Answer({"game": record.game, "created_at": record.created_at, "record": json.loads(record.body)})

    async def steps(self, request: Request) -> Answer:
        """``GET /api/records/{id}/steps?seat=&deal=&from=``: a finished match; without ``deal`` its overview.

        ``seat`` is whose eyes see it: a number, ``open`` (what all seats know together), or ``watcher``, which it is
        where it is left out. A portion is some steps of one deal, from step ``from`` on; the next begins behind its
        last.
        """
        return await self._shown(request, self._my_line)

    async def shared_steps(self, request: Request) -> Answer:
        """``GET /api/shared/{token}/steps?seat=&deal=&from=``: the same of a shared record."""
        return await self._shown(request, self._shared_line)

    async def posted_steps(self, request: Request) -> Answer:
        """``POST /api/steps?seat=&deal=&from=``: the same of a record that is sent (one line). Nothing is kept."""
        return await self._shown(request, self._sent_line)

    async def analysis(self, request: Request) -> Answer:
        """``GET /api/records/{id}/analysis?deal=``: what the decisions of a deal of a finished match were worth.

        Deals count from 1. ``decisions`` are those between two moves or more: the ``place``-th move of the deal, its
        ``seat``, what was ``played``, what that ``lost`` and, with open cards, ``open_lost``, its ``accuracy`` (0 the
        worst, 1 the best; null where nothing hung on it), and the ``moves``, best first, each with its ``label``,
        ``value`` as the player could judge it, value with ``open`` cards, and ``why``. ``luck``: how the deal's value
        with open cards moved, for the side of seat 0, from ``even`` to ``end``, ``by_chance`` and ``by_choice`` of each
        seat. ``value_term`` and ``open_term`` say in what they are told. It takes seconds; one is judged at a time.
        """
        return await self._judged(request, self._my_line)

    async def shared_analysis(self, request: Request) -> Answer:
        """``GET /api/shared/{token}/analysis?deal=``: the same of a shared record."""
        return await self._judged(request, self._shared_line)

    async def posted_analysis(self, request: Request) -> Answer:
        """``POST /api/analysis?deal=``: the same of a record that is sent (one line). It is not kept."""
        return await self._judged(request, self._sent_line)

    async def check_record(self, request: Request) -> Answer:
        """``POST /api/check``: is this a record (one line of JSON), and does it replay? Nothing is kept."""
        record = await self._replay(request, self._sent_line, _replayed)
        return Answer({"game": record.game_id, "deals": len(record.deals)})

    async def _shown(self, request: Request, read: Reading) -> Answer:
        deal = number_of(request, "deal", 0, 0, MOST_DEALS)
        start = number_of(request, "from", 0, 0, MOST_MOVES)
        return Answer(await self._replay(request, read, _rerun, _eyes(request), deal, start))

    async def _judged(self, request: Request, read: Reading) -> Answer:
        deal = number_of(request, "deal", 1, 1, MOST_DEALS)
        return Answer(await self._replay(request, read, self.analyst.judge, deal, queue=self._judging))

    async def _replay(
        self, request: Request, read: Reading, work: Callable[..., Any], *more: Any, queue: Replayer | None = None
    ) -> Any:
        """Something done with a record's line. Raises Fault for what is no record, or does not replay."""
        try:
            return await (queue or self._replayer).do(address_of(request), partial(read, request), work, *more)
        except RecordError as error:
            raise BadRecord(error) from None

    async def _my_line(self, request: Request) -> bytes:
        return (await self._mine(request)).body

    async def _shared_line(self, request: Request) -> bytes:
        return (await self._shared(request)).body

    async def _sent_line(self, request: Request) -> bytes:
        return await raw_body(request, LARGEST_RECORD)

    async def _shared(self, request: Request) -> Record:
        record = await self.storage.shared_record(request.path_params["token"])
        if record is None:
            raise Fault("no_record", 404)
        return record

    async def _mine(self, request: Request) -> Record:
        return await self._readable(request.path_params["id"], await self.asker(request))

    async def _readable(self, record_id: str, identity: Identity) -> Record:
        """A record of a table that somebody took part in. Raises Fault as for one that is not there."""
        record = await self.storage.record(record_id)
        if record is None or not await self.storage.took_part(identity.id, record.table_id):
            raise Fault("no_record", 404)
        return record

    # The server itself

    async def health(self, _request: Request) -> Answer:
        """``GET /health``: can it store?"""
        await self.storage.check()
        return Answer({"ok": True, "version": __version__, "protocol": PROTOCOL})


ROUTES: Final[tuple[tuple[str, str, Route], ...]] = (
    ("GET", "/health", Api.health),
    ("GET", "/api/me", Api.me),
    ("POST", "/api/me", Api.name_me),
    ("DELETE", "/api/me", Api.delete_me),
    ("GET", "/api/me/export", Api.export),
    ("PUT", "/api/me/settings", Api.keep_settings),
    ("POST", "/api/me/link", Api.link),
    ("POST", "/api/me/claim", Api.claim),
    ("POST", "/api/me/renew", Api.sign_out_everywhere),
    ("GET", "/api/games", Api.games),
    ("GET", "/api/games/{game}/terms", Api.terms),
    ("GET", "/api/games/{game}/rules", Api.rules),
    ("GET", "/api/texts", Api.table_texts),
    ("GET", "/api/tables", Api.lobby),
    ("POST", "/api/tables", Api.create_table),
    ("GET", "/api/tables/mine", Api.my_tables),
    ("GET", "/api/tables/{id}", Api.table),
    ("GET", "/api/records", Api.my_records),
    ("GET", "/api/records/{id}", Api.record),
    ("POST", "/api/records/{id}/share", Api.share),
    ("DELETE", "/api/records/{id}/share", Api.unshare),
    ("GET", "/api/records/{id}/steps", Api.steps),
    ("GET", "/api/records/{id}/analysis", Api.analysis),
    ("GET", "/api/shared/{token}", Api.shared),
    ("GET", "/api/shared/{token}/steps", Api.shared_steps),
    ("GET", "/api/shared/{token}/analysis", Api.shared_analysis),
    ("POST", "/api/steps", Api.posted_steps),
    ("POST", "/api/analysis", Api.posted_analysis),
    ("POST", "/api/check", Api.check_record),
)
"""Method, path and handler of every route; the socket is ``/api/tables/{id}/socket``."""


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


def _seating(body: TableBody) -> list[commands.Command]:
    """What the host asks of his new table."""
    asked: list[commands.Command] = []
    for seat, sits in enumerate(body.seats):
        if sits == "me":
            asked.append(commands.Sit(seat=seat))
        elif sits != "open":
            asked.append(commands.SetBot(seat=seat, bot=sits))
    return [*asked, commands.Ready()] if body.ready else asked


def _game_id(request: Request) -> str:
    game_id = str(request.path_params["game"])
    if game_id not in game_ids():
        raise Fault("bad_field", 404, field="game", reason=" | ".join(game_ids()))
    return game_id


def _game(game_id: str) -> Mapping[str, Any]:
    game = get_game(game_id)
    options = [
        {
            "name": spec.name,
            "clause": spec.clause,
            "default": spec.default,
            "choices": list(spec.choices),
            "low": spec.low,
            "high": spec.high,
            "nullable": spec.nullable,
        }
        for spec in game.options.specs()
    ]
    return {"id": game_id, "players": list(game.players), "options": options, "bots": list(bot_names(game_id))}


def _identity(identity: Identity) -> Mapping[str, Any]:
    return {"id": identity.id, "name": identity.name, "settings": json.loads(identity.settings or b"{}")}


def _table(stored: StoredTable) -> Mapping[str, Any]:
    told: dict[str, Any] = json.loads(stored.summary)
    return {"id": stored.id, "created_at": stored.created_at, "updated_at": stored.updated_at, **told}


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


def _cursor(request: Request) -> tuple[int, str] | None:
    """``before=TIME,ID`` of the last entry shown. Raises Fault."""
    text = request.query_params.get("before")
    if text is None:
        return None
    time, comma, entry = text.partition(",")
    if not comma or not (time.isascii() and time.isdigit()) or len(time) > 15 or len(entry) > 64:
        raise Fault("bad_field", field="before", reason="TIME,ID")
    return int(time), entry
