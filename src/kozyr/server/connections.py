"""How many connections there are, of everybody and of each address, and how many there may be."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from kozyr.server.faults import Fault

WAIT_SECONDS: Final = 30
"""When somebody who has too many is told to try again."""


class Connections:
    """The places for connections of one process."""

    def __init__(self, most: int, most_an_address: int) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_address.total()

    @contextlib.contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Take a place while the block runs. Raises Fault where there is none."""
        if len(self) >= self._most:
            raise Fault("server_full", 503, most=self._most)
        if self._by_address[address] >= self._most_an_address:
            raise Fault("too_often", 429, seconds=WAIT_SECONDS)
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
