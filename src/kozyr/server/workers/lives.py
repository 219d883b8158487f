"""One worker after another in one place of a pool."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, NoReturn

from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.process import OverdueError, WorkerLostError

_log: Final = logging.getLogger(__name__)


async def lives(live: Callable[[], Awaitable[NoReturn]], backoff: Backoff) -> AsyncIterator[None]:
    """Let workers live, one after another, until cancelled; yields after each loss, before the pause."""
    failures = 0
    while True:
        begun = time.monotonic()
        try:
            await live()
        except (OverdueError, WorkerLostError, OSError) as error:
            _log.warning("a worker is replaced: %s", error)
        except Exception:  # an error of ours must not cost the pool a place for good
            _log.exception("a worker is replaced")
        yield
        failures = backoff.failures_after(failures, time.monotonic() - begun)
        await asyncio.sleep(backoff.pause(failures))
