"""``kozyr join``: a table of a server on the terminal."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kozyr.cli.errors import UsageError
from kozyr.cli.parser import (
    add_language,
    add_options,
    bot_list,
    game_of,
    language_of,
    options_of,
    prefer_mode,
    whole_number,
)
from kozyr.cli.servers import asking

if TYPE_CHECKING:
    from kozyr.client import Address, KozyrClient

_NAMELESS: Final = "Kozyr"


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = "Take part in a table of a server: open its link, or make a new table and send its link to friends."
    parser = commands.add_parser("join", help="play with others at a table of a server", description=text)
    parser.add_argument("target", metavar="LINK", help="a table's link or id; with --new the address of a server")
    parser.add_argument("--server", metavar="URL", help="the server, where only a table's id is given")
    parser.add_argument("--name", metavar="NAME", help="how you are called at the table")
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument("--seat", type=whole_number(0, 35), metavar="N", help="take this seat at once")
    seats.add_argument("--watch", action="store_true", help="take no seat")
    parser.add_argument("--new", metavar="GAME", help="make a new table of this game and print its link")
    parser.add_argument("--players", type=whole_number(1, 36), metavar="N", help="of a new table")
    parser.add_argument("--bots", type=bot_list, metavar="A,B,..", help="bots at the first other seats of a new table")
    parser.add_argument("--listed", action="store_true", help="show a new table to everybody on the server")
    add_options(parser)
    parser.add_argument("--folk", action="store_true", help="the colourful folk wording where the game has one")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Join, or make a table and join it; where there is no terminal to play on, a new table is only made."""
    prefer_mode(compiled=False)
    language = language_of(args)
    _check(args)
    with asking(language):
        asyncio.run(_run(args, language))
    return 0


def _check(args: argparse.Namespace) -> None:
    made = {"--players": args.players, "--bots": args.bots, "--listed": args.listed, "--option": args.options}
    if args.new is None and (said := [name for name, value in made.items() if value]):
        raise UsageError(f"{said[0]} is for a new table (--new)")
    if args.new is None and not _has_terminal():
        raise UsageError("join needs a terminal to read keys from and to draw the table on")
    if args.new is not None and args.server is not None:
        raise UsageError("with --new the server is said once: kozyr join URL --new GAME")


async def _run(args: argparse.Namespace, language: str) -> None:
    from kozyr import terminal
    from kozyr.client import FileTokens, KozyrClient, parse_server, parse_table

    address = None if args.new else parse_table(args.target, args.server)
    server = parse_server(args.target) if address is None else address.server
    async with KozyrClient(server, FileTokens()) as client:
        await _introduce(client, args.name)
        if address is None:
            address = await _made(client, args)
            print(address.link, flush=True)
        if _has_terminal():
            sit = None if args.watch or args.new else args.seat
            await terminal.join(client.connect(address.table), language=language, folk=args.folk, sit=sit)


async def _introduce(client: KozyrClient, name: str | None) -> None:
    """Be known to the server, under a name."""
    me = await client.me()
    if me is None or name not in (None, me.name):
        await client.call_me(name or _login_name())


async def _made(client: KozyrClient, args: argparse.Namespace) -> Address:
    game = game_of(args.new)
    try:
        players = game.check_players(game.players[0] if args.players is None else args.players)
    except ValueError as error:
        raise UsageError(str(error)) from None
    options = options_of(game, args.options)
    seats = _seats(players, None if args.watch else args.seat or 0, args.bots or ())
    return await client.new_table(game.id, players, options=options.to_mapping(), seats=seats, listed=args.listed)


def _seats(players: int, own: int | None, bots: Sequence[str]) -> list[str]:
    """Who sits where at a new table: oneself, then bots from the first other seat on. Raises UsageError."""
    if own is not None and own >= players:
        raise UsageError(f"there is no seat {own}: seats are 0..{players - 1}")
    others = [seat for seat in range(players) if seat != own]
    if len(bots) > len(others):
        raise UsageError(f"{len(bots)} bots are too many: there are {len(others)} other seats")
    seats = ["open"] * players
    if own is not None:
        seats[own] = "me"
    for seat, bot in zip(others, bots, strict=False):
        seats[seat] = bot
    return seats


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return _NAMELESS
