"""Making a table: all that is asked for is checked before there is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kozyr.bots.registry import bot_names
from kozyr.fairness.committed import LONGEST_TABLE_ID
from kozyr.games import UnknownGameError, get_game
from kozyr.kernel.game import Game
from kozyr.kernel.options import OptionError, OptionSpec
from kozyr.records import Record, RecordedDeal
from kozyr.table.events import VERSION, Created
from kozyr.table.names import LONGEST_WORD, shown_name
from kozyr.table.refusals import Refused
from kozyr.table.settings import Settings, fault


def found(
    table: str,
    game_id: str,
    players: int,
    who: str,
    name: str,
    now: int,
    options: Mapping[str, Any],
    settings: Settings,
    record: Record | None,
) -> Created:
    """The first event of a table. Raises Refused."""
    try:
        game = get_game(game_id)
    except UnknownGameError as error:
        raise Refused("bad_game", {"reason": error}) from None
    if not 1 <= len(table.encode()) <= LONGEST_TABLE_ID - 20 or not 1 <= len(who) <= LONGEST_WORD:
        raise Refused("bad_table")
    check_settings(game, settings)
    if record is not None:
        check_record(record, game, players)
        options = record.options.to_mapping()
    return Created(
        at=now,
        version=VERSION,
        table=table,
        game=game.id,
        players=check_players(game, players),
        options=check_options(game, options),
        settings=settings,
        host=who,
        name=shown_name(name),
        recalled=[] if record is None else [_recalled(deal) for deal in record.deals if deal.deck],
    )


def check_players(game: Game, players: int) -> int:
    """The number of players, if the game takes it. Raises Refused."""
    try:
        return game.check_players(players)
    except ValueError:
        allowed = f"{game.players[0]}..{game.players[-1]}"
        raise Refused("bad_players", {"value": players, "allowed": allowed}) from None


def check_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value. Raises Refused."""
    specs = {spec.name: spec for spec in game.options.specs()}
    for name, value in options.items():
        if name not in specs:
            raise Refused("no_option", {"name": name, "allowed": ", ".join(specs)})
        try:
            specs[name].check(value)
        except OptionError:
            raise Refused("bad_option", {"name": name, "value": value, "allowed": _allowed(specs[name])}) from None
    try:
        return dict(game.options.from_mapping(options).to_mapping())
    except OptionError as error:
        raise Refused("bad_options", {"reason": error}) from None


def _allowed(spec: OptionSpec) -> str:
    if spec.choices:
        return " | ".join(spec.choices)
    return f"{spec.low}..{spec.high}" + (" | null" if spec.nullable else "")


def check_settings(game: Game, settings: Settings) -> None:
    """Raises Refused unless all settings are allowed."""
    wrong = fault(settings, bot_names(game.id))
    if wrong is not None:
        name, value, allowed = wrong
        raise Refused("bad_setting", {"name": name, "value": value, "allowed": allowed})


def check_record(record: Record, game: Game, players: int) -> None:
    """Raises Refused unless a record can be dealt again at this table."""
    if record.game_id != game.id or len(record.seats) != players:
        raise Refused("other_record", {"game": record.game_id, "players": len(record.seats)})
    if not any(deal.deck for deal in record.deals):
        raise Refused("empty_record")


def _recalled(deal: RecordedDeal) -> dict[str, Any]:
    """What chance gave a deal, without its moves."""
    fields = ("heap",)
    return {
        "dealer": deal.dealer,
        "deck": [str(card) for card in deal.deck],
        "shuffles": [[str(card) for card in order] for order in deal.shuffles],
        "extra": {name: deal.extra[name] for name in fields if name in deal.extra},
    }
