"""What a move may have shown and still be taken back (L-12), by views made for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kozyr.cards import Card, parse_card
from kozyr.kernel.said import Said, say
from kozyr.kernel.view import LegalMove, View, Zone
from kozyr.table import commands as cmd
from tests.table.driving import Driven, started, to_person

SEATS = 4


def cards(text: str) -> tuple[Card, ...]:
    """Cards from their notation."""
    return tuple(map(parse_card, text.split()))


def told(*cards_named: Card) -> Said:
    """A line of the story."""
    return say("played", cards=cards_named)


class Scene:
    """A move of seat 0, the queen of clubs from the hand to the table, as everybody sees it before and after."""

    def __init__(self) -> None:
        self.driven = started("ann", "bob", "cat", "dan", options={"boasts": "none"})
        _, who = to_person(self.driven)
        self.driven.do(who, cmd.Move(move="cut 9"))
        while self.mover() != 0:
            self.driven.do(("ann", "bob", "cat", "dan")[self.mover()], cmd.Move(move=self.driven.any_move()))
        made = cmd.Move(move=self.driven.any_move())
        self.driven.do("ann", made)
        state = self.driven.table.state
        assert state.last_move is not None
        move = state.game.parse_move(state.last_move.move)
        legal = (LegalMove(move, say("play"), cards("Qc")),)
        hand, table = cards("Qc 6d"), cards("7h")
        base = state.view(None)
        self.before: dict[int | None, View] = {}
        self.after: dict[int | None, View] = {}
        for reader in (*range(SEATS), None):
            own = reader == 0
            shared = replace(base, seat=reader, legal=legal if own else (), events=(told(),), deal_number=1)
            held = Zone("hand", "hand", hand if own else (None, None), seat=0)
            left = Zone("hand", "hand", hand[1:] if own else (None,), seat=0)
            self.before[reader] = replace(shared, zones=(held, Zone("table", "row", table)))
            events = (told(), told(hand[0]))
            self.after[reader] = replace(shared, zones=(left, Zone("table", "row", (*table, hand[0]))), events=events)

    def mover(self) -> int:
        """The seat to move."""
        awaited = self.driven.table.state.awaited
        assert awaited is not None
        return awaited

    def show(self, reader: int | None, zone: Zone) -> None:
        """After the move a reader sees one zone more."""
        self.after[reader] = replace(self.after[reader], zones=(*self.after[reader].zones, zone))

    def offered(self) -> bool:
        """Whether the move can be taken back."""
        state = self.driven.table.state
        assert state.last_move is not None
        state.last_move.views, state.views, state.take_back = self.before, self.after, None
        return self.driven.table.shown_to("ann").can_take_back


@pytest.fixture
def scene() -> Scene:
    """The move, as it is played openly."""
    return Scene()


def test_an_open_move_can_be_taken_back(scene: Scene) -> None:
    assert scene.offered()


def test_not_if_the_mover_saw_a_new_card(scene: Scene) -> None:
    scene.show(0, Zone("drawn", "hand", cards("9s"), seat=0))
    assert not scene.offered()


def test_not_if_the_mover_was_told_of_a_card(scene: Scene) -> None:
    scene.after[0] = replace(scene.after[0], events=(told(), told(*cards("Qc 9s"))))
    assert not scene.offered()


def test_not_if_somebody_saw_a_card_that_the_move_did_not_touch(scene: Scene) -> None:
    for reader in (1, 2, 3, None):
        scene.show(reader, Zone("open", "row", cards("9s")))
    assert not scene.offered()


def test_not_if_the_touched_card_went_to_one_reader_alone(scene: Scene) -> None:
    """A gift: the receiver knows it now, nobody else does."""
    for reader in (*range(SEATS), None):
        scene.after[reader] = replace(scene.after[reader], zones=scene.after[reader].zones[:1], events=(told(), told()))
    scene.show(1, Zone("hand", "hand", cards("Qc"), seat=1))
    assert not scene.offered()


def test_not_if_anybody_was_told_more_than_one_thing(scene: Scene) -> None:
    scene.after[2] = replace(scene.after[2], events=(told(), told(), told()))
    assert not scene.offered()


def test_not_if_the_deal_is_another(scene: Scene) -> None:
    scene.after[0] = replace(scene.after[0], deal_number=2)
    assert not scene.offered()


def test_not_after_something_was_drawn() -> None:
    driven: Driven = started("ann", game="shalashik", players=2)
    to_person(driven)
    driven.do("ann", cmd.Move(move=driven.any_move()))
    assert driven.table.state.last_move is None
