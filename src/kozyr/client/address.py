"""Where a table is found: the server and the table's id, from a link or from the two apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_SCHEMES: Final = {"http": "ws", "https": "wss"}
_PAGE: Final = "/t/"


class AddressError(ValueError):
    """A text that is no link to a table and no server; it says in one line what is wrong."""


@dataclass(frozen=True)
class Address:
    """A table on a server; ``server`` is its address without a slash at the end."""

    server: str
    table: str

    @property
    def link(self) -> str:
        """The page of the table, to be sent to friends."""
        return f"{self.server}{_PAGE}{self.table}"

    @property
    def socket(self) -> str:
        """The socket of the table."""
        scheme, _, rest = self.server.partition("://")
        return f"{_SCHEMES[scheme]}://{rest}/api/tables/{self.table}/socket"


def parse_server(text: str) -> str:
    """The address of a server, without a slash at the end. Raises AddressError."""
    parts = _split(text)
    if _PAGE in parts.path:
        raise AddressError(f"{_shown(text)} is a link to a table, not the address of a server")
    return _server(parts, parts.path)


def parse_table(text: str, server: str | None = None) -> Address:
    """The table of a link, or of an id on a server. Raises AddressError."""
    if "/" not in text:
        if server is None:
            raise AddressError(f"{_shown(text)} is no link; of an id the server must be told too (--server)")
        return Address(parse_server(server), _table(text))
    parts = _split(text)
    path, page, table = parts.path.rstrip("/").rpartition(_PAGE)
    if not page:
        raise AddressError(f"{_shown(text)} is no link to a table: that looks like https://server/t/id")
    address = Address(_server(parts, path), _table(table))
    if server is not None and parse_server(server) != address.server:
        raise AddressError(f"{_shown(text)} is not a table of {_shown(server)}")
    return address


def _split(text: str) -> SplitResult:
    if "://" not in text:
        raise AddressError(f"{_shown(text)} should begin with https:// or http://")
    try:
        parts = urlsplit(text.strip())
        _ = parts.port
    except ValueError as error:
        raise AddressError(f"{_shown(text)} is no address: {error}") from None
    if parts.scheme not in _SCHEMES:
        raise AddressError(f"{_shown(text)} should begin with https:// or http://")
    if not parts.hostname:
        raise AddressError(f"{_shown(text)} names no server")
    if parts.username is not None or parts.password is not None:
        raise AddressError("a name or a password has no place in an address of a server")
    return parts


def _server(parts: SplitResult, path: str) -> str:
    return f"{parts.scheme}://{parts.netloc.lower()}{path.rstrip('/')}"


def _table(text: str) -> str:
    if not _TABLE.fullmatch(text):
        raise AddressError(f"{_shown(text)} is no id of a table")
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:80] + "…")
