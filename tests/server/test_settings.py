"""Settings come from arguments, then from the environment, then from defaults; what cannot be is told."""

import argparse
from pathlib import Path

import pytest

from kozyr.server.settings import OPTIONS, Settings, SettingsError, add_arguments, settings_of
from tests.repository.tracked import ROOT


def parsed(line: str, **environment: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return settings_of(vars(parser.parse_args(line.split())), environment)


def test_the_defaults_are_good_for_one_machine(tmp_path: Path) -> None:
    settings = parsed("", KOZYR_DATA=str(tmp_path))
    assert (settings.database, settings.host, settings.workers) == ("sqlite://", "127.0.0.1", 1)
    assert settings.public_url == "http://127.0.0.1:8765"
    assert settings.secret_file == tmp_path / "secret"
    assert not settings.is_secure
    assert settings.trusted_proxies == ()


def test_an_argument_comes_before_the_environment() -> None:
    assert parsed("--port 1", KOZYR_PORT="2").port == 1
    assert parsed("", KOZYR_PORT="2").port == 2


def test_every_setting_has_an_argument_and_a_variable() -> None:
    fields = set(Settings.__dataclass_fields__)
    assert {option.field for option in OPTIONS} == fields
    assert len({option.variable for option in OPTIONS}) == len(fields)


def test_every_setting_is_documented_with_its_default() -> None:
    rows = (ROOT / "docs" / "reference" / "server-settings.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows if row.startswith("| `--")]
    assert [(cell[0], cell[1]) for cell in cells] == [(f"`{o.argument}`", f"`{o.variable}`") for o in OPTIONS]
    assert [cell[2] for cell, o in zip(cells, OPTIONS, strict=True) if o.default] == [
        f"`{o.default}`" for o in OPTIONS if o.default
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--port 65536", "--port is '65536': it may be a whole number from 0 to 65535"),
        ("--port ٣", "--port is '٣'"),
        ("--port -1", "--port"),
        ("--workers 0", "--workers is '0': it may be a whole number from 1 to 256"),
        ("--processes 2", "more than one server process needs PostgreSQL"),
        ("--database mysql://me:secret@host/db", "--database may be sqlite://"),
        ("--database sqlite://file", "--database may be sqlite://"),
        ("--host a/b", "--host is 'a/b'"),
        ("--public-url ftp://host", "--public-url is 'ftp://host': it may be http://host"),
        ("--public-url https://host/path", "--public-url"),
        ("--public-url https://me@host", "--public-url"),
        ("--public-url https://host:99999", "--public-url"),
        ("--trusted-proxies 10.0.0.0/8,nobody", "--trusted-proxies is '10.0.0.0/8,nobody': it may be addresses"),
        ("--keep-tables-days 0", "--keep-tables-days"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(line: str, message: str) -> None:
    name, _, value = line.partition(" ")
    with pytest.raises(SettingsError) as caught:
        settings_of({name.strip("-").replace("-", "_"): value}, {})
    assert message in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_variable_is_called_by_its_name() -> None:
    with pytest.raises(SettingsError, match="KOZYR_PORT is 'x'"):
        parsed("", KOZYR_PORT="x")


def test_more_processes_share_postgresql() -> None:
    assert parsed("--processes 4 --database postgresql://host/db").processes == 4


@pytest.mark.parametrize(
    ("url", "kept", "is_secure"),
    [("https://Play.Example", "https://play.example", True), ("http://host:80/", "http://host:80", False)],
)
def test_the_public_address(url: str, kept: str, is_secure: bool) -> None:
    settings = parsed(f"--public-url {url}")
    assert (settings.public_url, settings.is_secure) == (kept, is_secure)
