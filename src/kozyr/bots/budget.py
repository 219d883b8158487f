"""How much a search may cost, in what can be counted: the same budget gives the same move everywhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on one move: whichever ends first."""

    worlds: int
    """Hidden hands that are tried."""
    nodes: int
    """Cards that are tried in all of them; 0 is no bound."""

    def at_most(self, other: Budget) -> Budget:
        """The narrower of two."""
        nodes = min(filter(None, (self.nodes, other.nodes)), default=0)
        return Budget(min(self.worlds, other.worlds), nodes)
