"""A session: the same seed gives the same match, and a kept match goes on where it was left."""

import functools
import json
from pathlib import Path

import pytest

from kozyr.games import get_game
from kozyr.kernel.move import IllegalMoveError
from kozyr.terminal.saves import SaveError, saved_matches
from kozyr.terminal.session import Session


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path))
    return tmp_path


def new_session(seed: str = "one", **settings: bool) -> Session:
    game = get_game("kozel")
    return Session(game, game.options(), 4, 2, ["random"], seed, **settings)


def go_on(session: Session, moves: int | None = None) -> None:
    """Play the first legal move for the person until there are so many moves, or to the end."""
    while not session.over and (moves is None or len(session.moves) < moves):
        if session.step() is None:
            session.play(session.match.legal()[0])


@functools.cache
def straight_match() -> Session:
    session = new_session(keep=False)
    go_on(session)
    return session


def test_a_seed_gives_the_same_match() -> None:
    first, second, other = new_session(keep=False), new_session(keep=False), new_session("two", keep=False)
    for session in (first, second, other):
        go_on(session)
    assert first.moves == second.moves
    assert first.match.result == second.match.result
    assert first.moves != other.moves


def test_a_match_of_the_same_seed_is_kept_beside_the_first(data: Path) -> None:
    first, second = new_session(), new_session()
    go_on(first, 9)
    go_on(second, 2)
    assert Session.resume(first.path).moves == first.moves
    assert Session.resume(second.path).moves == second.moves
    assert len(list(data.iterdir())) == 2


@pytest.mark.parametrize("moves", [1, 5, 37, 38, 80])
def test_a_kept_match_goes_on_to_the_same_end(moves: int) -> None:
    straight = straight_match()
    left = new_session()
    go_on(left, moves)
    resumed = Session.resume(left.path)
    assert resumed.moves == left.moves
    while left.step():
        pass
    while resumed.step():
        pass
    assert resumed.view() == left.view()
    go_on(resumed)
    assert resumed.moves == straight.moves
    assert resumed.match.deals() == straight.match.deals()


def test_the_file_stands_while_the_match_runs_and_goes_when_it_is_over(data: Path) -> None:
    session = new_session()
    go_on(session, 10)
    assert saved_matches("kozel") == [session.path]
    assert len(json.loads(session.path.read_text(encoding="utf-8"))["moves"]) == 10
    go_on(session)
    assert list(data.iterdir()) == []


def test_another_match_does_not_overwrite_a_kept_one() -> None:
    for seed in ("one", "two"):
        go_on(new_session(seed), 3)
    assert len(saved_matches("kozel")) == 2


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("moves", ["Qc", "dance"], "damaged"),
        ("moves", ["Qc"], "damaged"),
        ("moves", 7, "moves"),
        ("game", "whist", "whist"),
        ("options", {"spas": 500}, "spas"),
        ("players", 9, "9"),
        ("seat", 4, "seat"),
        ("bots", ["nobody"], "nobody"),
        ("seed", None, "seed"),
    ],
)
def test_a_damaged_file_is_refused_by_what_is_wrong(field: str, value: object, told: str) -> None:
    session = new_session()
    go_on(session, 6)
    raw = json.loads(session.path.read_text(encoding="utf-8"))
    session.path.write_text(json.dumps(raw | {field: value}), encoding="utf-8")
    with pytest.raises(SaveError, match=told) as error:
        Session.resume(session.path)
    assert str(session.path) in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"game": "kozel"}', b"[" * 100_000])
def test_a_file_that_is_no_match_is_refused(data: Path, content: bytes) -> None:
    path = data / "kozel-0.json"
    path.write_bytes(content)
    with pytest.raises(SaveError, match="damaged"):
        Session.resume(path)


def test_a_missing_file_is_refused(data: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        Session.resume(data / "kozel-0.json")


def test_an_illegal_move_is_refused_and_nothing_is_kept() -> None:
    session = new_session()
    while session.step():
        pass
    before = list(session.moves)
    move = session.game.parse_move("redeal")
    assert session.refusal(move) is not None
    with pytest.raises(IllegalMoveError):
        session.play(move)
    assert session.moves == before


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = get_game("kozel")
    with pytest.raises(ValueError, match="no seat 4"):
        Session(game, game.options(), 4, 4, ["random"], "s")
