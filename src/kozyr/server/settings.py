"""What a server is told before it starts: from arguments, else from the environment, else the default."""

from __future__ import annotations

import argparse
import ipaddress
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.server.storage import DEFAULT_URL, StorageError, check_url
from kozyr.server.storage.opening import data_folder, is_sqlite

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingsError(ValueError):
    """A setting that cannot be; the text is one line that names it and what is allowed."""


@dataclass(frozen=True)
class Settings:
    """All of them. ``settings_of`` makes one and checks it."""

    database: str
    host: str
    port: int
    processes: int
    workers: int
    public_url: str
    trusted_proxies: tuple[Network, ...]
    data_dir: Path
    secret_file: Path
    keep_tables_days: int
    keep_records_days: int
    keep_identities_days: int
    most_tables: int
    most_connections: int
    most_connections_an_address: int
    messages_a_second: int

    @property
    def is_secure(self) -> bool:
        """Whether players come by https."""
        return self.public_url.startswith("https://")

    @property
    def origin(self) -> str:
        """What browsers send as ``Origin`` from our own pages: without the port that its scheme has anyway."""
        scheme, _, place = self.public_url.partition("://")
        return f"{scheme}://{place.removesuffix(':443' if scheme == 'https' else ':80')}"


@dataclass(frozen=True)
class Option:
    """One setting: ``--name``, ``KOZYR_NAME``."""

    name: str
    parse: Callable[[str], object]
    allowed: str
    default: str
    help: str

    @property
    def field(self) -> str:
        """Its name in Settings."""
        return {"data": "data_dir"}.get(self.name, self.name.replace("-", "_"))

    @property
    def argument(self) -> str:
        """Its name on the command line."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return "KOZYR_" + self.name.replace("-", "_").upper()


def _whole(low: int, high: int) -> dict[str, Any]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high):
            raise ValueError
        return int(text)

    return {"parse": parse, "allowed": f"a whole number from {low} to {high}"}


def _database(text: str) -> str:
    try:
        check_url(text)
    except StorageError:
        raise ValueError from None
    return text


def _host(text: str) -> str:
    if not text or not text.isprintable() or any(sign in text for sign in " /@"):
        raise ValueError
    return text


def _public_url(text: str) -> str:
    parts = urllib.parse.urlsplit(text)
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or extra or (parts.port or 1) < 1):
        raise ValueError
    return f"{parts.scheme}://{parts.netloc.lower()}" if text else ""


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


OPTIONS: Final = (
    Option(
        "database", _database, "sqlite://, sqlite:///folder/file or postgresql://…", DEFAULT_URL, "where it is kept"
    ),
    Option("host", _host, "a host name or an address", "127.0.0.1", "the address to listen at"),
    Option("port", **_whole(0, 65535), default="8765", help="the port to listen at; 0 takes a free one"),
    Option("processes", **_whole(1, 256), default="1", help="server processes; more than one needs PostgreSQL"),
    Option("workers", **_whole(1, 256), default="1", help="worker processes of each, for bots as for huts of cards"),
    Option("public-url", _public_url, "http://host or https://host, with a port or not", "", "how players reach it"),
    Option(
        "trusted-proxies", _networks, "addresses or networks, separated by commas", "", "whose X-Forwarded-For counts"
    ),
    Option("data", Path, "a folder", "", "the folder for what is kept beside a database"),
    Option("secret-file", Path, "a file", "", "the file with the server's secret; made where it is missing"),
    Option("keep-tables-days", **_whole(1, 36500), default="30", help="how long a closed table is kept"),
    Option("keep-records-days", **_whole(1, 36500), default="365", help="how long a record that is not shared is kept"),
    Option("keep-identities-days", **_whole(1, 36500), default="400", help="how long somebody unseen is kept"),
    Option("most-tables", **_whole(1, 1_000_000), default="2000", help="open tables, at most"),
    Option("most-connections", **_whole(1, 1_000_000), default="10000", help="connections of a process, at most"),
    Option("most-connections-an-address", **_whole(1, 1_000_000), default="50", help="connections from one address"),
    Option("messages-a-second", **_whole(1, 10_000), default="20", help="what one player may send"),
)


def add_arguments(parser: argparse.ArgumentParser, options: Sequence[Option] = OPTIONS) -> None:
    """Give a parser an argument for each setting."""
    for option in options:
        shown = f"{option.help}: {option.allowed}" + (f" (default {option.default})" if option.default else "")
        parser.add_argument(option.argument, dest=option.field, default=None, metavar="VALUE", help=shown)


def settings_of(arguments: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """The settings of arguments (by the names of the fields) and environment variables. Raises SettingsError."""
    values: dict[str, Any] = {option.field: _value(option, arguments, environment) for option in OPTIONS}
    if not values["data_dir"].name:
        values["data_dir"] = data_folder()
    if not values["secret_file"].name:
        values["secret_file"] = values["data_dir"] / "secret"
    if not values["public_url"]:
        host = f"[{values['host']}]" if ":" in values["host"] else values["host"]
        values["public_url"] = f"http://{host}:{values['port']}"
    settings = Settings(**values)
    if settings.processes > 1 and is_sqlite(settings.database):
        raise SettingsError(
            f"--processes is {settings.processes}: more than one server process needs PostgreSQL (--database)"
        )
    return settings


def _value(option: Option, arguments: Mapping[str, str | None], environment: Mapping[str, str]) -> object:
    given = arguments.get(option.field)
    origin, text = (
        (option.argument, given) if given is not None else (option.variable, environment.get(option.variable))
    )
    if text is None:
        return option.parse(option.default)
    try:
        return option.parse(text)
    except ValueError:
        shown = "" if option.name == "database" else f" is {text[:60]!r}: it"  # an address may hold a password
        raise SettingsError(f"{origin}{shown} may be {option.allowed}") from None
