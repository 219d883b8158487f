"""A view tells a seat no more than it may know: two worlds it cannot tell apart show and answer it the same."""

from collections.abc import Iterator

import pytest

from kozyr.cards import Card
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.move import IllegalMoveError, Move
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from tests.conformance.playing import Case, all_views, cases

MATCHES = 2
GOOD_SHARE = 0.3


def varied_positions(match: Match, seed: str) -> Iterator[Match]:
    """As ``positions``, but by the kinds of moves, each as likely, so that one boast is not lost among many cuts."""
    stream = Stream(seed)
    while (awaits := match.awaits) is not None:
        yield match
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
            continue
        kinds: dict[str, list[Move]] = {}
        for option in match.view(awaits).legal:
            kinds.setdefault(option.label.id, []).append(option.move)
        match.apply(awaits, stream.choice(stream.choice(tuple(kinds.values()))))
    yield match


def is_looked_at(number: int) -> bool:
    """Every third position, and of what goes on and on (S-17 may let hundreds of turns pass) every thirtieth."""
    return number % (3 if number < 300 else 30) == 0


def answer(match: Match, seat: int, move: Move, legal: frozenset[Move]) -> tuple[str, Said | None]:
    """What a seat is told that tries a move; a legal one is not made."""
    if move in legal:
        return "legal", None
    with pytest.raises(IllegalMoveError) as raised:
        match.apply(seat, move)
    return str(raised.value), raised.value.why


def moves_met(case: Case) -> list[Move]:
    """Every move that was legal for somebody in some matches, and so every notation worth trying."""
    met: dict[Move, None] = {}
    for number in range(MATCHES):
        for match in varied_positions(case.new_match(), case.seed("met", number)):
            met.update(dict.fromkeys(match.legal()))
    return list(met)


def assert_same_answers(match: Match, twin: Match, seat: int, moves: list[Move]) -> None:
    """The refusals and errors of two worlds, move by move, and the legal moves in their order."""
    legal: frozenset[Move] = frozenset()
    if match.awaits == seat:
        assert twin.legal() == match.legal()
        legal = frozenset(match.legal())
    for move in moves:
        assert answer(twin, seat, move, legal) == answer(match, seat, move, legal)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_show_and_answer_it_the_same(case: Case) -> None:
    asked = found = 0
    moves = moves_met(case)
    for number in range(MATCHES):
        pick = Stream(case.seed("pick", number))
        for match in varied_positions(case.new_match(), case.seed("leaks", number)):
            if not match.deals() or pick.below(4):
                continue
            seat = match.awaits if isinstance(match.awaits, int) and pick.below(2) else pick.below(case.players)
            asked += 1
            twin = case.game.twin(match, seat, pick)
            if twin is None:
                continue
            found += 1
            assert twin.awaits == match.awaits
            assert twin.view(seat) == match.view(seat)
            assert twin.view(None) == match.view(None)
            others = [other for other in range(case.players) if other != seat]
            hidden_differs = any(twin.view(other) != match.view(other) for other in others)
            assert hidden_differs or tuple(twin.deals()) != tuple(match.deals())
            assert_same_answers(match, twin, seat, moves)
    assert found > asked * GOOD_SHARE


@pytest.mark.parametrize("case", cases(), ids=str)
def test_twins_differ_in_what_another_seat_sees(case: Case) -> None:
    """Not in the pack alone: at a good share of positions somebody else's view differs."""
    found = differing = 0
    for number, match in enumerate(varied_positions(case.new_match(), case.seed("twins"))):
        pick = Stream(case.seed("twin", number))
        if not is_looked_at(number) or match.awaits is None or (twin := case.game.twin(match, 0, pick)) is None:
            continue
        found += 1
        differing += all_views(twin) != all_views(match)
    assert differing > found * GOOD_SHARE


@pytest.mark.parametrize("case", cases(), ids=str)
def test_hands_are_closed_to_others(case: Case) -> None:
    """But for cards that everybody has been told of in this deal."""
    for number, match in enumerate(varied_positions(case.new_match(), case.seed("closed"))):
        if not is_looked_at(number):
            continue
        told = cards_told(match.view(None))
        for view in all_views(match):
            for zone in view.zones:
                if zone.kind == "hand" and zone.seat != view.seat:
                    assert {card for card in zone.cards if card is not None} <= told
                    assert zone.marked == ()


def cards_told(view: View) -> set[Card]:
    """The cards that a reader's events name."""
    values = [value for event in view.events for _, value in event.args]
    cards = {value for value in values if isinstance(value, Card)}
    return cards.union(*(value for value in values if isinstance(value, tuple)))
