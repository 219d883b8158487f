"""Moves of people, and what they add to a deal's chance."""

from __future__ import annotations

import re
from typing import Final

from kozyr.fairness import FairnessError
from kozyr.kernel.game import Match
from kozyr.kernel.move import IllegalMoveError, NotationError
from kozyr.table.commands import Contribute, Grab, Move, Reveal
from kozyr.table.events import Grabbed, Hashed, Moved, Revealed
from kozyr.table.names import LONGEST_MOVE
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.seating import own_seat
from kozyr.table.state import PLAYING, DealPledge, State

FAIR_CODES: Final = frozenset({"bad_hex", "twice", "no_hash", "other_hash"})
_PLAIN: Final = re.compile(r"[\x20-\x7e]{1,64}")


def move(scribe: Scribe, who: str, command: Move) -> None:
    """Make a move."""
    seat = check_turn(scribe.state, who, command.turn)
    text = check_move(scribe.state, seat, command.move)
    scribe.write(Moved(at=scribe.at, seat=seat, move=text, by="person"))


def check_turn(state: State, who: str, turn: int | None) -> int:
    """The seat of a person who may move now. Raises Refused."""
    seat = own_seat(state, who)
    match = running_match(state)
    if turn is not None and turn != state.turn.number:
        raise Refused("stale")
    if state.paused_until is not None:
        raise Refused("paused")
    if state.vote is not None and state.vote.what == "take_back":
        raise Refused("taking_back")
    if not isinstance(match.awaits, int):
        raise Refused("dealing")
    if match.awaits != seat:
        raise Refused("not_your_turn", {"name": state.name_of(match.awaits)})
    return seat


def check_move(state: State, seat: int, text: str) -> str:
    """The notation of a move that the seat to move may make. Raises Refused."""
    match = running_match(state)
    try:
        if not _PLAIN.fullmatch(text):
            raise NotationError(text)
        parsed = state.game.parse_move(text)
    except NotationError:
        raise Refused("bad_move", {"move": text[:LONGEST_MOVE]}) from None
    if parsed not in match.legal():
        try:
            match.apply(seat, parsed)
        except IllegalMoveError as error:
            raise Refused("illegal", {"move": text}, error.why, state.game.id) from None
    return str(parsed)


def grab(scribe: Scribe, who: str, _command: Grab) -> None:
    """Lay hand on the heap (S-7); a second time changes nothing."""
    state = scribe.state
    seat = check_turn(state, who, None)
    seconds = running_match(state).hand_seconds
    if seconds is None:
        raise Refused("no_bodies")
    if state.turn.grabbed_until is None or scribe.returning is not None:
        scribe.write(Grabbed(at=scribe.at, seat=seat, until=scribe.at + seconds * 1000))


def contribute(scribe: Scribe, who: str, command: Contribute) -> None:
    """Commit to bytes of one's own."""
    seat = own_seat(scribe.state, who)
    running = _asked(scribe.state, seat, "hashes")
    _fair(lambda: running.pledge.add_hash(seat, command.hash))
    scribe.write(Hashed(at=scribe.at, seat=seat, hash=command.hash))


def reveal(scribe: Scribe, who: str, command: Reveal) -> None:
    """Reveal one's bytes."""
    seat = own_seat(scribe.state, who)
    running = _asked(scribe.state, seat, "reveals")
    _fair(lambda: running.pledge.reveal(seat, command.value))
    scribe.write(Revealed(at=scribe.at, seat=seat, value=command.value))


def running_match(state: State) -> Match:
    """The match that runs. Raises Refused where none does."""
    if state.phase != PLAYING or state.match is None:
        raise Refused("not_playing")
    return state.match


def _asked(state: State, seat: int, stage: str) -> DealPledge:
    running = state.pledge
    if running is None or running.stage != stage or seat not in running.asks:
        raise Refused("not_asked")
    return running


def _fair(step: object) -> None:
    assert callable(step)
    try:
        step()
    except FairnessError as error:
        raise Refused(f"fair_{error.code}" if error.code in FAIR_CODES else "not_asked") from None
