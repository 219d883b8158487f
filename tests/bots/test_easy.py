"""The bot ``easy``: what it forgets, that it does not throw games away, and that it is easier than ``careful``."""

from __future__ import annotations

import dataclasses

import pytest

from kozyr.bots import bot_names, make_bot
from kozyr.bots.easy import kozel, learner, shalashik, thirty_one
from kozyr.games import game_ids, get_game
from kozyr.games.kozel.view import KozelView
from kozyr.games.shalashik.view import ShalashikView
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.lab.arena import make_contest, play_duplicates, standings

DEALS = {"kozel": 60, "thirty_one": 160, "shalashik": 40}
"""So many that the seed below shows the difference in both directions."""

NO_DIFFERENCE = {
    ("kozel", "play"): 2.0,
    ("thirty_one", "play"): 0.08,
    ("shalashik", "pull"): 0.005,
    ("shalashik", "play"): 1.0,
}
"""What it takes for nothing, by game and phase."""


def views_of(game_id: str, players: int, matches: int = 3) -> list[View]:
    """Views of the seats to move in matches of ``careful`` with several moves to choose from."""
    game, careful = get_game(game_id), make_bot(game_id, "careful")
    options = game.options.from_mapping({"hut": "risk"} if game_id == "shalashik" else {})
    seen: list[View] = []
    for number in range(matches):
        match, stream = game.new_match(options, players), Stream("easy", game_id, number)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, Chance):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            if len(view.legal) > 1:
                seen.append(view)
            match.play(careful.choose(view, stream).move)
    return seen


def test_it_plays_every_game_and_is_the_weakest_that_tries() -> None:
    for game_id in game_ids():
        assert bot_names(game_id)[:3] == ("random", "easy", "careful")


def test_at_kozel_it_remembers_two_tricks_and_no_answers() -> None:
    forgotten = 0
    for view in views_of("kozel", 4, 1):
        assert isinstance(view, KozelView)
        kept = kozel.BOT.remembered(view)
        assert isinstance(kept, KozelView)
        if view.phase != "play":
            assert kept == view
            continue
        assert len(kept.plays) <= 7
        assert kept.plays == view.plays[len(view.plays) - len(kept.plays) :]
        assert kept.queens_answers == ()
        forgotten += len(kept.plays) < len(view.plays)
    assert forgotten > 20


def test_elsewhere_it_remembers_nothing_of_other_hands() -> None:
    forgotten = 0
    for view in views_of("thirty_one", 4):
        assert isinstance(view, ThirtyOneView)
        kept = thirty_one.BOT.remembered(view)
        assert isinstance(kept, ThirtyOneView)
        assert kept.unseen & view.unseen == view.unseen
        forgotten += kept.unseen != view.unseen
    assert forgotten > 20
    forgotten = 0
    for view in views_of("shalashik", 3):
        assert isinstance(view, ShalashikView)
        kept = shalashik.BOT.remembered(view)
        assert isinstance(kept, ShalashikView)
        others = [mask for seat, mask in enumerate(kept.known) if seat != view.seat]
        assert view.phase != "play" or not any(others)
        forgotten += kept.known != view.known
    assert forgotten > 20


@pytest.mark.parametrize(("game_id", "players"), [("kozel", 4), ("thirty_one", 4), ("shalashik", 3)])
def test_a_move_that_is_much_worse_in_its_own_eyes_is_never_made(game_id: str, players: int) -> None:
    """It slips among moves that look alike; what it takes is told first, with all others."""
    bot, slipped = make_bot(game_id, "easy"), 0
    for number, view in enumerate(views_of(game_id, players)):
        choice = bot.choose(view, Stream("slips", number))
        values = [reason.value for reason in choice.reasons]
        assert choice.move == choice.reasons[0].move
        assert {reason.move for reason in choice.reasons} == {entry.move for entry in view.legal}
        assert max(values) - values[0] <= NO_DIFFERENCE.get((game_id, view.phase), 0.0) + 1e-9
        slipped += max(values) > values[0]
    assert slipped


def test_moves_that_look_alike_are_each_as_likely() -> None:
    view = next(view for view in views_of("kozel", 4, 1) if view.phase == "play" and len(view.legal) > 3)
    choice = make_bot("kozel", "careful").choose(view, Stream("alike"))
    values = [3.0, 2.5, 2.0, 0.5]
    reasons = tuple(dataclasses.replace(r, value=v) for r, v in zip(choice.reasons, values, strict=False))
    taken = [
        learner.one_of_the_best(dataclasses.replace(choice, reasons=reasons), 1.0, Stream(n))
        for n in map(str, range(600))
    ]
    counts = [sum(each.move == reason.move for each in taken) for reason in reasons]
    assert counts[3] == 0
    assert all(150 < count < 250 for count in counts[:3])


@pytest.mark.parametrize("game_id", DEALS)
def test_it_gains_less_than_careful_and_more_than_random(game_id: str) -> None:
    short = {"hut": "risk", "max_turns": 15} if game_id == "shalashik" else {}
    options = get_game(game_id).options.from_mapping(short)
    for better, worse in (("careful", "easy"), ("easy", "random")):
        deals = DEALS[game_id] if better == "careful" else 20
        contest = make_contest(game_id, a=better, b=worse, deals=deals, seed="levels", options=options)
        standing = standings([(contest, list(play_duplicates(contest, 1)))])[0]
        assert standing.mean.value > 0
