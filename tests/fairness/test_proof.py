"""The object ``proof`` of a record: read strictly, each fault named by its field."""

import json
from typing import Any

import pytest

from kozyr.fairness import FairnessError, Proof, add_proofs
from tests.fairness.dealing import pledge_of

GOOD = pledge_of(1, 4, "proof").end().proof()


def test_a_proof_goes_through_json() -> None:
    data = json.loads(json.dumps(GOOD.to_json()))
    assert list(data) == ["version", "table", "deal", "commitment", "secret", "contributions", "hashes"]
    assert Proof.from_json(data, 4) == GOOD


def test_fields_it_does_not_know_are_passed_over() -> None:
    assert Proof.from_json({**GOOD.to_json(), "later": 1}, 4) == GOOD


@pytest.mark.parametrize("name", GOOD.to_json())
def test_a_missing_field_is_named(name: str) -> None:
    data = GOOD.to_json()
    del data[name]
    with pytest.raises(FairnessError, match=f"proof has no field {name}"):
        Proof.from_json(data, 4)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("version", "kozyr-shuffle/2", "version should be kozyr-shuffle/1"),
        ("version", None, "version should be kozyr-shuffle/1"),
        ("table", "", "the table's id should be a text of 1 to 200 bytes"),
        ("table", 7, "the table's id should be a text"),
        ("deal", 0, "deal should be a whole number from 1"),
        ("deal", True, "deal should be a whole number"),
        ("deal", 1.0, "deal should be a whole number"),
        ("commitment", "00", "commitment should be 64 hex digits of 0123456789abcdef"),
        ("commitment", None, "commitment should be 64 hex digits"),
        ("secret", "A" * 64, "secret should be 64 hex digits of 0123456789abcdef"),
        ("secret", "0" * 63, "secret should be 64 hex digits"),
        ("contributions", None, "contributions should be a list of 4 entries, one a seat"),
        ("contributions", [None] * 3, "contributions should be a list of 4 entries"),
        ("contributions", [None, "00", None, None], r"contributions\[1\], if not null, should be 32 hex digits"),
        ("contributions", [None, None, None, 0], r"contributions\[3\], if not null, should be 32 hex digits"),
        ("hashes", {}, "hashes should be a list of 4 entries"),
        ("hashes", ["0" * 62, None, None, None], r"hashes\[0\], if not null, should be 64 hex digits"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(name: str, value: object, message: str) -> None:
    with pytest.raises(FairnessError, match=message):
        Proof.from_json({**GOOD.to_json(), name: value}, 4)


@pytest.mark.parametrize("data", [[], "x", 1, True])
def test_a_proof_is_an_object(data: object) -> None:
    with pytest.raises(FairnessError, match="proof should be an object"):
        Proof.from_json(data, 4)


def test_proofs_are_added_deal_by_deal() -> None:
    record: dict[str, Any] = {"deals": [{"dealer": 0}, {"dealer": 1}], "result": None}
    both = add_proofs(record, [GOOD, None])
    assert both == {"deals": [{"dealer": 0, "proof": GOOD.to_json()}, {"dealer": 1}], "result": None}
    assert record["deals"][0] == {"dealer": 0}
    with pytest.raises(ValueError, match="the record has 2 deals, not 1"):
        add_proofs(record, [GOOD])
