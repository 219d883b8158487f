"""Who asks: identities behind cookies, their names, their other devices, their leaving."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers

from kozyr.server import storage as kept
from kozyr.server.faults import Fault
from kozyr.server.identity import Cookie, Tokens, new_id, new_token
from kozyr.server.storage import Identity, Storage
from kozyr.table import Event, EventError, read_event, write_event
from kozyr.table import events as happenings
from kozyr.table.names import TextError, clean_name

LINK_MS: Final = 10 * 60 * 1000
"""How long a link to another device works."""
MOST_SETTINGS: Final = 4096
SEEN_EVERY_MS: Final = 3600 * 1000
BETWEEN: Final = " / "
NOBODY: Final = "—"
"""The name of somebody whose data was deleted."""


class People:
    """The identities of a server."""

    def __init__(self, storage: Storage, tokens: Tokens, cookie: Cookie) -> None:
        self.storage = storage
        self.tokens = tokens
        self.cookie = cookie

    async def who(self, headers: Headers, now: int) -> Identity | None:
        """Who asks, or nothing where he has not said. Raises StorageError."""
        identity = await self.tokens.verify(self.cookie.token_of(headers.get("cookie")), self.storage)
        if identity is not None and now - identity.seen_at > SEEN_EVERY_MS:
            await self.storage.touch_identity(identity.id, now)
        return identity

    async def named(self, headers: Headers, now: int) -> Identity:
        """Who asks. Raises Fault where he has not said, StorageError."""
        identity = await self.who(headers, now)
        if identity is None:
            raise Fault("who_are_you", 401)
        return identity

    async def welcome(self, name: str, now: int) -> Identity:
        """Somebody new. Raises Fault for a name that will not do, StorageError."""
        identity = Identity(new_id(), checked_name(name), now, now, 1, b"{}")
        await self.storage.create_identity(identity)
        return identity

    async def link(self, identity: Identity, now: int) -> tuple[str, int]:
        """A token that makes another device this person's, once; and when it expires."""
        token = new_token()
        await self.storage.create_link(token, identity.id, now + LINK_MS)
        return token, now + LINK_MS

    async def claim(self, token: str, now: int) -> Identity:
        """The identity of a link, which is used up. Raises Fault, StorageError."""
        identity_id = await self.storage.take_link(token, now)
        identity = None if identity_id is None else await self.storage.identity(identity_id)
        if identity is None:
            raise Fault("link_void", 404)
        return identity

    async def delete(self, identity: Identity) -> set[str]:
        """Remove somebody: identity, links and places go, his name goes out of logs and records.

        Returns the tables whose logs were read for it. Raises StorageError.
        """
        forgetting = Forgetting(identity)
        await self.storage.delete_identity(identity.id, forgetting)
        return forgetting.tables

    def remembering(self, identity: Identity) -> dict[str, str]:
        """The headers that make a browser this person's."""
        return {"set-cookie": self.cookie.setting(self.tokens.sign(identity))}


def checked_name(name: str) -> str:
    """A name as others may see it. Raises Fault."""
    try:
        return clean_name(name)
    except TextError as error:
        raise Fault("bad_field", field="name", reason=str(error)) from None


def checked_settings(settings: dict[str, Any]) -> bytes:
    """Settings of somebody's pages, which the server only keeps. Raises Fault."""
    written = json.dumps(settings, ensure_ascii=False, separators=(",", ":")).encode()
    if len(written) > MOST_SETTINGS:
        raise Fault("too_large", 413, most=MOST_SETTINGS)
    return written


class Forgetting:
    """Takes one person out of what the storage keeps (a ``Redactor``): his names and what he wrote."""

    def __init__(self, identity: Identity) -> None:
        self.who = identity.id
        self.names = {identity.name}
        self.tables: set[str] = set()

    def events(self, events: Sequence[kept.Event]) -> Sequence[kept.Event]:
        """The same events; where he is named, he is nobody."""
        return [kept.Event(event.seq, event.at, self._event(event.body)) for event in events]

    def summary(self, summary: bytes) -> bytes:
        """What the lobby shows."""
        told = json.loads(summary)
        for seat in told.get("seats", ()):
            if seat.get("name") in self.names:
                seat["name"] = NOBODY
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

    def record(self, body: bytes) -> bytes:
        """A record; the seats that had one of his names lose it."""
        told = json.loads(body)
        for seat in told["seats"]:
            if seat["bot"] is None:  # a seat that changed hands has the names of all
                names = seat["name"].split(BETWEEN)
                seat["name"] = BETWEEN.join(NOBODY if name in self.names else name for name in names)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

    def _event(self, body: bytes) -> bytes:
        try:
            event = read_event(body)
        except EventError:  # a log that nobody can read is shown to nobody, and removed in its time
            return body
        if isinstance(event, happenings.Created):
            self.tables.add(event.table)
        if isinstance(event, happenings.Created) and event.host == self.who:
            return self._renamed(event)
        if isinstance(event, happenings.Arrived) and event.who == self.who:
            return self._renamed(event)
        if isinstance(event, happenings.Spoke) and event.who == self.who:
            return write_event(msgspec.structs.replace(event, text=NOBODY))
        return body

    def _renamed(self, event: Event) -> bytes:
        assert isinstance(event, happenings.Created | happenings.Arrived)
        self.names.add(event.name)
        return write_event(msgspec.structs.replace(event, name=NOBODY))
