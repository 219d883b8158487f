"""Episodes: numbered moves and chance outcomes of the same rules."""

import math

import pytest

from kozyr.games import game_ids, get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream
from kozyr.research.codes import codes_of
from kozyr.research.episode import Episode, Table

TABLES = [("kozel", 4), ("thirty_one", 2), ("thirty_one", 7), ("shalashik", 2), ("shalashik", 6)]
MOST_STEPS = 40_000


def played(table: Table, seed: str) -> Episode:
    """An episode played to its end by chance, one numbered outcome and one numbered move after another."""
    episode, stream = Episode(table), Stream(seed)
    for _ in range(MOST_STEPS):
        if episode.is_over:
            return episode
        if episode.awaited is None:
            episode.play(stream.choice(list(episode.legal())))
        else:
            episode.take_chance(stream.choice([outcome for outcome, _ in episode.outcomes()]))
    raise AssertionError("the episode does not end")


def test_every_game_has_codes() -> None:
    for game_id in game_ids():
        assert codes_of(game_id).game_id == game_id


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_codes_are_the_legal_moves_one_to_one_in_order_and_within_bounds(game_id: str, players: int) -> None:
    table, stream = Table(game_id, players), Stream("codes")
    for number in range(6):
        episode = Episode(table)
        episode.draw(stream)
        while not episode.is_over:
            legal = episode.legal()
            assert sorted(map(str, legal.values())) == sorted(map(str, episode.match.legal()))
            assert list(legal) == sorted(legal)
            assert set(legal) <= set(range(table.codes.size))
            assert all(table.codes.name(code) for code in legal)
            episode.play(stream.choice(list(legal)))
            episode.draw(stream)
        assert len(episode.match.figures()) == 1, number


@pytest.mark.parametrize("game_id", ["kozel", "shalashik"])
def test_a_code_is_the_same_move_everywhere(game_id: str) -> None:
    codes = codes_of(game_id)
    names = [codes.name(code) for code in range(codes.size)]
    assert len(set(names)) == codes.size
    episode, stream = Episode(Table(game_id)), Stream("names")
    episode.draw(stream)
    while not episode.is_over:
        assert {code: names[code] for code in episode.legal()} == {c: str(move) for c, move in episode.legal().items()}
        episode.play(stream.choice(list(episode.legal())))
        episode.draw(stream)


def test_a_swap_is_numbered_by_the_places_of_its_cards() -> None:
    episode = Episode(Table("thirty_one", 2))
    order = "6h 7h 6d 9c 7d 9d 8c Qs Kh".split()
    names = {}
    while episode.to_move is None:
        names = {episode.outcome_name(outcome): outcome for outcome, _ in episode.outcomes()}
        wanted = order.pop(0) if order and order[0] in names else next(iter(names))
        episode.take_chance(names[wanted])
    view = episode.match.view(episode.to_move)
    own = sorted(card for card in view.zone("hand", episode.to_move).cards if card is not None)
    row = sorted(card for card in view.zone("open").cards if card is not None)
    moves = {str(move): code for code, move in episode.legal().items()}
    for at, given in enumerate(own):
        for to, taken in enumerate(row):
            assert moves[f"swap {given} {taken}"] == 3 * at + to
            assert episode.table.codes.name(3 * at + to) == f"swap {at + 1} {to + 1}"


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_outcomes_are_a_distribution_and_returns_are_zero_sum_within_bounds(game_id: str, players: int) -> None:
    table, stream = Table(game_id, players), Stream("chance")
    gains = set()
    for number in range(4):
        episode = Episode(table)
        for _ in range(200):
            if episode.awaited is not None:
                outcomes = episode.outcomes()
                assert math.isclose(sum(share for _, share in outcomes), 1)
                assert all(share > 0 for _, share in outcomes)
                assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
                assert all(episode.outcome_name(outcome) for outcome, _ in outcomes[:40])
                episode.take_chance(stream.choice(outcomes)[0])
            elif episode.is_over:
                break
            else:
                episode.play(stream.choice(list(episode.legal())))
            assert episode.is_over or episode.returns() == [0.0] * players
        returns = played(table, f"returns {number}").returns()
        assert math.isclose(sum(returns), 0, abs_tol=1e-9)
        assert all(abs(gain) <= table.most_utility for gain in returns)
        gains.update(returns)
    assert len(gains) > 1


def test_shuffled_card_by_card_every_pack_is_as_likely_as_from_a_stream() -> None:
    """The probability of an order is the product along it: one in the number of orders."""
    episode, likely, drawn = Episode(Table("kozel")), 0.0, []
    episode.take_chance(2)
    while isinstance(episode.match.awaits, Chance):
        outcome, share = episode.outcomes()[-1]
        drawn.append(episode.outcome_name(outcome))
        likely += math.log(share)
        episode.take_chance(outcome)
    assert math.isclose(likely, -math.lgamma(33))
    assert len(drawn) == 31  # the last card is no choice
    assert [str(card) for card in episode.match.deals()[-1].deck][:31] == drawn
    assert episode.match.deals()[-1].dealer == 2


def test_a_match_is_won_or_lost_and_some_deals_are_added_up() -> None:
    match = played(Table("shalashik", 3, {"target": 100}, deals=0), "match")
    assert sorted(match.returns()) == [-1, -1, 2]
    assert match.returns().index(2) in match.match.winners()
    teams = played(Table("kozel", deals=0), "teams")
    assert sorted(teams.returns()) == [-1, -1, 1, 1]
    assert teams.returns()[0] == teams.returns()[2]
    three = played(Table("thirty_one", 3, deals=3), "three")
    played_deals = three.match.figures()
    assert len(played_deals) == 3
    sums = [sum(deal.scores[seat] for deal in played_deals) for seat in range(3)]
    assert three.returns() == pytest.approx([each - sum(sums) / 3 for each in sums])


def test_a_copy_goes_its_own_way() -> None:
    episode = Episode(Table("thirty_one", 3))
    episode.take_chance(0)
    episode.take_chance(5)
    other = episode.copy()
    other.take_chance(6)
    assert 6 in dict(episode.outcomes())
    assert 6 not in dict(other.outcomes())


def test_what_is_wrong_is_named_and_changes_nothing() -> None:
    with pytest.raises(ValueError, match="kozel is played by 4 players, not by 5"):
        Table("kozel", 5)
    shalashik = get_game("shalashik").options
    for bodies in ({"hut": "physics"}, shalashik.from_mapping({"hut": "physics"})):
        with pytest.raises(ValueError, match="no chances to be told: hut is risk here"):
            Table("shalashik", options=bodies)
    with pytest.raises(TypeError, match="kozel takes KozelOptions, not ShalashikOptions"):
        Table("kozel", options=shalashik())
    with pytest.raises(ValueError, match="0 for a whole match, not -1"):
        Table("kozel", deals=-1)
    with pytest.raises(ValueError, match="option"):
        Table("kozel", options={"nonsense": 1})
    episode = Episode(Table("kozel"))
    with pytest.raises(ValueError, match="9 is no outcome"):
        episode.take_chance(9)
    with pytest.raises(ValueError, match="3 is no legal action now: legal are none"):
        episode.play(3)
    episode.draw(Stream("wrong"))
    with pytest.raises(ValueError, match="no chance step is awaited"):
        episode.outcomes()
    before = episode.match.view(episode.to_move)
    with pytest.raises(ValueError, match=r"3 is no legal action now: legal are \d+ \("):
        episode.play(3)
    assert episode.match.view(episode.to_move) == before
