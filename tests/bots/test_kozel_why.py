"""What the strong bot says of each move it considers: its value, and why in the words of the game."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import kozyr.bots.search.kozel_why as module
from kozyr.bots import Budget, Choice, bot_names, make_bot
from kozyr.games import game_ids, get_game
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from tests.bots.kozel_tables import GAME, dealt, new_match, plays

STRONG = make_bot("kozel", "strong").within(Budget(worlds=4, nodes=400_000))
KNOWN = ("7c Qc Qs Qh Qd Jc Ah Kh", "As Ts Ks 9s 8s Js Td 7d", "8c 9c Kc Tc Ac Th Jh Jd")


def considered(match: KozelMatch) -> Choice:
    assert isinstance(match.awaits, int)
    return STRONG.choose(match.view(match.awaits), Stream("why"))


def words(match: KozelMatch) -> dict[str, str]:
    """In English, by move."""
    names = ["Ann", "Ben", "Cid", "Dan"]
    return {
        str(reason.move): reason.why.render(GAME.terms, "en", names)
        for reason in considered(match).reasons
        if reason.why is not None
    }


def test_every_move_considered_in_whole_matches_has_words_in_both_languages() -> None:
    seen = set()
    for number in range(2):
        match, stream = new_match(), Stream("words", number)
        while (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            choice = considered(match)
            for reason in choice.reasons:
                assert reason.why is not None
                seen.add(reason.why.id)
                for language in LANGUAGES:
                    text = reason.why.render(GAME.terms, language, ["A", "B", "C", "D"])
                    assert text
                    assert not set("{}|") & set(text)
            match.apply(awaits, stream.choice(match.legal()))
    assert len(seen) >= 12


def test_a_lead_of_the_highest_trump_draws_trumps() -> None:
    told = words(dealt(*KNOWN))
    assert told["Qc"] == "draws trumps, a chance of 100% that the trick is ours"


def test_the_last_to_play_knows_what_he_takes_and_what_he_gives() -> None:
    told = words(plays(dealt(*KNOWN), "Ah Js Th"))
    assert told
    assert all(text.startswith("the trick is the partner's") for text in told.values())
    told = words(plays(dealt(*KNOWN), "Qc Js 8c"))
    assert told["Ad"] == "the trick is theirs, gives 11 points away"
    assert told["7s"] == "the trick is theirs, an empty card goes"


def test_careful_stands_in_with_words_where_there_are_no_nodes() -> None:
    match = dealt(*KNOWN)
    assert isinstance(match.awaits, int)
    choice = STRONG.within(Budget(worlds=1, nodes=1)).choose(match.view(match.awaits), Stream("none"))
    assert all(reason.why is not None for reason in choice.reasons)


def test_every_text_of_a_reason_is_said_somewhere() -> None:
    terms = tomllib.loads((GAME.folder / "terms.toml").read_text(encoding="utf-8"))
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert [name for name in terms if name.startswith("why_") and f'"{name}"' not in source] == []


@pytest.mark.parametrize(("game_id", "name"), [(game, name) for game in game_ids() for name in bot_names(game)])
def test_values_are_in_a_measure_that_the_game_has_a_word_for(game_id: str, name: str) -> None:
    term = make_bot(game_id, name).value_term
    assert term == "" or term in get_game(game_id).terms.texts
