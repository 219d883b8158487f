"""What events of the match, of votes and pledges do to the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from kozyr.cards import Card
from kozyr.fairness import Pledge
from kozyr.kernel.chance import Chance, Shuffle
from kozyr.kernel.game import Match
from kozyr.records import SeatEntry
from kozyr.table import clocks
from kozyr.table import events as ev
from kozyr.table.lines import notice
from kozyr.table.shown import ShownMatch
from kozyr.table.state import OVER, PLAYING, DealPledge, LastMove, Seat, State, Turn, VoteState

_LONGEST_NAMES: Final = 200


def _started(state: State, event: ev.Started) -> None:
    state.number = event.number
    state.rules_version = event.rules_version
    state.match = state.game.new_match(state.options, state.players, event.rules_version)
    state.phase = PLAYING
    state.held = {owner: {seat} for seat, owner in state.owners()}
    for number, seat in enumerate(state.seats):
        seat.ready = seat.wants_again = seat.stood_in = False
        seat.bank_used = seat.timeouts = seat.timely = 0
        seat.names = [] if seat.owner is None else [state.name_of(number)]
    state.bots_ready = False
    state.pledge, state.pledges, state.deals_done = None, {}, 0
    state.trick, state.last_move, state.vote, state.paused_until = {}, None, None, None
    state.failed_votes = {}
    state.turn = Turn(state.turn.number)
    clocks.next_turn(state, event.at)
    notice(state, event.at, "notice_started", number=event.number)


def _pledged(state: State, event: ev.Pledged) -> None:
    secret = bytes.fromhex(event.secret)
    pledge = Pledge.begin(state.match_id, event.deal, state.players, secret)
    recalled = state.number == 1 and event.deal <= len(state.recalled_deals)
    state.pledge = DealPledge(pledge, tuple(event.asks), event.until, recalled=recalled)
    state.shuffles_recalled = 0


def _hashed(state: State, event: ev.Hashed) -> None:
    running = _pledge(state)
    running.pledge = running.pledge.add_hash(event.seat, event.hash)


def _reveals_asked(state: State, event: ev.RevealsAsked) -> None:
    running = _pledge(state)
    running.stage, running.until = "reveals", event.until


def _revealed(state: State, event: ev.Revealed) -> None:
    running = _pledge(state)
    running.pledge = running.pledge.reveal(event.seat, event.value)


def _pledge_closed(state: State, event: ev.PledgeClosed) -> None:
    running = _pledge(state)
    running.stage, running.until = "closed", None
    running.pledge = running.pledge.close()
    for seat in event.withheld:
        notice(state, event.at, "notice_withheld", name=state.name_of(seat), seat=seat)


def _drawn(state: State, event: ev.Drawn) -> None:
    match, running = _match(state), _pledge(state)
    chance = match.awaits
    assert isinstance(chance, Chance)
    if event.source == "record" and isinstance(chance, Shuffle):
        state.shuffles_recalled += 1
    match.resolve(chance.read(event.outcome))
    if event.look is not None:
        look(match, event.look)
    running.draws += 1
    state.last_move = None
    clocks.next_turn(state, event.at)
    _after_step(state, event.at)


def look(match: Match, seen: ev.Look) -> None:
    """Tell a match what shows of its heap. Raises ValueError where that is impossible."""
    poses = None if seen.poses is None else tuple((pose[0], pose[1], pose[2]) for pose in seen.poses)
    match.look(seen.shows, poses)


def _grabbed(state: State, event: ev.Grabbed) -> None:
    state.turn.grabbed_until = event.until


def _moved(state: State, event: ev.Moved) -> None:
    match = _match(state)
    before, views = match.copy() if event.by == "person" else None, state.views
    match.apply(event.seat, state.game.parse_move(event.move))
    if event.by == "person":
        clocks.charge(state, event.seat, event.at)
    clocks.next_turn(state, event.at)
    turn = state.turn.number
    state.last_move = None if before is None else LastMove(event.seat, event.move, before, views, turn)
    _after_step(state, event.at)


def _after_step(state: State, at: int) -> None:
    """See whether a trick, a deal or the match has come to its end."""
    match = _match(state)
    if state.settings.pace != "none":
        now = _tricks(state)
        state.turn.after_trick = any(cards != now.get(zone, ())[: len(cards)] for zone, cards in state.trick.items())
        state.trick = now
    if isinstance(match.awaits, int):
        return
    logs = match.deals()
    done = len(logs) - bool(logs and logs[-1].result is None)
    if done > state.deals_done:
        _end_deal(state, done)
    if match.awaits is None:
        _end_match(state)
        notice(state, at, "notice_over", number=state.number)


def _tricks(state: State) -> dict[str, tuple[Card | None, ...]]:
    """The tricks that lie on the table, by zone: one that does not only grow has been finished."""
    return {zone.id: zone.cards for zone in state.view(None).zones if zone.kind == "trick"}


def _end_deal(state: State, done: int) -> None:
    running = _pledge(state)
    running.pledge = running.pledge.end()
    state.pledges[done] = running
    state.deals_done, state.pledge, state.last_move = done, None, None


def _end_match(state: State) -> None:
    match = _match(state)
    result = None if match.result is None else dict(match.result)
    names = tuple(map(state.name_of, range(state.players)))
    state.matches.append(ShownMatch(state.number, result, match.winners(), names))
    state.entries = tuple(map(_entry, state.seats))
    state.phase = OVER
    state.vote = state.paused_until = state.last_move = None
    for seat in state.seats:
        seat.stood_in = False


def _entry(seat: Seat) -> SeatEntry:
    """A seat that changed hands bears the names of all its persons; ``bot`` stands only where none ever sat."""
    names = list(dict.fromkeys(seat.names))
    if not names:
        return SeatEntry(seat.bot or "", seat.bot)
    return SeatEntry(" / ".join(names)[:_LONGEST_NAMES], None)


def _timed_out(state: State, event: ev.TimedOut) -> None:
    seat = state.seats[event.seat]
    seat.stood_in = True
    seat.timeouts += 1
    seat.timely = 0
    seat.bank_used = state.settings.clock.bank_seconds * 1000
    clocks.restart(state, event.at)
    notice(state, event.at, "notice_timed_out", name=state.name_of(event.seat), seat=event.seat)


def _returned(state: State, event: ev.Returned) -> None:
    state.seats[event.seat].stood_in = False
    if state.awaited == event.seat:
        clocks.restart(state, event.at)
    notice(state, event.at, "notice_returned", name=state.name_of(event.seat), seat=event.seat)


def _vote_opened(state: State, event: ev.VoteOpened) -> None:
    state.vote = VoteState(event.what, event.seat, tuple(event.voters), event.until, event.target, {event.seat})


def _voted(state: State, event: ev.Voted) -> None:
    assert state.vote is not None
    (state.vote.agreed if event.agrees else state.vote.refused).add(event.seat)
    (state.vote.refused if event.agrees else state.vote.agreed).discard(event.seat)


def _vote_closed(state: State, event: ev.VoteClosed) -> None:
    vote = state.vote
    assert vote is not None
    if event.outcome != "passed":
        state.failed_votes[vote.seat, vote.what] = event.at
        notice(state, event.at, f"notice_vote_{event.outcome}", what=vote.what)
    state.vote = None


def _taken_back(state: State, event: ev.TakenBack) -> None:
    assert state.last_move is not None
    state.match = state.last_move.before
    state.last_move = None
    clocks.next_turn(state, event.at)
    state.trick = _tricks(state) if state.settings.pace != "none" else {}
    notice(state, event.at, "notice_taken_back", name=state.name_of(event.seat), seat=event.seat)


def _paused(state: State, event: ev.Paused) -> None:
    state.paused_until = event.until
    notice(state, event.at, "notice_paused")


def _resumed(state: State, event: ev.Resumed) -> None:
    state.paused_until = None
    notice(state, event.at, "notice_resumed")


def _stopped(state: State, event: ev.Stopped) -> None:
    """What was dealt is told: the record has it, and so the secret of the running deal is revealed."""
    running = state.pledge
    if running is not None and running.stage == "closed":
        state.pledges[state.deals_done + 1] = replace(running, pledge=running.pledge.end())
    state.pledge = None
    _end_match(state)
    notice(state, event.at, "notice_stopped")


def _pace_set(state: State, event: ev.PaceSet) -> None:
    state.settings = msgspec.structs.replace(state.settings, pace=event.pace)
    state.trick = {}


def _match(state: State) -> Match:
    assert state.match is not None
    return state.match


def _pledge(state: State) -> DealPledge:
    assert state.pledge is not None
    return state.pledge


EFFECTS: Final[Mapping[type[Any], Callable[[State, Any], None]]] = {
    ev.Started: _started,
    ev.Pledged: _pledged,
    ev.Hashed: _hashed,
    ev.RevealsAsked: _reveals_asked,
    ev.Revealed: _revealed,
    ev.PledgeClosed: _pledge_closed,
    ev.Drawn: _drawn,
    ev.Grabbed: _grabbed,
    ev.Moved: _moved,
    ev.TimedOut: _timed_out,
    ev.Returned: _returned,
    ev.VoteOpened: _vote_opened,
    ev.Voted: _voted,
    ev.VoteClosed: _vote_closed,
    ev.TakenBack: _taken_back,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.Stopped: _stopped,
    ev.PaceSet: _pace_set,
}
