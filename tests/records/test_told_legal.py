"""Legal moves that are told from outside: what shows of a physical heap stands in the record, or nowhere (S-3)."""

import json
from typing import Any

import pytest

from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream
from kozyr.records import RecordError, check, parse_record, record_of, replay
from tests.records.samples import seats_of


def physical_match() -> Match:
    """A match of physical huts; the heap's lowest cards are said to show, whatever its geometry says."""
    game = get_game("shalashik")
    match = game.new_match(game.options.from_mapping({"hut": "physics", "deals": 2}), 3)
    stream = Stream("told legal")
    while (awaits := match.awaits) is not None:
        view: Any = match.view(None)
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream) if view.phase != "fall" else view.left.bit_count() < 20)
            continue
        if view.phase == "pull" and view.left:
            physical: Any = match
            physical.look(view.left & 0xFFFF)
        match.apply(awaits, stream.choice(match.legal()))
    return match


def record(*, legal: bool) -> dict[str, Any]:
    """Its record, fresh to be changed."""
    match = physical_match()
    data = json.loads(json.dumps(record_of(match, seats_of(match), None, legal=legal)))
    assert isinstance(data, dict)
    return data


def test_a_record_with_legal_moves_replays_to_them() -> None:
    data = record(legal=True)
    parsed = parse_record(json.dumps(data))
    again = check(parsed)
    assert record_of(again, parsed.seats, parsed.seed, legal=True) == data
    pulls = [move for move in data["deals"][0]["moves"] if move[1].startswith("pull")]
    assert pulls[0][2] == sorted(f"pull {place}" for place in range(16))


def test_a_record_without_them_replays_whatever_was_pulled() -> None:
    match = physical_match()
    data = record_of(match, seats_of(match), None)
    assert all(len(move) == 2 for deal in data["deals"] for move in deal["moves"])
    again = check(parse_record(json.dumps(data)))
    assert again.result == match.result
    assert [log.result for log in again.deals()] == [log.result for log in match.deals()]
    assert replay(parse_record(json.dumps(data))).result == match.result


def fault(data: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as raised:
        check(parse_record(json.dumps(data)))
    return str(raised.value)


def test_a_list_without_the_pulled_card_is_named() -> None:
    data = record(legal=True)
    move = data["deals"][0]["moves"][2]
    move[2].remove(move[1])
    assert fault(data).startswith(f"record 1, deal 1, move 3: seat {move[0]} cannot {move[1]}: ")


def test_a_list_with_a_card_that_is_gone_is_named() -> None:
    data = record(legal=True)
    first, second = data["deals"][0]["moves"][:2]
    second[2] = sorted({*second[2], first[1]})
    assert fault(data) == f'record 1, deal 1, move 2: "{first[1]}" is in the list of legal moves and is not legal'


def test_a_list_that_is_not_sorted_is_named() -> None:
    data = record(legal=True)
    data["deals"][0]["moves"][0][2].reverse()
    assert fault(data).startswith("record 1, deal 1, move 1: the list of legal moves is not sorted")


@pytest.mark.parametrize("wrong", ["pull 99", "pull", "Qc"])
def test_a_list_with_what_is_no_move_is_named(wrong: str) -> None:
    data = record(legal=True)
    data["deals"][0]["moves"][0][2].append(wrong)
    assert f"record 1, deal 1, move 1: {wrong!r} is no move of shalashik" in fault(data)


def test_other_moves_of_the_deal_have_their_own_lists() -> None:
    data = record(legal=True)
    place, lead = next((i, m) for i, m in enumerate(data["deals"][0]["moves"]) if m[1].startswith("lead"))
    lead[2] = [lead[1]]
    assert fault(data).startswith(f"record 1, deal 1, move {place + 1}: ")


def test_a_match_that_waits_for_a_pull_to_come_out_is_written_and_taken_up() -> None:
    game = get_game("shalashik")
    match = game.new_match(game.options(), 3)
    stream = Stream("stopped")
    while match.view(None).phase != "fall":
        awaits = match.awaits
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.apply(awaits or 0, match.legal()[0])
    data = record_of(match, seats_of(match), None)
    assert data["deals"][0]["pulling"] == 0
    again = check(parse_record(json.dumps(data)))
    assert again.awaits == match.awaits
    assert again.view(1) == match.view(1)
