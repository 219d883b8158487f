"""Golden playthroughs: a match told step by step, with what everybody knows and may do at each.

A golden begins with what it needs to be played again: a title, the game, changed options, and among the output the
inputs, on lines that begin with ``>``:

- ``> chance 2``, ``> chance 7c 8c ...``: the outcome of a chance step;
- ``> 1: cut 5``: a move of seat 1;
- ``> quietly``, ``> aloud``: do not tell the steps that follow; tell them again.

All other lines are written by ``python -m tests.conformance.write_playthroughs``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import kozyr.games
from kozyr.cards import Card, parse_cards
from kozyr.games import game_ids, get_game
from kozyr.kernel.chance import Chance, Lot, Shuffle
from kozyr.kernel.game import Match
from kozyr.kernel.said import Said
from kozyr.kernel.view import View, Zone

GAMES = Path(kozyr.games.__file__).parent
INPUT = "> "


def goldens() -> list[Path]:
    """Every golden playthrough of every game."""
    return [path for game_id in game_ids() for path in sorted((GAMES / game_id / "playthroughs").glob("*.txt"))]


def played(text: str) -> str:
    """The golden that the inputs of a golden give."""
    lines = text.splitlines()
    head = [line for line in lines if line.startswith(("# ", "game ", "option "))]
    game = get_game(next(line.split()[1] for line in head if line.startswith("game ")))
    options = game.options.from_texts(line.removeprefix("option ") for line in head if line.startswith("option "))
    players = max([int(line.split()[2]) for line in head if line.startswith("game ")])
    match = game.new_match(options, players)
    inputs = [line.removeprefix(INPUT) for line in lines if line.startswith(INPUT)]
    return "\n".join([*head, *_told(match, inputs)]) + "\n"


def _told(match: Match, inputs: Sequence[str]) -> Iterator[str]:
    aloud = True
    heard: tuple[int, int] = (0, 0)
    for line in inputs:
        if line in ("quietly", "aloud"):
            aloud = line == "aloud"
            yield INPUT + line
            continue
        _step(match, line)
        if aloud:
            yield ""
        yield INPUT + line
        view = match.view(None)
        if aloud:
            deals = len(match.deals())
            since = heard[1] if heard[0] == deals else 0
            yield from (f"event {_said(event)}" for event in view.events[since:])
            yield from _position(match)
        heard = (len(match.deals()), len(view.events))


def _step(match: Match, line: str) -> None:
    if line.startswith("chance "):
        awaits = match.awaits
        assert isinstance(awaits, Chance)
        match.resolve(_outcome(awaits, line.removeprefix("chance ")))
        return
    seat, _, text = line.partition(": ")
    match.apply(int(seat), match.game.parse_move(text))


def _outcome(awaits: Chance, text: str) -> Any:
    if isinstance(awaits, Lot):
        return int(text)
    return parse_cards(text) if isinstance(awaits, Shuffle) else ast.literal_eval(text)


def _position(match: Match) -> Iterator[str]:
    table = match.view(None)
    yield f"table {table.phase}, to move {_or_dash(table.to_move)}, dealer {_or_dash(table.dealer)}"
    yield from _counters(table)
    yield from (f"  {_zone(zone)}" for zone in table.zones if zone.kind not in ("hand", "sixes") and zone.cards)
    yield from (f"  seen of seat {z.seat}, {_zone(z)}" for z in table.zones if z.kind == "hand" and _known(z))
    for seat in range(match.players):
        yield from _knows(match.view(seat), table)
    if table.to_move is not None:
        yield f"  legal {_numbered([str(move) for move in match.legal()])}"
    if match.result is not None:
        yield f"  result {dict(match.result)}"
    if match.deals() and (result := match.deals()[-1].result) is not None:
        yield f"  deal result {dict(result)}"


def _counters(view: View) -> Iterator[str]:
    by_id: dict[str, list[str]] = {}
    for counter in view.counters:
        by_id.setdefault(counter.id, []).append(str(counter.value))
    if by_id:
        yield "  " + ", ".join(f"{name} {':'.join(values)}" for name, values in by_id.items())


def _knows(view: View, table: View) -> Iterator[str]:
    """What a seat sees and hears that the table does not."""
    zones = [zone for zone in view.zones if zone not in table.zones or (zone.kind == "hand" and zone.seat == view.seat)]
    yield f"  seat {view.seat}: " + "; ".join(_zone(zone) for zone in zones)
    better = [event for event, public in zip(view.events, table.events, strict=True) if event != public]
    if better:
        yield f"    knows {'; '.join(_said(event) for event in better)}"


def _known(zone: Zone) -> list[str]:
    return [str(card) for card in zone.cards if card is not None]


def _zone(zone: Zone) -> str:
    cards = _known(zone)
    hidden = zone.cards.count(None)
    owners = f" of {zone.owners}" if zone.owners else ""
    return " ".join([f"{zone.id}{owners}:", *cards, *([f"{hidden} hidden"] if hidden else [])])


def _said(said: Said) -> str:
    return " ".join([said.id, *(f"{name}={_arg(value)}" for name, value in said.args)])


def _arg(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(str(card) for card in value)
    return str(value) if isinstance(value, (Card, str)) else str(int(str(value)))


def _numbered(moves: list[str]) -> str:
    """Legal moves, a run of numbered ones written as ``cut 1..31``."""
    runs: dict[str, list[str]] = {}
    for move in moves:
        word, _, number = move.rpartition(" ")
        runs.setdefault(word if number.isdecimal() else move, []).append(number)
    parts = []
    for name, numbers in runs.items():
        if len(numbers) > 1 or (name != numbers[0] and numbers[0].isdecimal()):
            parts.append(f"{name} {numbers[0]}..{numbers[-1]}")
        else:
            parts.append(name)
    return ", ".join(parts)


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)
