"""Finds what a table needs next."""

from __future__ import annotations

from kozyr.kernel.streams import derive_seed
from kozyr.table import clocks
from kozyr.table.needs import BotNeed, Needs, PhysicsNeed
from kozyr.table.resolving import simulated, wants_secret
from kozyr.table.state import PLAYING, State


def needs(state: State, now: int) -> Needs:
    """What a table needs at a time; ``tick`` is due where ``wake_at`` is not after it."""
    wake = wake_at(state)
    due = None if wake is None else max(wake, now)
    if state.phase != PLAYING:
        return Needs(wake_at=due)
    seat = state.awaited
    person = seat is not None and state.player_of(seat) is None
    return Needs(
        secret=state.deals_done + 1 if wants_secret(state) else None,
        bot=_bot(state, now),
        physics=_physics(state),
        people=(seat,) if seat is not None and person else (),
        wake_at=due,
        idle=clocks.is_deserted(state) or clocks.is_empty(state),
    )


def wake_at(state: State) -> int | None:
    """When something runs out next."""
    pledge, vote = state.pledge, state.vote
    times = [
        clocks.deadline(state),
        clocks.host_lost_at(state),
        state.paused_until,
        None if vote is None else vote.until,
        None if pledge is None else pledge.until,
    ]
    return min((time for time in times if time is not None), default=None)


def _bot(state: State, now: int) -> BotNeed | None:
    seat = state.awaited
    bot = None if seat is None else state.player_of(seat)
    if seat is None or bot is None or state.turn.held_at is not None:
        return None
    return BotNeed(seat, bot, state.turn.number, max(clocks.bot_time(state), now), seed(state, "bot"))


def _physics(state: State) -> PhysicsNeed | None:
    match, pledge = state.match, state.pledge
    if simulated(state) is None or match is None or pledge is None:
        return None
    turn = state.turn.number
    moves = match.deals()[-1].moves
    if not moves:
        return PhysicsNeed("throw", turn, pledge.pledge.stream(pledge.draws).seed_text())
    return PhysicsNeed("pull", turn, seed(state, "pull"), moves[-1].seat, str(moves[-1].move))


def seed(state: State, what: str) -> str:
    """The seed of something at this turn: made from the deal's secret, so nobody can guess it before its time."""
    secret = "" if state.pledge is None else state.pledge.pledge.secret.hex()
    return derive_seed(secret, state.match_id, what, state.turn.number)
