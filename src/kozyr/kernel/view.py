"""What a seat or a spectator may know, as values: zones of cards, counters, what was said, legal moves.

A view is the only way by which anything of a match reaches a player, a bot, a screen or a network. A card that its
reader may not know is None in it; nothing else stands for it. Tables of any kind can draw a view without knowing
its game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from kozyr.cards import Card
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said


@dataclass(frozen=True)
class Place:
    """Where a card of a heap lies on the table, seen from above.

    ``number`` names it in moves (``LegalMove.number``). Its centre is x mm to the right of the middle and y mm above
    it; at ``angle`` 0 (degrees, counter-clockwise) a card is 58 mm along x and 88 mm along y.
    """

    number: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Zone:
    """A place where cards lie.

    ``kind`` says how to lay it out: ``hand`` (a player's cards), ``row`` (side by side), ``trick`` (one before each
    of ``owners``), ``pile`` (on one another, top last), ``sixes`` (a Kozel board; its counter is the pairs), ``heap``
    (strewn about, bottom first; each as ``places`` has it).
    """

    id: str
    kind: str
    cards: tuple[Card | None, ...]
    seat: int | None = None
    team: int | None = None
    owners: tuple[int, ...] = ()
    marked: tuple[Card, ...] = ()
    """Cards of the zone to be marked (trumps); the text ``marked`` of the game says what the mark means."""
    places: tuple[Place, ...] = ()
    """Of a heap: where each of ``cards`` lies."""


@dataclass(frozen=True)
class Counter:
    """A number everybody may read: ``id`` is its text in the term table; of a seat, of a team, or of the table."""

    id: str
    value: int
    seat: int | None = None
    team: int | None = None


@dataclass(frozen=True)
class LegalMove:
    """A move that is legal now, how it is called, and the cards of the mover's zones it touches."""

    move: Move
    label: Said
    cards: tuple[Card, ...] = ()
    number: int | None = None
    """For one of a run of numbered moves (cut 1..31): its number; ``label`` is then the same kind for the run."""


@dataclass(frozen=True)
class View:
    """What one seat (or a spectator, seat None) may know of a match now. Games add fields of their own.

    ``to_move`` is None between deals and when the match is over. ``legal`` is empty unless ``seat`` is to move.
    """

    game: str
    players: int
    seat: int | None
    phase: str
    to_move: int | None
    dealer: int | None
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    legal: tuple[LegalMove, ...]
    events: tuple[Said, ...]
    """What happened in the deal of ``told_deal``, as this reader may know it, oldest first."""
    deal_number: int = 0
    told_deal: int = 0
    """The running deal; from its end until the next one is shuffled still the same, 0 before the first."""
    over: bool = False
    teams: tuple[tuple[int, ...], ...] = field(default=())

    @cached_property
    def seen_cards(self) -> frozenset[Card]:
        """Every card that the reader sees, and that the story names."""
        seen = {card for zone in self.zones for card in (*zone.cards, *zone.marked) if card is not None}
        for told in self.events:
            for _, value in told.args:
                seen.update([value] if isinstance(value, Card) else value if isinstance(value, tuple) else ())
        return frozenset(seen)

    def zone(self, zone_id: str, seat: int | None = None) -> Zone:
        """The zone of an id (of a seat). Raises KeyError where there is none."""
        for zone in self.zones:
            if zone.id == zone_id and zone.seat == seat:
                return zone
        raise KeyError(f"the view has no zone {zone_id!r} of seat {seat}")
