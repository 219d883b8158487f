"""What is done now and then: tables that nobody touches are closed, and what is kept long enough is removed.

On PostgreSQL one process at a time does it for all. It goes in small steps, so that moves are not held up.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

from kozyr.server.hall import Hall
from kozyr.server.settings import Settings
from kozyr.server.storage import Kind, StorageError
from kozyr.server.storage import Table as StoredTable
from kozyr.server.storage.interface import PURGED_AT_ONCE
from kozyr.table import Table

LEASE: Final = "upkeep"
"""What the process that does it keeps; no table is called so."""
DAY_MS: Final = 24 * 3600 * 1000
UNTOUCHED_DAYS: Final = {"waiting": 1, "over": 3, "playing": 14}
"""After so many days without any event a table is closed, by its phase."""
EVERY_SECONDS: Final = 600.0
FIRST_SECONDS: Final = 60.0
PAUSE_SECONDS: Final = 0.1
"""Between two steps."""
MOST_STEPS: Final = 20
"""Of one kind in one round; what is left is done in the next."""
_log: Final = logging.getLogger(__name__)


class Upkeep:
    """The upkeep of one server process; its clock is the hall's."""

    def __init__(self, hall: Hall, settings: Settings, *, pause_seconds: float = PAUSE_SECONDS) -> None:
        self.hall = hall
        self._pause_seconds = pause_seconds
        self._kept_days = {
            Kind.TABLES: settings.keep_tables_days,
            Kind.RECORDS: settings.keep_records_days,
            Kind.IDENTITIES: settings.keep_identities_days,
            Kind.LINKS: 1,
            Kind.PROCESSES: 1,
        }

    async def run(self) -> None:
        """Do it again and again, until cancelled."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.round()
            except (StorageError, OSError) as error:
                _log.warning("upkeep waits for the storage: %s", error)
            await asyncio.sleep(EVERY_SECONDS)

    async def round(self) -> dict[str, int]:
        """Do what is due now, unless another process does; how much of each kind was done. Raises StorageError."""
        if not await self.hall.keeper.try_keep(LEASE):
            return {}
        done = {"closed": await self._close_tables()}
        for kind, days in self._kept_days.items():
            done[kind.value] = await self._purge(kind, self.hall.now() - days * DAY_MS)
        if any(done.values()):
            _log.info("upkeep: %s", ", ".join(f"{name} {count}" for name, count in done.items() if count))
        return done

    async def _purge(self, kind: Kind, older_than: int) -> int:
        removed = 0
        for _ in range(MOST_STEPS):
            count = await self.hall.storage.purge(kind, older_than)
            removed += count
            if count < PURGED_AT_ONCE:
                break
            await asyncio.sleep(self._pause_seconds)
        return removed

    async def _close_tables(self) -> int:
        closed = 0
        async for stored in self._untouched():
            closed += await self._close(stored)
            if closed == PURGED_AT_ONCE:
                break
            await asyncio.sleep(self._pause_seconds)
        return closed

    async def _untouched(self) -> AsyncIterator[StoredTable]:
        """The tables that have been untouched for as long as they may be, read page by page."""
        for status, days in UNTOUCHED_DAYS.items():
            before, after = self.hall.now() - days * DAY_MS, None
            while page := await self.hall.storage.untouched_tables(status, before, PURGED_AT_ONCE, after):
                for stored in page:
                    if self.hall.now() - stored.updated_at >= patience_ms(stored):
                        yield stored
                after = page[-1].updated_at, page[-1].id

    async def _close(self, stored: StoredTable) -> bool:
        """Close a table, unless somebody is there after all or its clock still runs.

        One that cannot be read stays as it is, and keeps no other from its end.
        """
        try:
            live = await self.hall.table(stored.id)
            return await live.close_if(is_left)  # it leaves the memory as every idle table does
        except LookupError:
            return False
        except StorageError:
            raise
        except Exception:
            _log.exception("a table cannot be closed", extra={"table": stored.id})
            return False


def patience_ms(stored: StoredTable) -> int:
    """How long a table may be untouched; one that is played by days, no less than two of its moves."""
    told: dict[str, Any] = json.loads(stored.summary)
    days = UNTOUCHED_DAYS[stored.status]
    clock = told.get("clock", {})
    return DAY_MS * (max(days, 2 * clock["days"]) if clock.get("kind") == "days" else days)


def is_left(table: Table) -> bool:
    """Whether nobody is at a table, no bot is to move and no clock runs."""
    needs = table.needs()
    if needs.bot is not None or needs.wake_at is not None:
        return False
    return not any(person.present for person in table.state.people.values())
