"""How long a person may think, and when a bot moves (L-1 to L-9): questions to the state."""

from __future__ import annotations

from typing import Final

from kozyr.table.state import PLAYING, State

MOST_HALVINGS: Final = 3
SHORTEST_MS: Final = 5000
TIMELY_MOVES: Final = 3
"""So many timely moves take one time-out back."""
PACE_MS: Final = {"slow": 2500, "normal": 1200, "fast": 400, "none": 0}
TRICK_MS: Final = {"slow": 2500, "normal": 1600, "fast": 700, "none": 0}
"""How much longer bots wait where a trick has just been finished."""
HOST_MS: Final = 120_000
_DAY_MS: Final = 86_400_000


def days_clock(state: State) -> bool:
    """Whether it is play by mail, where nobody is expected to be here."""
    return state.settings.clock.kind == "days"


def halvings(state: State, seat: int) -> int:
    """How many times a seat's time is halved: from the second time-out on (L-5)."""
    return min(max(state.seats[seat].timeouts - 1, 0), MOST_HALVINGS)


def move_ms(state: State, seat: int) -> int | None:
    """What a seat has for a move beside its bank; None without a clock."""
    clock = state.settings.clock
    if clock.kind == "none":
        return None
    whole = clock.days * _DAY_MS if clock.kind == "days" else clock.move_seconds * 1000
    return max(whole >> halvings(state, seat), SHORTEST_MS)


def bank_ms(state: State, seat: int) -> int:
    """What is left of a seat's bank; 0 where there are none."""
    clock = state.settings.clock
    if clock.kind != "bank":
        return 0
    return max(clock.bank_seconds * 1000 - state.seats[seat].bank_used, 0)


def is_deserted(state: State) -> bool:
    """Whether persons own seats and none of them is here, so that the table stands (L-8)."""
    if days_clock(state):
        return False
    seats = [seat for seat, _ in state.owners()]
    return bool(seats) and not any(map(state.is_present, seats))


def is_empty(state: State) -> bool:
    """Whether nobody owns a seat and nobody is here."""
    return not any(True for _ in state.owners()) and not any(person.present for person in state.people.values())


def stands(state: State) -> bool:
    """Whether clocks and bots stand: a pause, a vote on a take-back, nobody here."""
    taking_back = state.vote is not None and state.vote.what == "take_back"
    return state.paused_until is not None or taking_back or is_deserted(state) or is_empty(state)


def deadline(state: State) -> int | None:
    """When the person to move is out of time; None where no time runs."""
    seat = state.awaited
    if seat is None or state.turn.held_at is not None or state.player_of(seat) is not None:
        return None
    turn = state.turn
    if turn.grabbed_until is not None:
        return turn.grabbed_until
    allowed = move_ms(state, seat)
    return None if allowed is None else turn.since + allowed + bank_ms(state, seat) - turn.used


def bot_time(state: State) -> int:
    """Before when a bot does not move (L-9)."""
    pace = state.settings.pace
    return state.turn.since + PACE_MS[pace] + (TRICK_MS[pace] if state.turn.after_trick else 0)


def host_lost_at(state: State) -> int | None:
    """When an absent host gives way to somebody who is here (L-16); None where he is here or nobody else is."""
    if state.host_gone_at is None or not any(person.present for person in state.people.values()):
        return None
    return state.host_gone_at + HOST_MS


def next_turn(state: State, at: int) -> None:
    """Another step of the match begins."""
    turn = state.turn
    turn.number += 1
    state.views = {}
    turn.after_trick = False
    restart(state, at)


def restart(state: State, at: int) -> None:
    """The time of the present step begins anew."""
    turn = state.turn
    turn.since, turn.used, turn.grabbed_until = at, 0, None
    turn.held_at = at if stands(state) else None


def hold_or_go_on(state: State, at: int) -> None:
    """Stop the time of the step, or let it run, as the table stands or goes on now."""
    turn = state.turn
    standing = stands(state)
    if standing and turn.held_at is None:
        turn.used += at - turn.since
        turn.held_at = at
    elif not standing and turn.held_at is not None:
        if turn.grabbed_until is not None:
            turn.grabbed_until += at - turn.held_at
        turn.since, turn.held_at = at, None


def charge(state: State, seat: int, at: int) -> None:
    """A person has moved: what he used beyond his time comes off his bank; timely moves mend time-outs."""
    allowed = move_ms(state, seat)
    if allowed is None or state.phase != PLAYING:
        return
    turn, its = state.turn, state.seats[seat]
    used = turn.used + (at - turn.since if turn.held_at is None else 0)
    if used > allowed:
        its.bank_used += used - allowed
        return
    its.timely += 1
    if its.timely >= TIMELY_MOVES:
        its.timely = 0
        its.timeouts = max(its.timeouts - 1, 0)
