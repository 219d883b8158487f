"""Who one is: name, settings, other devices, what is kept of oneself, and being forgotten."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request

from kozyr.server import exporting, outline
from kozyr.server.asking import Answer, body_of
from kozyr.server.people import checked_name, checked_settings
from kozyr.server.routes.api import Api
from kozyr.server.storage import Identity, StorageError
from kozyr.server.storage import Table as StoredTable
from kozyr.table import commands

_log: Final = logging.getLogger(__name__)


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me``: say who you are, or change it."""

    name: str


class SettingsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/me/settings``: what the pages remember of a person."""

    settings: dict[str, Any]


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/claim``: become, on this device, the person who made the link."""

    token: str


async def me(api: Api, request: Request) -> Answer:
    """``GET /api/me``: who one is."""
    return Answer(_identity(await api.asker(request)))


async def name_me(api: Api, request: Request) -> Answer:
    """``POST /api/me``: say who one is, which gives the cookie; or take another name."""
    body = await body_of(request, NameBody)
    now = api.hall.now()
    identity = await api.people.who(request.headers, now)
    if identity is None:
        identity = await api.people.welcome(body.name, now)
        return Answer(_identity(identity), 201, api.people.remembering(identity))
    renamed = await api.storage.rename_identity(identity.id, checked_name(body.name))
    return Answer(_identity(renamed or identity))


async def keep_settings(api: Api, request: Request) -> Answer:
    """``PUT /api/me/settings``: keep something for one's own pages; it replaces what was kept."""
    body = await body_of(request, SettingsBody)
    identity = await api.asker(request)
    changed = await api.storage.set_settings(identity.id, checked_settings(body.settings))
    return Answer(_identity(changed or identity))


async def link(api: Api, request: Request) -> Answer:
    """``POST /api/me/link``: a link that makes another device this person, once."""
    token, expires_at = await api.people.link(await api.asker(request), api.hall.now())
    url = f"{api.settings.public_url}/claim#{token}"
    return Answer({"token": token, "expires_at": expires_at, "url": url}, 201)


async def claim(api: Api, request: Request) -> Answer:
    """``POST /api/me/claim``: use such a link; this device has the cookie from now on."""
    body = await body_of(request, ClaimBody)
    identity = await api.people.claim(body.token, api.hall.now())
    return Answer(_identity(identity), 200, api.people.remembering(identity))


async def sign_out_everywhere(api: Api, request: Request) -> Answer:
    """``POST /api/me/renew``: void the cookie on every other device, and every link that has not been used."""
    identity = await api.asker(request)
    renewed = await api.storage.bump_generation(identity.id)
    api.hall.part(identity.id, "elsewhere")
    return Answer(_identity(renewed or identity), 200, api.people.remembering(renewed or identity))


async def export(api: Api, request: Request) -> Answer:
    """``GET /api/me/export?next=``: what is kept of oneself, page by page: ``next`` of a page asks for the one
    after it, and is null in the last one. Of a table: how the lobby shows it, and the lines one has written."""
    identity = await api.asker(request)
    page = await exporting.page(api.storage, identity.id, request.query_params.get("next"))
    dates = {"created_at": identity.created_at, "seen_at": identity.seen_at}
    return Answer({"identity": {**_identity(identity), **dates}, **page})


async def delete_me(api: Api, request: Request) -> Answer:
    """``DELETE /api/me``: leave every table for good, and be forgotten."""
    identity = await api.asker(request)
    tables = await api.storage.tables_of(identity.id, 1000)
    for stored in tables:
        await _leave(api, stored, identity)
    api.hall.part(identity.id, "deleted")
    await api.hall.reread(await api.people.delete(identity))
    return Answer(None, 204, {"set-cookie": api.people.cookie.clearing()})


async def _leave(api: Api, stored: StoredTable, identity: Identity) -> None:
    """Leave a table; one that cannot be read keeps nobody from being forgotten. Raises StorageError."""
    try:
        live = await api.hall.table(stored.id)
        table = await live.read()
        if identity.id in outline.owners(table) and table.state.phase != "over":
            await live.handle(identity.id, commands.Leave())
    except StorageError:
        raise
    except Exception:
        _log.exception("a table cannot be left", extra={"table": stored.id})


def _identity(identity: Identity) -> Mapping[str, Any]:
    return {"id": identity.id, "name": identity.name, "settings": json.loads(identity.settings or b"{}")}
