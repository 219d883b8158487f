"""Collected records of every game: each replays to the recorded legal moves and results."""

import json
from pathlib import Path

import pytest

from kozyr.records import check, parse_record, record_of, to_line
from tests.records.samples import lines_of, record_files


@pytest.mark.parametrize("path", record_files(), ids=lambda path: path.name)
def test_every_collected_record_checks_and_is_written_the_same(path: Path) -> None:
    for number, line in enumerate(lines_of(path), 1):
        record = parse_record(line, number)
        assert record.game_id == path.parent.name
        assert all(move.legal is not None for deal in record.deals for move in deal.moves)
        match = check(record)
        written = record_of(match, record.seats, record.seed, legal=True)
        collected = json.loads(line)
        if "rules_version" not in collected:
            del written["rules_version"]
        assert json.loads(to_line(written)) == collected


@pytest.mark.parametrize(("game_id", "deals"), [("kozel", 900), ("thirty_one", 1000)])
def test_very_many_deals_are_collected(game_id: str, deals: int) -> None:
    lines = [line for path in record_files() if path.parent.name == game_id for line in lines_of(path)]
    assert sum(len(parse_record(line).deals) for line in lines) > deals
