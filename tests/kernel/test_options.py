"""Options: parsed and checked in one place, with errors that name what is allowed."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from kozyr.kernel.options import OptionError, Options, choice, number


@dataclass(frozen=True)
class Sample(Options):
    game_id: ClassVar[str] = "sample"

    colour: str = choice("S-1", "red", "black")
    count: int = number("S-2", 3, 1, 9)
    limit: int | None = number("S-3", None, 0, 5, nullable=True)


def test_defaults_and_changes() -> None:
    assert Sample().to_mapping() == {"colour": "red", "count": 3, "limit": None}
    assert Sample().changed() == {}
    assert Sample.from_texts(["count = 4", "limit=2"]).changed() == {"count": 4, "limit": 2}
    assert Sample.from_texts(["limit=null"]) == Sample()
    assert [spec.clause for spec in Sample.specs()] == ["S-1", "S-2", "S-3"]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["colour=green"], "colour cannot be 'green': it is red | black"),
        (["count=10"], "count cannot be 10: it is a whole number from 1 to 9"),
        (["count=2.5"], "count cannot be '2.5'"),
        (["count=null"], "count cannot be 'null'"),
        (["count=" + "9" * 50], "count cannot be"),
        (["limit=6"], "limit cannot be 6: it is a whole number from 0 to 5 or null"),
        (["size=1"], "sample has no option 'size': its options are colour, count, limit"),
        (["count"], "option 'count' has no value"),
        (["count=1", "count=2"], "option count is given twice"),
    ],
)
def test_errors_name_the_option_and_what_is_allowed(texts: list[str], message: str) -> None:
    with pytest.raises(OptionError) as raised:
        Sample.from_texts(texts)
    assert message in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("value", [True, 2.0, None, "3", [1]])
def test_only_whole_numbers_are_numbers(value: object) -> None:
    with pytest.raises(OptionError, match="count"):
        Sample.from_mapping({"count": value})
