"""Тридцать одно (Thirty-one): the rules, whole, from the first lot to the last pot.

``hands.py`` and ``deal.py`` are compiled; ``match.py`` drives them and keeps the chips; ``view.py`` is the one exit of
what a seat may know. Imports ``kozyr.cards`` and ``kozyr.kernel`` only.
"""

from kozyr.games.thirty_one.game import ThirtyOneGame

GAME = ThirtyOneGame()

__all__ = ["GAME", "ThirtyOneGame"]
