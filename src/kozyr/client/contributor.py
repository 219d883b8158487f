"""A player's own part in the shuffle: bytes that nobody else can choose, and the check that they were used."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from kozyr.fairness import CONTRIBUTION_BYTES, FairnessError, Proof, commitment, contribution_hash
from kozyr.table import Command
from kozyr.table.commands import Contribute, Reveal
from kozyr.table.shown import Shown, ShownPledge


class Verdict(Enum):
    """What the proof of a deal shows to one who has seen its commitment."""

    VERIFIED = "verified"
    """The deal was drawn from what had been committed to, and from one's own bytes where one gave some."""
    FAILED = "failed"
    UNSEEN = "unseen"
    """The commitment of this deal was not seen, so there is nothing to hold the proof against."""


@dataclass(frozen=True)
class Check:
    """The check of one deal. ``faults`` name what is wrong; ``contributed``: own bytes are in the proof."""

    match: int
    deal: int
    verdict: Verdict
    faults: tuple[str, ...] = ()
    contributed: bool = False


@dataclass
class _Witness:
    """What was seen of a deal's pledge, and what was given to it."""

    commitment: str
    value: bytes
    hashes: dict[int, str] = field(default_factory=dict)
    revealed: dict[int, str] = field(default_factory=dict)
    committed: bool = False
    gave: bool = False
    swapped: list[str] = field(default_factory=list)

    def see(self, pledge: ShownPledge) -> None:
        if pledge.commitment != self.commitment:
            self._fault("commitment_changed")
        if _differ(self.hashes, pledge.hashes):
            self._fault("hash_changed")
        if _differ(self.revealed, pledge.revealed):
            self._fault("bytes_changed")
        self.hashes = {**pledge.hashes, **self.hashes}
        self.revealed = {**pledge.revealed, **self.revealed}

    def _fault(self, code: str) -> None:
        if code not in self.swapped:
            self.swapped.append(code)


class Contributor:
    """Follows the pledges of a table, tells what to send, and checks every proof. Keeps its bytes while it lives."""

    def __init__(self, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.checks: list[Check] = []
        """The deals that are over, in order."""
        self._entropy = entropy
        self._witnesses: dict[tuple[int, int], _Witness] = {}
        self._checked: set[tuple[int, int]] = set()

    def follow(self, table: Shown) -> tuple[Command, ...]:
        """What is to be sent to the table as it is now; every deal's bytes once."""
        self._check(table)
        if table.pledge is None:
            return ()
        witness = self._witness(table.match_number, table.pledge)
        witness.see(table.pledge)
        return self._owed(witness, table.pledge, table.seat)

    def _witness(self, match: int, pledge: ShownPledge) -> _Witness:
        key = match, pledge.deal
        if key not in self._witnesses:
            self._witnesses[key] = _Witness(pledge.commitment, self._entropy(CONTRIBUTION_BYTES))
        return self._witnesses[key]

    def _owed(self, witness: _Witness, pledge: ShownPledge, seat: int | None) -> tuple[Command, ...]:
        if seat is None:
            return ()
        own = contribution_hash(witness.value)
        if pledge.stage == "hashes" and seat in pledge.asks and seat not in pledge.hashes and not witness.committed:
            witness.committed = True
            return (Contribute(hash=own),)
        if pledge.stage == "reveals" and pledge.hashes.get(seat) == own and not witness.gave:
            witness.gave = True
            return (Reveal(value=witness.value.hex()),)
        return ()

    def _check(self, table: Shown) -> None:
        for deal, data in sorted(table.proofs.items()):
            key = table.match_number, deal
            if key not in self._checked:
                self._checked.add(key)
                witness = self._witnesses.pop(key, None)
                self.checks.append(_checked(table, deal, data, witness))


def _checked(table: Shown, deal: int, data: Mapping[str, Any], witness: _Witness | None) -> Check:
    match = table.match_number
    try:
        proof = Proof.from_json(data, table.players)
    except FairnessError as error:
        return Check(match, deal, Verdict.FAILED, (error.code,))
    faults = _faults_of_proof(table, deal, proof)
    if witness is None:
        return Check(match, deal, Verdict.FAILED if faults else Verdict.UNSEEN, tuple(faults))
    faults += _faults_to_witness(proof, witness)
    verdict = Verdict.FAILED if faults else Verdict.VERIFIED
    return Check(match, deal, verdict, tuple(faults), witness.value in proof.contributions)


def _faults_of_proof(table: Shown, deal: int, proof: Proof) -> list[str]:
    """What is wrong with a proof, whoever reads it."""
    faults = {
        "other_table": proof.table.partition("/")[0] != table.table,
        "other_deal": proof.deal != deal,
        "other_secret": commitment(proof.secret) != proof.commitment,
        "other_bytes": any(
            given is not None and contribution_hash(given) != digest
            for digest, given in zip(proof.hashes, proof.contributions, strict=True)
        ),
    }
    return [code for code, is_so in faults.items() if is_so]


def _faults_to_witness(proof: Proof, witness: _Witness) -> list[str]:
    """What was seen of the deal before its cards, and is not in its proof."""
    faults = list(witness.swapped)
    if proof.commitment != witness.commitment:
        faults.append("other_commitment")
    if _differ(witness.hashes, dict(enumerate(proof.hashes)), missing=True):
        faults.append("other_hash")
    given = {seat: value.hex() for seat, value in enumerate(proof.contributions) if value is not None}
    if _differ(witness.revealed, given, missing=True):
        faults.append("other_contribution")
    return faults


def _differ(seen: Mapping[int, str], told: Mapping[int, str | None], *, missing: bool = False) -> bool:
    """Whether something that was seen of a seat is told otherwise now, or (``missing``) not at all."""
    return any(told[seat] != value if seat in told else missing for seat, value in seen.items())
