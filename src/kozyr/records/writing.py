"""Writing records, in the order of fields that the reference page gives."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kozyr.kernel.game import DealLog, Match
from kozyr.records.model import FORMAT, SeatEntry
from kozyr.records.reading import record_from
from kozyr.records.replaying import move_text, replay_steps


def record_of(match: Match, seats: Sequence[SeatEntry], seed: str | None, *, legal: bool = False) -> dict[str, Any]:
    """The record of a match, over or stopped; ``legal`` puts the legal moves behind every move."""
    if len(seats) != match.players:
        raise ValueError(f"the match has {match.players} seats, not {len(seats)}")
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.id,
        "rules": match.options.to_mapping(),
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
        "seed": seed,
        "rules_version": match.rules_version,
        "deals": [_deal(log) for log in match.deals()],
        "result": None if match.result is None else dict(match.result),
    }
    if legal:
        _add_legal(record)
    return record


def to_line(record: Mapping[str, Any]) -> str:
    """A record as one line of JSON, without the line's end."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def _deal(log: DealLog) -> dict[str, Any]:
    deal: dict[str, Any] = {"dealer": log.dealer, "deck": [str(card) for card in log.deck]}
    if log.shuffles:
        deal["shuffles"] = [[str(card) for card in order] for order in log.shuffles]
    deal.update(log.extra)
    deal["moves"] = [[logged.seat, move_text(logged)] for logged in log.moves]
    deal["result"] = None if log.result is None else dict(log.result)
    return deal


def _add_legal(record: dict[str, Any]) -> None:
    for step in replay_steps(record_from(record), legal=True):
        record["deals"][step.deal]["moves"][step.index].append(list(step.legal or ()))
