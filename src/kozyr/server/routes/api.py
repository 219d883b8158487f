"""What all routes stand on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request

from kozyr.server import analysing
from kozyr.server.asking import Answer
from kozyr.server.faults import Fault
from kozyr.server.hall import Hall
from kozyr.server.people import People
from kozyr.server.replayer import Replayer
from kozyr.server.settings import Settings
from kozyr.server.storage import Identity, Storage

ENTRIES_A_PAGE: Final = 50
"""Of a list of tables or records."""


class Api:
    """A server's tables, people and settings, as routes need them; who asks; what is done one at a time."""

    def __init__(self, hall: Hall, people: People, settings: Settings) -> None:
        self.hall = hall
        self.people = people
        self.settings = settings
        self.making = asyncio.Lock()
        self.replayer = Replayer(lambda: hall.closing)
        self.judging = Replayer(lambda: hall.closing, analysing.LONGEST_SECONDS)
        self.analyst = analysing.Analyst()

    @property
    def storage(self) -> Storage:
        """Where everything is kept."""
        return self.hall.storage

    async def asker(self, request: Request) -> Identity:
        """Who asks. Raises Fault where he has not said."""
        return await self.people.named(request.headers, self.hall.now())


Route = Callable[[Api, Request], Awaitable[Answer]]


def cursor(request: Request) -> tuple[int, str] | None:
    """``before=TIME,ID`` of the last entry shown. Raises Fault."""
    text = request.query_params.get("before")
    if text is None:
        return None
    time, comma, entry = text.partition(",")
    if not comma or not (time.isascii() and time.isdigit()) or len(time) > 15 or len(entry) > 64:
        raise Fault("bad_field", field="before", reason="TIME,ID")
    return int(time), entry
