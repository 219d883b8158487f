"""The games as PettingZoo environments in turns (AEC): ``aec.env("kozel")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kozyr.kernel.options import Options
from kozyr.kernel.streams import Stream
from kozyr.research.episode import Episode, Table
from kozyr.research.observing import Observer, text_of


def env(
    game_id: str,
    players: int | None = None,
    options: Mapping[str, object] | Options | None = None,
    deals: int = 1,
) -> AECEnv:
    """An environment whose use in the wrong order is refused. Raises ValueError for what the game does not take."""
    return wrappers.OrderEnforcingWrapper(KozyrEnv(Table(game_id, players, options, deals)))


class KozyrEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """Agents ``seat_0`` on; an observation is a dictionary of ``observation``, shape (size of the observer,), and
    ``action_mask``, shape (actions,), 1 for legal actions of the agent to move and 0 all over for others.

    Rewards come when the episode is over: what each seat has gained (``Episode.returns``). An illegal action raises
    ValueError and changes nothing. ``reset(seed)`` decides every chance step; without a seed it is another each time.
    """

    render_mode: str | None = "ansi"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.observer = Observer(table)
        name = f"kozyr_{table.game.id}_v{table.game.rules_version}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(table.players)]
        size = table.codes.size
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """All actions of the game; which are legal, the mask says."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - as PettingZoo calls it
        """A new episode."""
        drawn = np.random.SeedSequence(seed).entropy
        self._chance = Stream("aec", drawn)
        self.episode = Episode(self.table)
        self.episode.draw(self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.table.codes.size, dtype=np.int8)
        if seat == self.episode.to_move:
            mask[list(self.episode.legal())] = 1
        return {"observation": self.observer.vector(self.episode.match.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the selected agent's move. Raises ValueError for one that is not legal; nothing has changed then."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: None is no action")
        self.episode.play(int(action))
        self.episode.draw(self._chance)
        self._cumulative_rewards[agent] = 0.0
        if self.episode.is_over:
            gained = self.episode.returns()
            self.rewards = {each: gained[self.possible_agents.index(each)] for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """What a spectator sees."""
        return text_of(self.episode.match.view(None))

    def close(self) -> None:
        """Nothing is held open."""

    def _select(self) -> None:
        seat = self.episode.to_move
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
