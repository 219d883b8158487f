"""Cut, boasts, room and levelling (K-8..K-15), and what each may know of them."""

import pytest

from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.tests.tables import ALL_TRUMPS, do, hand, legal_texts, mask, pack_of, shuffled

LOW = "7s 8s 9s 7h 8h 9h 7d 8d"


def pack_left(match: KozelMatch) -> list[int]:
    return [int(card) for card in match.deal.pack[int(match.deal.pack_top) : int(match.deal.pack_end)]]


def ids(match: KozelMatch, seat: int | None = None) -> list[str]:
    return [event.seen_by(seat).id for event in match.events()]


def test_the_eldest_hand_cuts_or_boasts() -> None:
    """K-8, K-21."""
    match = shuffled(pack_of(""), dealer=1)
    assert match.awaits == 2
    assert legal_texts(match) == [f"cut {k}" for k in range(1, 32)] + ["boast mirror", "boast trousers"]


def test_a_cut_puts_the_top_cards_under_the_rest_and_deals_one_by_one() -> None:
    """K-8, K-9."""
    match = do(shuffled(pack_of(""), dealer=3), "cut 5")
    order = kd.PLAYED_CARDS[5:] + kd.PLAYED_CARDS[:5]
    for seat in range(4):
        assert cards_of(hand(match, seat)) == tuple(sorted(order[seat::4]))
    assert match.awaits == 0
    assert not any(text.startswith("boast") for text in legal_texts(match))


@pytest.mark.parametrize("cut", [1, 31])
def test_the_least_and_the_greatest_cut_are_dealt_out_card_by_card(cut: int) -> None:
    """K-8, K-9: one card on or from the bottom, then one to each in turn from the eldest hand, eight rounds."""
    pack = list(pack_of("Qc 7s Ad Kh", "Jd Tc 9h 8d"))
    match = do(shuffled(tuple(pack), dealer=1), f"cut {cut}")
    dealt = [*pack[1:], pack[0]] if cut == 1 else [pack[-1], *pack[:-1]]
    assert str(dealt[0]) == ("7s" if cut == 1 else "8d")
    hands: list[int] = [0, 0, 0, 0]
    seat = 2
    while dealt:
        hands[seat] |= 1 << dealt.pop(0)
        seat = (seat + 1) % 4
    assert [hand(match, each) for each in range(4)] == hands
    assert [each.bit_count() for each in hands] == [8, 8, 8, 8]
    said = match.events()[-2].public
    assert (said.id, said.get("count")) == ("cuts", cut)


@pytest.mark.parametrize(
    ("boasts", "kinds"),
    [("both", ["mirror", "trousers"]), ("mirror", ["mirror"]), ("trousers", ["trousers"]), ("none", [])],
)
def test_boasts_of_the_table(boasts: str, kinds: list[str]) -> None:
    """K-10."""
    match = shuffled(pack_of(""), boasts=boasts)
    assert legal_texts(match)[31:] == [f"boast {kind}" for kind in kinds]


def test_good_cards_are_trumps_and_aces() -> None:
    """K-11."""
    assert mask(ALL_TRUMPS + " As Ah Ad") == kd.GOOD


def test_a_gift_is_known_to_giver_and_receiver_only() -> None:
    """K-11."""
    match = do(shuffled(pack_of("Qc Qs 7s")), "boast mirror", "lift 3")
    assert [ids(match, seat)[-1] for seat in (0, 1, 2, 3, None)] == [
        "gives_card",
        "gives_card",
        "gives",
        "gives",
        "gives",
    ]
    assert match.view(0).own_gifts == match.view(1).received == mask("7s")
    assert match.view(2).received == match.view(3).own_gifts == 0


def test_kept_cards_are_known_to_their_holder_and_their_number_to_all() -> None:
    """K-11."""
    match = do(shuffled(pack_of("7s Qs Qc")), "boast mirror", "lift 3")
    assert "keeps_cards" in ids(match, 0)
    for seat in (1, 2, 3, None):
        kept = next(event.seen_by(seat) for event in match.events() if event.seen_by(seat).id == "keeps")
        assert kept.get("count") == 2
        assert kept.get("cards") is None
    assert match.view(None).hand_sizes == (2, 1, 0, 0)


def test_a_mirror_draws_from_the_bottom_of_the_lifted_part() -> None:
    """K-12."""
    match = do(shuffled(pack_of("9s 8s 7s Qs Qc")), "boast mirror")
    assert legal_texts(match) == [f"lift {k}" for k in range(1, 32)]
    before = pack_left(match)
    do(match, "lift 5")
    assert hand(match, 0) == mask("Qc Qs")
    assert hand(match, 1) == mask("7s")
    assert pack_left(match) == before[:2] + before[5:]
    assert match.awaits == 1
    assert legal_texts(match)[-1] == "lift 28"


def test_a_lifted_part_that_runs_out_ends_the_draw() -> None:
    """K-12."""
    match = do(shuffled(pack_of("Qc Qs")), "boast mirror", "lift 2")
    assert hand(match, 0) == mask("Qc Qs")
    assert hand(match, 1) == 0
    assert match.awaits == 1


def test_a_mirror_is_one_round() -> None:
    """K-12, K-15."""
    match = do(shuffled(pack_of(LOW)), "boast mirror", *["lift 1"] * 4)
    assert match.view(None).phase == "play"
    assert [hand(match, (seat + 1) % 4) & mask(LOW[:11]) for seat in range(4)] == [
        mask(text) for text in ("7s", "8s", "9s", "7h")
    ]


def test_a_full_hand_stops_a_mirror_and_keeps_the_card_of_its_neighbour_with_the_giver() -> None:
    """K-14."""
    match = do(shuffled(pack_of("Qc Qs Qh Qd Jc Js Jh Jd " + LOW)), "boast mirror", "lift 8")
    assert hand(match, 0) == mask("Qc Qs Qh Qd Jc Js Jh Jd")
    do(match, "lift 1", "lift 1", "lift 1")
    assert hand(match, 0) == mask("Qc Qs Qh Qd Jc Js Jh Jd")
    assert hand(match, 3) & mask("9s") == mask("9s")  # the last player's card stays his


def test_trousers_draw_again_on_two_good_cards() -> None:
    """K-13."""
    match = do(shuffled(pack_of("Qc 7s", "8s Qs")), "boast trousers")
    assert hand(match, 0) == mask("Qc Qs 7s 8s")
    assert legal_texts(match) == ["give 7s", "give 8s"]
    do(match, "give 8s")
    assert hand(match, 0) == mask("Qc Qs 7s")
    assert hand(match, 1) & mask("8s") == mask("8s")
    assert match.awaits == 1


@pytest.mark.parametrize("gift", ["Qc", "8s"])
@pytest.mark.parametrize(("mixed", "next_seat"), [("stop", 1), ("again", 0)])
def test_trousers_with_one_good_card(mixed: str, next_seat: int, gift: str) -> None:
    """K-13: whichever of the two he gave."""
    match = do(shuffled(pack_of("Qc 7s", "9s 8s"), trousers_mixed=mixed), "boast trousers", f"give {gift}")
    assert match.awaits == next_seat
    if mixed == "again":
        assert legal_texts(match) == ["give 7s", "give 9s"]
        assert do(match, "give 7s").awaits == 1


def test_the_offer_is_seen_by_its_owner_only() -> None:
    """K-11, K-13."""
    match = do(shuffled(pack_of("Qc 7s", "8s Qs")), "boast trousers")
    assert [str(card) for card in match.view(0).offer] == ["7s", "8s"]
    assert match.view(1).offer == match.view(None).offer == ()


def test_room_in_trousers() -> None:
    """K-14: a full hand is done, one free place is too few, and a card for a full neighbour stays."""
    top, bottom = "Qc Qs Qh Qd 7s Ac Tc Kc 7h", "8h 7c 8c 9c 8s Jd Jh Js Jc"
    match = do(shuffled(pack_of(top, bottom)), "boast trousers")
    assert match.awaits == 1
    assert hand(match, 0) == mask("Qc Qs Qh Qd Jc Js Jh Jd")
    do(match, "give 7s")
    assert match.view(None).phase == "play"
    assert hand(match, 2) & mask("7s Ac Tc Kc 7c 8c 9c") == mask("7s Ac Tc Kc 7c 8c 9c")
    assert hand(match, 3) & mask("7h 8h") == mask("7h 8h")
    assert int(match.deal.gifts[3]) == 0


def test_a_player_filled_by_gifts_draws_nothing() -> None:
    """K-14: seven cards leave one place, and trousers need two."""
    top, bottom = "Qc Qs Qh Qd Jc Js Jh 9s", "9h 8d 7d 9d 8h 7h 8s 7s"
    match = do(shuffled(pack_of(top, bottom), trousers_mixed="again"), "boast trousers")
    while match.awaits == 0:
        do(match, legal_texts(match)[-1])
    assert match.view(None).hand_sizes == (7, 7, 2, 0)
    assert "no_room" in ids(match)
    assert match.awaits == 2


def test_the_dealer_levels_from_the_fewest() -> None:
    """K-15: ties go to the first clockwise from the eldest hand."""
    pack = pack_of("Qc Qs Qh 7s 8s 9s 7h 8h 9h 7d 8d")
    match = do(shuffled(pack), "boast mirror", "lift 3", "lift 1", "lift 1", "lift 1")
    # 0 has Qc Qs Qh and the last gift (9s + lifts), 2 has 7s, 3 has 8s: seat 1 has none and is dealt first
    assert hand(match, 0) & mask("Qc Qs Qh 9s") == mask("Qc Qs Qh 9s")
    assert hand(match, 1) & mask("7h 8h") == mask("7h 8h")
    assert hand(match, 2) & mask("7s 9h") == mask("7s 9h")
    assert hand(match, 3) & mask("8s 7d") == mask("8s 7d")
    assert match.view(None).hand_sizes == (8, 8, 8, 8)
    assert ids(match)[-1] == "levels"


def test_after_a_boast_nobody_may_claim() -> None:
    """K-16."""
    match = do(shuffled(pack_of(LOW)), "boast mirror", *["lift 1"] * 4)
    assert all(len(text) == 2 for text in legal_texts(match))
