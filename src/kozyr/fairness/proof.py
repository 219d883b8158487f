"""What stands in the record of a deal: the object ``proof``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kozyr.fairness.commitment import CONTRIBUTION_BYTES, HASH_BYTES, SECRET_BYTES, bytes_of
from kozyr.fairness.committed import VERSION, CommittedStream, check_number, check_table_id
from kozyr.fairness.errors import FairnessError


@dataclass(frozen=True)
class Proof:
    """Everything a deal was drawn from, and what was known of it before; whether it fits is for ``verify``."""

    table: str
    deal: int
    commitment: str
    secret: bytes
    contributions: tuple[bytes | None, ...]
    hashes: tuple[str | None, ...]
    version: str = VERSION

    def stream(self, draw: int) -> CommittedStream:
        """What a chance step of the deal was drawn from."""
        return CommittedStream(self.secret, self.table, self.deal, draw, self.contributions)

    def to_json(self) -> dict[str, Any]:
        """The object of the record."""
        return {
            "version": self.version,
            "table": self.table,
            "deal": self.deal,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "contributions": [None if given is None else given.hex() for given in self.contributions],
            "hashes": list(self.hashes),
        }

    @classmethod
    def from_json(cls, data: object, seats: int) -> Proof:
        """The proof that decoded JSON holds, of a match of so many seats. Raises FairnessError naming the field.

        Fields that it does not know are passed over, as everywhere in a record.
        """
        if not isinstance(data, Mapping):
            raise FairnessError("bad_proof", "proof should be an object")
        if _field(data, "version") != VERSION:
            raise FairnessError("bad_version", f"version should be {VERSION}, which this program verifies")
        check_table_id(_field(data, "table"))
        return cls(
            data["table"],
            check_number(_field(data, "deal"), "deal", 1),
            _hash(_field(data, "commitment"), "commitment"),
            bytes_of(_field(data, "secret"), SECRET_BYTES, "secret"),
            contributions_of(_field(data, "contributions"), seats),
            hashes_of(_field(data, "hashes"), seats),
        )


def contributions_of(data: object, seats: int) -> tuple[bytes | None, ...]:
    """Contributions from a list of hex texts and nulls, one a seat. Raises FairnessError."""
    return tuple(
        None if text is None else bytes_of(text, CONTRIBUTION_BYTES, f"contributions[{seat}], if not null,")
        for seat, text in enumerate(_a_seat(data, seats, "contributions"))
    )


def hashes_of(data: object, seats: int) -> tuple[str | None, ...]:
    """Hashes from a list of hex texts and nulls, one a seat. Raises FairnessError."""
    return tuple(
        None if text is None else _hash(text, f"hashes[{seat}], if not null,")
        for seat, text in enumerate(_a_seat(data, seats, "hashes"))
    )


def add_proofs(record: Mapping[str, Any], proofs: Sequence[Proof | None]) -> dict[str, Any]:
    """A record as JSON with the proofs of its deals, in order; None where a deal has none."""
    deals = record["deals"]
    if len(proofs) != len(deals):
        raise ValueError(f"the record has {len(deals)} deals, not {len(proofs)}")
    with_proofs = [
        deal if proof is None else {**deal, "proof": proof.to_json()} for deal, proof in zip(deals, proofs, strict=True)
    ]
    return {**record, "deals": with_proofs}


def _field(data: Mapping[str, Any], name: str) -> Any:
    if name not in data:
        raise FairnessError("bad_proof", f"proof has no field {name}")
    return data[name]


def _hash(text: object, what: str) -> str:
    return bytes_of(text, HASH_BYTES, what).hex()


def _a_seat(data: object, seats: int, what: str) -> list[Any]:
    if not isinstance(data, list) or len(data) != seats:
        raise FairnessError("bad_seats", f"{what} should be a list of {seats} entries, one a seat")
    return data
