"""Козёл с хвалёнкой (Kozel): the rules, whole, from the first lot to six pairs.

``deal.py`` and ``opening.py`` are compiled; ``match.py`` drives them; ``view.py`` is the one exit of what a seat may
know. Imports ``kozyr.cards`` and ``kozyr.kernel`` only.
"""

from kozyr.games.kozel.game import KozelGame

GAME = KozelGame()

__all__ = ["GAME", "KozelGame"]
