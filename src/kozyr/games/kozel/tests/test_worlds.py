"""The other worlds of the leak test differ in everything that K-11 hides, and in nothing else."""

from collections.abc import Iterator

from kozyr.cards import Card, mask_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import Give
from kozyr.games.kozel.tests.tables import dealt, do, hand, mask, pack_dealing, pack_of, shuffled
from kozyr.games.kozel.worlds import twin
from kozyr.kernel.streams import Stream

POOR = "7s 8s 9s 7h 8h 9h Jh Js"
QUEENS = "Qc Qs Qh Qd Ac Tc Kc As"


def twins(match: KozelMatch, seat: int, tries: int = 40) -> Iterator[KozelMatch]:
    """Some twins of a match for a seat; each shows it what the match shows."""
    for number in range(tries):
        other = twin(match, seat, Stream("worlds", number))
        if other is not None:
            assert other.view(seat) == match.view(seat)
            assert other.view(None) == match.view(None)
            yield other


def dealt_from(deck: tuple[Card, ...], seat: int) -> int:
    """The hand that ``cut 1`` deals from a pack to a seat where seat 0 is the eldest."""
    return mask_of((deck[1:] + deck[:1])[seat::4])


def given(match: KozelMatch) -> Card:
    """The card of the last gift by choice."""
    move = match.deals()[-1].moves[-1].move
    assert isinstance(move, Give)
    return move.card


def test_a_gift_in_trousers_is_another_card_to_those_it_does_not_concern() -> None:
    """K-11, K-13: the card may be the top or the bottom one, and any of the bad ones."""
    match = do(shuffled(pack_of("7s", "8s")), "boast trousers", "give 7s")
    for seat in (2, 3):
        found = list(twins(match, seat))
        assert {given(other) == other.deals()[0].deck[0] for other in found} == {True, False}
        assert len({given(other) for other in found}) > 2


def test_a_gift_in_trousers_is_known_to_giver_and_receiver() -> None:
    """K-11."""
    match = do(shuffled(pack_of("7s", "8s")), "boast trousers", "give 7s")
    for seat in (0, 1):
        assert {str(given(other)) for other in twins(match, seat)} == {"7s"}


def test_a_gift_in_a_mirror_is_another_card_to_those_it_does_not_concern() -> None:
    """K-11, K-12."""
    match = do(shuffled(pack_of("Qc Qs 7s")), "boast mirror", "lift 3")
    gifts = {seat: {int(other.deal.gifts[0]) for other in twins(match, seat)} for seat in range(4)}
    assert gifts[0] == gifts[1] == {mask("7s")}
    assert len(gifts[2]) > 1
    assert len(gifts[3]) > 1


def test_what_was_drawn_in_a_boast_stays_unknown_when_all_is_played() -> None:
    """K-11: the cards are seen when played, but not how their players came by them."""
    match = do(shuffled(pack_of("Qc Qs 7s")), "boast mirror", "lift 3", "lift 1", "lift 1", "lift 1")
    while match.orders:
        do(match, str(match.legal()[-1]))
    assert any(other.deals()[0].deck != match.deals()[0].deck for other in twins(match, 1))


def after_redeal() -> KozelMatch:
    """Seat 0 has shown a poor hand, and the cards have been dealt anew."""
    match = do(dealt({0: POOR}), "claim points")
    match.resolve(pack_dealing({}, 0))
    return do(match, "cut 1")


def test_the_pack_of_a_redeal_is_unknown_but_for_the_own_hand_and_the_one_shown() -> None:
    """K-11, K-17, K-19."""
    match = after_redeal()
    deck = match.deals()[0].deck
    others = [other.deals()[0] for other in twins(match, 2)]
    assert any(other.deck != deck for other in others)
    assert any(other.shuffles != match.deals()[0].shuffles for other in others)
    assert {dealt_from(other.deck, 2) for other in others} == {dealt_from(deck, 2)}
    assert {dealt_from(other.deck, 0) for other in others} == {mask(POOR)}
    assert len({dealt_from(other.deck, 1) for other in others}) > 1


def test_answers_of_an_earlier_pack_stay_true() -> None:
    """K-18: who asked has no queen in any of the worlds, and his partner none either."""
    match = do(dealt({0: POOR, 1: QUEENS}), "ask queens", "redeal")
    match.resolve(pack_dealing({}, 0))
    decks = [other.deals()[0].deck for other in twins(match, 3)]
    assert len(set(decks)) > 1
    for deck in decks:
        assert (dealt_from(deck, 0) | dealt_from(deck, 2)) & kd.QUEENS == 0


def test_a_deal_lost_by_redeals_has_other_worlds_until_the_next_shuffle() -> None:
    """K-20: its last pack is not turned up."""
    match = do(dealt({0: POOR}, redeal_limit=1), "claim points")
    assert not match.orders
    found = list(twins(match, 2))
    assert any(other.deals()[0].deck != match.deals()[0].deck for other in found)
    assert {hand(other, 2) for other in found} == {hand(match, 2)}
    assert len({hand(other, 1) for other in found}) > 1


def test_a_seat_that_has_seen_every_card_has_no_other_world() -> None:
    """K-26: after a plain cut the cards played tell the whole pack."""
    match = do(dealt({}), "ok", "ok", "ok", "ok")
    while match.orders:
        do(match, str(match.legal()[0]))
    assert list(twins(match, 0)) == []
