"""The result of a deal on the reference page is one that the game can give; the contract suite checks the rest."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.games.kozel.scoring import DealResult

PATH = Path(__file__).parents[5] / "docs/reference/kozel.md"


@pytest.mark.skipif(not PATH.exists(), reason="the sources stand here without the docs")
def test_the_result_on_the_page_is_a_result() -> None:
    """K-32."""
    (example,) = re.findall(r"```json\n(.+)\n```", PATH.read_text(encoding="utf-8"))
    result = json.loads(example)
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in result.items()
    }
    assert DealResult(**values).to_json() == result
