"""Answers to what the table needed: secrets, moves of bots, what bodies say."""

from __future__ import annotations

from typing import Any, Final

from kozyr.fairness import SECRET_BYTES
from kozyr.kernel.chance import Chance, ChanceError
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.table import clocks
from kozyr.table.effects_match import look as see
from kozyr.table.events import Drawn, Look, Moved, Pledged
from kozyr.table.names import LONGEST_WORD
from kozyr.table.playing import check_move, check_turn
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.settling import ASK_MS, draw
from kozyr.table.state import PLAYING, State

LONGEST_PATH: Final = 60_000
"""Points of a hand's path: ten minutes at 100 a second."""


def wants_secret(state: State) -> bool:
    """Whether a deal is to begin that has no secret yet."""
    return (
        state.phase == PLAYING
        and state.match is not None
        and state.pledge is None
        and isinstance(state.match.awaits, Chance)
        and not clocks.is_empty(state)
    )


def give_secret(scribe: Scribe, secret: bytes) -> None:
    """Begin the pledge of the coming deal; whoever is here is asked for bytes of his own."""
    state = scribe.state
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret is {SECRET_BYTES} bytes, not {len(secret)}")
    if not wants_secret(state):
        return
    deal = state.deals_done + 1
    recalled = state.number == 1 and deal <= len(state.recalled_deals)
    asks = [seat for seat, _ in state.owners() if state.is_present(seat) and not state.seats[seat].stood_in]
    scribe.write(
        Pledged(at=scribe.at, deal=deal, secret=secret.hex(), asks=[] if recalled else asks, until=scribe.at + ASK_MS)
    )


def bot_moved(scribe: Scribe, seat: int, turn: int, move: str, made_by: str) -> None:
    """A bot's move, where its turn is not past and no person has come back to the seat."""
    state = scribe.state
    if turn != state.turn.number or state.awaited != seat or state.turn.held_at is not None:
        return
    if state.player_of(seat) is None:
        return
    text = check_move(state, seat, move)
    by = "bot" if state.seats[seat].owner is None else "stand_in"
    scribe.write(Moved(at=scribe.at, seat=seat, move=text, by=by, made_by=made_by[:LONGEST_WORD]))


def simulated(state: State) -> Chance | None:
    """The chance step that bodies are to judge now."""
    if state.phase != PLAYING or state.match is None or state.pledge is None or state.pledge.stage != "closed":
        return None
    chance = state.match.awaits
    return chance if isinstance(chance, Chance) and chance.is_simulated else None


def resolve_physics(scribe: Scribe, turn: int, outcome: Any, look: Look | None) -> None:
    """What the bodies say."""
    state = scribe.state
    if simulated(state) is None or turn != state.turn.number:
        return
    assert state.match is not None
    scribe.write(_judged(scribe, state.match.copy(), outcome, look))


def resolve_without_physics(scribe: Scribe, turn: int) -> None:
    """The deal's stream in their stead."""
    chance = simulated(scribe.state)
    if chance is not None and turn == scribe.state.turn.number:
        draw(scribe, chance)


def pulled_live(scribe: Scribe, who: str, move: str, outcome: Any, look: Look | None, turn: int | None) -> None:
    """A person's pull by his own hand."""
    state = scribe.state
    if who not in state.people:
        raise Refused("stranger")
    seat = check_turn(state, who, turn)
    match = state.match
    assert match is not None
    if match.hand_seconds is None:
        raise Refused("no_bodies")
    text = check_move(state, seat, move)
    trial, parsed = match.copy(), state.game.parse_move(text)
    judged = _tried(scribe, trial, seat, parsed, outcome, look)
    if state.seats[seat].stood_in:
        scribe.returning = seat
    scribe.write(Moved(at=scribe.at, seat=seat, move=text, by="person"))
    scribe.write(judged)


def _tried(scribe: Scribe, trial: Match, seat: int, move: Move, outcome: Any, look: Look | None) -> Drawn:
    trial.apply(seat, move)
    if not isinstance(trial.awaits, Chance) or not trial.awaits.is_simulated:
        raise Refused("no_bodies")
    return _judged(scribe, trial, outcome, look)


def _judged(scribe: Scribe, trial: Match, outcome: Any, look: Look | None) -> Drawn:
    """The event of an outcome that a copy of the match has taken. Raises Refused."""
    chance = trial.awaits
    assert isinstance(chance, Chance)
    if isinstance(outcome, dict) and _too_long(outcome.get("path")):
        raise Refused("long_path", {"most": LONGEST_PATH})
    try:
        read = chance.read(outcome)
        written = chance.write(read)
        trial.resolve(read)
        if look is not None and trial.hand_seconds is None:
            look = None
        elif look is not None:
            see(trial, look)
    except (ChanceError, ValueError, TypeError, IndexError) as error:
        raise Refused("bad_outcome", {"reason": error}) from None
    return Drawn(at=scribe.at, outcome=written, source="physics", look=look)


def _too_long(path: Any) -> bool:
    return isinstance(path, dict) and isinstance(path.get("xy"), list) and len(path["xy"]) > LONGEST_PATH
