"""What events of people, seats and talk do to the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kozyr.table import clocks
from kozyr.table import events as ev
from kozyr.table.lines import notice, say
from kozyr.table.state import MOST_BANNED, PLAYING, WAITING, Seat, State


def _arrived(state: State, event: ev.Arrived) -> None:
    person = state.know(event.who, event.name)
    person.connections[event.process] = person.connections.get(event.process, 0) + 1
    person.gone_at = None


def _departed(state: State, event: ev.Departed) -> None:
    person = state.people[event.who]
    person.connections[event.process] -= 1
    if not person.connections[event.process]:
        del person.connections[event.process]
    if not person.present:
        person.gone_at = event.at
    forget(state)


def _process_lost(state: State, event: ev.ProcessLost) -> None:
    """The time of the step begins anew: nobody is to suffer from a server that went down (L-8)."""
    for person in state.people.values():
        if person.connections.pop(event.process, None) is not None and not person.present:
            person.gone_at = event.at
    forget(state)
    clocks.restart(state, event.at)


def forget(state: State) -> None:
    """Who has gone and owns nothing here is forgotten; who is not here is not ready."""
    owners = {owner for _, owner in state.owners()}
    for who, person in list(state.people.items()):
        if not person.present and who not in owners and who != state.host:
            del state.people[who]
    if state.phase == WAITING:
        for number, _ in state.owners():
            state.seats[number].ready &= state.is_present(number)


def _host_changed(state: State, event: ev.HostChanged) -> None:
    state.host = event.who
    state.bots_ready = False
    if event.who is not None:
        notice(state, event.at, "notice_host", name=state.people[event.who].name)
    forget(state)


def _muted(state: State, event: ev.Muted) -> None:
    state.muted.pop(event.who, None)
    if event.muted:
        state.muted[event.who] = None
        _bound(state.muted)


def _removed(state: State, event: ev.Removed) -> None:
    state.banned[event.who] = None
    _bound(state.banned)
    person = state.people.pop(event.who)
    notice(state, event.at, "notice_removed", name=person.name)


def _spoke(state: State, event: ev.Spoke) -> None:
    say(state, event.at, event.who, "said", text=event.text)


def _phrase_said(state: State, event: ev.PhraseSaid) -> None:
    say(state, event.at, event.who, "phrase", id=event.phrase)


def _sat(state: State, event: ev.Sat) -> None:
    """A newcomer's clock is fresh; who has had the seat before finds it as he left it."""
    seat = state.seats[event.seat]
    seat.owner = event.who
    seat.stood_in = seat.ready = seat.wants_again = False
    _nobody_ready(state)
    if state.phase == WAITING:
        return
    name = state.people[event.who].name
    held = state.held.setdefault(event.who, set())
    if event.seat not in held:
        held.add(event.seat)
        seat.bank_used = seat.timeouts = seat.timely = 0
    if state.phase == PLAYING:
        seat.names.append(name)
    if state.awaited == event.seat:
        clocks.restart(state, event.at)
    notice(state, event.at, "notice_sat", name=name, seat=event.seat)


def _stood_up(state: State, event: ev.StoodUp) -> None:
    state.seats[event.seat] = Seat()
    forget(state)
    _nobody_ready(state)


def _left(state: State, event: ev.Left) -> None:
    seat = state.seats[event.seat]
    name = state.people[event.who].name
    seat.owner, seat.bot = None, event.bot
    seat.stood_in = seat.wants_again = False
    if state.vote is not None:
        state.vote.forget(event.seat)
    if state.awaited == event.seat:
        clocks.restart(state, event.at)
    notice(state, event.at, f"notice_{event.why}", name=name, seat=event.seat)
    forget(state)


def _bot_set(state: State, event: ev.BotSet) -> None:
    state.seats[event.seat].bot = event.bot
    _nobody_ready(state)


def _options_set(state: State, event: ev.OptionsSet) -> None:
    state.options = state.game.options.from_mapping(event.options)
    kept = state.seats[: event.players]
    state.seats = kept + [Seat() for _ in range(event.players - len(kept))]
    state.players = event.players
    _nobody_ready(state)


def _settings_set(state: State, event: ev.SettingsSet) -> None:
    state.settings = event.settings
    _nobody_ready(state)


def _readied(state: State, event: ev.Readied) -> None:
    number = state.seat_of(event.who)
    if number is None:
        state.bots_ready = event.ready
    else:
        state.seats[number].ready = event.ready


def _again(state: State, event: ev.Again) -> None:
    number = state.seat_of(event.who)
    if number is None:
        state.bots_ready = event.wanted
    else:
        state.seats[number].wants_again = event.wanted


def _nobody_ready(state: State) -> None:
    """What was agreed has changed."""
    if state.phase == PLAYING:
        return
    state.bots_ready = False
    for seat in state.seats:
        seat.ready = False


def _bound(names: dict[str, None]) -> None:
    while len(names) > MOST_BANNED:
        del names[next(iter(names))]


EFFECTS: Final[Mapping[type[Any], Callable[[State, Any], None]]] = {
    ev.Arrived: _arrived,
    ev.Departed: _departed,
    ev.ProcessLost: _process_lost,
    ev.HostChanged: _host_changed,
    ev.Muted: _muted,
    ev.Removed: _removed,
    ev.Spoke: _spoke,
    ev.PhraseSaid: _phrase_said,
    ev.Sat: _sat,
    ev.StoodUp: _stood_up,
    ev.Left: _left,
    ev.BotSet: _bot_set,
    ev.OptionsSet: _options_set,
    ev.SettingsSet: _settings_set,
    ev.Readied: _readied,
    ev.Again: _again,
}
