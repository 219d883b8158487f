"""What a record tells of bodies has to belong to its pulls (S-6)."""

import json
from typing import Any

import pytest

from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream
from kozyr.records import RecordError, check, parse_record, record_of
from tests.records.samples import seats_of

PATH = {"ticks": 60, "xy": [[0.0, 0.0]]}


def record(hut: str) -> dict[str, Any]:
    """A record whose pulls have no paths."""
    game = get_game("shalashik")
    match = game.new_match(game.options.from_mapping({"hut": hut, "deals": 1}), 3)
    stream = Stream("paths")
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.apply(awaits, stream.choice(match.legal()))
    data = json.loads(json.dumps(record_of(match, seats_of(match), None)))
    assert isinstance(data, dict)
    return data


def fault(data: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as raised:
        check(parse_record(json.dumps(data)))
    return str(raised.value)


@pytest.mark.parametrize("others", [{}, {"0": PATH}])
@pytest.mark.parametrize("move", ["999", "-1", "x", "00", "last"])
def test_a_path_of_no_pull_is_a_fault(move: str, others: dict[str, Any]) -> None:
    data = record("physics")
    deal = data["deals"][0]
    move = str(len(deal["moves"]) - 1) if move == "last" else move
    deal["paths"] = {**others, move: PATH}
    told = fault(data)
    assert told.startswith("record 1, deal 1: paths ")
    assert move in told
    assert told.endswith("should not stand there")


@pytest.mark.parametrize("stops", [False, True])
def test_what_is_no_path_is_a_fault_of_its_own_pull(stops: bool) -> None:
    """And not of the move behind it, where there is one."""
    data = record("physics")
    deal = data["deals"][0]
    deal["paths"] = {"0": {"ticks": 0, "xy": []}}
    if stops:
        deal["moves"] = deal["moves"][:1]
        deal["result"] = data["result"] = None
    assert fault(data) == "record 1, deal 1, move 1: ticks of a path should be a whole number from 1"


def test_paths_of_pulls_and_none_at_all_are_no_fault() -> None:
    for paths in ({}, {"0": PATH}):
        data = record("physics")
        data["deals"][0]["paths"] = paths
        check(parse_record(json.dumps(data)))


@pytest.mark.parametrize(("name", "value"), [("paths", {"0": PATH}), ("bodies", [[0.0] * 7] * 36)])
def test_without_bodies_there_are_no_paths(name: str, value: Any) -> None:
    data = record("risk")
    data["deals"][0][name] = value
    assert fault(data).startswith(f"record 1, deal 1: {name} is ")


@pytest.mark.parametrize("bodies", [[], {}, "x", [[0.0] * 7] * 35, [[0.0] * 6] * 36, [[True] * 7] * 36, None])
def test_what_are_no_bodies_is_a_fault(bodies: Any) -> None:
    data = record("physics")
    data["deals"][0]["bodies"] = bodies
    assert "of bodies should be" in fault(data) or "bodies is the list" in fault(data)


@pytest.mark.parametrize("number", [2.01, -3, 1e300, 10**400])
def test_bodies_lie_within_two_metres(number: float) -> None:
    data = record("physics")
    data["deals"][0]["bodies"] = [*[[2, -2.0, 0, 1, 0, 0, 0]] * 35, [0, number, 0, 1, 0, 0, 0]]
    assert "card 35 of bodies lies too far off: no number of it is above 2" in fault(data)


def test_bodies_come_back_as_they_were() -> None:
    data = record("physics")
    data["deals"][0]["bodies"] = [[0.1, -0.0, 1e-17, 1, 0, 0, 0.3]] * 36
    match = check(parse_record(json.dumps(data)))
    assert match.deals()[0].extra["bodies"] == data["deals"][0]["bodies"]
