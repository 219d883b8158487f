"""The bot ``careful`` for Kozel."""

from __future__ import annotations

from typing import ClassVar

from kozyr.bots.bot import Bot, Choice, Reason
from kozyr.bots.careful.kozel_knowledge import Knowledge
from kozyr.bots.careful.kozel_opening import opening_values
from kozyr.bots.careful.kozel_play import card_value
from kozyr.games.kozel.moves import Play
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class CarefulKozel(Bot):
    """Counts cards and voids, plays with its partner, keeps points from the opponents. Values are in eyes."""

    name: ClassVar[str] = "careful"
    value_term: ClassVar[str] = "points"

    def choose(self, view: View, stream: Stream) -> Choice:
        if not isinstance(view, KozelView) or not view.legal:
            raise ValueError(f"seat {view.seat} is not to move in a match of kozel")
        values = _values(view)
        highest = max(values.values())
        best = [move for move, value in values.items() if value == highest]
        chosen = best[0] if len(best) == 1 else stream.choice(best)
        order = sorted(values, key=lambda move: (-values[move], move != chosen))
        return Choice(chosen, tuple(Reason(move, values[move]) for move in order))


def _values(view: KozelView) -> dict[Move, float]:
    if view.phase != "play":
        return opening_values(view)
    known = Knowledge.of(view)
    plays = [entry.move for entry in view.legal]
    return {move: card_value(known, move.card) for move in plays if isinstance(move, Play)}


BOT = CarefulKozel()
