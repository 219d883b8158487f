"""What every bot of every game keeps to."""

from __future__ import annotations

import importlib

import pytest

from kozyr.bots import Bot, Budget, UnknownBotError, bot_names, make_bot, make_bots
from kozyr.games import game_ids, get_game
from kozyr.kernel.options import OptionError
from kozyr.kernel.streams import Stream

SMALL = Budget(worlds=2, nodes=20_000)
PAIRS = [(game_id, name) for game_id in game_ids() for name in bot_names(game_id) if name != "master"]
"""``master`` is ``strong`` with more time, which a test of its own shows."""


def small_bot(game_id: str, name: str) -> Bot:
    """A bot that spends little on a move."""
    return make_bot(game_id, name).within(SMALL)


@pytest.mark.parametrize(("game_id", "name"), PAIRS)
def test_a_bot_plays_whole_matches_with_legal_moves_only(game_id: str, name: str) -> None:
    game, bot = get_game(game_id), small_bot(game_id, name)
    for number in range(1 if name == "strong" else 3):
        match = game.new_match(game.options(), game.players[0])
        stream = Stream("whole matches", name, number)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, int):
                match.apply(awaits, bot.choose(match.view(awaits), stream).move)
            else:
                match.resolve(awaits.sample(stream))
        assert match.result is not None


@pytest.mark.parametrize(("game_id", "name"), PAIRS)
def test_a_bot_plays_legally_under_every_single_option(game_id: str, name: str) -> None:
    game, bot = get_game(game_id), small_bot(game_id, name)
    for spec in game.options.specs():
        for value in spec.choices or (spec.low, spec.high):
            try:
                options = game.options.from_mapping({spec.name: value})
            except OptionError:
                continue  # allowed, but not beside the defaults of the others
            match = game.new_match(options, game.players[0])
            stream = Stream("options", spec.name, value)
            for _ in range(40 if name == "strong" else 80):
                awaits = match.awaits
                if isinstance(awaits, int):
                    match.apply(awaits, bot.choose(match.view(awaits), stream).move)
                elif awaits is not None:
                    match.resolve(awaits.sample(stream))


@pytest.mark.parametrize(("game_id", "name"), PAIRS)
def test_the_same_view_and_stream_give_the_same_move(game_id: str, name: str) -> None:
    game, bot = get_game(game_id), small_bot(game_id, name)
    match = game.new_match(game.options(), game.players[0])
    stream = Stream("twice", name)
    for step in range(60):
        awaits = match.awaits
        if isinstance(awaits, int):
            view = match.view(awaits)
            first, second = (bot.choose(view, Stream("move", step)) for _ in range(2))
            assert first == second
            match.apply(awaits, first.move)
        elif awaits is not None:
            match.resolve(awaits.sample(stream))


@pytest.mark.parametrize(("game_id", "name"), PAIRS)
def test_a_bot_that_is_not_to_move_says_so(game_id: str, name: str) -> None:
    game = get_game(game_id)
    match = game.new_match(game.options(), game.players[0])
    with pytest.raises(ValueError, match="not to move"):
        make_bot(game_id, name).choose(match.view(0), Stream("none"))


@pytest.mark.parametrize("game_id", game_ids())
def test_master_within_the_budget_of_strong_is_strong(game_id: str) -> None:
    master, strong = (small_bot(game_id, name) for name in ("master", "strong"))
    game = get_game(game_id)
    match, stream, judged = game.new_match(game.options(), game.players[0]), Stream("master"), 0
    while judged < 20:
        awaits = match.awaits
        if isinstance(awaits, int):
            view = match.view(awaits)
            chosen = [bot.choose(view, Stream("move", judged)) for bot in (master, strong)]
            assert chosen[0] == chosen[1]
            judged += bool(chosen[0].reasons)
            match.apply(awaits, chosen[0].move)
        elif awaits is not None:
            match.resolve(awaits.sample(stream))


@pytest.mark.parametrize("game_id", game_ids())
def test_master_has_more_time_than_strong(game_id: str) -> None:
    master, strong = (importlib.import_module(f"kozyr.bots.{name}.{game_id}") for name in ("master", "strong"))
    assert master.MASTER.worlds > strong.STRONG.worlds
    assert master.MASTER.nodes > strong.STRONG.nodes


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownBotError, match="random, easy, careful, strong, master"):
        make_bot("kozel", "grandmaster")


def test_one_name_fills_all_seats_and_other_counts_are_refused() -> None:
    assert [bot.name for bot in make_bots("kozel", ["random"], 4)] == ["random"] * 4
    with pytest.raises(UnknownBotError, match="2 bots are named for 4 seats"):
        make_bots("kozel", ["random", "careful"], 4)
