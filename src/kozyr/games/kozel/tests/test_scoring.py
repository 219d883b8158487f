"""What a deal does to the boards (K-5, K-6, K-28..K-32), and whose deal it is next (K-7)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.scoring import deal_tags, score_played, score_redeal_limit
from kozyr.games.kozel.tests.tables import ALL_TRUMPS, new_match, pack_dealing, play_on, playing, shuffled
from kozyr.kernel.chance import Lot

DEFAULTS = KozelOptions()
boards = st.tuples(st.integers(0, 5), st.integers(0, 5))


@pytest.mark.parametrize(
    ("points", "pairs", "tag"),
    [
        ((61, 59), (1, 0), "spas"),
        ((89, 31), (1, 0), "spas"),
        ((90, 30), (2, 0), "no_spas"),
        ((31, 89), (0, 1), "spas"),
        ((30, 90), (0, 2), "no_spas"),
        ((119, 1), (2, 0), "no_spas"),
        ((60, 60), (0, 0), "eggs"),
    ],
)
def test_pairs_gained(points: tuple[int, int], pairs: tuple[int, int], tag: str) -> None:
    """K-28, K-29, K-30."""
    result = score_played(points, (1, 2), DEFAULTS)
    assert result.pairs == pairs
    assert result.board == (1 + pairs[0], 2 + pairs[1])
    assert not result.lyusya
    assert deal_tags(result, DEFAULTS) == (tag,)


@pytest.mark.parametrize("spas", [1, 31, 45, 60])
def test_spas_is_an_option(spas: int) -> None:
    """K-29."""
    options = KozelOptions(spas=spas)
    if spas < 60:
        assert score_played((120 - spas, spas), (0, 0), options).pairs == (1, 0)
    if spas > 1:
        assert score_played((121 - spas, spas - 1), (0, 0), options).pairs == (2, 0)


@pytest.mark.parametrize(("lyusya", "gain"), [("reset_and_two", 2), ("reset_only", 0)])
def test_lyusya_puts_the_losers_back(lyusya: str, gain: int) -> None:
    """K-31."""
    options = KozelOptions(lyusya=lyusya)
    result = score_played((0, 120), (5, 1), options)
    assert result.lyusya
    assert result.board == (0, 1 + gain)
    assert result.pairs == (0, gain)
    assert deal_tags(result, options) == ("lyusya",)


@pytest.mark.parametrize("lyusya", ["reset_and_two", "reset_only"])
def test_lyusya_is_made_at_the_table_by_the_team_with_all_trumps(lyusya: str) -> None:
    """K-31."""
    hands = {0: "Qc Qs Qh Qd Jc Js Jh Ad", 2: "Jd Ac Tc Kc 9c 8c 7c As"}
    assert set(ALL_TRUMPS.split()) < set((hands[0] + " " + hands[2]).split())
    match = play_on(playing(hands, lyusya=lyusya), "lyusya", deals=1)
    gain = 2 if lyusya == "reset_and_two" else 0
    assert match.deals()[0].result == {
        "kind": "played", "points": [120, 0], "winner": 0, "pairs": [gain, 0], "lyusya": True, "board": [gain, 0],
    }  # fmt: skip
    assert [event.public.id for event in match.events()][-2:] == ["deal_won", "lyusya_made"]
    assert match.figures()[0].tags == ("lyusya",)
    assert match.figures()[0].scores == (120, 0, 120, 0)


def test_lyusya_goes_by_points_not_tricks() -> None:
    """K-31: a trick without points does not save the losers."""
    assert score_played((120, 0), (0, 3), DEFAULTS).lyusya
    assert not score_played((118, 2), (0, 3), DEFAULTS).lyusya


def test_a_gain_past_six_counts_as_six_and_pairs_tell_the_gain() -> None:
    """K-6, K-32."""
    result = score_played((100, 20), (5, 5), DEFAULTS)
    assert result.board == (6, 5)
    assert result.pairs == (2, 0)


@pytest.mark.parametrize("dealer", range(4))
def test_a_deal_lost_by_redeals_gives_the_others_a_pair(dealer: int) -> None:
    """K-20, K-22."""
    result = score_redeal_limit(dealer, (2, 5))
    assert result.kind == "redeal_limit"
    assert result.winner == 1 - dealer % 2
    assert result.board == ((2, 6) if dealer % 2 == 0 else (3, 5))
    assert deal_tags(result, DEFAULTS) == ("redeal_limit",)


@given(first=st.integers(0, 120), board=boards, spas=st.integers(1, 60), reset_only=st.booleans())
def test_boards_move_as_the_clauses_say(first: int, board: tuple[int, int], spas: int, reset_only: bool) -> None:
    """K-28..K-31 again, independently."""
    options = KozelOptions(spas=spas, lyusya="reset_only" if reset_only else "reset_and_two")
    result = score_played((first, 120 - first), board, options)
    if first == 60:
        assert result.winner is None
        assert result.board == board
        return
    winner = int(first < 60)
    worse = min(first, 120 - first)
    gain = 1 if worse >= spas else 0 if worse == 0 and reset_only else 2
    assert result.winner == winner
    assert result.board[winner] == min(6, board[winner] + gain)
    assert result.board[1 - winner] == (0 if worse == 0 else board[1 - winner])
    assert result.to_json()["pairs"][winner] == gain


@pytest.mark.parametrize("next_dealer", ["left", "losers"])
def test_the_next_dealer(next_dealer: str) -> None:
    """K-7: never the old one; to the left, or the first loser clockwise after him, left after a tie."""
    eggs = 0
    for number in range(40):
        match = play_on(new_match(next_dealer=next_dealer, redeal_limit=1), f"dealers {number}")
        logs = match.deals()
        for log, after in itertools.pairwise(logs):
            assert log.result is not None
            around = [(log.dealer + i) % 4 for i in range(1, 5)]
            winner = log.result["winner"]
            eggs += winner is None
            losers = [seat for seat in around if winner is not None and seat % 2 != winner]
            assert after.dealer == (losers[0] if losers and next_dealer == "losers" else around[0])
    assert eggs


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """K-7."""
    match = new_match()
    assert match.awaits == Lot(4)
    assert match.legal_codes() == []
    assert match.view(0).dealer is None
    for dealer in range(4):
        drawn = match.copy()
        drawn.resolve(dealer)
        assert drawn.view(0).dealer == dealer


def test_the_board_is_shown_in_pairs() -> None:
    """K-5: with the team's two sixes."""
    match = play_on(new_match(), "boards")
    view = match.view(None)
    shown = {counter.team: counter.value for counter in view.counters if counter.id == "pairs"}
    assert shown == dict(enumerate(match.board))
    assert [len(zone.cards) for zone in view.zones if zone.kind == "sixes"] == [2, 2]


def test_the_first_team_with_six_pairs_wins_the_match() -> None:
    """K-6, K-32."""
    for number in range(20):
        match = play_on(new_match(), f"six {number}")
        assert match.result is not None
        winner = match.result["winner"]
        assert match.result == {"winner": winner, "board": list(match.board)}
        assert match.board[winner] == 6
        assert match.board[1 - winner] < 6
        assert match.winners() == ((0, 2), (1, 3))[winner]
        assert all(6 not in log.result["board"] for log in match.deals()[:-1] if log.result)
        assert match.last_result() == match.finished[-1].result
        match.rollout([])  # nobody is to move: nothing happens


def test_eggs_at_the_table_leave_the_boards_and_pass_the_deal() -> None:
    """K-30, K-7."""
    start = shuffled(pack_dealing({}, 0), next_dealer="losers", boasts="none")
    match = play_on(start, "eggs 944", deals=1)
    assert match.deals()[0].result == {
        "kind": "played", "points": [60, 60], "winner": None, "pairs": [0, 0], "lyusya": False, "board": [0, 0],
    }  # fmt: skip
    assert match.figures()[0].tags[0] == "eggs"
    assert match.board == (0, 0)
    assert match.deal.dealer == 0
    assert match.events()[-1].public.id == "eggs_made"
