"""What is written reads back as the same match, over or stopped anywhere."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.games import game_ids
from kozyr.records import Outcome, RecordError, check, parse_record, record_of, replay, replay_steps, to_line
from tests.records.samples import random_match, sample, seats_of


@settings(max_examples=40)
@given(
    game=st.sampled_from(game_ids()), seed=st.text("abc", max_size=6), steps=st.integers(0, 400), legal=st.booleans()
)
def test_a_match_stopped_anywhere_survives_the_round_trip(game: str, seed: str, steps: int, legal: bool) -> None:
    match = random_match(game, seed, steps)
    written = record_of(match, seats_of(match), seed, legal=legal)
    line = to_line(written)
    assert "\n" not in line
    record = parse_record(line.encode())
    assert record_of(check(record), record.seats, record.seed, legal=legal) == written


@pytest.mark.parametrize("game", game_ids())
def test_a_whole_match_survives_the_round_trip(game: str) -> None:
    match = random_match(game, "whole")
    written = record_of(match, seats_of(match), None)
    assert written["result"] == match.result
    record = parse_record(to_line(written))
    assert record_of(replay(record), record.seats, None) == written
    assert replay(record).view(0) == match.view(0)


@pytest.mark.parametrize("game", game_ids())
def test_a_record_has_its_fields_in_the_order_of_the_format(game: str) -> None:
    match = random_match(game, "order", 60)
    record = record_of(match, seats_of(match), "0f")
    assert list(record) == ["format", "game", "rules", "seats", "seed", "rules_version", "deals", "result"]
    assert record["result"] is None
    assert record["rules_version"] == match.game.rules_version
    assert all("shuffles" not in deal or deal["shuffles"] for deal in record["deals"])


def test_a_record_needs_an_entry_for_every_seat() -> None:
    match = random_match("kozel", "seats", 5)
    with pytest.raises(ValueError, match="4 seats, not 3"):
        record_of(match, seats_of(match)[:3], None)


def test_names_are_written_as_they_are() -> None:
    match = random_match("kozel", "names", 5)
    assert "Игрок 1" in to_line(record_of(match, seats_of(match), None))


def test_steps_come_one_a_move_in_the_order_of_the_record() -> None:
    data = sample()
    steps = list(replay_steps(parse_record(json.dumps(data))))
    told = [(step.deal, step.index, step.seat, str(step.move)) for step in steps]
    assert told == [
        (place, index, move[0], move[1])
        for place, deal in enumerate(data["deals"])
        for index, move in enumerate(deal["moves"])
    ]
    assert all(step.legal is None for step in steps)


def test_fields_that_the_game_does_not_know_are_kept_and_passed_over() -> None:
    data = sample()
    data["site"] = "a table"
    data["deals"][0]["proof"] = {"version": 1}
    data["deals"][0]["result"]["comment"] = "fine"
    record = parse_record(json.dumps(data))
    assert record.deals[0].extra == {"proof": {"version": 1}}
    check(record)


@pytest.mark.parametrize("game", game_ids())
def test_whoever_watches_a_check_is_told_every_outcome_in_order(game: str) -> None:
    """And may replay the match by them."""
    match = random_match(game, "watched")
    record = parse_record(to_line(record_of(match, seats_of(match), None)))
    told: list[Outcome] = []
    check(record, told.append)
    assert [outcome.deal for outcome in told] == sorted(outcome.deal for outcome in told)
    assert told[0].told == record.deals[0].dealer
    moves = iter([move for deal in match.deals() for move in deal.moves])
    again = match.game.new_match(match.options, match.players)
    while (awaits := again.awaits) is not None:
        if isinstance(awaits, int):
            move = next(moves)
            again.apply(move.seat, move.move)
        else:
            outcome = told.pop(0)
            assert outcome.chance == awaits
            again.resolve(outcome.told)
    assert not told
    assert again.deals() == match.deals()


def test_whoever_watches_is_told_an_impossible_outcome_before_it_is_refused() -> None:
    record = sample()
    record["deals"][1]["deck"].pop()
    told: list[Outcome] = []
    with pytest.raises(RecordError, match="record 1, deal 2: the shuffled cards are 31"):
        check(parse_record(json.dumps(record)), told.append)
    assert (told[-1].deal, len(told[-1].told)) == (1, 31)
