"""Other worlds (``worlds.py``): they differ in what a seat has not seen, and in nothing that it has."""

import pytest

from kozyr.cards import PACK, parse_cards
from kozyr.games.thirty_one import GAME
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.tests.tables import dealt, do, hand, mask, new_match
from kozyr.kernel.streams import Stream

HANDS = {0: "Ks Qs 7d", 1: "9h 8d 7c", 2: "9s Jd 8c"}


def twins(match: ThirtyOneMatch, seat: int, number: int = 40) -> list[ThirtyOneMatch]:
    """Many worlds that the seat cannot tell from this one."""
    found = []
    for i in range(number):
        twin = GAME.twin(match, seat, Stream("twin", i))
        if twin is not None:
            assert isinstance(twin, ThirtyOneMatch)
            found.append(twin)
    return found


def stock(match: ThirtyOneMatch) -> list[str]:
    deal = match.deal
    return [str(PACK[card]) for card in deal.stock[int(deal.stock_top) : int(deal.stock_end)].tolist()]


def test_unseen_cards_change_places_between_hands_and_stock() -> None:
    match = do(dealt(HANDS, "Kd 7h Ts", "8s 9c Tc"), "stay", "swap 9h Kd")
    hidden = set(stock(match)) | {"8d", "7c", "9s", "Jd", "8c"}
    met: set[int] = set()
    for twin in twins(match, 0):
        assert twin.view(0) == match.view(0)
        assert hand(twin, 0) == mask(HANDS[0])
        assert hand(twin, 1) & mask("Kd") == mask("Kd")
        met |= {hand(twin, 1), hand(twin, 2)}
        assert set(stock(twin)) < hidden
        assert stock(twin) != stock(match)
    assert len(met) > 60


def test_a_seat_outside_the_deal_knows_no_hand() -> None:
    match = do(dealt({0: "As Ks Qs", 1: "Ad Kd Td", 2: "7c 8d 9h"}, "Jh 6s 7d"), "show", "decline")
    match.resolve(Stream("a svara").shuffled(PACK))
    assert match.running is not None
    assert match.running.start.seats == (0, 1)
    assert len({(hand(twin, 0), hand(twin, 1)) for twin in twins(match, 2)}) > 20


def test_after_a_shuffle_of_the_discard_the_order_of_the_stock_is_unknown_and_its_cards_are_not() -> None:
    """What was drained is public, so the set of the new stock is."""
    hands = {0: "As 7h 8c", 1: "Kc Jd 7d", 2: "Qc 9d Td", 3: "Ac 8d 7c", 4: "6h Jc Qd", 5: "6d 9c Kd", 6: "6c Ad Tc"}
    match = do(dealt(hands, "6s 7s 8s", "9s Ts Js Qs Ks 8h 9h Th Jh Qh Kh Ah"), "swap As 8h")
    match.resolve(parse_cards("Js 9h 6s 7s 8s Ts 9s Qs Ks As Th Jh"))
    found = twins(match, 3)
    assert len({tuple(stock(twin)) for twin in found}) > 30
    for twin in found:
        assert set(stock(twin)) == set(stock(match))
        assert twin.view(3) == match.view(3)
        assert hand(twin, 0) & mask("8h") == mask("8h")


def test_after_a_showdown_only_the_stock_is_unknown() -> None:
    match = do(dealt({0: "As Ks Qs", 1: "Ad Kd Td", 2: "7c 8d 9h"}, "Jh 6s 7d"), "show")
    assert match.joining is not None
    for twin in twins(match, 2):
        assert [hand(twin, seat) for seat in range(3)] == [hand(match, seat) for seat in range(3)]
        assert sorted(stock(twin)) == sorted(stock(match))
        assert twin.view(2) == match.view(2)


@pytest.mark.parametrize("deals", [1, 2])
def test_of_a_deal_that_has_ended_only_the_stock_is_unknown(deals: int) -> None:
    """TD-2: its cards are told of until the next one is shuffled, and after the match."""
    match = do(dealt({0: "As Ks Qs", 1: "Ad Kd 9d", 2: "7c 8d 9h"}, "Jh 6s 7d", deals=deals), "show")
    assert match.running is None
    assert match.over == (deals == 1)
    before = match.deals()
    found = twins(match, 2)
    assert len({tuple(stock(twin)) for twin in found}) > 30
    for twin in found:
        assert twin.deals() != before
        assert [twin.view(seat) for seat in (0, 1, 2, None)] == [match.view(seat) for seat in (0, 1, 2, None)]
        assert sorted(stock(twin)) == sorted(stock(match))
        assert twin.deals()[0].deck[12:] == tuple(twin.deal.stock[12:36].tolist())
    assert match.deals() == before


@pytest.mark.parametrize("waits_for", ["lot", "pack"])
def test_there_is_no_other_world_before_the_cards_are_dealt(waits_for: str) -> None:
    match = new_match(3)
    if waits_for == "pack":
        match.resolve(0)
    assert GAME.twin(match, 0, Stream("none")) is None
