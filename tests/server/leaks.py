"""Searches what a server has sent for what its receiver may not know, by the table's log alone.

What a receiver may know is found again from the stored events: the log is replayed event by event, and of each deal
are kept the cards that his own views have named so far. Secrets, other people's bytes before they were revealed,
identities and processes may be in nothing at all.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kozyr.cards import Card, card_name, lettering, parse_card
from kozyr.kernel.terms import LANGUAGES
from kozyr.kernel.view import View
from kozyr.protocol.views import write_said, write_view
from kozyr.table import Event, Refused, Table
from kozyr.table import events as ev
from kozyr.table.applying import apply

Key = tuple[int, int]
"""A match and a deal of it, both from 1."""


@dataclass(frozen=True)
class Leak:
    """What was found in a message, and why it may not be there."""

    what: str
    seq: int
    message: bytes


@dataclass
class Moment:
    """The table after an event: what each receiver may know of it. ``cards`` by seat, None for whoever watches."""

    deal: Key
    seats: dict[str, int | None]
    cards: dict[int | None, frozenset[str]]
    secrets: frozenset[str]
    views: dict[int | None, View]


@dataclass
class Knowledge:
    """What may be known at each moment of a table's log."""

    moments: list[Moment] = field(default_factory=list)
    people: frozenset[str] = frozenset()
    """What names identities and processes."""

    @classmethod
    def of(cls, log: Sequence[Event]) -> Knowledge:
        """Find it from a log."""
        found = cls()
        table = Table.replay(log[:1])
        secrets = _Secrets()
        named: dict[tuple[Key, int | None], set[str]] = {}
        people: set[str] = set()
        for event in log:
            if found.moments:
                apply(table.state, event)
            people |= {
                value for name in ("who", "host", "process") if isinstance(value := getattr(event, name, None), str)
            }
            secrets.take(event, table)
            found.moments.append(_moment(table, named, secrets, people))
        found.people = frozenset(people)
        return found

    def at(self, seq: int) -> Moment:
        """After an event, counted from 1."""
        return self.moments[min(max(seq, 1), len(self.moments)) - 1]

    def search(self, who: str, seq: int, data: bytes, own: Iterable[bytes] = ()) -> Iterator[Leak]:
        """What may not be in a message to somebody; ``own`` are the messages of his own, which may be told again."""
        moment = self.at(seq)
        text = data.decode(errors="replace")
        may = moment.cards.get(moment.seats.get(who), frozenset())
        own_text = b"\n".join(own).decode(errors="replace")
        for card in sorted(cards_in(text) - may):
            if card not in cards_in(own_text):
                yield Leak(f"card {card}", seq, data)
        for secret in moment.secrets:
            if secret in text and secret not in own_text:
                yield Leak("a secret", seq, data)
        for name in self.people:
            if name in text:
                yield Leak("an identity or a process", seq, data)


class _Secrets:
    """The servers' secrets and the people's bytes that may not be told yet."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.running = ""

    def take(self, event: Event, table: Table) -> None:
        if isinstance(event, ev.Pledged):
            self.running = event.secret
            self.hidden |= {event.secret}
        elif self.running and table.state.pledge is None:  # the deal is over, or the match was stopped
            self.hidden.discard(self.running)
            self.running = ""


def _moment(table: Table, named: dict[tuple[Key, int | None], set[str]], secrets: _Secrets, people: set[str]) -> Moment:
    state, match = table.state, table.match
    deal = (state.number, 0 if match is None else len(match.deals()))
    readers: list[int | None] = [None, *range(state.players)]
    cards: dict[int | None, frozenset[str]] = {}
    views: dict[int | None, View] = {}
    for reader in readers:
        known = named.setdefault((deal, reader), set())
        if match is not None:
            view = views[reader] = match.view(reader)
            shown = json.dumps([write_view(view), *map(write_said, view.events)])
            known |= cards_in(shown)
        cards[reader] = frozenset(known)
    seats: dict[str, int | None] = {}
    for who in people:
        try:
            seats[who] = table.audience_of(who)
        except Refused:
            seats[who] = -1
    return Moment(deal, seats, cards, frozenset(secrets.hidden), views)


def _written() -> dict[str, str]:
    """Every way to write a card, and which card it is."""
    found: dict[str, str] = {}
    for rank, suit in itertools.product("6789TJQKA", "cshd"):
        card: Card = parse_card(rank + suit)
        found[str(card)] = str(card)
        for language in LANGUAGES:
            found[lettering(language).show(card)] = found[card_name(card, language)] = str(card)
    return found


_CARDS = _written()
_ANY = re.compile(r"(?<![\w/-])(" + "|".join(sorted(map(re.escape, _CARDS), key=len, reverse=True)) + r")(?![\w/-])")


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in whatever letters."""
    return {_CARDS[found] for found in _ANY.findall(text)}
