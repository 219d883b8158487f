"""The texts of Shalashik: everything the rules may say has a text in both languages, and the texts are sound."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kozyr.bots
import kozyr.games.shalashik
from kozyr.games.shalashik import GAME
from kozyr.games.shalashik.moves import WORDS
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.papers import HOW
from kozyr.games.shalashik.view import PHASES
from kozyr.kernel.terms import LANGUAGES

FOLDER = Path(kozyr.games.shalashik.__file__).parent
CALLS = ("say", "_public", "Zone", "Counter")


def constants(*paths: Path) -> set[str]:
    """Every text literal of the game's source, or of other files, its names of arguments included."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths or FOLDER.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def said_by_bots() -> set[str]:
    """Every text literal of its bots, who give reasons in the game's words."""
    return constants(*Path(kozyr.bots.__file__).parent.rglob("shalashik*.py"))


def called_ids() -> set[str]:
    """The ids that the source hands on as literals, chosen ones too."""
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                first = node.args[0]
                parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                found |= {str(part.value) for part in parts if isinstance(part, ast.Constant)}
    return found


def put_together() -> set[str]:
    """Ids made of parts."""
    wanted = {f"phase_{phase}" for phase in PHASES} | {f"move_{word}" for word in WORDS} | {GAME.score_term}
    wanted |= {f"ended_by_{how}" for how in HOW.values()} | {f"won_from_place_{place}" for place in range(6)}
    wanted |= {f"collapse_lap_{lap}" for lap in (1, 2, 3, "late")}
    wanted |= {f"lot_{lot}" for lot in ShalashikOptions.spec("lot").choices}
    for spec in ShalashikOptions.specs():
        wanted |= {f"option_{spec.name}", *(f"option_{spec.name}_{value}" for value in spec.choices)}
    return wanted


def test_every_id_in_the_source_has_a_text() -> None:
    called = called_ids()
    assert len(called) > 40
    assert called - GAME.terms.texts.keys() == set()


def test_every_id_put_together_has_a_text() -> None:
    assert put_together() - GAME.terms.texts.keys() == set()


def test_no_text_is_left_over() -> None:
    """The title and the word behind a number of points are shown by pages alone."""
    assert GAME.terms.texts.keys() - constants() - put_together() - said_by_bots() == {"game_title", "points_of"}


def test_russian_texts_are_cyrillic_and_english_ones_are_not() -> None:
    for name, texts in GAME.terms.texts.items():
        assert any("а" <= letter.lower() <= "я" for letter in texts["ru"]), name
        assert not any("а" <= letter.lower() <= "я" for letter in texts["en"]), name


@pytest.mark.parametrize(
    ("count", "russian", "english"),
    [(1, "идёт 1 карта", "1 card"), (32, "идут 32 карты", "32 cards"), (35, "идёт 35 карт", "35 cards")],
)
def test_cards_take_their_plural_form(count: int, russian: str, english: str) -> None:
    told = {language: GAME.terms.text("collapses", language, seat="A", number=3, count=count) for language in LANGUAGES}
    assert told["ru"].endswith(russian)
    assert told["en"].endswith(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_names_every_option_and_value(language: str) -> None:
    page = GAME.rules_page(language)
    for spec in ShalashikOptions.specs():
        numbers = ("null" if spec.default is None else spec.default, spec.low, spec.high)
        assert f"`{spec.name}`" in page
        assert [value for value in spec.choices or numbers if f"`{value}`" not in page] == [], spec.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_explains_every_native_term(language: str) -> None:
    page = GAME.rules_page(language).lower()
    for name in GAME.terms.definitions:
        assert GAME.terms.text(name, language).lower()[:-1] in page, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_shows_how_each_move_is_written(language: str) -> None:
    page = GAME.rules_page(language)
    for text in ("pull 7", "pull hut", "beat Qc", "lead 7d", "take", "rest"):
        assert f"`{text}`" in page
        GAME.parse_move(text)


def test_a_language_there_is_no_page_in_is_refused() -> None:
    with pytest.raises(ValueError, match="choose one of ru, en"):
        GAME.rules_page("de")
