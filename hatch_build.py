"""Builds the page into the wheel; ``KOZYR_SKIP_WEB=1`` goes without it."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface[Any]):
    """Asks for Node where none is found, and builds the page where it has changed."""

    def dependencies(self) -> list[str]:
        building = _building(Path(self.root))
        if self._skips or building is None or building.is_built() or building.is_node_on_path():
            return []
        return [building.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        building = _building(Path(self.root))
        if self._skips or version == "editable" or building is None:
            return
        try:
            building.build()
        except building.BuildError as error:
            sys.exit(f"kozyr: {error}.")

    @property
    def _skips(self) -> bool:
        return os.environ.get("KOZYR_SKIP_WEB", "") not in ("", "0")


def _building(root: Path) -> ModuleType | None:
    """The module that builds; None where the sources of the page are not there."""
    path = root / "web" / "building.py"
    spec = importlib.util.spec_from_file_location("kozyr_web_building", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
