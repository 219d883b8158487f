"""How the careful bot of Shalashik beats, leads and takes, and what it remembers."""

from __future__ import annotations

import pytest

from kozyr.bots.careful.shalashik_beating import threat
from kozyr.bots.careful.shalashik_knowledge import Knowledge
from kozyr.cards import parse_card
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.kernel.said import Said
from tests.bots.shalashik_tables import choice, chosen, do, drawn, thrown, values


def known(match: ShalashikMatch) -> Knowledge:
    """What the seat to move knows."""
    assert isinstance(match.awaits, int)
    view = match.view(match.awaits)
    return Knowledge.of(view)


def why(match: ShalashikMatch, move: str) -> Said | None:
    """The reason given for a move."""
    return next(reason.why for reason in choice(match).reasons if str(reason.move) == move)


def test_beats_with_the_lowest_card_that_beats() -> None:
    """S-9: the nine is enough, and the ace is kept."""
    assert chosen(drawn(["9d Ad Ac 6c", "7s 8s 9s Ts"]), "lead 8d") == "beat 9d"


def test_plays_on_for_the_win_where_it_might_take_or_rest() -> None:
    """S-10, S-12, S-14: with ``must_beat = no`` and ``lead = may`` its last cards go out all the same."""
    match = do(drawn(["9d 6c", "7s 8s"], must_beat="no", lead="may"), "lead 8d")
    worth = values(match)
    assert worth["beat 9d"] > worth["take"] + 50
    worth = values(do(match, "beat 9d"))
    assert worth["lead 6c"] > worth["rest"] + 50


def test_wins_at_once_where_the_last_card_beats() -> None:
    """S-14: and says that this ends the game."""
    match = do(drawn(["9d", "7s"]), "lead 8d")
    assert chosen(match) == "beat 9d"
    said = why(match, "beat 9d")
    assert said is not None
    assert said.id == "ends_by_beating"


def test_beats_with_the_last_but_one_and_wins_by_leading_the_last() -> None:
    """S-14: ``finish = empty``."""
    match = do(drawn(["9d 6c", "7s 8s"]), "lead 8d")
    assert chosen(match) == "beat 9d"
    match = do(match, "beat 9d")
    assert chosen(match) == "lead 6c"
    said = why(match, "lead 6c")
    assert said is not None
    assert said.id == "ends_by_leading"


def test_a_last_card_led_is_no_win_where_only_beating_wins() -> None:
    """S-14: with ``finish = beat`` resting keeps the card that may yet beat."""
    match = do(drawn(["9d 6c", "7s 8s"], finish="beat", lead="may"), "lead 8d", "beat 9d")
    assert chosen(match) == "rest"


def test_leads_what_the_next_player_cannot_beat() -> None:
    """S-9: with two players the holder of the rest of the pack knows the other hand."""
    match = drawn(["Ac Ks 9h Td"])
    led = chosen(match)
    assert led.startswith("lead ")
    assert known(match).chance_to_beat(0, parse_card(led[5:])) == 0.0
    said = why(match, led)
    assert said is not None
    assert said.id == "takes"


@pytest.mark.parametrize("players", range(2, 7))
def test_leads_a_suit_from_below_to_players_who_have_nothing(players: int) -> None:
    """S-11: each card taken would beat the lower ones; so the whole pack goes out, and an ace is left on the pile."""
    match = do(thrown(players), "pull 0 x")
    while not match.finished:
        do(match, chosen(match))
    result = match.finished[0].result
    assert result is not None
    assert (result.winner, result.scored) == (0, 324 - 11)


def test_a_beat_is_worth_more_where_it_may_be_rested_after() -> None:
    """S-10: a last card that would be led for nothing stays in the hand."""
    hands = ["9d 6c", "7s 8s"]
    may, must = (do(drawn(hands, finish="beat", lead=lead), "lead 8d") for lead in ("may", "must"))
    assert values(may)["beat 9d"] > values(must)["beat 9d"]


def test_remembers_that_who_took_has_nothing_higher() -> None:
    """S-12: who can beat must, so the others hold the higher cards of the suit."""
    match = do(drawn(["Ad 6c 7c", "7s 8s 9s"]), "lead 9h", "take")
    assert match.awaits == 1
    match = do(match, *([] if match.deal.height else ["lead 7s"]))
    assert match.awaits == 2
    seen = known(match)
    assert seen.lacks[0] == sum(1 << parse_card(text) for text in ("Th", "Jh", "Qh", "Kh", "Ah"))
    assert seen.chance_to_hold(0, 1 << parse_card("9h")) == 1.0
    assert seen.chance_to_hold(0, 1 << parse_card("Kh")) == 0.0


def test_a_take_tells_nothing_where_he_might_have_beaten() -> None:
    """S-12: ``must_beat = no``."""
    match = do(drawn(["Ad 6c 7c", "7s 8s 9s"], must_beat="no"), "lead 9h", "take", "lead 7s")
    assert not any(known(match).lacks)


def test_gives_the_next_player_nothing_that_beats_its_own_cards() -> None:
    """S-11: he can beat neither; but the ten, once taken, would beat the nine."""
    match = do(drawn(["Kc Ks Kd Jd", "7s 8s 6d 7d"]), "lead 6h")
    match = do(match, "take", "lead 7d")
    worth = values(do(match, "beat 8d"))
    assert worth["lead 9h"] > worth["lead Th"]


def test_does_not_lead_what_lets_the_next_player_out() -> None:
    """S-14: he is known to hold one card, the ten of diamonds; nothing else matters as much."""
    worth = values(drawn(["Td"]))
    assert worth["lead 9d"] < min(worth[f"lead {card}"] for card in ("6c", "6s", "6h", "9s")) - 20


def test_fears_whoever_may_win_before_its_turn() -> None:
    """S-14: the six of clubs and the ten of diamonds are out; what a take uncovers is the second player's to beat."""
    seen = known(drawn(["6c", "Td"], finish="beat"))
    pile = tuple(parse_card(text) for text in ("8d", "6s", "7s", "Ks"))
    assert threat(seen, 0, pile) == 0.5
    assert threat(seen, 0, pile[1:]) == 0.0


def test_a_single_card_wins_by_no_lead_where_only_beating_wins() -> None:
    """S-14: before an empty pile, with ``finish = beat``."""
    assert threat(known(drawn(["9d"])), 0, ()) == 1.0
    assert threat(known(drawn(["9d"], finish="beat")), 0, ()) == 0.0
