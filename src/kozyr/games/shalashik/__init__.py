"""Шалашик (Shalashik): cards are pulled from under a hut built of cards, then beaten away.

``heap.py`` is the geometry of the heap, ``risk.py`` the chance that a pull brings the hut down; both are compiled, and
so is ``deal.py``; ``match.py`` drives it; ``view.py`` is the one exit of what a seat may know. ``hut/`` is the hut as
simulated bodies, the only place that imports a physics engine; of the rest only ``game.py`` knows it, and loads it when
a match with bodies is played here. Imports ``kozyr.cards`` and ``kozyr.kernel`` only.
"""

from kozyr.games.shalashik.game import ShalashikGame

GAME = ShalashikGame()

__all__ = ["GAME", "ShalashikGame"]
