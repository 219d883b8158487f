"""The check of a record: was everything that chance decided drawn from what had been committed to?"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

from kozyr.fairness.commitment import commitment, contribution_hash
from kozyr.fairness.errors import FairnessError
from kozyr.fairness.proof import Proof
from kozyr.games import get_game
from kozyr.kernel.chance import Chance, ChanceError
from kozyr.kernel.said import Said, TermRef, say
from kozyr.kernel.terms import Terms
from kozyr.records import Outcome, Record, RecordError, check
from kozyr.records.errors import shown

Simulate: TypeAlias = Callable[[Outcome, str], Any]
"""Simulates what a chance step of bodies gives from a seed text, in the type of what is told; None where it cannot."""


class Kind(Enum):
    """What a finding says of its deal."""

    PROVED = "proved"
    """All of it was drawn as the proof says."""
    NOTE = "note"
    """Nothing wrong, but worth knowing."""
    UNPROVED = "unproved"
    """There is nothing to verify it by."""
    FAULT = "fault"
    """It was not drawn as the proof says."""


@dataclass(frozen=True)
class Finding:
    """One thing that was found; ``deal`` counts from 1, None is the whole record."""

    kind: Kind
    deal: int | None
    said: Said


@dataclass(frozen=True)
class Report:
    """All that was found in one record, deal by deal; ``draws`` is how many outcomes were drawn anew."""

    game_id: str
    findings: tuple[Finding, ...]
    draws: int

    def of(self, kind: Kind) -> tuple[Finding, ...]:
        """The findings of a kind."""
        return tuple(finding for finding in self.findings if finding.kind is kind)

    @property
    def is_verified(self) -> bool:
        """Whether some deal is proved, every finished one is, and nothing is wrong."""
        return bool(self.of(Kind.PROVED)) and not self.of(Kind.UNPROVED) and not self.of(Kind.FAULT)

    def text(self, said: Said, language: str) -> str:
        """What a finding says, in a language. Raises ValueError for a language there is none in."""
        terms = Terms({**get_game(self.game_id).terms.texts, **fairness_terms().texts})
        return said.render(terms, language, ())


@functools.cache
def fairness_terms() -> Terms:
    """The texts of the verification."""
    return Terms.load(Path(__file__).parent / "texts.toml")


def verify(record: Record, simulate: Simulate | None = None) -> Report:
    """Draw anew every chance step of every deal that has a proof, and check the record by the rules on the way.

    Nothing that is wrong in the record raises: it is a finding. ``simulate`` checks what bodies decided from a seed.
    """
    outcomes: defaultdict[int, list[Outcome]] = defaultdict(list)
    error: RecordError | None = None
    try:
        check(record, lambda outcome: outcomes[outcome.deal].append(outcome))
    except RecordError as fault:
        error = fault
    proofs = _Proofs(record)
    findings: list[Finding] = []
    draws = 0
    for index, proof in enumerate(proofs.of):
        deal = _Deal(index + 1, outcomes[index], simulate)
        found = [*proofs.findings(index), *deal.findings(proof, error)]
        if proof is not None and all(kind is Kind.NOTE for kind, _ in found):
            found.insert(0, (Kind.PROVED, say("proved", draws=deal.drawn)))
            draws += deal.drawn
        findings += [Finding(kind, index + 1, said) for kind, said in found]
    if error is not None and error.deal is None:
        findings.append(Finding(Kind.FAULT, None, say("not_replayed", reason=error.reason)))
    return Report(record.game_id, tuple(findings), draws)


_Found: TypeAlias = tuple[Kind, Said]


class _Proofs:
    """The proofs of a record, None where there is none that can be read, and what is wrong with them."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.of: list[Proof | None] = []
        self.broken: dict[int, str] = {}
        self.secrets: dict[bytes, int] = {}
        """The first deal, from 1, of each secret."""
        for index, deal in enumerate(record.deals):
            proof = self._read(index, deal.extra.get("proof"))
            self.of.append(proof)
            if proof is not None:
                self.secrets.setdefault(proof.secret, index + 1)
        self.table = next((proof.table for proof in self.of if proof is not None), "")

    def _read(self, index: int, data: object) -> Proof | None:
        if data is None:
            return None
        try:
            return Proof.from_json(data, len(self.record.seats))
        except FairnessError as error:
            self.broken[index] = str(error)
            return None

    def findings(self, index: int) -> Iterator[_Found]:
        """What there is to say of a deal's proof before anything is drawn from it."""
        proof = self.of[index]
        if proof is None:
            yield self._missing(index)
            return
        for said in (*self._misplaced(proof, index), *_unfit(proof)):
            yield Kind.FAULT, said
        for seat, (digest, given) in enumerate(zip(proof.hashes, proof.contributions, strict=True)):
            if digest is not None and given is None:
                yield Kind.NOTE, say("withheld", place=seat)

    def _missing(self, index: int) -> _Found:
        if index in self.broken:
            return Kind.FAULT, say("proof_broken", reason=self.broken[index])
        if self.record.deals[index].result is None:
            return Kind.NOTE, say("proof_later")
        return Kind.UNPROVED, say("proof_missing")

    def _misplaced(self, proof: Proof, index: int) -> Iterator[Said]:
        """Each deal of one table has a proof of its own."""
        if proof.deal != index + 1:
            yield say("other_deal", found=proof.deal, should=index + 1)
        if proof.table != self.table:
            yield say("other_table", found=shown(proof.table), should=shown(self.table))
        if (first := self.secrets[proof.secret]) <= index:
            yield say("secret_again", deal=first)


def _unfit(proof: Proof) -> Iterator[Said]:
    """What does not have the hash that was told of it."""
    should = commitment(proof.secret)
    if proof.commitment != should:
        yield say("other_commitment", should=should)
    for seat, (digest, given) in enumerate(zip(proof.hashes, proof.contributions, strict=True)):
        if given is None:
            continue
        if digest is None:
            yield say("hash_missing", place=seat)
        elif digest != (should := contribution_hash(given)):
            yield say("other_hash", place=seat, should=should)


class _Deal:
    """One deal that is drawn anew: its number from 1, and what chance gave it."""

    def __init__(self, number: int, outcomes: Sequence[Outcome], simulate: Simulate | None) -> None:
        self.number = number
        self.outcomes = outcomes
        self.simulate = simulate
        self.drawn = 0

    def findings(self, proof: Proof | None, error: RecordError | None) -> Iterator[_Found]:
        """The first outcome that is not as drawn, those that were not drawn, and how far the record can be replayed."""
        if proof is not None:
            yield from self._drawn_anew(proof)
        if error is None or error.deal is None or self.number < error.deal:
            return
        if self.number == error.deal:
            place = "" if error.move is None else f"move {error.move}: "
            yield Kind.FAULT, say("not_replayed", reason=place + error.reason)
        elif proof is not None:
            yield Kind.FAULT, say("not_reached")

    def _drawn_anew(self, proof: Proof) -> Iterator[_Found]:
        bodies: Counter[str] = Counter()
        for draw, outcome in enumerate(self.outcomes):
            expected = self._expected(proof, draw, outcome)
            if expected is None:
                bodies[outcome.chance.term] += 1
                continue
            self.drawn += 1
            if expected != outcome.told:
                text, values = _difference(outcome.chance, expected, outcome.told)
                yield Kind.FAULT, say(text, **self._place(draw), **values)
                break
        for term, count in bodies.items():
            yield Kind.NOTE, say("simulated", step=TermRef(term), count=count)

    def _expected(self, proof: Proof, draw: int, outcome: Outcome) -> Any:
        """What the draw gives; None where bodies decided and nobody simulates them."""
        stream = proof.stream(draw)
        if not outcome.chance.is_simulated:
            return outcome.chance.sample(stream)
        return None if self.simulate is None else self.simulate(outcome, stream.seed_text())

    def _place(self, draw: int) -> dict[str, Any]:
        term = self.outcomes[draw].chance.term
        nth = sum(other.chance.term == term for other in self.outcomes[: draw + 1])
        return {"draw": draw, "step": TermRef(term), "nth": f" {nth}" if nth > 1 else ""}


def _difference(chance: Chance, expected: Any, told: Any) -> tuple[str, dict[str, Any]]:
    """Where two outcomes differ: the id of a text and its values."""
    if not isinstance(expected, tuple) or not isinstance(told, tuple):
        return "other_outcome", {"should": _written(chance, expected), "found": _written(chance, told)}
    for place, (should, found) in enumerate(zip(expected, told, strict=False), 1):
        if should != found:
            return "other_card", {"place": place, "should": _text(should), "found": _text(found)}
    return "other_number", {"should": len(expected), "found": len(told)}


def _written(chance: Chance, outcome: Any) -> str:
    try:
        return shown(chance.write(outcome))
    except ChanceError:
        return shown(outcome)


def _text(element: Any) -> str:
    """A card in the record's notation, anything else as JSON."""
    return str(element) if isinstance(element, int) else shown(element)
