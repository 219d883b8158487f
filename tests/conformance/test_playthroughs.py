"""Every game has golden playthroughs, and each is reproduced to the letter."""

from pathlib import Path

import pytest

from kozyr.games import game_ids
from tests.conformance.playthrough import GAMES, goldens, played


@pytest.mark.parametrize("path", goldens(), ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_golden_playthrough_is_reproduced(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert played(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_has_golden_playthroughs(game_id: str) -> None:
    assert any(path.parents[1] == GAMES / game_id for path in goldens())
