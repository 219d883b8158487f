"""What was asked and is not answered yet: kept in order, so that it can be asked again under the same name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from kozyr.client.failure import AskFailed, ClientError
from kozyr.protocol.messages import Ask, Done, Failed
from kozyr.table import Command


class Outbox:
    """Asks on their way. A name serves one command for ever: the server carries out each name once."""

    def __init__(self, new_name: Callable[[], str]) -> None:
        self._new_name = new_name
        self._waiting: dict[str, tuple[Ask, asyncio.Future[Done]]] = {}

    def add(self, command: Command) -> tuple[Ask, asyncio.Future[Done]]:
        """A command to be asked, under its own name or a new one, and where its answer will be."""
        name = command.id or self._new_name()
        if name in self._waiting:
            return self._waiting[name]
        entry = Ask(do=msgspec.structs.replace(command, id=name)), asyncio.get_running_loop().create_future()
        self._waiting[name] = entry
        return entry

    def drop(self, ask: Ask) -> None:
        """Nobody waits for the answer any more, and it is not asked again."""
        self._waiting.pop(ask.do.id, None)

    def settle(self, answer: Done | Failed) -> None:
        """An answer has come; one that nobody waits for is nothing."""
        entry = self._waiting.pop(answer.id, None)
        if entry is None or entry[1].done():
            return
        if isinstance(answer, Done):
            entry[1].set_result(answer)
        else:
            entry[1].set_exception(AskFailed.of(answer))

    @property
    def waiting(self) -> tuple[Ask, ...]:
        """What is not answered, the oldest first."""
        return tuple(ask for ask, _ in self._waiting.values())

    def fail(self, error: ClientError) -> None:
        """Nothing will be answered any more."""
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._waiting.clear()
