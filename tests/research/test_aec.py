"""The games as PettingZoo environments, by its own tests."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kozyr.research import aec

GAMES: list[tuple[str, int, dict[str, object]]] = [
    ("kozel", 4, {}),
    ("thirty_one", 3, {}),
    ("shalashik", 2, {"max_turns": 6}),
    ("shalashik", 5, {"max_turns": 6}),
]


@pytest.mark.parametrize(("game_id", "players", "options"), GAMES)
def test_its_tests_of_an_environment_and_of_seeds_pass(game_id: str, players: int, options: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice of its own
        api_test(aec.env(game_id, players, options), num_cycles=150, verbose_progress=False)
        seed_test(lambda: aec.env(game_id, players, options), num_cycles=150)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    table = aec.env("kozel")
    table.reset(seed=3)
    agent = table.agent_selection
    before = table.observe(agent)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match=f"{illegal} is no legal action now"):
        table.step(illegal)
    after = table.observe(agent)
    assert table.agent_selection == agent
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_only_who_is_to_move_has_actions_and_rewards_come_at_the_end() -> None:
    table = aec.env("thirty_one", 3)
    table.reset(seed=4)
    generator = np.random.default_rng(1)
    gained = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(5_000):
        observation, reward, terminated, _, _ = table.last()
        if terminated:
            gained[agent] = reward
            table.step(None)
            continue
        assert reward == 0
        for other in table.agents:
            assert bool(table.observe(other)["action_mask"].any()) == (other == agent)
        table.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(gained.values()) == pytest.approx(0)
    assert any(gained.values())


def test_the_same_seed_deals_the_same_and_no_seed_something_else() -> None:
    """At Thirty-one, where a seat sees six cards at once; Kozel begins with a cut."""
    table = aec.env("thirty_one")
    looks = []
    for seed in (11, 11, None, None):
        table.reset(seed=seed)
        looks.append(table.observe("seat_0")["observation"])
    assert np.array_equal(looks[0], looks[1])
    assert not np.array_equal(looks[2], looks[3])
