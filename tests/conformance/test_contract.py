"""What every registered game does: random play, moves, refusals, copies, replays, fast rollouts."""

import json
from dataclasses import dataclass

import pytest

from kozyr.games import UnknownGameError, game_ids, get_game
from kozyr.kernel.chance import Chance, ChanceError
from kozyr.kernel.move import IllegalMoveError, Move, NotationError
from kozyr.kernel.streams import Stream
from tests.conformance.playing import Case, all_views, cases, play_out, positions, replay, roll_out, state_of

every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("game_id", game_ids())


@every_case
def test_random_play_ends_with_results(case: Case) -> None:
    for number in range(2):
        match = play_out(case.new_match(), case.seed("ends", number))
        assert match.awaits is None
        assert match.result is not None
        assert match.legal() == ()
        assert all(log.result is not None for log in match.deals())
        assert len(match.figures()) == len(match.deals())
        assert all(len(figures.scores) == case.players for figures in match.figures())
        assert set(match.winners()) <= set(range(case.players))
        assert all(view.over and not view.legal and view.to_move is None for view in all_views(match))


@every_case
def test_move_texts_are_a_bijection(case: Case) -> None:
    met: dict[str, Move] = {}
    for match in positions(case.new_match(), case.seed("texts")):
        for move in match.legal():
            assert met.setdefault(str(move), move) == move
    assert len(set(met.values())) == len(met)
    for text, move in met.items():
        assert case.game.parse_move(text) == move
        assert case.game.parse_recorded(text)[0] == move
        for spoilt in (text + " ", " " + text, text + "x", ""):
            with pytest.raises(NotationError):
                case.game.parse_move(spoilt)


@every_case
def test_views_hold_the_legal_moves_of_the_seat_to_move_only(case: Case) -> None:
    for number, match in enumerate(positions(case.new_match(), case.seed("legal"))):
        if number % 5:
            continue
        legal = match.legal()
        assert len(set(legal)) == len(legal)
        for view in all_views(match):
            moves = tuple(each.move for each in view.legal)
            assert moves == (legal if view.seat is not None and match.awaits == view.seat else ())


@every_case
def test_every_legal_move_is_accepted(case: Case) -> None:
    for number, match in enumerate(positions(case.new_match(), case.seed("accepted"))):
        seat = match.awaits
        if number % 7 or not isinstance(seat, int):
            continue
        legal = match.legal()
        assert legal
        for move in legal:
            match.copy().apply(seat, move)


@every_case
def test_illegal_moves_are_refused_and_change_nothing(case: Case) -> None:
    pool: dict[Move, None] = {}
    stream = Stream(case.seed("pick"))
    for number, match in enumerate(positions(case.new_match(), case.seed("illegal"))):
        legal = match.legal()
        pool.update(dict.fromkeys(legal))
        if number % 11:
            continue
        before = state_of(match)
        tried = stream.shuffled(tuple(pool))[:40]
        for seat in (-1, *range(case.players + 1)):
            for move in tried:
                if seat == match.awaits and move in legal:
                    continue
                with pytest.raises(IllegalMoveError, match=str(seat)):
                    match.apply(seat, move)
        assert state_of(match) == before


@dataclass(frozen=True)
class Foreign(Move):
    """A move of no game at all, however it is written."""

    text: str

    def __str__(self) -> str:
        return self.text


@every_game
def test_a_move_that_is_not_of_the_game_is_refused_and_changes_nothing(game_id: str) -> None:
    """Also one that is written like a legal one, and everywhere."""
    others = {str(case): case.new_match() for case in cases() if case.game_id != game_id}
    moves = [move for name, match in others.items() for position in positions(match, name) for move in position.legal()]
    theirs = list(dict.fromkeys(move for move in moves if not get_game(game_id).has_move(move)))[::29]
    assert theirs
    case = next(case for case in cases() if case.game_id == game_id)
    for number, match in enumerate(positions(case.new_match(), case.seed("foreign"))):
        if number % 13:
            continue
        before = state_of(match)
        for move in [Foreign("nonsense"), *(Foreign(str(legal)) for legal in match.legal()), *theirs]:
            for seat in range(case.players):
                reason = f"no move of {game_id}" if seat == match.awaits else f"seat {seat} cannot"
                with pytest.raises(IllegalMoveError, match=reason):
                    match.apply(seat, move)
        assert state_of(match) == before


@every_case
def test_impossible_chance_is_refused_and_changes_nothing(case: Case) -> None:
    for match in positions(case.new_match(), case.seed("chance")):
        if isinstance(match.awaits, Chance):
            before = state_of(match)
            for outcome in ((), (1, 2), "x", None):
                with pytest.raises(ChanceError):
                    match.resolve(outcome)
            assert state_of(match) == before


@every_case
def test_an_outcome_and_its_json_are_a_bijection(case: Case) -> None:
    for number, match in enumerate(positions(case.new_match(), case.seed("json"))):
        if isinstance(awaits := match.awaits, Chance):
            outcome = awaits.sample(Stream(case.seed("json", number)))
            text = json.dumps(awaits.write(outcome), allow_nan=False)
            again = awaits.read(json.loads(text))
            assert again == awaits.check(outcome)
            assert json.dumps(awaits.write(again)) == text
            one, other = match.copy(), match.copy()
            one.resolve(outcome)
            other.resolve(again)
            assert state_of(one) == state_of(other)


@every_case
def test_json_that_tells_no_outcome_is_refused(case: Case) -> None:
    for match in positions(case.new_match(), case.seed("no outcome")):
        if isinstance(awaits := match.awaits, Chance):
            for data in (None, "x", -1, 1.5, [], {}, [1, 2], ["7c", 1], ["7c", "x"], {"down": True}, [[0, 0]]):
                with pytest.raises(ChanceError):
                    awaits.read(data)


@every_case
def test_an_outcome_that_is_not_awaited_is_refused_and_changes_nothing(case: Case) -> None:
    outcomes: list[object] = []
    for number, match in enumerate(positions(case.new_match(), case.seed("unasked"))):
        if isinstance(awaits := match.awaits, Chance):
            outcomes.append(awaits.sample(Stream(case.seed("unasked", number))))
        elif number % 7 == 0 or awaits is None:
            before = state_of(match)
            for outcome in outcomes[:1] + outcomes[-1:]:
                with pytest.raises(ChanceError, match="no chance step is awaited"):
                    match.resolve(outcome)
            assert state_of(match) == before


@every_case
def test_a_copy_is_independent(case: Case) -> None:
    for number, match in enumerate(positions(case.new_match(), case.seed("copies"))):
        if number % 61:
            continue
        before = state_of(match)
        copy = match.copy()
        assert state_of(copy) == before
        play_out(copy, case.seed("on the copy", number))
        assert state_of(match) == before


@every_case
def test_logs_replay_to_equal_matches(case: Case) -> None:
    for number, match in enumerate(positions(case.new_match(), case.seed("replay"))):
        if number % 41 == 0 or match.awaits is None:
            again = replay(case.new_match(), tuple(match.deals()))
            if match.deals():
                assert state_of(again) == state_of(match)


@every_case
def test_fast_rollout_plays_what_plain_random_play_plays(case: Case) -> None:
    for number in range(3):
        seed = case.seed("rollout", number)
        assert state_of(roll_out(case.new_match(), seed)) == state_of(play_out(case.new_match(), seed))


@every_case
def test_a_card_that_may_be_played_is_played_by_the_move_the_game_names(case: Case) -> None:
    for match in positions(case.new_match(), case.seed("with a card")):
        if isinstance(seat := match.awaits, int):
            view = match.view(seat)
            for entry in view.legal:
                if len(entry.cards) == 1:
                    assert match.game.move_with(view, entry.cards[0]) == entry.move


@every_game
def test_a_seat_or_number_of_players_the_game_has_not_is_refused(game_id: str) -> None:
    game = get_game(game_id)
    for players in (0, game.players[-1] + 1):
        with pytest.raises(ValueError, match=str(players)):
            game.new_match(game.options(), players)
    match = game.new_match(game.options(), game.players[0])
    for seat in (-1, match.players):
        with pytest.raises(ValueError, match=str(seat)):
            match.view(seat)


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(UnknownGameError, match=game_ids()[0]):
        get_game("whist")
