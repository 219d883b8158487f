"""Prints one digest over the logs of many random matches: the same in every mode of the process.

``python -m tests.conformance.digest``
"""

from __future__ import annotations

import hashlib

from kozyr.kernel.compiled import is_compiled
from kozyr.kernel.game import DealLog
from tests.conformance.playing import cases, play_out, roll_out

MATCHES = 3


def log_text(log: DealLog) -> str:
    """A deal as text, whatever types its numbers have."""
    moves = [(logged.seat, str(logged.move), logged.mark) for logged in log.moves]
    packs = [[str(card) for card in pack] for pack in (log.deck, *log.shuffles)]
    return repr((int(log.dealer), packs, moves, log.result, dict(log.extra)))


def digest() -> str:
    """The digest of this process."""
    total = hashlib.sha256()
    for case in cases():
        for number in range(MATCHES):
            drive = roll_out if number % 2 else play_out
            match = drive(case.new_match(), case.seed("digest", number))
            for log in match.deals():
                total.update(log_text(log).encode())
            total.update(repr((match.result, match.winners())).encode())
    return total.hexdigest()


if __name__ == "__main__":
    print(int(is_compiled()), digest())
