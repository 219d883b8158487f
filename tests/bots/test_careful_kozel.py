"""How the careful bot lays its cards, alone and with its partner."""

from __future__ import annotations

from kozyr.bots import make_bot
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import CAREFUL, chosen, dealt, new_match, plays, values

PARTNERS = ("7c Qc Qs 8s 7h 8h 7d 8d", "9c 8c Ks 9s 9h Kh Kd 9d", "Tc Kc Js As Ts Th Ah 7s")
"""Seat 3 holds Qh Qd Jc Jh Jd Ac Td Ad."""
ALL_TRUMPS = ("7c Qc Qs Qh Qd Jc Ah 7h", "As Ts Ks 9s 8s 7s Td 7d", "8c 9c Kc Tc Ac Js Jh Jd")
"""Seats 0 and 2 hold all trumps; seat 3 Th Kh 9h 8h Ad Kd 9d 8d."""
MANY_TRUMPS = ("7c Qc Qs Qh Qd Jc Ah Kh", "As Ts Ks 9s 8s Js Td 7d", "8c 9c Kc Tc Ac Th Jh Jd")
LONE_ACE = ("7c Jd Ah 9h 8d 7d 9s 8s", "Qc Qs Jc Ts Ks 7h Td 9d", "Qh Qd Jh 9c Th Kh 7s Ad")
VOID_IN_HEARTS = ("Qc Qs Qh Jc 7c 7h 9h 8d", "9c 8h Th 7s 9s Ks Ad 7d", "Qd Js Jh Jd Ac Tc Kc Kd")
"""Seat 3 holds 8c As Ts 8s Ah Kh Td 9d."""
LATE_QUEEN = ("Jd 7h 9h Kh 8s 8d Jc 7d", "Jh 7s Td 8h As Qd Kc Ah", "8c Ts Tc Th Js Qs Kd Ks")
"""Seat 3 holds Qc Qh Ac 9c 7c Ad 9d 9s; seat 0 has no queen."""
NO_QUEENS_LEFT = ("Th 9h 9s 7c Ks 9c Qs 7s", "Jd Kc 8d 7d Js Td Jc Ah", "9d Qc Tc Kd Qd Qh 7h Ad")
"""Seat 3 holds Jh 8h Kh As 8s Ts 8c Ac; seats 1 and 3 have no queen."""
LAST_QUEEN = ("7c 8c Jd As 7h 8h Ad 9d", "Qc Qh Js 9s Kh Th Td 8d", "Qs Kc Ac Ts 9h Ah 8s 7d")
"""Seat 3 holds Qd Jc Jh Tc 9c Ks 7s Kd; seat 0 has no queen."""


def test_covers_the_partners_sure_trick_with_points() -> None:
    """Seat 0 leads the highest trump; its partner gives the ten of clubs, not the king."""
    assert chosen(dealt(*PARTNERS), "Qc 8c") == "Tc"


def test_throws_no_points_under_an_opponents_sure_trick() -> None:
    """Seat 1 has taken the trick for certain; seat 2 must follow and keeps the ten and the king."""
    hands = ("7c 8s 7h 8h 7d 8d 9h 9d", "Qc Qs 8c 9c Ks 9s Kh Kd", "Tc Kc Js As Ts Th Ah 7s")
    match = plays(dealt(*hands), "7c Qc")
    assert chosen(match) in {"Js", "Kc"}
    assert values(match)["Kc"] > values(match)["Tc"]
    assert values(match)["Js"] > values(match)["Tc"]


def test_keeps_a_plain_ten_from_an_opponents_ace() -> None:
    """Seat 3 leads the ace of spades and seat 1 follows; seat 2 plays last to a trick it cannot take."""
    hands = ("Ks 7s Qs 9d Td 9h Jc 8d", "8s 7h 8h 7d Kh Kd 9c Js", "Ts 9s Kc Tc Ac Th Qd Qh")
    assert chosen(dealt(*hands), "As 7s 8s") == "9s"


def test_spends_no_high_trump_on_the_partners_sure_trick() -> None:
    """K-25 lets nobody choose to trump; what can be chosen is not to spend a queen on the partner's queen."""
    hands = ("7c Qc 7h 8h 7d 8d 9h 9d", "8s 9s Ks 7s Kh Kd 8c 9c", "Tc Qs Qh Qd Jc Js Jh Jd")
    assert chosen(dealt(*hands), "Qc 8c") == "Tc"


def test_takes_points_from_the_opponents_when_last() -> None:
    """Seat 3 plays last to a trick of trumps that the opponents hold: it takes it, and without a queen."""
    hands = ("7c Qc Qs 8s 7h 8h 7d 8d", "9c 8c Ks 9s 9h Kh Ad Td", "Tc Kc Js As Ts Th Ah 7s")
    assert chosen(dealt(*hands), "7c 9c Kc") in {"Ac", "Jd", "Jh"}


def test_takes_with_no_more_than_is_needed() -> None:
    """Seat 3 plays last and its jacks and queens all win: it keeps what could still beat a hidden jack."""
    hands = ("7c Qc Qs 8s 7h 8h 7d 8d", "9c 8c Ks 9s 9h Kh Ad Td", "Tc Kc Jc As Ts Th Ah 7s")
    of = values(plays(dealt(*hands), "7c 9c Kc"))
    assert of["Jh"] > of["Qd"]


def test_keeps_the_highest_trump_where_another_wins() -> None:
    """Seat 3 plays last: the queen of clubs would beat all that is out, the jack of diamonds takes this trick too."""
    hands = ("7c Qs 9s 8s 7h 8h 7d 8d", "9c 8c Ks Qh 9h Kh Ad Td", "Tc Kc Js As Ts Th Ah 7s")
    of = values(plays(dealt(*hands), "7c 9c Kc"))
    assert of["Qd"] - of["Qc"] > 3.3


def test_draws_trumps_while_the_opponents_have_them() -> None:
    """Six trumps of fourteen, the highest among them: seat 0 leads one that no other trump beats, and goes on."""
    match = dealt(*MANY_TRUMPS)
    highest = {"Qc", "Qs", "Qh", "Qd", "Jc"}
    assert chosen(match) in highest
    assert chosen(match, "Qc Js 8c 9d") in highest


def test_stops_drawing_trumps_when_the_opponents_have_none() -> None:
    """After one round seat 0 knows that its partner has all other trumps: any heart before any trump."""
    of = values(plays(dealt(*ALL_TRUMPS), "Qc 7s Tc 8d"))
    assert min(of["Ah"], of["7h"]) > max(of[trump] for trump in ("7c", "Qs", "Qh", "Qd", "Jc"))


def test_cashes_a_plain_ace_before_it_is_trumped() -> None:
    """With no trumps to draw with, seat 0 leads its ace while the others still follow hearts."""
    assert chosen(dealt(*LONE_ACE)) == "Ah"


def test_leads_towards_a_partner_who_can_trump_where_the_opponents_cannot() -> None:
    """Seat 2 has trumped a heart, and the opponents have run out of trumps: seat 0 leads its last heart."""
    match = plays(dealt(*VOID_IN_HEARTS), "9h 8h Tc Kh Jd 8c Qc 9c Qs 7s Ac 8s")
    assert match.awaits == 0
    assert chosen(match) == "7h"


def test_leads_towards_the_partners_last_queen() -> None:
    """K-18: seat 2 answered yes and the other queens have fallen, so a trump finds it; else a trump might be taken."""
    three_queens_fall = "7c Qh Kc Qd 9s 8s 7s As Jd Qc Ac 9c 8d 7d Kd Ad"
    told, untold = (
        values(plays(dealt(*LAST_QUEEN, claims=claims), three_queens_fall))
        for claims in ("ask queens, ok, ok, ok", "ok, ok, ok, ok")
    )
    assert told["8c"] == max(told.values())
    assert untold["8c"] < max(untold.values())


def test_fears_no_queen_of_who_asked_for_one() -> None:
    """K-18: seat 0, last to a trick with two tens, has no queen: the lower queen of seat 3 is as good as the higher."""
    before = "9s 8s As Ks 7s Ts"
    untold = values(plays(dealt(*LATE_QUEEN), before))
    told = values(plays(dealt(*LATE_QUEEN, claims="ask queens, ok, ok, ok"), before))
    assert told["Qh"] == max(told.values())
    assert told["Qh"] - untold["Qh"] > 3
    assert told["Qc"] == untold["Qc"]


def test_leads_a_trump_to_the_partner_when_the_opponents_have_no_queen() -> None:
    """K-18: after a no seat 0 knows that the three queens it has not are its partner's; untold, it leads a spade."""
    assert chosen(dealt(*NO_QUEENS_LEFT)) == "9s"
    assert chosen(dealt(*NO_QUEENS_LEFT, claims="ok, ask queens, keep, ok, ok")) == "7c"


def test_beats_random_by_a_wide_margin() -> None:
    """Twelve matches from both sides: more than 64 of 120 points a deal."""
    rand = make_bot("kozel", "random")
    total, deals = 0.0, 0
    for number in range(12):
        team = number % 2
        match = new_match()
        stream = Stream("margin", number // 2)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, int):
                bot = CAREFUL if awaits % 2 == team else rand
                match.play(bot.choose(match.view(awaits), stream).move)
            else:
                match.resolve(awaits.sample(stream))
        total += sum(deal.scores[team] for deal in match.figures())
        deals += len(match.figures())
    assert total / deals > 64
