"""The committed shuffle: chance that was fixed before the deal, and its verification from the record.

Imports ``records``, ``games``, ``kernel`` and ``cards`` only. ``docs/explanation/fairness.md`` is the protocol, byte by
byte. ``commitment.py`` has secrets and hashes, ``committed.py`` what is drawn from them, ``pledge.py`` one deal of a
live table, ``proof.py`` what of it stands in the record, ``verifying.py`` the check.
"""

from kozyr.fairness.commitment import CONTRIBUTION_BYTES, SECRET_BYTES, commitment, contribution_hash, fresh_secret
from kozyr.fairness.committed import VERSION, CommittedStream, message
from kozyr.fairness.errors import FairnessError
from kozyr.fairness.pledge import Pledge
from kozyr.fairness.proof import Proof, add_proofs
from kozyr.fairness.verifying import Finding, Kind, Report, Simulate, verify

__all__ = [
    "CONTRIBUTION_BYTES",
    "SECRET_BYTES",
    "VERSION",
    "CommittedStream",
    "FairnessError",
    "Finding",
    "Kind",
    "Pledge",
    "Proof",
    "Report",
    "Simulate",
    "add_proofs",
    "commitment",
    "contribution_hash",
    "fresh_secret",
    "message",
    "verify",
]
