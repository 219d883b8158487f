"""Settings of every test."""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

# A first example may compile for seconds; speed is measured in bench/, never by a test.
settings.register_profile("kozyr", deadline=None)
settings.load_profile("kozyr")

ROOT: Final = Path(__file__).parent
LIVE: Final = frozenset({"browser", "cli", "client", "server", "terminal"})
"""Folders of tests that drive real browsers, servers, processes and terminals by the clock of the machine."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give a live test a second chance, which the summary tells; `-p no:rerunfailures` takes it away."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if item.path.is_relative_to(ROOT / "tests") and item.path.relative_to(ROOT / "tests").parts[0] in LIVE:
            item.add_marker(pytest.mark.flaky(reruns=1))
