"""Writes web/tests/records anew, matches dealt from pledges for tests of the page: ``python -m bench.web_records``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from kozyr.records import parse_record
from kozyr.server import rerunning
from tests.fairness.dealing import deal_match

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "tests" / "records"
MATCHES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "kozel": (4, {"redeal_points": 30}),
    "thirty_one": (3, {"deals": 2, "max_turns": 6}),
    "shalashik": (3, {"deals": 1, "max_turns": 40}),
}


def rendered(game: str) -> str:
    """The file of a game: a record with its proofs, and what chance decided in it."""
    players, options = MATCHES[game]
    record = deal_match(game, players, "22", **options)
    told = rerunning.overview(parse_record(json.dumps(record)))
    data = {"record": record, "draws": msgspec.to_builtins(told.draws)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    """Write them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in MATCHES:
        (FOLDER / f"{game}.json").write_text(rendered(game), encoding="utf-8")


if __name__ == "__main__":
    main()
