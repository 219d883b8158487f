"""A finished match shown again: what a seat knew at each step, or what all seats together knew, in portions.

A page cannot compute rules; it asks for views. What chance decided is told with how it was drawn, so that a page can
draw it anew from the proofs of the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.said import Said
from kozyr.protocol.deltas import difference
from kozyr.protocol.views import Parts, write_said, write_view
from kozyr.records import Outcome, Record, State, check, replay_states
from kozyr.server.faults import Fault
from kozyr.server.replayer import GoOn, for_ever

STEPS_A_PORTION: Final = 60
OPEN: Final = "open"
"""The eyes of all seats together: every card that somebody holds."""
WATCHER: Final = "watcher"
Eyes: TypeAlias = int | str
"""A seat, ``open`` or ``watcher``."""


class Drawn(msgspec.Struct, frozen=True):
    """What chance decided: the id of its name, how it is drawn, from what, and whether bodies decided instead."""

    term: str
    how: str
    of: Any
    simulated: bool


class Overview(msgspec.Struct, frozen=True):
    """A record as a whole: who won, the moves of each deal, and what chance decided in it, in order."""

    game: str
    players: int
    winners: list[int]
    moves: list[int]
    draws: list[list[Drawn]]


class Step(msgspec.Struct, frozen=True):
    """The match after a move (``[seat, notation]``, null where the deal has just been dealt).

    ``view`` is a delta to the view of the step before it; of the first of a portion, to none. Of the story ``kept``
    lines stay, and ``said`` follow.
    """

    move: tuple[int, str] | None
    view: Parts
    kept: int
    said: list[Parts]


class Portion(msgspec.Struct, frozen=True):
    """Some steps of a deal, which counts from 1, from step ``start`` on; step 0 is the deal as it was dealt."""

    deal: int
    start: int
    steps: list[Step]


def finished(record: Record) -> Record:
    """The record, if its match was played to its end. Raises Fault."""
    if record.result is None:
        raise Fault("unfinished", 409)
    return record


def overview(record: Record, go_on: GoOn = for_ever) -> Overview:
    """The record as a whole, checked by the rules. Raises RecordError, and what ``go_on`` raises."""
    draws: list[list[Drawn]] = [[] for _ in record.deals]

    def note(outcome: Outcome) -> None:
        go_on()
        draws[outcome.deal].append(_drawn(outcome.chance))

    winners = check(record, note).winners()
    moves = [len(deal.moves) for deal in record.deals]
    return Overview(record.game_id, len(record.seats), list(winners), moves, draws)


def portion(record: Record, eyes: Eyes, deal: int, start: int, go_on: GoOn = for_ever) -> Portion:
    """Steps of a deal from one on. Raises RecordError, Fault where there is no such deal, step or seat, and what
    ``go_on`` raises."""
    if deal > len(record.deals):
        raise Fault("bad_field", field="deal", reason=f"1..{len(record.deals)}")
    if start > len(record.deals[deal - 1].moves):
        raise Fault("bad_field", field="from", reason=f"0..{len(record.deals[deal - 1].moves)}")
    if isinstance(eyes, int) and eyes >= len(record.seats):
        raise Fault("bad_field", field="seat", reason=f"0..{len(record.seats) - 1}, {OPEN}, {WATCHER}")
    return Portion(deal, start, list(_steps(_wanted(record, deal - 1, start, go_on), eyes)))


def _wanted(record: Record, deal: int, start: int, go_on: GoOn) -> Iterator[State]:
    for state in replay_states(record):
        go_on()
        if state.deal == deal and start <= state.moves < start + STEPS_A_PORTION:
            yield state
        elif state.deal > deal or (state.deal == deal and state.moves >= start):
            return


def _steps(states: Iterator[State], eyes: Eyes) -> Iterator[Step]:
    parts: Parts = {}
    story: tuple[Said, ...] = ()
    for state in states:
        now, told = seen(state.match, eyes)
        kept = _same(story, told)
        last = None if state.last is None else (state.last.seat, state.last.text)
        yield Step(last, difference(parts, now), kept, [write_said(said) for said in told[kept:]])
        parts, story = now, told


def _same(one: Sequence[Said], other: Sequence[Said]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def seen(match: Match, eyes: Eyes) -> tuple[Parts, tuple[Said, ...]]:
    """What is seen of a match: a view without its legal moves, and the story of the deal."""
    view = match.view(eyes if isinstance(eyes, int) else None)
    parts = write_view(view)
    if eyes == OPEN:
        others = [write_view(match.view(seat))["zones"] for seat in range(match.players)]
        parts["zones"] = _together([parts["zones"], *others])
    parts["legal"] = []
    return parts, view.events


def _together(seen_by: Sequence[Mapping[str, Parts]]) -> dict[str, Parts]:
    """Of every zone the sight of whoever knows most of it."""
    names = dict.fromkeys(name for zones in seen_by for name in zones)
    return {name: max((zones[name] for zones in seen_by if name in zones), key=_known) for name in names}


def _known(zone: Parts) -> int:
    return sum(card is not None for card in zone["cards"])


def _drawn(chance: Chance) -> Drawn:
    how, of = chance.drawing
    return Drawn(chance.term, how, of, chance.is_simulated)
