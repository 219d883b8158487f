"""The JSON form of a view: a table of named parts, so that a change of one part is sent alone.

``{"at": {...}, "zones": {"hand:2": {...}}, "counters": {"chips:0": 5}, "legal": [...]}``; the story of the deal goes
beside it, line by line (``write_said``). A card is its notation, one that the reader may not know is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from kozyr.cards import Card, parse_card
from kozyr.kernel.game import Game
from kozyr.kernel.said import Arg, Said, SeatRef, TermRef
from kozyr.kernel.view import Counter, LegalMove, Place, View, Zone

Parts: TypeAlias = dict[str, Any]
"""A view, or another state, as JSON; tables two deep change part by part."""

_KEY: Final = ":"


def write_view(view: View) -> Parts:
    """The parts of a view, without its story."""
    return {
        "at": {
            "game": view.game,
            "players": view.players,
            "seat": view.seat,
            "phase": view.phase,
            "to_move": view.to_move,
            "dealer": view.dealer,
            "deal": view.deal_number,
            "told": view.told_deal,
            "over": view.over,
            "teams": [list(team) for team in view.teams],
        },
        "zones": {key_of(zone.id, zone.seat, zone.team): _write_zone(zone) for zone in view.zones},
        "counters": {key_of(each.id, each.seat, each.team): each.value for each in view.counters},
        "legal": [_write_legal(legal) for legal in view.legal],
    }


def read_view(parts: Mapping[str, Any], story: Iterable[Mapping[str, Any]], game: Game) -> View:
    """The view that parts and a story tell. Raises ValueError, LookupError or TypeError where they are no view."""
    at = parts["at"]
    return View(
        game=at["game"],
        players=at["players"],
        seat=at["seat"],
        phase=at["phase"],
        to_move=at["to_move"],
        dealer=at["dealer"],
        zones=tuple(_read_zone(key, zone) for key, zone in parts["zones"].items()),
        counters=tuple(_read_counter(key, value) for key, value in parts["counters"].items()),
        legal=tuple(_read_legal(legal, game) for legal in parts["legal"]),
        events=tuple(map(read_said, story)),
        deal_number=at["deal"],
        told_deal=at["told"],
        over=at["over"],
        teams=tuple(map(tuple, at["teams"])),
    )


def key_of(name: str, seat: int | None, team: int | None) -> str:
    """The name of a part: ``trick``, of a seat ``hand:2``, of a team ``board:t1``."""
    if seat is not None:
        return f"{name}{_KEY}{seat}"
    return name if team is None else f"{name}{_KEY}t{team}"


def read_key(key: str) -> tuple[str, int | None, int | None]:
    """The id, the seat and the team of a part's name."""
    name, _, owner = key.partition(_KEY)
    if owner.startswith("t"):
        return name, None, int(owner[1:])
    return name, int(owner) if owner else None, None


def write_said(said: Said) -> Parts:
    """A sentence: ``{"id": ..., "args": {...}}``; a card, cards, a seat and a term in it are objects of one field."""
    return {"id": said.id, "args": {name: _write_arg(value) for name, value in said.args}}


def read_said(data: Mapping[str, Any]) -> Said:
    """The sentence that JSON tells."""
    return Said(data["id"], tuple((name, _read_arg(value)) for name, value in data["args"].items()))


def _write_arg(value: Arg) -> Any:
    if isinstance(value, Card):
        return {"card": str(value)}
    if isinstance(value, tuple):
        return {"cards": [str(card) for card in value]}
    if isinstance(value, SeatRef):
        return {"seat": int(value)}
    if isinstance(value, TermRef):
        return {"term": str(value)}
    return value


def _read_arg(value: Any) -> Arg:
    if not isinstance(value, Mapping):
        return value if isinstance(value, int) else str(value)
    (kind, content), *_ = value.items()
    if kind == "card":
        return parse_card(content)
    if kind == "cards":
        return tuple(map(parse_card, content))
    if kind == "seat":
        return SeatRef(content)
    return TermRef(content)


def _write_zone(zone: Zone) -> Parts:
    parts: Parts = {"kind": zone.kind, "cards": [None if card is None else str(card) for card in zone.cards]}
    if zone.owners:
        parts["owners"] = list(zone.owners)
    if zone.marked:
        parts["marked"] = [str(card) for card in zone.marked]
    if zone.places:
        parts["places"] = [[place.number, place.x, place.y, place.angle] for place in zone.places]
    return parts


def _read_zone(key: str, parts: Mapping[str, Any]) -> Zone:
    name, seat, team = read_key(key)
    return Zone(
        name,
        parts["kind"],
        tuple(None if card is None else parse_card(card) for card in parts["cards"]),
        seat,
        team,
        tuple(parts.get("owners", ())),
        _cards(parts.get("marked", ())),
        tuple(Place(*place) for place in parts.get("places", ())),
    )


def _read_counter(key: str, value: int) -> Counter:
    name, seat, team = read_key(key)
    return Counter(name, value, seat, team)


def _write_legal(legal: LegalMove) -> Parts:
    parts: Parts = {"move": str(legal.move), "label": write_said(legal.label)}
    if legal.cards:
        parts["cards"] = [str(card) for card in legal.cards]
    if legal.number is not None:
        parts["number"] = legal.number
    return parts


def _read_legal(parts: Mapping[str, Any], game: Game) -> LegalMove:
    move = game.parse_move(parts["move"])
    return LegalMove(move, read_said(parts["label"]), _cards(parts.get("cards", ())), parts.get("number"))


def _cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))
