"""The texts of Kozel: everything the rules may say has a text in both languages, and the texts are sound."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kozyr.games.kozel
from kozyr.games.kozel import GAME
from kozyr.games.kozel import view as kv
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import MOVES
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.refusal import _PHASE_TERMS, _SUIT_TERMS
from kozyr.games.kozel.tests.tables import match_by
from kozyr.kernel.chance import Chance
from kozyr.kernel.move import Move
from kozyr.kernel.options import OptionValue
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from kozyr.kernel.view import View

MATCHES = 200
NAMES = ("Анна", "Борис", "Vera", "Gleb")
FOLDER = Path(kozyr.games.kozel.__file__).parent
TAGS = ("spas", "no_spas", "eggs", "lyusya", "redeal_limit", "redealt")
RARE = {"no_room", "eggs_made", "lyusya_made", "claims_nines"}
"""Events too rare to ask of random matches; a test below or the scan of the source has them."""


def random_options(stream: Stream) -> KozelOptions:
    """Options in which every choice and the ends of every number come up."""
    values: dict[str, OptionValue] = {}
    for spec in KozelOptions.specs():
        numbers: tuple[OptionValue, ...] = (spec.default, spec.low, spec.high)
        values[spec.name] = stream.choice(spec.choices or numbers)
    return KozelOptions.from_mapping(values)


def check_said(said: Said) -> str:
    """Render a sentence in both languages; gives its id."""
    for language in LANGUAGES:
        text = said.render(GAME.terms, language, NAMES)
        assert text.strip()
        assert "{" not in text
        assert "}" not in text
    return said.id


def ids_of_view(view: View) -> Iterator[str]:
    """Every id a view names; its labels are rendered, and its events by the caller once a deal."""
    yield f"phase_{view.phase}"
    yield from (zone.id for zone in view.zones)
    yield from (counter.id for counter in view.counters)
    yield from (check_said(option.label) for option in view.legal)


def some_refusals(match: KozelMatch, seat: int, stream: Stream) -> Iterator[str]:
    """Refusals of a few moves that are illegal now."""
    legal = set(match.legal())
    illegal: list[Move] = [move for move in MOVES.values() if move not in legal]
    for _ in range(6):
        yield check_said(match.refusal(seat, stream.choice(illegal)))


def ids_of_match(number: int) -> Iterator[str]:
    """Play a deal of a random match, every twentieth time the whole match, and yield every id it used."""
    stream = Stream("texts", number)
    match = match_by(random_options(stream))
    while (awaits := match.awaits) is not None and not (match.finished and number % 20):
        if isinstance(awaits, Chance):
            yield from ids_of_events(match)
            match.resolve(awaits.sample(stream))
            continue
        if stream.chance(0.3):
            yield from ids_of_view(match.view(stream.choice((awaits, awaits, (awaits + 1) % 4, None))))
            yield from some_refusals(match, awaits, stream)
        match.apply(awaits, stream.choice(match.legal()))
    yield from ids_of_events(match)
    yield from ids_of_view(match.view(None))
    yield from (tag for figures in match.figures() for tag in figures.tags)


def ids_of_events(match: KozelMatch) -> Iterator[str]:
    """The events of the running deal as each seat and a spectator read them."""
    for event in match.events():
        for seat in (None, 0, 1, 2, 3):
            yield check_said(event.seen_by(seat))


@pytest.fixture(scope="module")
def played_ids() -> frozenset[str]:
    """The ids of all texts that random matches over varied options used."""
    return frozenset(text_id for number in range(MATCHES) for text_id in ids_of_match(number))


def called_ids() -> frozenset[str]:
    """The ids that the source hands to say, _public, TermRef, Zone or Counter as literals."""
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            first = node.args[0]
            if node.func.id in ("say", "_public", "TermRef", "Zone", "Counter") and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return frozenset(found)


def literal_ids(prefixes: tuple[str, ...]) -> frozenset[str]:
    """String literals of the source that look like ids: chosen between, or kept in a table."""
    nodes = (n for path in FOLDER.glob("*.py") for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    words = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(word for word in words if word.startswith(prefixes) and word.isidentifier())


def test_random_matches_say_nothing_without_a_text(played_ids: frozenset[str]) -> None:
    assert played_ids - GAME.terms.texts.keys() == frozenset()


def test_random_matches_say_nearly_everything_the_story_can(played_ids: frozenset[str]) -> None:
    """So that the sentences' places are known to be filled; the rare ones are filled below."""
    tree = ast.parse((FOLDER / "story.py").read_text(encoding="utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert (words & GAME.terms.texts.keys()) - {"points", "pairs", "redeal_limit"} <= played_ids | RARE


def test_every_id_in_the_source_has_a_text() -> None:
    called = called_ids()
    assert len(called) > 40
    assert called - GAME.terms.texts.keys() == frozenset()
    chosen = literal_ids(("answers_", "claims_", "move_", "refuse_"))
    assert chosen - GAME.terms.texts.keys() == frozenset()


def test_every_id_put_together_has_a_text() -> None:
    wanted = {f"phase_{phase}" for phase in (*kv._PHASES, "over")} | set(TAGS) | set(_SUIT_TERMS)
    wanted |= set(_PHASE_TERMS.values()) | set(kv._WORD_LABELS.values()) | {"mirror", "trousers", GAME.score_term}
    assert wanted - GAME.terms.texts.keys() == set()


def test_every_option_and_every_value_has_a_text() -> None:
    for spec in KozelOptions.specs():
        ids = [f"option_{spec.name}", *(f"option_{spec.name}_{value}" for value in spec.choices)]
        assert [text_id for text_id in ids if text_id not in GAME.terms.texts] == []


def test_no_option_text_is_left_over() -> None:
    known = {f"option_{spec.name}" for spec in KozelOptions.specs()}
    known |= {f"option_{spec.name}_{value}" for spec in KozelOptions.specs() for value in spec.choices}
    assert {text_id for text_id in GAME.terms.texts if text_id.startswith("option_")} == known


def test_places_are_the_same_in_both_languages() -> None:
    terms = GAME.terms
    assert [name for name in terms.texts if terms.places(name, "ru") != terms.places(name, "en")] == []


def test_a_folk_wording_has_the_places_of_the_plain_one() -> None:
    terms = GAME.terms
    for name in ("asks_queens", "move_ask_queens"):
        assert terms.places(name + "_folk", "ru") == terms.places(name, "ru")


def test_russian_texts_are_cyrillic_and_english_ones_are_not() -> None:
    for name, texts in GAME.terms.texts.items():
        assert any("а" <= letter.lower() <= "я" or letter in "ёЁ" for letter in texts["ru"]), name
        assert not any("а" <= letter.lower() <= "я" or letter in "ёЁ" for letter in texts["en"]), name


@pytest.mark.parametrize("name", ["lyusya_made", "no_room", "eggs_made", "claims_nines"])
def test_a_rare_event_has_no_place_but_seats_and_cards(name: str) -> None:
    assert GAME.terms.places(name, "ru") <= {"first", "second", "seat", "cards"}


@pytest.mark.parametrize(
    ("count", "russian", "english"),
    [
        (1, "Снять 1 карту", "Cut 1 card"),
        (2, "Снять 2 карты", "Cut 2 cards"),
        (5, "Снять 5 карт", "Cut 5 cards"),
        (11, "Снять 11 карт", "Cut 11 cards"),
        (21, "Снять 21 карту", "Cut 21 cards"),
    ],
)
def test_a_number_takes_its_plural_form(count: int, russian: str, english: str) -> None:
    assert GAME.terms.text("move_cut", "ru", count=count) == russian
    assert GAME.terms.text("move_cut", "en", count=count) == english


@pytest.mark.parametrize(
    ("points", "ending"),
    [(0, "0 очков"), (1, "1 очко"), (2, "2 очка"), (5, "5 очков"), (11, "11 очков"), (21, "21 очко")],
)
def test_points_of_a_trick_take_their_plural_form(points: int, ending: str) -> None:
    assert GAME.terms.text("takes", "ru", seat="Анна", points=points).endswith(ending)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_names_every_option_and_value(language: str) -> None:
    page = GAME.rules_page(language)
    for spec in KozelOptions.specs():
        numbers = (spec.default, spec.low, spec.high)
        assert f"`{spec.name}`" in page
        assert [value for value in spec.choices or numbers if f"`{value}`" not in page] == [], spec.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_explains_every_native_term(language: str) -> None:
    page = GAME.rules_page(language).lower()
    for name in GAME.terms.definitions:
        word = GAME.terms.text(name, language).lower()
        assert word[:-1] in page, name
