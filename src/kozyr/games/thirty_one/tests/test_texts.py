"""The texts of Thirty-one: everything the rules may say has a text in both languages, and the texts are sound."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kozyr.bots
import kozyr.games.thirty_one
from kozyr.games.thirty_one import GAME
from kozyr.games.thirty_one.hands import HAND_TERMS, VALUE_NAMES
from kozyr.games.thirty_one.moves import WORDS
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.view import PHASES
from kozyr.kernel.terms import LANGUAGES

FOLDER = Path(kozyr.games.thirty_one.__file__).parent
CALLS = ("say", "_public", "TermRef", "Zone", "Counter")
CHOSEN = ("antes_", "svara_", "refuse_", "drains", "passes", "opens_", "match_", "ends_turn", "stays", "shows")


def constants(*paths: Path) -> list[str]:
    """Every text literal of the game's source, or of other files."""
    nodes = (n for path in paths or FOLDER.glob("*.py") for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def said_by_bots() -> set[str]:
    """Every text literal of its bots, who give reasons in the game's words."""
    return set(constants(*Path(kozyr.bots.__file__).parent.rglob("thirty_one*.py")))


def called_ids() -> set[str]:
    """The ids that the source hands on as literals."""
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if node.func.id in CALLS and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def put_together() -> set[str]:
    """Ids made of parts."""
    wanted = {f"phase_{phase}" for phase in PHASES} | {f"move_{word}" for word in WORDS} | {GAME.score_term, "svara"}
    wanted |= (
        {f"ended_by_{how}" for how in ("show", "pass", "limit")} | set(HAND_TERMS.values()) | {"tie", "reshuffled"}
    )
    wanted |= {f"best_{name}" for name in (*VALUE_NAMES.values(), "points")}
    wanted |= {f"drains_{n}" for n in (0, 1, 2, "many")} | {f"won_from_place_{n}" for n in range(1, 8)}
    for spec in ThirtyOneOptions.specs():
        wanted |= {f"option_{spec.name}", *(f"option_{spec.name}_{value}" for value in spec.choices)}
    return wanted


def test_every_id_in_the_source_has_a_text() -> None:
    called = called_ids()
    assert len(called) > 30
    assert called - GAME.terms.texts.keys() == set()
    chosen = {word for word in constants() if word.startswith(CHOSEN) and word.isidentifier()}
    assert chosen - GAME.terms.texts.keys() == {"drains_"}  # a part of the ids of tags


def test_every_id_put_together_has_a_text() -> None:
    assert put_together() - GAME.terms.texts.keys() == set()


def test_no_text_is_left_over() -> None:
    native = {"game_title", "drain", "marked"}
    literal = set(constants())
    left_over = GAME.terms.texts.keys() - literal - put_together() - said_by_bots() - native
    assert {name for name in left_over if not name.startswith("best_")} == set()


def test_places_are_the_same_in_both_languages() -> None:
    terms = GAME.terms
    assert [name for name in terms.texts if terms.places(name, "ru") != terms.places(name, "en")] == []


def test_russian_texts_are_cyrillic_and_english_ones_are_not() -> None:
    for name, texts in GAME.terms.texts.items():
        assert any("а" <= letter.lower() <= "я" for letter in texts["ru"]), name
        assert not any("а" <= letter.lower() <= "я" for letter in texts["en"]), name


@pytest.mark.parametrize(
    ("amount", "russian", "english"),
    [(1, "за 1 фишку", "for 1 chip"), (2, "за 2 фишки", "for 2 chips"), (15, "за 15 фишек", "for 15 chips")],
)
def test_chips_take_their_plural_form(amount: int, russian: str, english: str) -> None:
    assert GAME.terms.text("move_join", "ru", amount=amount).endswith(russian)
    assert GAME.terms.text("move_join", "en", amount=amount).endswith(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_names_every_option_and_value(language: str) -> None:
    page = GAME.rules_page(language)
    for spec in ThirtyOneOptions.specs():
        numbers = (spec.default, spec.low, spec.high)
        assert f"`{spec.name}`" in page
        assert [value for value in spec.choices or numbers if f"`{value}`" not in page] == [], spec.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_explains_every_native_term(language: str) -> None:
    page = GAME.rules_page(language).lower()
    for name in GAME.terms.definitions:
        word = GAME.terms.text(name, language).lower()
        assert word[:-1] in page, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_shows_how_each_move_is_written(language: str) -> None:
    page = GAME.rules_page(language)
    assert all(f"`{word}`" in page for word in WORDS)
    assert "`swap Kd 9c`" in page
    assert "`swap Kd,Qd 9c,8c`" in page
