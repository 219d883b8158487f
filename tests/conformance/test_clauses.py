"""What a game's code and tests cite can be looked up on its reference page: clauses, options, moves, results."""

import json
import re
from pathlib import Path

import pytest

from kozyr.cards import PACK
from kozyr.games import game_ids, get_game
from kozyr.kernel.options import OptionSpec
from tests.conformance.playing import cases, play_out
from tests.conformance.playthrough import GAMES

REFERENCE = Path(__file__).parents[2] / "docs/reference"
every_game = pytest.mark.parametrize("game_id", game_ids())
every_option = pytest.mark.parametrize(
    ("game_id", "spec"),
    [
        pytest.param(name, spec, id=f"{name}-{spec.name}")
        for name in game_ids()
        for spec in get_game(name).options.specs()
    ],
)
CLAUSES = re.compile(r"^\*\*([A-Z])-(\d+)\.\*\*", re.MULTILINE)


def path_of(game_id: str) -> Path:
    return REFERENCE / f"{game_id.replace('_', '-')}.md"


def page_of(game_id: str) -> str:
    return path_of(game_id).read_text(encoding="utf-8")


def clauses_of(game_id: str) -> tuple[str, list[int]]:
    """The letter of a game's clauses, and their numbers as they stand on its page."""
    found = CLAUSES.findall(page_of(game_id))
    (letter,) = {letter for letter, _ in found}
    return letter, [int(number) for _, number in found]


def cited_in(path: Path, letter: str) -> set[int]:
    """The numbers of the clauses a file cites; a range gives its ends."""
    return {int(n) for n in re.findall(rf"(?<!\w){letter}-(\d+)", path.read_text(encoding="utf-8"))}


@every_game
def test_every_clause_stands_once_and_in_order(game_id: str) -> None:
    numbers = clauses_of(game_id)[1]
    assert len(numbers) > 10
    assert numbers == list(range(1, len(numbers) + 1))


@every_game
def test_every_clause_is_cited_and_every_cited_one_exists(game_id: str) -> None:
    letter, numbers = clauses_of(game_id)
    folder = GAMES / game_id
    code = [*folder.glob("*.py"), *folder.glob("playthroughs/*"), *folder.glob("tests/*.py")]
    docs = [*folder.glob("*.md"), *REFERENCE.glob("*.md")]
    cited = [set[int]().union(*(cited_in(path, letter) for path in paths)) for paths in (code, docs)]
    assert cited[0] | cited[1] == set(numbers)
    assert len(cited[0]) > len(numbers) * 0.9, "ranges hide the rest"


@every_game
def test_the_readme_links_the_page_and_places_every_clause(game_id: str) -> None:
    letter, numbers = clauses_of(game_id)
    folder = GAMES / game_id
    text = (folder / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert path_of(game_id) in [(folder / link).resolve() for link in links]
    assert re.findall(rf"^\| {letter}-(\d+) \|", text, re.MULTILINE) == [str(number) for number in numbers]


@every_game
def test_the_page_of_records_links_moves_and_results_of_the_game(game_id: str) -> None:
    (row,) = re.findall(rf"^\| `{game_id}` \|.*$", (REFERENCE / "records.md").read_text(encoding="utf-8"), re.MULTILINE)
    headings = {
        heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.+)$", page_of(game_id), re.MULTILINE)
    }
    links = re.findall(r"\((\S+)#(\S+)\)", row)
    assert len(links) == 2
    assert all(page == path_of(game_id).name and anchor in headings for page, anchor in links)


@every_option
def test_every_option_is_on_the_page_with_its_values_the_default_first(game_id: str, spec: OptionSpec) -> None:
    page = " ".join(page_of(game_id).split())
    if spec.choices:
        assert f"`{spec.name} = {' | '.join(spec.choices)}`" in page
        assert spec.choices[0] == spec.default
    else:
        default = "null" if spec.default is None else spec.default
        assert re.search(rf"`{spec.name}` \({default}; [^)]*\b{spec.low}\b[^)]* to {spec.high}\)", page)


@every_game
def test_every_kind_of_move_is_on_the_page_and_every_example_is_a_move(game_id: str) -> None:
    page = page_of(game_id)
    table = page.partition("## Moves\n")[2].partition("\n## ")[0]
    game, cards = get_game(game_id), {str(card) for card in PACK}
    written = {
        text for row in re.findall(r"^\| `.*\|(.*)\|$", table, re.MULTILINE) for text in re.findall(r"`(.+?)`", row)
    }
    examples = {text for text in written if not re.search(r"\bN\b|Xy", text)}
    assert {str(game.parse_move(text)) for text in examples} == examples
    kinds = {"card" if text in cards else text.split()[0] for text in written}
    met = {"card" if text in cards else text.split()[0] for text in moves_met(game_id)}
    assert met <= kinds


def moves_met(game_id: str) -> set[str]:
    """The moves of a random match for each case of the game."""
    matches = [play_out(case.new_match(), case.seed("clauses")) for case in cases() if case.game_id == game_id]
    return {str(logged.move) for match in matches for log in match.deals() for logged in log.moves}


@every_game
def test_the_shapes_of_results_are_those_of_the_page(game_id: str) -> None:
    page = page_of(game_id)
    (example,) = re.findall(r"```json\n(.+)\n```", page)
    case = next(case for case in cases() if case.game_id == game_id)
    match = play_out(case.new_match(), case.seed("shapes"))
    fields = [name for name in re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) if name in json.loads(example)]
    assert list(json.loads(example)) == fields == list(match.deals()[0].result or {})
    (shape,) = re.findall(r"The result of a match is `(.+?)`", page)
    assert list(json.loads(shape)) == list(match.result or {})
