"""What follows by itself from what has happened, and from the time: step by step until nothing more follows."""

from __future__ import annotations

from typing import Any, Final

from kozyr.cards import parse_card
from kozyr.kernel.chance import Chance, ChanceError, Recalled
from kozyr.table import clocks, voting
from kozyr.table.events import (
    Drawn,
    HostChanged,
    Left,
    Moved,
    Paused,
    PledgeClosed,
    Resumed,
    RevealsAsked,
    Started,
    Stopped,
    TakenBack,
    TimedOut,
    VoteClosed,
)
from kozyr.table.scribe import Scribe
from kozyr.table.seating import heir
from kozyr.table.state import PLAYING, WAITING, DealPledge, State, VoteState

ASK_MS: Final = 2000
"""So long hashes are waited for, and then so long contributions."""
MOST_STEPS: Final = 1000
"""No table needs nearly as many; one that does is thrown away by its driver."""
PAUSE_MS: Final = 30 * 60 * 1000


def settle(scribe: Scribe) -> None:
    """Write all that follows."""
    for _ in range(MOST_STEPS):
        if not any(step(scribe) for step in _STEPS):
            return
    raise RuntimeError("a table does not come to rest")


def _find_host(scribe: Scribe) -> bool:
    """Where there is no host, or he has been away for long and somebody else is here (L-16)."""
    state, lost_at = scribe.state, clocks.host_lost_at(scribe.state)
    if state.host is not None and (lost_at is None or scribe.at < lost_at):
        return False
    found = heir(state, state.host)
    if found is None:
        return False
    scribe.write(HostChanged(at=scribe.at, who=found))
    return True


def _start(scribe: Scribe) -> bool:
    """All are ready, or all want a rematch, and no seat is open."""
    state = scribe.state
    if state.phase == PLAYING or any(seat.owner is None and seat.bot is None for seat in state.seats):
        return False
    owners = [seat for seat in state.seats if seat.owner is not None]
    if state.phase == WAITING:
        agreed = all(seat.ready for seat in owners)
    else:
        agreed = _want_again(state)
    if not (agreed if owners else state.bots_ready):
        return False
    scribe.write(Started(at=scribe.at, number=state.number + 1, rules_version=state.game.rules_version))
    return True


def _want_again(state: State) -> bool:
    """Whether somebody wants a rematch, and everybody who is here does."""
    owners = [number for number, _ in state.owners()]
    wants = [number for number in owners if state.seats[number].wants_again]
    return bool(wants) and all(number in wants for number in owners if state.is_present(number))


def _close_vote(scribe: Scribe) -> bool:
    running = scribe.state.vote
    outcome = None if running is None else voting.outcome(scribe.state, running, scribe.at)
    if running is None or outcome is None:
        return False
    scribe.write(VoteClosed(at=scribe.at, outcome=outcome))
    if outcome == "passed":
        _carry_out(scribe, running)
    return True


def _carry_out(scribe: Scribe, vote: VoteState) -> None:
    state, at = scribe.state, scribe.at
    if vote.what == "take_back":
        scribe.write(TakenBack(at=at, seat=vote.seat))
    elif vote.what == "pause":
        scribe.write(Paused(at=at, until=at + PAUSE_MS))
    elif vote.what == "resume":
        scribe.write(Resumed(at=at, why="voted"))
    elif vote.what == "stop":
        scribe.write(Stopped(at=at))
    else:
        assert vote.target is not None
        seat = state.seats[vote.target]
        assert seat.owner is not None
        who, bot = seat.owner, seat.bot or state.settings.stand_in
        scribe.write(Left(at=at, who=who, seat=vote.target, bot=bot, why="voted"))
        if state.host == who:
            scribe.write(HostChanged(at=at, who=heir(state, who)))


def _end_pause(scribe: Scribe) -> bool:
    until = scribe.state.paused_until
    if until is None or scribe.at < until:
        return False
    scribe.write(Resumed(at=scribe.at, why="time"))
    return True


def _go_on_with_pledge(scribe: Scribe) -> bool:
    """Hashes, then what they are of, then the draw; nobody is waited for who is not asked."""
    state, running = scribe.state, scribe.state.pledge
    if running is None or running.stage == "closed":
        return False
    due = running.until is None or scribe.at >= running.until
    if running.stage == "hashes":
        if not due and any(running.pledge.hashes[seat] is None for seat in _asked(state, running)):
            return False
        if any(running.pledge.hashes):
            scribe.write(RevealsAsked(at=scribe.at, until=scribe.at + ASK_MS))
            return True
    elif not due and any(seat in running.pledge.missing() for seat in _asked(state, running)):
        return False
    scribe.write(PledgeClosed(at=scribe.at, withheld=list(running.pledge.missing())))
    return True


def _asked(state: State, running: DealPledge) -> list[int]:
    """The seats whose persons are asked and still here."""
    return [seat for seat in running.asks if state.is_present(seat)]


def _draw(scribe: Scribe) -> bool:
    state = scribe.state
    match, running = state.match, state.pledge
    if state.phase != PLAYING or match is None or running is None or running.stage != "closed":
        return False
    chance = match.awaits
    if not isinstance(chance, Chance) or chance.is_simulated:
        return False
    draw(scribe, chance)
    return True


def draw(scribe: Scribe, chance: Chance) -> None:
    """Give a chance step its outcome: the record's in a duplicate, else from the deal's committed stream."""
    running = scribe.state.pledge
    assert running is not None
    outcome, source = _recalled(scribe.state, chance), "record"
    if outcome is None:
        outcome, source = chance.sample(running.pledge.stream(running.draws)), "pledge"
    scribe.write(Drawn(at=scribe.at, outcome=chance.write(outcome), source=source))


def _recalled(state: State, chance: Chance) -> Any:
    """What the record of a duplicate gave; None where it tells nothing that fits."""
    running = state.pledge
    if running is None or not running.recalled or chance.follows_move or chance.is_simulated:
        return None
    deal = state.recalled_deals[running.pledge.deal - 1]
    used = state.shuffles_recalled
    orders = [tuple(map(parse_card, order)) for order in (deal["deck"], *deal["shuffles"])]
    recalled = Recalled(deal["dealer"], orders[0], iter(orders[max(used, 1) :]), dict(deal["extra"]))
    recalled.deck_used = used > 0
    try:
        return chance.check(chance.recall(recalled))
    except ChanceError:
        return None


def _time_out(scribe: Scribe) -> bool:
    state = scribe.state
    seat, due = state.awaited, clocks.deadline(state)
    if seat is None or due is None or scribe.at < due:
        return False
    if state.turn.grabbed_until is not None:
        assert state.match is not None
        scribe.write(Moved(at=scribe.at, seat=seat, move=str(state.match.given_move()), by="clock"))
    else:
        scribe.write(TimedOut(at=scribe.at, seat=seat))
    return True


_STEPS: Final = (_find_host, _close_vote, _end_pause, _start, _go_on_with_pledge, _draw, _time_out)
