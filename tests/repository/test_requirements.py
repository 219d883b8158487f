"""The lock files: complete, with hashes, from no named place."""

import re
import tomllib
from itertools import pairwise

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import go
from tests.repository.tracked import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
Pins = dict[str, list[Version]]


def text_of(name: str) -> str:
    """A lock file with its continued lines joined."""
    return go.lock_file(name).read_text(encoding="utf-8").replace("\\\n", " ")


def entries(name: str) -> list[str]:
    """The requirements of a lock file, each with its hashes."""
    return [line for line in text_of(name).splitlines() if line.strip() and not line.lstrip().startswith("#")]


def pins(name: str) -> Pins:
    """Package -> its versions: more than one where they differ between Pythons."""
    found: Pins = {}
    for entry in entries(name):
        package, _, version = entry.split()[0].partition("==")
        found.setdefault(canonicalize_name(package), []).append(Version(version))
    return found


def wanted(name: str) -> list[Requirement]:
    """What pyproject.toml asks for in a lock file."""
    arguments = go.LOCKS[name]
    listed: list[str] = []
    if "pyproject.toml" in arguments:
        listed += PROJECT["project"]["dependencies"]
    for option, value in pairwise(arguments):
        if option == "--extra":
            listed += PROJECT["project"]["optional-dependencies"][value]
        if option == "--group":
            listed += PROJECT["dependency-groups"][value]
    return [Requirement(line) for line in listed]


@pytest.mark.parametrize("name", go.LOCKS)
def test_every_locked_package_has_one_version_and_hashes(name: str) -> None:
    pattern = re.compile(r"[a-z0-9.-]+==\S+( ; .+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert entries(name)
    assert [entry for entry in entries(name) if not pattern.fullmatch(entry)] == []


@pytest.mark.parametrize("name", go.LOCKS)
def test_no_lock_file_names_an_index_or_an_address(name: str) -> None:
    assert re.findall(r"://|--(?:extra-)?index-url|--find-links|@ ", text_of(name)) == []


@pytest.mark.parametrize("name", go.LOCKS)
def test_a_lock_file_fulfils_what_the_project_asks_for(name: str) -> None:
    locked = pins(name)
    unmet = [
        str(requirement)
        for requirement in wanted(name)
        if not locked.get(canonicalize_name(requirement.name))
        or not all(version in requirement.specifier for version in locked[canonicalize_name(requirement.name)])
    ]
    assert unmet == []


def test_developers_run_what_players_run() -> None:
    developers = pins("dev")
    assert {name: developers.get(name) for name in pins("run")} == pins("run")


def test_the_builder_is_locked_with_what_it_builds() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


def test_every_lock_file_is_made_by_the_lock_command() -> None:
    assert {path.stem for path in (ROOT / "requirements").iterdir()} == set(go.LOCKS)
