"""The games in OpenSpiel: ``pyspiel.load_game("kozyr_kozel")`` and so on, once this module is imported.

Parameters: ``players``; ``deals``, how many deals an episode lasts (1, or 0 for a whole match); ``options``, table
options as ``name:value;name:value``. Chance is explicit: a shuffle is drawn card by card, a heap is one of 1,024 that
were drawn beforehand. The hut of Shalashik falls by the risk model. Utilities are zero-sum: a seat's score less the
mean of all, in a whole match the winners' share. The strings tell all that a view tells of the running deal, its story
included; a whole match forgets the cards of its earlier deals.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from kozyr.games import game_ids
from kozyr.research.codes import codes_of
from kozyr.research.episode import SEEDS, Episode, Table
from kozyr.research.observing import Observer, text_of

_PREFIX: Final = "kozyr_"


def _type_of(game_id: str) -> Any:
    players = Table(game_id).game.players
    return pyspiel.GameType(
        short_name=_PREFIX + game_id,
        long_name=f"Kozyr {game_id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players[0], "deals": 1, "options": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of the games with its parameters. Raises ValueError for what it does not take."""

    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        game_id = self.kind.short_name.removeprefix(_PREFIX)
        options = Table(game_id).game.options
        texts = [text.replace(":", "=", 1) for text in str(given.get("options", "")).split(";") if text]
        changed = options.from_texts(texts).changed()
        self.table = Table(game_id, given.get("players"), changed, given.get("deals", 1))
        self.observer = Observer(self.table)
        codes = codes_of(game_id)
        most = self.table.most_utility
        info = pyspiel.GameInfo(
            num_distinct_actions=codes.size,
            max_chance_outcomes=SEEDS,
            num_players=self.table.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=codes.most_moves * self.table.players * (self.table.deals or 1_000),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> SpielState:
        """Before the lot."""
        return SpielState(self, Episode(self.table))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002 - one kind
        """What strings and tensors of a seat are made by."""
        return SpielObserver(self.observer)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of an episode."""

    def __init__(self, game: SpielGame, episode: Episode) -> None:
        super().__init__(game)
        self.episode = episode

    def current_player(self) -> int:
        """The seat to move, or what OpenSpiel calls chance and the end."""
        if self.episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.episode.to_move
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.legal()) if player == self.episode.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the awaited chance step."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.episode.to_move is None:
            self.episode.take_chance(action)
        else:
            self.episode.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.episode.outcome_name(action)
        move = self.episode.legal().get(action) if player == self.episode.to_move else None
        return self.episode.table.codes.name(action) if move is None else str(move)

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self.episode.is_over

    def returns(self) -> list[float]:
        """What each seat has gained."""
        return self.episode.returns()

    def __str__(self) -> str:
        """What a spectator sees."""
        return text_of(self.episode.match.view(None))


class SpielObserver:
    """Makes strings and tensors of what a seat sees."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor = np.zeros(observer.size, dtype=np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor from a seat's view."""
        self.tensor.fill(0)
        self._observer.fill(state.episode.match.view(player), self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """A seat's view in text."""
        return text_of(state.episode.match.view(player))


def _register(game_id: str) -> None:
    kind = _type_of(game_id)
    name = "".join(word.capitalize() for word in game_id.split("_"))
    pyspiel.register_game(kind, type(f"{name}Game", (SpielGame,), {"kind": kind}))


for _game_id in game_ids():
    _register(_game_id)
