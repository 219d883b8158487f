"""Rewrites every golden playthrough from the inputs it holds; review the differences.

``python -m tests.conformance.write_playthroughs``
"""

from __future__ import annotations

from tests.conformance.playthrough import goldens, played

if __name__ == "__main__":
    for path in goldens():
        before = path.read_text(encoding="utf-8")
        after = played(before)
        path.write_text(after, encoding="utf-8")
        print("changed" if before != after else "same   ", path.name)
