"""The games in OpenSpiel, by its own tests."""

import io
from contextlib import redirect_stdout

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

from kozyr.research import spiel

GAMES = [
    ("kozyr_kozel", {}),
    ("kozyr_kozel", {"options": "boasts:none;redeal_limit:3"}),
    ("kozyr_thirty_one", {"players": 2}),
    ("kozyr_thirty_one", {"players": 5, "deals": 2}),
    ("kozyr_shalashik", {"players": 2, "options": "max_turns:6"}),
    ("kozyr_shalashik", {"players": 6, "options": "max_turns:6"}),
]


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_its_random_simulations_find_nothing(name: str, params: dict[str, object]) -> None:
    game = pyspiel.load_game(name, params)
    with redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_a_state_is_written_and_read_again() -> None:
    with redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(pyspiel.load_game("kozyr_kozel"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["kozyr_kozel", "kozyr_thirty_one", "kozyr_shalashik"])
def test_a_playthrough_is_written_and_is_the_same_again(name: str) -> None:
    params = {"kozyr_shalashik": "(players=2,options=max_turns:6)"}.get(name, "")
    one, other = (generate_playthrough.playthrough(f"{name}{params}", None, seed=7) for _ in range(2))
    assert one == other
    assert "IsTerminal() = True" in one
    assert "InformationStateString(0)" in one
    assert "ObservationTensor(1)" in one


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = pyspiel.load_game("kozyr_kozel").new_initial_state()
    state.apply_action(1)
    other = state.clone()
    other.apply_action(state.legal_actions()[0])
    assert len(other.history()) == 2
    assert len(state.history()) == 1
    assert isinstance(other, spiel.SpielState)
    assert state.legal_actions() != other.legal_actions()


def test_parameters_that_the_game_does_not_take_are_refused() -> None:
    for params, words in (({"players": 5}, "players"), ({"options": "boasts:loud"}, "boasts"), ({"deals": -2}, "-2")):
        with pytest.raises(Exception, match=words):
            pyspiel.load_game("kozyr_kozel", params)
