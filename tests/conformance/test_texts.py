"""Every sentence a game can say is in its term table, in both languages, with all its places filled."""

from collections.abc import Iterator

import pytest

from kozyr.games import game_ids, get_game
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES, Terms
from tests.conformance.playing import Case, all_views, cases, positions
from tests.conformance.playthrough import goldens

every_game = pytest.mark.parametrize("game_id", game_ids())
every_case = pytest.mark.parametrize("case", cases(), ids=str)


def assert_renders(said: Said, terms: Terms, names: list[str]) -> None:
    for language in LANGUAGES:
        for aloud in (False, True):
            text = said.render(terms, language, names, aloud=aloud)
            assert text.strip() == text != ""
            assert not set("{}|") & set(text)


@every_game
def test_every_term_is_in_both_languages_with_the_same_places(game_id: str) -> None:
    terms = get_game(game_id).terms
    assert terms.texts
    for name in terms.texts:
        places = [terms.places(name, language) for language in LANGUAGES]
        assert places[0] == places[1], name
    for definitions in terms.definitions.values():
        assert all(definitions[language] for language in LANGUAGES)


def told_in_goldens(game_id: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The events of the game's goldens, what seats know better too: their ids, and what stands in their places."""
    for path in goldens():
        if path.parents[1].name == game_id:
            for line in path.read_text(encoding="utf-8").splitlines():
                kind, _, rest = line.strip().partition(" ")
                for said in rest.split("; ") if kind in ("event", "knows") else ():
                    text_id, *places = said.split(" ")
                    yield text_id, dict(place.split("=") for place in places)


@every_game
def test_every_event_of_the_goldens_has_a_text_with_just_its_places(game_id: str) -> None:
    terms, told = get_game(game_id).terms, list(told_in_goldens(game_id))
    assert len({text_id for text_id, _ in told}) > 20
    for text_id, values in told:
        for language in LANGUAGES:
            assert terms.places(text_id, language) == set(values), text_id
            assert not set("{}|") & set(terms.text(text_id, language, **values))


@every_game
def test_every_event_of_random_matches_is_told_in_a_golden(game_id: str) -> None:
    """So that no text of an event goes without the test above."""
    met: set[str] = set()
    for case in cases():
        if case.game_id == game_id:
            for match in positions(case.new_match(), case.seed("told")):
                if not isinstance(match.awaits, int):
                    met.update(said.id for view in all_views(match) for said in view.events)
    assert met - {text_id for text_id, _ in told_in_goldens(game_id)} == set()


@every_game
def test_scores_and_tags_have_names(game_id: str) -> None:
    game = get_game(game_id)
    assert game.score_term in game.terms.texts


LONG = 300
"""Of what goes on for so many positions, one in ten is looked at from there on; nothing new is told."""


@every_case
def test_every_event_label_and_counter_renders(case: Case) -> None:
    terms, names = case.game.terms, [f"P{seat}" for seat in range(case.players)]
    said: set[Said] = set()
    tags: set[str] = set()
    for number in range(2):
        told: dict[int | None, tuple[Said, ...]] = {}
        for place, match in enumerate(positions(case.new_match(), case.seed("texts", number))):
            if place > LONG and place % 10:
                continue
            for seat in [*range(case.players), None]:
                view = match.view(seat)
                before = told.get(seat, ())
                told[seat] = view.events
                said.update(view.events[len(before) if view.events[: len(before)] == before else 0 :])
                said.update(move.label for move in view.legal)
                tags.update(counter.id for counter in view.counters)
        tags.update(tag for figures in match.figures() for tag in figures.tags)
    for each in said:
        assert_renders(each, terms, names)
    assert tags <= set(terms.texts)


@every_case
def test_every_refusal_renders(case: Case) -> None:
    names = [f"P{seat}" for seat in range(case.players)]
    for said in set(refusals(case)):
        assert_renders(said, case.game.terms, names)


def refusals(case: Case) -> Iterator[Said]:
    """What seats to move are told of moves met earlier that are not legal now."""
    pool: dict[Move, None] = {}
    pick = Stream(case.seed("refusals"))
    for match in positions(case.new_match(), case.seed("refused")):
        legal, seat = match.legal(), match.awaits
        pool.update(dict.fromkeys(legal))
        if isinstance(seat, int):
            yield from (match.refusal(seat, move) for move in pick.shuffled(tuple(pool))[:10] if move not in legal)
