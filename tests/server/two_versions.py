"""A game whose rules have changed: by version 1 a match is one deal, by version 2 it is six."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from kozyr.games.thirty_one import ThirtyOneGame
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.options import Options

DEALS = {1: 1, 2: 6}
"""By version; a pot that nobody has won makes a match longer."""


class TwoVersionsGame(ThirtyOneGame):
    """See the module. It is thirty-one in all else."""

    id: ClassVar[str] = "two_versions"
    rules_version: ClassVar[int] = 1

    def make_match(self, options: Options, players: int, rules_version: int) -> ThirtyOneMatch:
        assert isinstance(options, ThirtyOneOptions)
        return super().make_match(replace(options, deals=DEALS[rules_version]), players, rules_version)


GAME = TwoVersionsGame()
