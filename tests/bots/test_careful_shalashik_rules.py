"""The careful bot of Shalashik keeps to the rules under all options, and its choices are whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.kernel.chance import Chance
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream
from tests.bots.shalashik_tables import CAREFUL, GAME

table_options = st.fixed_dictionaries(
    {
        "hut": st.sampled_from(["risk", "physics"]),
        "small": st.sampled_from(["pips", "any"]),
        "lead": st.sampled_from(["must", "may"]),
        "after_take": st.sampled_from(["next", "same"]),
        "must_beat": st.sampled_from(["yes", "no"]),
        "finish": st.sampled_from(["empty", "beat"]),
        "max_turns": st.integers(1, 60),
    }
)


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(2, 6),
    careful=st.integers(1, 63),
    seed=st.integers(0, 2**32).map(str),
    options=table_options,
)
def test_every_choice_is_legal_and_values_every_legal_move(
    players: int, careful: int, seed: str, options: Mapping[str, Any]
) -> None:
    """Among careful and random players in any seats."""
    match = GAME.new_match(GAME.options.from_mapping({**options, "deals": 1}), players)
    stream = Stream(seed)
    while (seat := match.awaits) is not None:
        if isinstance(seat, Chance):
            match.resolve(seat.sample(stream))
        elif careful >> seat & 1:
            choice = CAREFUL.choose(match.view(seat), stream)
            assert {reason.move for reason in choice.reasons} == set(match.legal())
            assert len(choice.reasons) == len(match.legal())
            assert choice.move == choice.reasons[0].move
            assert [r.value for r in choice.reasons] == sorted((r.value for r in choice.reasons), reverse=True)
            match.apply(seat, choice.move)
        else:
            match.play(random_move(match.legal(), stream))
    assert match.result is not None
