"""A bounded queue that is fair between tables: each in its turn, and one item of each at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items wait by table; ``get`` takes the urgent ones first, then goes round the tables."""

    def __init__(self, most: int, most_a_table: int) -> None:
        self.most, self.most_a_table = most, most_a_table
        self._urgent: deque[T] = deque()
        self._tables: OrderedDict[str, deque[T]] = OrderedDict()
        self._waiting: deque[asyncio.Future[None]] = deque()

    def __len__(self) -> int:
        return len(self._urgent) + sum(map(len, self._tables.values()))

    def put(self, table: str, item: T) -> bool:
        """Put an item behind those of its table; False, and nothing done, where there is no room."""
        if len(self) >= self.most or len(self._tables.get(table, ())) >= self.most_a_table:
            return False
        self._tables.setdefault(table, deque()).append(item)
        self._wake()
        return True

    def put_urgent(self, item: T) -> None:
        """Put an item before all that are not urgent; there is always room for it."""
        self._urgent.append(item)
        self._wake()

    def discard(self, item: T) -> bool:
        """Take an item out, if it is still there."""
        if item in self._urgent:
            self._urgent.remove(item)
            return True
        for table, items in self._tables.items():
            if item in items:
                items.remove(item)
                if not items:
                    del self._tables[table]
                return True
        return False

    async def get(self) -> T:
        """The next item; waits for one."""
        while not self._urgent and not self._tables:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            try:
                await waiter
            except asyncio.CancelledError:
                if waiter.done() and not waiter.cancelled():
                    self._wake()  # this one was woken and cannot come: the next one shall
                raise
            finally:
                if waiter in self._waiting:
                    self._waiting.remove(waiter)
        return self._next()

    def drain(self) -> list[T]:
        """Take out everything."""
        items = [*self._urgent, *(item for waiting in self._tables.values() for item in waiting)]
        self._urgent.clear()
        self._tables.clear()
        return items

    def _next(self) -> T:
        if self._urgent:
            return self._urgent.popleft()
        table, items = self._tables.popitem(last=False)
        item = items.popleft()
        if items:
            self._tables[table] = items
        return item

    def _wake(self) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
