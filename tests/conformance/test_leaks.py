"""A view tells a seat no more than it may know: two worlds it cannot tell apart give it equal views."""

import pytest

from kozyr.cards import Card
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from tests.conformance.playing import Case, all_views, cases, positions

MATCHES = 3
GOOD_SHARE = 0.3


@pytest.mark.parametrize("case", cases(), ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_give_it_equal_views(case: Case) -> None:
    asked = found = 0
    for number in range(MATCHES):
        pick = Stream(case.seed("pick", number))
        for match in positions(case.new_match(), case.seed("leaks", number)):
            if match.awaits is None or not match.deals() or pick.below(4):
                continue
            seat = pick.below(case.players)
            asked += 1
            twin = case.game.twin(match, seat, pick)
            if twin is None:
                continue
            found += 1
            assert twin.view(seat) == match.view(seat)
            assert twin.view(None) == match.view(None)
            others = [other for other in range(case.players) if other != seat]
            hidden_differs = any(twin.view(other) != match.view(other) for other in others)
            assert hidden_differs or tuple(twin.deals()) != tuple(match.deals())
    assert found > asked * GOOD_SHARE


@pytest.mark.parametrize("case", cases(), ids=str)
def test_twins_differ_in_what_another_seat_sees(case: Case) -> None:
    """Not in the pack alone: at a good share of positions somebody else's view differs."""
    found = differing = 0
    for match in positions(case.new_match(), case.seed("twins")):
        pick = Stream(case.seed("twin", found))
        if match.awaits is None or (twin := case.game.twin(match, 0, pick)) is None:
            continue
        found += 1
        differing += all_views(twin) != all_views(match)
    assert differing > found * GOOD_SHARE


@pytest.mark.parametrize("case", cases(), ids=str)
def test_hands_are_closed_to_others(case: Case) -> None:
    """But for cards that everybody has been told of in this deal."""
    for number, match in enumerate(positions(case.new_match(), case.seed("closed"))):
        if number % 3:
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
