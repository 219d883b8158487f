"""Lines and quick phrases."""

from __future__ import annotations

from kozyr.table.audience import audience_of
from kozyr.table.commands import Phrase, Say
from kozyr.table.events import PhraseSaid, Spoke
from kozyr.table.names import LONGEST_LINE, cleaned
from kozyr.table.refusals import Refused, phrases
from kozyr.table.scribe import Scribe
from kozyr.table.state import LINES_A_WHILE, WHILE_MS, State


def say(scribe: Scribe, who: str, command: Say) -> None:
    """Write a line."""
    state = scribe.state
    if not state.settings.chat:
        raise Refused("chat_off")
    _check_speaker(state, who, scribe.at)
    text = cleaned(command.text) if len(command.text) <= LONGEST_LINE else command.text
    if len(text) > LONGEST_LINE:
        raise Refused("long_line", {"most": LONGEST_LINE})
    if not text:
        raise Refused("empty_line")
    scribe.write(Spoke(at=scribe.at, who=who, text=text))


def phrase(scribe: Scribe, who: str, command: Phrase) -> None:
    """Say a quick phrase."""
    state = scribe.state
    if not state.settings.phrases:
        raise Refused("phrases_off")
    _check_speaker(state, who, scribe.at)
    if command.phrase not in phrases().texts:
        raise Refused("bad_phrase", {"value": command.phrase, "allowed": ", ".join(phrases().texts)})
    scribe.write(PhraseSaid(at=scribe.at, who=who, phrase=command.phrase))


def _check_speaker(state: State, who: str, at: int) -> None:
    if who in state.muted:
        raise Refused("muted")
    audience_of(state, who)
    if state.seat_of(who) is None and who != state.host and not state.settings.spectators_chat:
        raise Refused("spectators_silent")
    spoke = state.spoke.get(who)
    if spoke is not None and len(spoke) == LINES_A_WHILE and at - spoke[0] < WHILE_MS:
        raise Refused("too_fast", {"lines": LINES_A_WHILE, "seconds": WHILE_MS // 1000})
