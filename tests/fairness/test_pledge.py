"""One deal of a live table: every step in its order, everything out of order refused, nothing told too early."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.cards import PACK
from kozyr.fairness import FairnessError, Pledge, Proof, contribution_hash

SECRET = bytes(range(32))
BYTES = [bytes([seat]) * 16 for seat in range(4)]
HASHES = [contribution_hash(given) for given in BYTES]


def begun() -> Pledge:
    return Pledge.begin("t", 1, 4, SECRET)


def hashed() -> Pledge:
    return begun().add_hash(1, HASHES[1]).add_hash(3, HASHES[3])


def refused(code: str, step: Any, *arguments: Any) -> None:
    with pytest.raises(FairnessError) as error:
        step(*arguments)
    assert error.value.code == code
    assert "\n" not in str(error.value) != ""


def test_a_deal_from_the_commitment_to_the_proof() -> None:
    pledge = hashed()
    assert pledge.missing() == (1, 3)
    pledge = pledge.reveal(3, BYTES[3].hex())
    assert pledge.missing() == (1,)
    closed = pledge.close()
    assert closed.contributions == (None, None, None, BYTES[3])
    order = closed.stream(1).shuffled(PACK)
    proof = closed.end().proof()
    assert proof == Proof("t", 1, begun().commitment, SECRET, closed.contributions, (None, HASHES[1], None, HASHES[3]))
    assert proof.stream(1).shuffled(PACK) == order
    assert Proof.from_json(json.loads(json.dumps(proof.to_json())), 4) == proof


def test_steps_leave_the_pledge_before_them_as_it_was() -> None:
    pledge = begun()
    pledge.add_hash(1, HASHES[1])
    pledge.close()
    assert pledge == begun()


def test_hashes_come_once_and_before_any_reveal() -> None:
    refused("twice", hashed().add_hash, 1, HASHES[2])
    refused("revealing", hashed().reveal(1, BYTES[1].hex()).add_hash, 2, HASHES[2])
    refused("closed", begun().close().add_hash, 1, HASHES[1])


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "٣" * 64, None, b"0" * 64])
def test_a_hash_is_64_hex_digits(digest: object) -> None:
    refused("bad_hex", begun().add_hash, 0, digest)


def test_bytes_are_revealed_once_and_have_their_hash() -> None:
    refused("no_hash", hashed().reveal, 0, BYTES[0].hex())
    refused("other_hash", hashed().reveal, 1, BYTES[2].hex())
    refused("bad_hex", hashed().reveal, 1, "00")
    refused("twice", hashed().reveal(1, BYTES[1].hex()).reveal, 1, BYTES[1].hex())
    refused("closed", hashed().close().reveal, 1, BYTES[1].hex())


@pytest.mark.parametrize("seat", [-1, 4])
def test_seats_are_those_of_the_table(seat: int) -> None:
    refused("bad_seat", begun().add_hash, seat, HASHES[0])
    refused("bad_seat", begun().reveal, seat, BYTES[0].hex())


def test_nothing_is_drawn_before_the_contributions_are_closed() -> None:
    refused("open", hashed().stream, 0)
    refused("open", hashed().end)
    refused("closed", hashed().close().close)


def test_the_proof_is_given_when_the_deal_is_over() -> None:
    refused("not_over", hashed().proof)
    refused("not_over", hashed().close().proof)
    refused("over", hashed().close().end().end)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("", 1, 4, SECRET), "bad_table"),
        (("t", 0, 4, SECRET), "bad_number"),
        (("t", 1, 0, SECRET), "bad_seats"),
        (("t", 1, 37, SECRET), "bad_seats"),
        (("t", 1, 4, SECRET[1:]), "bad_bytes"),
    ],
)
def test_a_pledge_that_cannot_be_is_refused(arguments: tuple[Any, ...], code: str) -> None:
    refused(code, Pledge.begin, *arguments)


def every_state() -> list[Pledge]:
    revealed = hashed().reveal(1, BYTES[1].hex())
    return [begun(), hashed(), revealed, revealed.close(), revealed.close().end(), begun().close()]


@pytest.mark.parametrize("pledge", every_state())
def test_a_pledge_goes_through_json(pledge: Pledge) -> None:
    assert Pledge.from_json(json.loads(json.dumps(pledge.to_json()))) == pledge


@pytest.mark.parametrize("pledge", every_state())
def test_the_secret_is_in_nothing_that_is_told_or_printed(pledge: Pledge) -> None:
    for text in (json.dumps(pledge.told()), repr(pledge), str(pledge)):
        assert SECRET.hex() not in text
        assert repr(SECRET) not in text
    assert pledge.told()["commitment"] == pledge.commitment


@pytest.mark.parametrize(
    "change",
    [
        {"over": True},
        {"closed": 1},
        {"closed": None},
        {"secret": "00"},
        {"hashes": None},
        {"hashes": []},
        {"hashes": [None] * 3},
        {"contributions": ["00" * 16, None, None, None]},
        {"contributions": [None, "00" * 16, None, None]},
        {"deal": "1"},
        {"table": None},
        {"more": 1},
    ],
)
def test_json_that_is_no_pledge_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(FairnessError):
        Pledge.from_json({**hashed().to_json(), **change})
    with pytest.raises(FairnessError):
        Pledge.from_json([])


@given(data=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x, max_size=4)))
def test_no_json_in_any_field_does_anything_but_refuse(data: object) -> None:
    good = hashed().to_json()
    for name in good:
        if (
            data not in (good[name], [None] * 4)
            and not (name == "table" and isinstance(data, str))
            and not isinstance(data, bool | int)
        ):
            with pytest.raises(FairnessError):
                Pledge.from_json({**good, name: data})


def test_an_error_goes_between_processes() -> None:
    error = pickle.loads(pickle.dumps(FairnessError("twice", "said already")))
    assert (error.code, str(error)) == ("twice", "said already")
