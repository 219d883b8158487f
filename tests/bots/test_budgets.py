"""A search spends hardly more nodes than it may: one play-out over at most. For Kozel see its play-outs."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from kozyr.bots import Budget, make_bot
from kozyr.bots.search import shalashik_playouts, thirty_one_playouts
from kozyr.games import get_game
from kozyr.kernel.streams import Stream

NODES = 3_000
SLACK = 0.2


@pytest.mark.parametrize(
    ("game_id", "players", "playouts"),
    [("thirty_one", 7, thirty_one_playouts), ("shalashik", 6, shalashik_playouts)],
)
def test_the_nodes_are_kept_to(
    game_id: str, players: int, playouts: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[int] = []
    judge = playouts.judge_worlds

    def counted(*given: Any) -> tuple[int, int]:
        done, nodes = judge(*given)
        spent.append(nodes)
        return done, nodes

    monkeypatch.setattr(playouts, "judge_worlds", counted)
    bot, careful, game = make_bot(game_id, "strong"), make_bot(game_id, "careful"), get_game(game_id)
    match, stream, most = game.new_match(game.options(), players), Stream("nodes"), 0
    searched = 0
    while searched < 30 and (awaits := match.awaits) is not None:
        if not isinstance(awaits, int):
            match.resolve(awaits.sample(stream))
            continue
        view = match.view(awaits)
        spent.clear()
        bot.within(Budget(worlds=10**6, nodes=NODES)).choose(view, Stream("budget"))
        searched += bool(spent)
        most = max(most, sum(spent))
        match.play(careful.choose(view, stream).move)
    assert NODES <= most <= NODES * (1 + SLACK)
