"""The clauses that code and tests cite can be looked up in the reference page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.games.kozel import GAME
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.scoring import DealResult
from kozyr.games.kozel.tests.tables import new_match, play_on

ROOT = Path(__file__).parents[5]
FOLDER = Path(__file__).parents[1]
PATH = ROOT / "docs/reference/kozel.md"
PAGE = PATH.read_text(encoding="utf-8") if PATH.exists() else ""
pytestmark = pytest.mark.skipif(not PAGE, reason="the sources stand here without the docs")
CITED = re.compile(r"(?<!\w)K-(\d+)(?:\.\.K-(\d+))?")


def cited_in(path: Path) -> set[int]:
    """The numbers of the clauses a file cites; a range gives its ends."""
    found = CITED.findall(path.read_text(encoding="utf-8"))
    return {int(number) for pair in found for number in pair if number}


def test_every_clause_stands_once_and_in_order() -> None:
    """K-1..K-33."""
    assert re.findall(r"^\*\*K-(\d+)\.\*\*", PAGE, re.MULTILINE) == [str(number) for number in range(1, 34)]


def test_every_clause_that_is_cited_exists() -> None:
    files = [*FOLDER.rglob("*.py"), *FOLDER.glob("*.md"), ROOT / "docs/reference/records.md"]
    cited = set().union(*(cited_in(path) for path in files))
    assert len(cited) > 30
    assert cited <= set(range(1, 34))


def test_the_readme_links_the_page_and_places_every_clause() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert PATH in [(FOLDER / link).resolve() for link in links]
    assert re.findall(r"^\| K-(\d+) \|", text, re.MULTILINE) == [str(number) for number in range(1, 34)]


@pytest.mark.parametrize("spec", KozelOptions.specs(), ids=lambda spec: spec.name)
def test_every_option_is_on_the_page_with_its_values_the_default_first(spec) -> None:  # type: ignore[no-untyped-def]
    if spec.choices:
        assert f"`{spec.name} = {' | '.join(spec.choices)}`" in PAGE
        assert spec.choices[0] == spec.default
    else:
        assert f"`{spec.name}` ({spec.default}; {spec.low} to {spec.high})" in PAGE


def test_every_kind_of_move_is_on_the_page() -> None:
    """K-8..K-27: and its examples are moves."""
    table = PAGE[PAGE.index("## Moves") : PAGE.index("There is one space")]
    written = set(re.findall(r"`([a-z ]+\d*|[A-Z0-9][cshd])`", table))
    moves = {text for text in written if text not in {"cut", "lift", "give", "claim", "answered", "play"}}
    assert {"ok", "claim points", "claim nines", "ask queens", "redeal", "keep", "boast mirror"} < moves
    assert {str(GAME.parse_move(text)) for text in moves} == moves


def test_the_shapes_of_results_are_those_of_the_page() -> None:
    """K-32."""
    (example,) = re.findall(r"```json\n(.+)\n```", PAGE)
    result = json.loads(example)
    match = play_on(new_match(), "shapes")
    fields = [name for name in re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) if name in result]
    assert list(result) == fields == list(match.deals()[0].result or {})
    numbers: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in result.items()
    }
    assert DealResult(**numbers).to_json() == result
    (shape,) = re.findall(r"The result of a match is `(.+?)`", PAGE)
    assert list(json.loads(shape)) == list(match.result or {})
