"""The package tree: documented, layered, and built into a wheel without its tests."""

import ast
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import kozyr
from tests.repository.tracked import ROOT

SOURCE = ROOT / "src" / "kozyr"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def contract(name: str) -> dict[str, Any]:
    """One of the import contracts."""
    found: list[dict[str, Any]] = [c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["id"] == name]
    return found[0]


def layers() -> list[str]:
    """The layers from the highest to the lowest, present or not."""
    return [layer.strip("()") for layer in contract("layers")["layers"]]


def test_every_package_says_what_lives_in_it() -> None:
    bare = [
        str(init.parent.relative_to(ROOT))
        for init in SOURCE.rglob("__init__.py")
        if not ast.get_docstring(ast.parse(init.read_text(encoding="utf-8")))
    ]
    assert bare == []


def test_every_folder_with_modules_is_a_package_unless_it_holds_tests() -> None:
    loose = {
        str(module.parent.relative_to(ROOT))
        for module in SOURCE.rglob("*.py")
        if not (module.parent / "__init__.py").is_file() and "tests" not in module.relative_to(SOURCE).parts
    }
    assert loose == set()


def test_every_package_belongs_to_a_layer() -> None:
    present = {init.parent.name for init in SOURCE.glob("*/__init__.py")} | {m.stem for m in SOURCE.glob("*.py")}
    assert present - {"__init__"} <= set(layers())
    assert contract("layers")["exhaustive"] is True


def test_the_packages_docstring_lists_the_layers_from_the_lowest() -> None:
    docstring = " ".join((kozyr.__doc__ or "").split())
    named = [layer for layer in reversed(layers()) if layer != "__main__"]
    assert ", ".join(named) in docstring


def test_the_games_tests_are_no_packages() -> None:
    """Were they packages, the import contracts would bind them too."""
    assert list(SOURCE.glob("games/*/tests/**/__init__.py")) == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in the built wheel."""
    folder: Path = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "KOZYR_SKIP_WEB": "1"}
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=environment)
    (built,) = folder.glob("*.whl")
    assert kozyr.__version__ in built.name
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_the_wheel_holds_every_module_and_every_text(wheel: list[str]) -> None:
    kinds = {".py", ".typed", ".toml", ".md", ".jsonl"}
    left_out = {"tests", "playthroughs", "__pycache__"}
    expected = {
        path.relative_to(ROOT / "src").as_posix()
        for path in SOURCE.rglob("*")
        if path.suffix in kinds or path.name == "py.typed"
        if not left_out & set(path.relative_to(SOURCE).parts)
    }
    assert expected <= set(wheel)


def test_the_wheel_leaves_tests_and_playthroughs_out(wheel: list[str]) -> None:
    assert [name for name in wheel if {"tests", "playthroughs"} & set(name.split("/"))] == []
