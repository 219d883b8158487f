"""What is agreed before the first deal, and that all are ready."""

from __future__ import annotations

from kozyr.bots.registry import bot_names
from kozyr.table import founding
from kozyr.table.commands import Again, Ready, SetBot, SetOptions, SetPace, SetSettings
from kozyr.table.events import Again as AgainWanted
from kozyr.table.events import BotSet, OptionsSet, PaceSet, Readied, SettingsSet
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.seating import check_seat
from kozyr.table.settings import PACES
from kozyr.table.state import OVER, PLAYING, WAITING, State


def check_host(state: State, who: str) -> None:
    """Raises Refused unless a person is the host."""
    if who != state.host:
        raise Refused("not_host")


def set_bot(scribe: Scribe, who: str, command: SetBot) -> None:
    """Let a bot play a seat, or open it; between matches too."""
    state = scribe.state
    check_host(state, who)
    if state.phase == PLAYING:
        raise Refused("started_already")
    seat = check_seat(state, command.seat)
    if state.seats[seat].owner is not None:
        raise Refused("seat_taken", {"seat": seat + 1})
    if command.bot is not None and command.bot not in bot_names(state.game.id):
        raise Refused("bad_bot", {"value": command.bot, "allowed": " | ".join(bot_names(state.game.id))})
    if command.bot != state.seats[seat].bot:
        scribe.write(BotSet(at=scribe.at, seat=seat, bot=command.bot))


def set_options(scribe: Scribe, who: str, command: SetOptions) -> None:
    """Choose the game's options and how many play."""
    state = scribe.state
    _check_open(state, who)
    if state.recalled_deals:
        raise Refused("duplicate_fixed")
    players = founding.check_players(state.game, command.players)
    options = founding.check_options(state.game, command.options)
    if any(seat >= players for seat, _ in state.owners()):
        raise Refused("seats_in_use", {"players": players})
    scribe.write(OptionsSet(at=scribe.at, players=players, options=options))


def set_settings(scribe: Scribe, who: str, command: SetSettings) -> None:
    """Choose the table's settings."""
    _check_open(scribe.state, who)
    founding.check_settings(scribe.state.game, command.settings)
    scribe.write(SettingsSet(at=scribe.at, settings=command.settings))


def set_pace(scribe: Scribe, who: str, command: SetPace) -> None:
    """Make the bots faster or slower (L-9)."""
    state = scribe.state
    if who != state.host and [owner for _, owner in state.owners()] != [who]:
        raise Refused("not_host")
    if command.pace not in PACES:
        raise Refused("bad_setting", {"name": "pace", "value": command.pace, "allowed": " | ".join(PACES)})
    if command.pace != state.settings.pace:
        scribe.write(PaceSet(at=scribe.at, pace=command.pace))


def ready(scribe: Scribe, who: str, command: Ready) -> None:
    """Be ready for the first deal."""
    state = scribe.state
    if state.phase != WAITING:
        raise Refused("started_already")
    was = _own_wish(state, who, "ready")
    if command.ready != was:
        scribe.write(Readied(at=scribe.at, who=who, ready=command.ready))


def again(scribe: Scribe, who: str, command: Again) -> None:
    """Want a rematch."""
    state = scribe.state
    if state.phase != OVER:
        raise Refused("not_over")
    was = _own_wish(state, who, "wants_again")
    if command.wanted != was:
        scribe.write(AgainWanted(at=scribe.at, who=who, wanted=command.wanted))


def _own_wish(state: State, who: str, name: str) -> bool:
    """What a person has wished so far; a host speaks for a table of bots alone. Raises Refused."""
    seat = state.seat_of(who)
    if seat is not None:
        return bool(getattr(state.seats[seat], name))
    if who != state.host or any(True for _ in state.owners()):
        raise Refused("not_seated")
    return state.bots_ready


def _check_open(state: State, who: str) -> None:
    check_host(state, who)
    if state.phase != WAITING:
        raise Refused("started_already")
