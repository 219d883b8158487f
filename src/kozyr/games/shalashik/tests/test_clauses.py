"""The clauses that code and tests cite can be looked up in the reference page."""

import json
import re
from pathlib import Path

import pytest

from kozyr.games.shalashik import GAME
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.tests.tables import new_match, play_on

ROOT = Path(__file__).parents[5]
FOLDER = Path(__file__).parents[1]
PATH = ROOT / "docs/reference/shalashik.md"
PAGE = PATH.read_text(encoding="utf-8") if PATH.exists() else ""
pytestmark = pytest.mark.skipif(not PAGE, reason="the sources stand here without the docs")
CITED = re.compile(r"(?<!\w)S-(\d+)(?:\.\.S-(\d+))?")
CLAUSES = [str(number) for number in range(1, 20)]


def cited_in(path: Path) -> set[str]:
    """The numbers of the clauses a file cites; a range gives its ends."""
    found = CITED.findall(path.read_text(encoding="utf-8"))
    return {number for pair in found for number in pair if number}


def test_every_clause_stands_once_and_in_order() -> None:
    """S-1..S-19."""
    assert re.findall(r"^\*\*S-(\d+)\.\*\*", PAGE, re.MULTILINE) == CLAUSES


def test_every_clause_that_is_cited_exists() -> None:
    cited = set().union(*(cited_in(path) for path in [*FOLDER.rglob("*.py"), *FOLDER.glob("*.md")]))
    assert cited == set(CLAUSES)


def test_the_readme_links_the_page_and_places_every_clause() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert PATH in [(FOLDER / link).resolve() for link in links]
    assert re.findall(r"^\| S-(\d+) \|", text, re.MULTILINE) == CLAUSES


@pytest.mark.parametrize("name", [spec.name for spec in ShalashikOptions.specs()])
def test_every_option_is_on_the_page_with_its_values_the_default_first(name: str) -> None:
    spec = ShalashikOptions.spec(name)
    if spec.choices:
        assert f"`{name} = {' | '.join(spec.choices)}`" in PAGE
        assert spec.choices[0] == spec.default
    else:
        default = "null" if spec.default is None else spec.default
        assert f"`{name}` ({default}; {spec.low} to {spec.high})" in PAGE


def test_every_kind_of_move_is_on_the_page() -> None:
    """S-3..S-11: and its examples are moves."""
    table = PAGE[PAGE.index("## Moves") : PAGE.index("There is one space")]
    moves = set(re.findall(r"`((?:pull|beat|lead) \w+|take|rest)`", table))
    assert moves == {"pull 0", "pull 30", "pull hut", "beat Qc", "lead 7d", "take", "rest"}
    assert {str(GAME.parse_move(text)) for text in moves} == moves


def test_the_shapes_of_results_are_those_of_the_page() -> None:
    """S-19."""
    (example,) = re.findall(r"```json\n(.+)\n```", PAGE)
    match = play_on(new_match(), "shapes")
    result = json.loads(example)
    fields = re.findall(
        r"^\| `(\w+)` \| [^|]+ \|$", PAGE[PAGE.index("**S-19.**") : PAGE.index("## Moves")], re.MULTILINE
    )
    assert list(result) == fields == list(match.deals()[0].result or {})
    (shape,) = re.findall(r"The result of a match is `(.+?)`", PAGE)
    assert list(json.loads(shape)) == list(match.result or {})
