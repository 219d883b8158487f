"""What a view holds, field by field, for each reader (K-1, K-5, K-7, K-10, K-17..K-20, K-27)."""

import pytest

from kozyr.cards import parse_card, parse_cards
from kozyr.games.kozel import GAME
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.scoring import score_played
from kozyr.games.kozel.tests.tables import dealt, do, mask, new_match, pack_dealing, pack_of, play_on, playing, shuffled
from kozyr.games.kozel.view import TEAMS
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.view import Counter, Zone

READERS = (0, 1, 2, 3, None)
POOR = "7s 8s 9s 7h 8h 9h Jh Js"
OPENING = {0: "Ad Qc 7s Kh", 1: "Td 8c", 2: "7d 9c", 3: "8d Jh"}


def counters(match: KozelMatch, name: str) -> list[tuple[int | None, int]]:
    """Team and value of each counter of a name."""
    return [(each.team, each.value) for each in match.view(None).counters if each.id == name]


def after_first_trick() -> KozelMatch:
    """Seat 0 has taken 21 points with the ace of diamonds from 10, 0 and 0."""
    return do(playing(OPENING), "Ad", "Td", "7d", "8d")


def test_before_the_lot_there_is_a_table_and_no_dealer() -> None:
    """K-7."""
    view = new_match().view(1)
    assert (view.game, view.players, view.seat, view.teams) == ("kozel", 4, 1, ((0, 2), (1, 3)))
    assert (view.phase, view.dealer, view.to_move, view.deal_number, view.over) == ("shuffle", None, None, 1, False)
    assert view.counters == (Counter("pairs", 0, team=0), Counter("pairs", 0, team=1))


def test_the_lot_names_the_dealer_and_the_shuffle_the_seat_to_cut() -> None:
    """K-7, K-8."""
    match = new_match()
    match.resolve(2)
    assert (match.view(0).phase, match.view(0).dealer, match.view(0).to_move) == ("shuffle", 2, None)
    match.resolve(pack_of(""))
    assert (match.view(0).phase, match.view(0).dealer, match.view(0).to_move) == ("cut", 2, 3)
    assert match.view(0).pack_size == 32
    assert match.view(0).zone("pack") == Zone("pack", "pile", (None,) * 32)


def test_the_pack_shrinks_in_a_boast_and_is_gone_after_the_deal() -> None:
    """K-12, K-9."""
    match = do(shuffled(pack_of("9s 8s 7s Qs Qc")), "boast mirror", "lift 5")
    for reader in READERS:
        assert match.view(reader).pack_size == 29
        assert match.view(reader).zone("pack").cards == (None,) * 29
    match = dealt({})
    assert match.view(0).pack_size == 0
    assert all(zone.id != "pack" for zone in match.view(0).zones)


@pytest.mark.parametrize("kind", ["mirror", "trousers"])
def test_a_boast_is_named_to_all_until_the_deal_has_ended(kind: str) -> None:
    """K-8, K-10."""
    match = shuffled(pack_of("7s", "8s"))
    assert [match.view(reader).boast for reader in READERS] == [None] * 5
    do(match, f"boast {kind}")
    assert [match.view(reader).boast for reader in READERS] == [kind] * 5
    assert match.events()[-1].public == say("boasts", seat=0, kind=kind)


@pytest.mark.parametrize(
    ("text", "russian", "english"),
    [("boast mirror", "Хвалюсь: зеркало", "Boast: mirror"), ("boast trousers", "Хвалюсь: штаны", "Boast: trousers")],
)
def test_a_boast_is_offered_under_its_own_name(text: str, russian: str, english: str) -> None:
    """K-10."""
    option = next(each for each in shuffled(pack_of("")).view(0).legal if str(each.move) == text)
    assert [option.label.render(GAME.terms, language, ()) for language in ("ru", "en")] == [russian, english]
    assert option.label == say("move_boast", kind=TermRef(text.removeprefix("boast ")))
    assert (option.cards, option.number) == ((), None)


@pytest.mark.parametrize(
    ("match", "text", "english"),
    [
        (shuffled(pack_of("")), "cut 31", "Cut 31 cards"),
        (do(shuffled(pack_of("")), "boast mirror"), "lift 1", "Lift 1 card"),
        (do(shuffled(pack_of("Td", "8s")), "boast trousers"), "give Td", "Give 10♦"),
        (dealt({0: POOR}), "ok", "OK"),
        (dealt({0: POOR}), "claim points", "Redeal: too few points"),
        (dealt({0: POOR}), "ask queens", "Ask: “Any queens?”"),
        (dealt({0: "9c 9s 9h 9d"}), "claim nines", "Redeal: four nines"),
        (do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens"), "redeal", "Redeal"),
        (do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens"), "keep", "Play on"),
        (playing({0: "Ad"}), "Ad", "Play A♦"),
    ],
)
def test_a_legal_move_is_called_by_its_name(match: KozelMatch, text: str, english: str) -> None:
    """K-8..K-27: with the cards it touches, or its number."""
    option = next(each for each in match.view(0).legal if str(each.move) == text)
    assert option.label.render(GAME.terms, "en", ()) == english
    word, _, last = text.rpartition(" ")
    assert option.number == (int(last) if word in ("cut", "lift") else None)
    assert option.cards == (parse_cards(last) if word in ("give", "") and last != "ok" and len(last) == 2 else ())


def test_legal_moves_are_told_to_the_seat_to_move_only() -> None:
    """K-8."""
    match = shuffled(pack_of(""), dealer=1)
    assert [len(match.view(reader).legal) for reader in READERS] == [0, 0, 33, 0, 0]


def test_trumps_are_marked_in_the_own_hand_in_the_trick_and_in_the_last_one() -> None:
    """K-2: and nowhere else."""
    match = playing({0: "Ad Qc 7s Jd 8c Ah Kh Qh", 1: "Td Jc", 2: "7c", 3: "9d"})
    assert match.view(0).zone("hand", 0).marked == parse_cards("Qc Qh Jd 8c")
    assert match.view(0).zone("hand", 0).cards == parse_cards("Qc Qh Jd 8c 7s Ah Kh Ad")
    assert match.view(1).zone("hand", 0).marked == ()
    match = do(playing({0: "7c Kd", 1: "Ts 8s 9s Ks As 8d 8h Jc", 2: "9c", 3: "Tc"}, first_lead="seven_of_clubs"), "7c")
    for reader in READERS:
        assert match.view(reader).zone("trick").marked == parse_cards("7c")
    do(match, "Jc", "9c", "Tc", "As")
    for reader in READERS:
        assert match.view(reader).zone("last_trick").marked == parse_cards("7c Jc 9c Tc")
        assert match.view(reader).zone("trick").marked == ()


def test_a_trick_lies_before_those_who_played_it() -> None:
    """K-25, K-26."""
    match = do(playing({0: "Qc 7s", 1: "Td", 2: "Ad 9d", 3: "Kd"}), "Ad", "Kd")
    for reader in READERS:
        view = match.view(reader)
        assert (view.leader, view.trick, view.to_move) == (2, parse_cards("Ad Kd"), 0)
        assert view.plays == ((2, parse_card("Ad")), (3, parse_card("Kd")))
        assert view.zone("trick").cards == parse_cards("Ad Kd")
        assert view.zone("trick").owners == (2, 3)
        assert view.hand_sizes == (8, 8, 7, 7)
        assert all(zone.id != "last_trick" for zone in view.zones)
    do(match, "Qc" if "Qc" in [str(move) for move in match.legal()] else str(match.legal()[0]), "Td")
    view = match.view(1)
    assert view.zone("last_trick").owners == (2, 3, 0, 1)
    assert view.zone("last_trick").cards[:2] == parse_cards("Ad Kd")
    assert view.trick == view.zone("trick").cards == ()


def test_the_trick_that_ended_a_deal_lies_there_until_the_next_one_is_shuffled() -> None:
    """K-26: it can be looked at like any other."""
    match = playing(OPENING)
    while not match.finished:
        do(match, str(match.legal()[0]))
    log = match.finished[0].log().moves[-4:]
    for reader in READERS:
        view = match.view(reader)
        assert view.phase == "shuffle"
        assert [str(card) for card in view.zone("last_trick").cards] == [str(each.move) for each in log]
        assert view.zone("last_trick").owners == tuple(each.seat for each in log)
    match.resolve(pack_of(""))
    assert all(zone.id != "last_trick" for zone in match.view(0).zones)


def test_points_and_tricks_stand_with_the_team_that_took_them() -> None:
    """K-4, K-26."""
    match = after_first_trick()
    for reader in READERS:
        assert match.view(reader).points == (21, 0)
    assert counters(match, "points") == [(0, 21), (1, 0)]
    assert counters(match, "tricks") == [(0, 1), (1, 0)]


def test_the_board_stands_with_the_team_that_has_it() -> None:
    """K-5, K-32: the deal's points stand until the next shuffle."""
    match = play_on(shuffled(pack_dealing({}, 0), boasts="none"), "boards", deals=1)
    result = match.finished[0].result
    assert result is not None
    assert result.winner is not None
    assert result.board[0] != result.board[1]
    assert result.board == score_played(result.points, (0, 0), match.options).board
    for reader in READERS:
        assert match.view(reader).board == result.board
        assert match.view(reader).points == result.points
    assert counters(match, "pairs") == list(enumerate(result.board))
    assert counters(match, "points") == list(enumerate(result.points))


def test_each_team_shows_its_pair_of_sixes_the_lower_first() -> None:
    """K-1, K-5: red ones for seats 0 and 2, black ones for seats 1 and 3."""
    for reader in READERS:
        boards = [zone for zone in new_match().view(reader).zones if zone.kind == "sixes"]
        assert boards == [
            Zone("board", "sixes", parse_cards("6d 6h"), team=0),
            Zone("board", "sixes", parse_cards("6c 6s"), team=1),
        ]
    assert TEAMS == ((0, 2), (1, 3))


def test_hands_lie_before_their_seats_open_to_their_owner_alone() -> None:
    """K-11."""
    hands = {0: "Ad Qc 7s Kh 8s 9s Ts Js", 1: "7c 8c 9c Tc Jc Kc Ac 7h", 2: "7d 8d 9d Td Jd Qd Kd 8h"}
    match = playing(hands)
    for reader in READERS:
        view = match.view(reader)
        assert [zone.seat for zone in view.zones if zone.id == "hand"] == [0, 1, 2, 3]
        for seat in range(4):
            assert (None in view.zone("hand", seat).cards) is (seat != reader)
            assert len(view.zone("hand", seat).cards) == 8
        assert view.hand == (mask(hands[reader]) if reader in hands else 0 if reader is None else view.hand)
    assert match.view(3).hand == mask("Qs Ks As 9h Th Jh Qh Ah")


def test_the_offer_lies_before_its_owner() -> None:
    """K-13: the top card first."""
    match = do(shuffled(pack_of("7s", "8s")), "boast trousers")
    assert match.view(0).offer == parse_cards("7s 8s")
    assert match.view(0).zone("offer", 0) == Zone("offer", "row", parse_cards("7s 8s"), seat=0)
    assert all(zone.id != "offer" for reader in (1, 2, 3, None) for zone in match.view(reader).zones)
    do(match, "give 7s")
    assert match.view(0).offer == ()


def test_deals_are_numbered_from_one() -> None:
    """K-7: an ended deal makes place for the next; the last one of a match keeps its number."""
    match = shuffled(pack_of(""))
    assert match.view(0).deal_number == 1
    play_on(match, "numbers", deals=1)
    assert match.view(0).deal_number == 2
    assert match.view(0).phase == "shuffle"
    play_on(match, "numbers")
    assert match.view(0).deal_number == len(match.deals()) > 2


@pytest.mark.parametrize("first_lead", ["ace_of_diamonds", "seven_of_clubs"])
@pytest.mark.parametrize("later_lead", ["eldest", "same_card"])
def test_every_reader_knows_who_leads_the_deal(first_lead: str, later_lead: str) -> None:
    """K-23, K-24: also after a first deal that was lost by redeals, which leaves the next one the first."""
    holder = {"ace_of_diamonds": kd.LEAD_ACE_OF_DIAMONDS, "seven_of_clubs": kd.LEAD_SEVEN_OF_CLUBS}[first_lead]
    later = kd.LEAD_ELDEST if later_lead == "eldest" else holder
    match = dealt({0: POOR}, first_lead=first_lead, later_lead=later_lead, redeal_limit=1)
    assert {match.view(reader).lead_rule for reader in READERS} == {holder}
    do(match, "claim points")
    match.resolve(pack_of(""))
    assert {match.view(reader).lead_rule for reader in READERS} == {holder}
    while match.last_result().kind != "played":  # type: ignore[union-attr]
        play_on(match, "leads", deals=len(match.finished) + 1)
    assert {match.view(reader).lead_rule for reader in READERS} == {later}


def test_a_match_is_over_for_every_reader_and_not_before() -> None:
    """K-6."""
    match = play_on(new_match(), "over", deals=1)
    assert [match.view(reader).over for reader in READERS] == [False] * 5
    play_on(match, "over")
    for reader in READERS:
        view = match.view(reader)
        assert (view.over, view.phase, view.to_move, view.legal) == (True, "over", None, ())
        assert max(view.board) == 6


def test_redeals_of_a_deal_are_counted_and_forgotten_with_it() -> None:
    """K-19, K-20."""
    match = dealt({0: POOR}, redeal_limit=3)
    assert match.view(0).redeals == 0
    for number in (1, 2):
        do(match, "claim points")
        for reader in READERS:
            assert match.view(reader).redeals == number
        match.resolve(pack_dealing({0: POOR}, 0))
        assert match.view(0).redeals == number
        do(match, "cut 1")
    do(match, "claim points")
    match.resolve(pack_of(""))
    assert match.view(0).redeals == 0


def test_a_deal_with_a_redeal_is_tagged_so_and_another_is_not() -> None:
    """K-19."""
    match = do(dealt({0: POOR}), "claim points")
    match.resolve(pack_dealing({}, 0))
    play_on(do(match, "cut 1", "ok", "ok", "ok", "ok"), "redealt", deals=1)
    assert match.figures()[0].tags[1:] == ("redealt",)
    plain = play_on(playing({}), "plain", deals=1)
    assert len(plain.figures()[0].tags) == 1


def test_figures_give_each_seat_its_teams_points_and_count_the_moves() -> None:
    """K-1, K-28."""
    match = play_on(playing({}), "figures", deals=1)
    result = match.finished[0].result
    assert result is not None
    first, second = result.points
    assert first != second
    assert match.figures()[0].scores == (first, second, first, second)
    assert match.figures()[0].moves == len(match.deals()[0].moves) == 1 + 4 + 32


def test_answers_to_queens_are_known_to_all_until_the_cards_are_dealt_anew() -> None:
    """K-18, K-19: who asked, and whether his partner has one."""
    match = do(dealt({0: POOR, 3: "Qc Qs Qh Qd"}), "ask queens", "keep")
    match = do(match, "ask queens")
    for reader in READERS:
        assert match.view(reader).queens_answers == ((0, False), (1, True))
    match = do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens", "redeal")
    match.resolve(pack_of(""))
    assert match.view(0).queens_answers == ()


@pytest.mark.parametrize(
    ("hand", "claim", "event", "russian", "english"),
    [
        (
            POOR,
            "claim points",
            "claims_points",
            "Анна: мало очков, нужна пересдача (7♠ 8♠ 9♠ В♠ 7♥ 8♥ 9♥ В♥)",
            "Анна has too few points and claims a redeal (7♠ 8♠ 9♠ J♠ 7♥ 8♥ 9♥ J♥)",
        ),
        (
            "9c 9s 9h 9d Qc Ac Tc Kc",
            "claim nines",
            "claims_nines",
            "Анна: четыре девятки, нужна пересдача (9♣ 10♣ Д♣ К♣ Т♣ 9♠ 9♥ 9♦)",
            "Анна has four nines and claims a redeal (9♣ 10♣ Q♣ K♣ A♣ 9♠ 9♥ 9♦)",
        ),
    ],
)
def test_a_claim_shows_the_same_whole_hand_to_every_seat(
    hand: str, claim: str, event: str, russian: str, english: str
) -> None:
    """K-17: to the table too, and no other hand."""
    match = do(dealt({0: hand}), claim)
    for reader in READERS:
        said = match.view(reader).events[-1]
        assert said.id == event
        assert set(said.get("cards") or ()) == set(parse_cards(hand))  # type: ignore[arg-type]
        assert said.render(GAME.terms, "ru", ("Анна", "", "", "")) == russian
        assert said.render(GAME.terms, "en", ("Анна", "", "", "")) == english
        for seat in range(4):
            assert (None in match.view(reader).zone("hand", seat).cards) is (seat != reader)


def test_a_redeal_after_asking_shows_no_hand() -> None:
    """K-18, KD-6."""
    match = do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens", "redeal")
    for reader in READERS:
        said = match.view(reader).events[-3:]
        assert [each.id for each in said] == ["asks_queens", "answers_no", "wants_redeal"]
        assert [each.get("cards") for each in said] == [None] * 3
