"""When the careful bot of Thirty-one passes, shows and joins a svara, and that it keeps to the rules."""

from __future__ import annotations

import pytest

from kozyr.bots import make_bot
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream
from tests.bots.thirty_one_tables import CAREFUL, GAME, chosen, dealt, values
from tests.conformance.playing import random_options

LOW_HANDS = ["7c 9d 8h", "8d Qc 6h", "8c 7d Ts", "8s 9h Jd", "7h Jc 9c", "Kc 6d Qh"]


def choice_of(worth: dict[str, float]) -> str:
    """The move that is worth most."""
    return max(worth, key=worth.__getitem__)


def alone(hand: str, players: int, **options: object) -> dict[str, float]:
    """What the moves of the eldest hand are worth among so many players."""
    return values(dealt([hand, *LOW_HANDS[: players - 1]], "Td Tc Jh", options=options))


@pytest.mark.parametrize("players", range(2, 8))
def test_shows_a_combination_at_once(players: int) -> None:
    """T-16: nobody has had a turn, so a better hand is very unlikely."""
    for hand in ("As Ks Qs", "6c As Ks", "6c Ks Qs", "As Ah Ad"):
        assert choice_of(alone(hand, players)) == "show"


def test_shows_the_nebitka_as_a_sure_thing() -> None:
    """T-3: no hand beats three sixes, and these leave none for another."""
    assert values(dealt(["6c 6s 6h", "9c 8d 7d"], "Td Tc Jh"))["show"] == 1.0


def test_shows_three_of_a_rank_where_they_count() -> None:
    """T-3: with ``tri_lba = any_rank`` any three of one rank are a combination."""
    hands, row = ["9s 9h 9d", "7c 8d 7d"], "Td Tc Jh"
    assert chosen(dealt(hands, row, options={"tri_lba": "any_rank"})) == "show"
    assert "show" not in values(dealt(hands, row))


def test_swaps_sixes_away_where_there_is_no_nebitka() -> None:
    """T-5: with ``nebitka = none`` three sixes are twelve points."""
    hands, row = ["6s 6h 6d", "7c 8d 7d"], "Td Tc Jh"
    assert chosen(dealt(hands, row)) == "show"
    assert chosen(dealt(hands, row, options={"nebitka": "none"})).startswith("swap 6")


def test_the_shower_is_sure_where_he_wins() -> None:
    """T-16: ``show_wins = shower``."""
    assert alone("As Ks Qs", 5, show_wins="shower")["show"] == 1.0
    assert alone("As Ks Qs", 5)["show"] < 1.0


def test_a_show_is_worth_less_where_a_rival_was_seen_taking_an_ace() -> None:
    """T-3: two more of them, or the joker, are easier to hold than three."""

    def show(taken: str) -> float:
        moves = f"stay; swap 8d {taken}; done; swap 7s As"
        return values(dealt(["Ks Qs 7s", "8d 9c Kc"], "Ah As 8h", moves=moves))["show"]

    assert show("Ah") < show("8h")


@pytest.mark.parametrize("wins", ["showdown", "shower"])
def test_does_not_show_what_a_rival_is_known_to_beat(wins: str) -> None:
    """A rival took three aces before all eyes and said nothing; 31 helps only where the shower wins."""
    moves = "stay; swap 8s Ah; done; swap Ad 8h; done; swap 9c As; done; stay; swap 6c Ad; done; swap 8h 6c"
    match = dealt(["Ad Kd Qd", "8s 9c 6c"], "Ah As 8h", moves=moves, options={"show_wins": wins})
    assert (chosen(match) == "show") == (wins == "shower")


@pytest.mark.parametrize("players", range(2, 8))
def test_passes_with_thirty_and_not_with_little(players: int) -> None:
    """The points that are likely the best of so many hands."""
    assert choice_of(alone("As Ks 9s", players)) == "pass"
    assert choice_of(alone("Kh Qs Kd", players)) != "pass"


def test_passes_with_less_the_fewer_play() -> None:
    """28 points are passed with between two; among seven they are given up for the hope of 31."""
    assert choice_of(alone("As Ks 7s", 2)) == "pass"
    assert choice_of(alone("As Ks 7s", 7)) != "pass"


def test_does_not_pass_under_what_a_rival_is_known_to_hold() -> None:
    """T-18: hands will be compared, and the rival was seen taking more than this hand has."""
    hands, row = ["Ks Qs 7c", "8d 7d 9c"], "Ah Th Qc"
    taken = values(dealt(hands, row, moves="stay; swap 8d,7d Ah,Th; done; swap 7c 7d"))
    other = values(dealt(hands, row, moves="stay; swap 8d Th; done; swap 7c 8d"))
    assert taken["pass"] == 0.0 < other["pass"]


def joining(tied: tuple[int, int], players: int = 3) -> dict[str, float]:
    """What the answers are worth to the first who is asked, two seats having 31 in the first deal."""
    low = iter(LOW_HANDS)
    strong = {tied[0]: "Ah Kh Qh", tied[1]: "As Ks Qs"}
    hands = [strong.get(seat) or next(low) for seat in range(players)]
    return values(dealt(hands, "Td Tc Jh", moves="; ".join(["stay"] * tied[0] + ["show"])))


def test_joins_a_svara_where_the_odds_are_good() -> None:
    """T-21: for half the pot a third part of one and a half; the eldest hand of the svara has more than that."""
    worth = joining((0, 2))
    assert worth["join"] > 0.0 == worth["decline"]


def test_declines_a_svara_where_the_odds_are_bad() -> None:
    """T-21, T-7: the dealer of the svara plays last, and wins less than his part."""
    worth = joining((1, 2))
    assert worth["join"] < 0.0 == worth["decline"]


def test_joining_is_worth_less_the_more_are_tied() -> None:
    """T-21: a fourth part of one and a half pots is less than half of one."""
    three = ["Ah Kh Qh", "8d 9s 6h", "As Ks Qs", "Ad Kd Qd"]
    among_three = values(dealt(three, "Td 8c Js", moves="show"))
    assert among_three["join"] < joining((0, 2), 4)["join"]


@pytest.mark.parametrize("number", range(24))
def test_makes_only_legal_moves_whatever_the_options(number: int) -> None:
    """Among careful and random players, two to seven of them, every move is accepted."""
    stream = Stream("legal", number)
    options, players = random_options(GAME, stream), 2 + number % 6
    bots = [stream.choice([CAREFUL, CAREFUL, make_bot("thirty_one", "random")]) for _ in range(players)]
    match = GAME.new_match(options, players)
    for _ in range(250):
        awaits = match.awaits
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        elif awaits is not None:
            match.apply(awaits, bots[awaits].choose(match.view(awaits), stream).move)


def test_wins_from_random_players() -> None:
    """Chips are won from three random players over a few matches, every ante of ten."""
    bots = [CAREFUL, *[make_bot("thirty_one", "random")] * 3]
    chips = 0.0
    for number in range(4):
        match, stream = GAME.new_match(GAME.options(), 4), Stream("margin", number)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, Chance):
                match.resolve(awaits.sample(stream))
            else:
                match.play(bots[awaits].choose(match.view(awaits), stream).move)
        chips += sum(deal.scores[0] for deal in match.figures())
    assert chips > 4 * 12 * 10
