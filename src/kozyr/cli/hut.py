"""``kozyr hut``: build a hut of cards, look at it, and pull a card from under it."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kozyr.cli.errors import DataError, UsageError
from kozyr.cli.files import read_file, told_beside, written_file
from kozyr.cli.parser import add_language, language_of, prefer_mode, seed_text, whole_number
from kozyr.cli.texts import cli_text

if TYPE_CHECKING:
    from kozyr.games.shalashik.hut.path import Grip
    from kozyr.games.shalashik.hut.pull import Outcome, Standing

_FASTEST = 5000


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Throw a heap, build a hut of five cards on it as bodies that really stand and fall, and pull cards from under"
        " it. The same seed and path give the same outcome."
    )
    parser = commands.add_parser("hut", help="build a hut of cards and pull at it", description=text)
    parser.add_argument("--seed", type=seed_text, default="kozyr", metavar="S", help="any text")
    parser.add_argument(
        "--picture", metavar="FILE", help="write a PNG: the hut, or with a pull its filmstrip; - for standard output"
    )
    parser.add_argument(
        "--pull", type=whole_number(0, 30), metavar="N", help="pull this card of the heap, 0 the lowest"
    )
    text = "of the hand, in mm a second; 250 by default"
    parser.add_argument("--speed", type=whole_number(1, _FASTEST), metavar="V", help=text)
    text = "the way of the hand, counter-clockwise from the right; straight away from the hut by default"
    parser.add_argument("--direction", type=whole_number(-360, 360), metavar="DEGREES", help=text)
    parser.add_argument("--path", metavar="FILE", help="write the path of the hand, as JSON; - for standard output")
    parser.add_argument("--replay", metavar="FILE", help="pull along a path written before; - for standard input")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build, pull, tell and draw."""
    prefer_mode(compiled=False)
    _check(args)
    from kozyr.games.shalashik.hut.engine import BlownUpError
    from kozyr.kernel.physics import MissingEngineError

    language = language_of(args)
    try:
        stored = () if args.replay is None else _read_path(args.replay)
        standing = _build(args, language)
        grips = stored if args.pull is None else (_scripted(args, standing),)
        _pull_and_draw(args, standing, grips, language)
    except (MissingEngineError, BlownUpError) as error:
        raise DataError(str(error)) from None
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.pull is not None and args.replay is not None:
        raise UsageError("--pull N draws a card, --replay FILE one that was drawn before: give one of them")
    if args.path == "-" and args.picture == "-":
        raise UsageError("--path - and --picture - would both go to standard output: name a file for one of them")
    if args.pull is None:
        for name in ("speed", "direction", "path"):
            if getattr(args, name) is not None:
                raise UsageError(f"--{name} is of a pull: give --pull N too")


def _build(args: argparse.Namespace, language: str) -> Standing:
    from kozyr.games.shalashik.heap import covers_of, showing
    from kozyr.games.shalashik.hut.building import NoHutError, build_hut
    from kozyr.games.shalashik.hut.model import heap_of, in_mask
    from kozyr.games.shalashik.hut.pull import Standing

    try:
        hut = build_hut(args.seed)
    except NoHutError as error:
        raise DataError(str(error)) from None
    standing = Standing(hut.poses, hut.poses)
    shows = in_mask(showing(covers_of(heap_of(hut.poses)), standing.left))
    told = told_beside(args.path, args.picture)
    print(cli_text("hut_stands", language, throws=hut.throws), file=told)
    print(cli_text("hut_shows", language, cards=" ".join(map(str, shows))), file=told)
    return standing


def _read_path(name: str) -> tuple[Grip, ...]:
    from kozyr.games.shalashik.hut.path import path_from_json

    try:
        with read_file(name) as file:
            return path_from_json(json.load(file))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{name} holds no path: {error}") from None


def _scripted(args: argparse.Namespace, standing: Standing) -> Grip:
    from kozyr.games.shalashik.hut.hands import draw, look, steady
    from kozyr.games.shalashik.hut.path import grip_of
    from kozyr.kernel.streams import Stream

    sight = look(standing)
    if not sight.shows >> args.pull & 1:
        raise UsageError(f"card {args.pull} does not show: all its corners lie under others")
    intent = steady(sight, args.pull)
    if args.speed is not None:
        intent = replace(intent, speed=float(args.speed))
    if args.direction is not None:
        intent = replace(intent, direction=math.radians(args.direction))
    return grip_of(draw(standing, intent, Stream(args.seed, "hand")))


def _pull_and_draw(args: argparse.Namespace, standing: Standing, grips: tuple[Grip, ...], language: str) -> None:
    from kozyr.games.shalashik.hut.film import strip
    from kozyr.games.shalashik.hut.path import check_next, path_to_json, replay_turn
    from kozyr.games.shalashik.hut.picture import picture, png

    drawn = args.picture is not None
    image = picture(standing.poses) if drawn and not grips else None
    outcome = None
    for number, grip in enumerate(grips):
        try:
            check_next(standing, number, grip, outcome)
            if drawn:
                image, outcome = strip(standing, grip)
            else:
                (outcome,) = replay_turn(standing, [grip])
        except ValueError as error:
            raise DataError(str(error)) from None
        print(_told(grip, outcome, language), file=told_beside(args.path, args.picture))
        standing = outcome.after
    if args.path is not None:
        with written_file(args.path) as write:
            write(json.dumps(path_to_json(grips)).encode() + b"\n")
    if image is not None:
        with written_file(args.picture) as write:
            write(png(image))


def _told(grip: Grip, outcome: Outcome, language: str) -> str:
    came = cli_text("hut_free" if outcome.free else "hut_not_free", language, card=grip.card)
    fell = cli_text("hut_down" if outcome.down else "hut_up", language)
    return f"{came}; {fell}"
