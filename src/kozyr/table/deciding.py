"""Commands: whose they are, and who carries them out. Everything is checked before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kozyr.table import agreeing, commands, hosting, playing, seating, talking, voting
from kozyr.table.commands import LONGEST_ID, Command
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.state import MOST_EVENTS

_ORDERS: Final[Mapping[type[Any], Callable[[Scribe, str, Any], None]]] = {
    commands.Sit: seating.sit,
    commands.StandUp: seating.stand_up,
    commands.Leave: seating.leave,
    commands.Back: seating.back,
    commands.SetBot: agreeing.set_bot,
    commands.SetOptions: agreeing.set_options,
    commands.SetSettings: agreeing.set_settings,
    commands.SetPace: agreeing.set_pace,
    commands.Ready: agreeing.ready,
    commands.Again: agreeing.again,
    commands.Move: playing.move,
    commands.Grab: playing.grab,
    commands.Contribute: playing.contribute,
    commands.Reveal: playing.reveal,
    commands.Propose: voting.propose,
    commands.Vote: voting.vote,
    commands.Withdraw: voting.withdraw,
    commands.Say: talking.say,
    commands.Phrase: talking.phrase,
    commands.Mute: hosting.mute,
    commands.Remove: hosting.remove,
}
_LEAVING: Final = (commands.Leave, commands.StandUp)
_ENDING: Final = (
    *_LEAVING,
    commands.Back,
    commands.Move,
    commands.Grab,
    commands.Contribute,
    commands.Reveal,
    commands.Vote,
)
"""What comes to an end by itself, so that it may make a log longer than others may."""


def decide(scribe: Scribe, who: str, command: Command) -> None:
    """Carry out a command. Raises Refused; nothing is written then."""
    state = scribe.state
    if len(command.id) > LONGEST_ID:
        raise Refused("bad_id", {"most": LONGEST_ID})
    if who not in state.people:
        raise Refused("stranger")
    if state.seq >= MOST_EVENTS and not isinstance(command, _ENDING):
        raise Refused("worn_out", {"most": MOST_EVENTS})
    seat = state.seat_of(who)
    if seat is not None and state.seats[seat].stood_in and not isinstance(command, _LEAVING):
        scribe.returning = seat
    _ORDERS[type(command)](scribe, who, command)
