"""One deal of a live table, from the commitment to the proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kozyr.fairness.commitment import (
    CONTRIBUTION_BYTES,
    HASH_BYTES,
    SECRET_BYTES,
    bytes_of,
    check_bytes,
    commitment,
    contribution_hash,
)
from kozyr.fairness.committed import MOST_SEATS, CommittedStream, check_number, check_table_id
from kozyr.fairness.errors import FairnessError
from kozyr.fairness.proof import Proof, contributions_of, hashes_of

_FIELDS: Final = frozenset({"table", "deal", "secret", "hashes", "contributions", "closed", "over"})


@dataclass(frozen=True)
class Pledge:
    """The secret of a deal, and what its players add, by seat; every step gives another value.

    In this order: hashes are added, contributions revealed, the pledge is closed; then streams may be drawn; when the
    deal is over it is ended, and then there is a proof. Raises FairnessError for whatever is out of order.
    """

    table: str
    deal: int
    secret: bytes = field(repr=False)
    hashes: tuple[str | None, ...]
    contributions: tuple[bytes | None, ...]
    closed: bool = False
    over: bool = False

    @classmethod
    def begin(cls, table: str, deal: int, seats: int, secret: bytes) -> Pledge:
        """The pledge of a deal, which counts from 1, before anybody has added anything."""
        check_table_id(table)
        check_number(deal, "deal", 1)
        if not 1 <= seats <= MOST_SEATS:
            raise FairnessError("bad_seats", f"seats should be 1 to {MOST_SEATS}")
        check_bytes(secret, SECRET_BYTES, "the secret")
        return cls(table, deal, secret, (None,) * seats, (None,) * seats)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hex, to be published first of all."""
        return commitment(self.secret)

    def add_hash(self, seat: int, digest: str) -> Pledge:
        """A seat commits to bytes of its own by their SHA-256 in hex: once, and before anybody reveals."""
        self._check_open(seat)
        if any(given is not None for given in self.contributions):
            raise FairnessError("revealing", "the first contribution is revealed: no hash can be added any more")
        if self.hashes[seat] is not None:
            raise FairnessError("twice", f"seat {seat} has already added a hash")
        bytes_of(digest, HASH_BYTES, "a hash")
        return replace(self, hashes=_with(self.hashes, seat, digest))

    def reveal(self, seat: int, contribution: str) -> Pledge:
        """A seat reveals its bytes, in hex, which must have the hash it added."""
        self._check_open(seat)
        if self.hashes[seat] is None:
            raise FairnessError("no_hash", f"seat {seat} has added no hash, so it has nothing to reveal")
        if self.contributions[seat] is not None:
            raise FairnessError("twice", f"seat {seat} has already revealed its bytes")
        given = bytes_of(contribution, CONTRIBUTION_BYTES, "a contribution")
        if contribution_hash(given) != self.hashes[seat]:
            raise FairnessError("other_hash", f"these bytes do not have the hash that seat {seat} added")
        return replace(self, contributions=_with(self.contributions, seat, given))

    def missing(self) -> tuple[int, ...]:
        """The seats that added a hash and have not revealed their bytes."""
        pairs = zip(self.hashes, self.contributions, strict=True)
        return tuple(seat for seat, (digest, given) in enumerate(pairs) if digest is not None and given is None)

    def close(self) -> Pledge:
        """Nothing can be added any more, whoever is missing; ``contributions`` are those of the deal."""
        if self.closed:
            raise FairnessError("closed", "the contributions are closed already")
        return replace(self, closed=True)

    def stream(self, draw: int) -> CommittedStream:
        """What a chance step of the deal draws from; ``draw`` counts them from 0."""
        if not self.closed:
            raise FairnessError("open", "nothing is drawn before the contributions are closed")
        return CommittedStream(self.secret, self.table, self.deal, draw, self.contributions)

    def end(self) -> Pledge:
        """The deal is over, and its secret may be revealed."""
        if not self.closed:
            raise FairnessError("open", "a deal cannot be over before its contributions are closed")
        if self.over:
            raise FairnessError("over", "the deal is over already")
        return replace(self, over=True)

    def proof(self) -> Proof:
        """What everybody is told when the deal is over, the secret too."""
        if not self.over:
            raise FairnessError("not_over", "the secret is told when the deal is over, not before")
        return Proof(self.table, self.deal, self.commitment, self.secret, self.contributions, self.hashes)

    def told(self) -> dict[str, Any]:
        """What everybody may know at any time, as JSON: the commitment, and what the players have added."""
        return {
            "table": self.table,
            "deal": self.deal,
            "commitment": self.commitment,
            "hashes": list(self.hashes),
            "contributions": _hex(self.contributions),
            "closed": self.closed,
        }

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON, the secret too: for the table's log alone."""
        return {
            "table": self.table,
            "deal": self.deal,
            "secret": self.secret.hex(),
            "hashes": list(self.hashes),
            "contributions": _hex(self.contributions),
            "closed": self.closed,
            "over": self.over,
        }

    @classmethod
    def from_json(cls, data: object) -> Pledge:
        """What ``to_json`` gave. Raises FairnessError where it cannot have given that."""
        if not isinstance(data, Mapping) or data.keys() != _FIELDS or not isinstance(data["hashes"], list):
            raise FairnessError("bad_pledge", f"a pledge is an object with {', '.join(sorted(_FIELDS))}")
        seats = len(data["hashes"])
        secret = bytes_of(data["secret"], SECRET_BYTES, "secret")
        pledge = replace(cls.begin(data["table"], data["deal"], seats, secret), hashes=hashes_of(data["hashes"], seats))
        for seat, given in enumerate(contributions_of(data["contributions"], seats)):
            if given is not None:
                pledge = pledge.reveal(seat, given.hex())
        closed, over = data["closed"], data["over"]
        if not isinstance(closed, bool) or not isinstance(over, bool):
            raise FairnessError("bad_pledge", "closed and over of a pledge should be true or false")
        pledge = pledge.close() if closed else pledge
        return pledge.end() if over else pledge

    def _check_open(self, seat: int) -> None:
        if not 0 <= seat < len(self.hashes):
            raise FairnessError("bad_seat", f"there is no seat {seat}: seats are 0..{len(self.hashes) - 1}")
        if self.closed:
            raise FairnessError("closed", "the contributions are closed: nothing can be added any more")


def _with(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _hex(contributions: tuple[bytes | None, ...]) -> list[str | None]:
    return [None if given is None else given.hex() for given in contributions]
