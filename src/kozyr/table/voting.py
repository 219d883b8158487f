"""Votes of the people at the seats (L-10 to L-15)."""

from __future__ import annotations

from typing import Final

from kozyr.table.clocks import days_clock
from kozyr.table.commands import Propose, Vote, Withdraw
from kozyr.table.events import VoteClosed, Voted, VoteOpened
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.seating import check_seat, own_seat
from kozyr.table.state import PLAYING, State, VoteState
from kozyr.table.taking_back import can_take_back

PROPOSALS: Final = ("take_back", "pause", "resume", "stop", "remove")
UNANIMOUS: Final = ("take_back", "stop")
VOTE_MS: Final = 60_000
TAKE_BACK_MS: Final = 30_000
AGAIN_MS: Final = 15_000
"""So long a refused proposal may not be made again by the same seat."""
AWAY_MS: Final = 60_000
"""Who has been away for less may be back at any moment: a lost connection costs nobody his seat or his vote."""
_DAY_MS: Final = 86_400_000


def propose(scribe: Scribe, who: str, command: Propose) -> None:
    """Put something to the vote; the proposer agrees by it."""
    state = scribe.state
    seat = own_seat(state, who)
    if command.what not in PROPOSALS:
        raise Refused("bad_vote", {"value": command.what, "allowed": " | ".join(PROPOSALS)})
    found = obstacle(state, seat, command.what, scribe.at)
    if found:
        raise Refused(found, {"seconds": AGAIN_MS // 1000} if found == "vote_again" else None)
    target = _target(state, seat, command.seat, scribe.at) if command.what == "remove" else None
    voters = electorate(state, seat, command.what, scribe.at, target)
    until = scribe.at + vote_ms(state, command.what)
    scribe.write(VoteOpened(at=scribe.at, what=command.what, seat=seat, voters=voters, until=until, target=target))


def vote(scribe: Scribe, who: str, command: Vote) -> None:
    """Agree or not; one may change one's mind while the vote runs."""
    state = scribe.state
    seat = own_seat(state, who)
    running = state.vote
    if running is None:
        raise Refused("no_vote")
    if seat not in running.voters:
        raise Refused("no_voter")
    if seat not in (running.agreed if command.agrees else running.refused):
        scribe.write(Voted(at=scribe.at, seat=seat, agrees=command.agrees))


def withdraw(scribe: Scribe, who: str, _command: Withdraw) -> None:
    """Withdraw one's proposal."""
    seat = own_seat(scribe.state, who)
    if scribe.state.vote is None or scribe.state.vote.seat != seat:
        raise Refused("no_vote")
    scribe.write(VoteClosed(at=scribe.at, outcome="withdrawn"))


def may_propose(state: State, seat: int, at: int) -> tuple[str, ...]:
    """What a seat may propose now."""
    return tuple(what for what in PROPOSALS if not obstacle(state, seat, what, at))


def obstacle(state: State, seat: int, what: str, at: int) -> str:
    """Why a seat may not propose something now, as the code of the refusal; empty where it may."""
    if state.phase != PLAYING:
        return "not_playing"
    if state.vote is not None:
        return "vote_running"
    refused_at = state.failed_votes.get((seat, what))
    if refused_at is not None and at - refused_at < AGAIN_MS:
        return "vote_again"
    paused = state.paused_until is not None
    if what == "take_back" and (paused or not can_take_back(state, seat)):
        return "no_take_back"
    if what == "pause" and (paused or days_clock(state)):
        return "no_pause"
    if what == "resume" and not paused:
        return "no_resume"
    if what == "remove" and not any(is_absent(state, other, seat) for other in range(state.players)):
        return "not_absent"
    return ""


def is_absent(state: State, seat: int, proposer: int) -> bool:
    """Whether a seat's person may be replaced by vote: he is not here, or by mail he has let his time run out."""
    if seat == proposer or state.seats[seat].owner is None:
        return False
    return state.seats[seat].stood_in if days_clock(state) else not state.is_present(seat)


def electorate(state: State, proposer: int, what: str, at: int, target: int | None) -> list[int]:
    """The seats that are asked: the proposer, and whoever is here (by mail whoever keeps his time), not the target.

    Where all must agree, whoever has just gone is asked too.
    """
    others = [seat for seat, _ in state.owners() if seat not in (proposer, target) and _is_played(state, seat)]
    asked = [seat for seat in others if can_vote(state, seat) or (what in UNANIMOUS and back_within(state, seat, at))]
    return sorted([proposer, *asked])


def _is_played(state: State, seat: int) -> bool:
    """Whether a seat is a person's, and no bot moves for him."""
    return state.seats[seat].owner is not None and not state.seats[seat].stood_in


def can_vote(state: State, seat: int) -> bool:
    """Whether a seat's person is waited for in a vote."""
    return _is_played(state, seat) and (days_clock(state) or state.is_present(seat))


def back_within(state: State, seat: int, at: int) -> int:
    """For how many ms yet a seat's person, who has just gone, may be back; 0 where that is over, or he is here."""
    gone_at = state.gone_since(seat)
    return 0 if gone_at is None else max(0, gone_at + AWAY_MS - at)


def vote_ms(state: State, what: str) -> int:
    """How long a vote runs."""
    if days_clock(state):
        return state.settings.clock.days * _DAY_MS
    return TAKE_BACK_MS if what == "take_back" else VOTE_MS


def counted(state: State, running: VoteState, at: int) -> list[int]:
    """The voters who still count: whoever has voted and not left, and whoever can still vote.

    Where all must agree, whoever has gone meanwhile may be back as long as the vote runs.
    """
    said = running.agreed | running.refused
    may_vote = _is_played if running.what in UNANIMOUS and at < running.until else can_vote
    return [seat for seat in running.voters if seat in said or may_vote(state, seat)]


def needed(state: State, running: VoteState, at: int) -> int:
    """How many must agree."""
    voters = len(counted(state, running, at))
    return voters if running.what in UNANIMOUS else voters // 2 + 1


def outcome(state: State, running: VoteState, at: int) -> str | None:
    """How a vote stands: None while it is open."""
    voters = counted(state, running, at)
    if running.seat not in voters:
        return "withdrawn"
    if running.target is not None and not is_absent(state, running.target, running.seat):
        return "withdrawn"
    enough = needed(state, running, at)
    if len(running.agreed.intersection(voters)) >= enough:
        return "passed"
    if len(voters) - len(running.refused.intersection(voters)) < enough:
        return "failed"
    return "expired" if at >= running.until else None


def _target(state: State, proposer: int, seat: int | None, at: int) -> int:
    if seat is None:
        raise Refused("whom")
    check_seat(state, seat)
    if not is_absent(state, seat, proposer):
        raise Refused("not_absent")
    if not days_clock(state) and (wait := back_within(state, seat, at)):
        raise Refused("just_gone", {"seconds": -(-wait // 1000)})
    return seat
