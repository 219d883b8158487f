"""Weighed worlds solved with open cards, beside the play-outs: what each card is worth where all see all hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from kozyr.bots.search.kozel_position import hands_of_world
from kozyr.bots.search.kozel_solver import load, solve_cards
from kozyr.bots.search.kozel_worlds import add_worths
from kozyr.games.kozel.scoring import ALL_POINTS
from kozyr.kernel.compiled import compiled


@compiled(entry=True)
def judge_open(
    search_box: Any, root_box: Any, reading_box: Any, worlds: Any, times: Any, payoff: Any, nodes: int, out: Any
) -> int:
    """Add up the payoff of the mover's team by card in ``out``, shape (36,), each row of ``worlds`` so many ``times``.

    The cards tried are added to the reading's ``nodes``, which end it when there are so many. Returns how many worlds
    there were, their times counted; one that the nodes cut short is left out.
    """
    search, root, reading = search_box[0], root_box[0], reading_box[0]
    values = np.zeros(36, dtype=np.int64)
    guess = (ALL_POINTS - root.points[0] - root.points[1]) >> 1
    done = 0
    for world in range(len(times)):
        if nodes > 0 and reading.nodes >= nodes:
            break
        hands_of_world(root, root.turn, worlds[world])
        load(search, root)
        search.limit = nodes - reading.nodes if nodes > 0 else 0
        guess = solve_cards(search, values, guess)
        reading.nodes += search.nodes
        if search.ended != 0:
            break
        done += times[world]
        add_worths(root, values, payoff, times[world], out)
    return done
