"""Taking and leaving seats."""

from __future__ import annotations

from typing import Final

from kozyr.table.commands import Back, Leave, Sit, StandUp
from kozyr.table.events import HostChanged, Left, Returned, Sat, StoodUp
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.state import PLAYING, WAITING, State

MOST_HOLDERS: Final = 64
"""So many identities may have had a seat in one match."""


def sit(scribe: Scribe, who: str, command: Sit) -> None:
    """Take a seat that nobody owns."""
    state = scribe.state
    seat = check_seat(state, command.seat)
    own = state.seat_of(who)
    if own is not None:
        raise Refused("seated", {"seat": own + 1})
    if state.seats[seat].owner is not None:
        raise Refused("seat_taken", {"seat": seat + 1})
    if refusal := _against(state, who, seat):
        raise refusal
    scribe.write(Sat(at=scribe.at, who=who, seat=seat))


def may_sit(state: State, who: str) -> bool:
    """Whether there is a seat that somebody without one may take."""
    if who in state.banned or state.seat_of(who) is not None:
        return False
    return any(seat.owner is None and not _against(state, who, number) for number, seat in enumerate(state.seats))


def _against(state: State, who: str, seat: int) -> Refused | None:
    """Why somebody may not come into a match at a seat: nobody sees the cards of two of them."""
    held = state.held.get(who, set()) if state.phase == PLAYING else {seat}
    if held - {seat}:
        return Refused("held_other", {"seat": min(held) + 1})
    if not held and len(state.held) >= MOST_HOLDERS:
        return Refused("many_holders", {"most": MOST_HOLDERS})
    return None


def stand_up(scribe: Scribe, who: str, _command: StandUp) -> None:
    """Leave the seat before the start."""
    if scribe.state.phase != WAITING:
        raise Refused("started_already")
    scribe.write(StoodUp(at=scribe.at, who=who, seat=own_seat(scribe.state, who)))


def leave(scribe: Scribe, who: str, _command: Leave) -> None:
    """Leave for good; the table gets another host, where this was his."""
    give_up(scribe, who, "left")
    if scribe.state.host == who:
        scribe.write(HostChanged(at=scribe.at, who=heir(scribe.state, who)))


def give_up(scribe: Scribe, who: str, why: str) -> None:
    """A person's seat, where he owns one, is open again; in a match a bot has it."""
    state = scribe.state
    seat = state.seat_of(who)
    if seat is None:
        return
    if state.phase == WAITING:
        scribe.write(StoodUp(at=scribe.at, who=who, seat=seat))
    else:
        bot = state.seats[seat].bot or state.settings.stand_in
        scribe.write(Left(at=scribe.at, who=who, seat=seat, bot=bot, why=why))


def heir(state: State, but: str | None) -> str | None:
    """Who is host after another: the first person at a seat who is here, then at a seat, then any who is here."""
    owners = [who for _, who in state.owners()]
    here = [who for who in [*owners, *state.people] if who in state.people and state.people[who].present]
    return next((who for who in [*here, *owners] if who != but), None)


def back(scribe: Scribe, who: str, _command: Back) -> None:
    """Play oneself again."""
    own_seat(scribe.state, who)
    if scribe.returning is not None:
        seat, scribe.returning = scribe.returning, None
        scribe.write(Returned(at=scribe.at, seat=seat))


def check_seat(state: State, seat: int) -> int:
    """A seat that the table has. Raises Refused."""
    if not 0 <= seat < state.players:
        raise Refused("no_seat", {"seat": seat + 1, "most": state.players})
    return seat


def own_seat(state: State, who: str) -> int:
    """The seat of a person. Raises Refused where he has none."""
    seat = state.seat_of(who)
    if seat is None:
        raise Refused("not_seated")
    return seat
