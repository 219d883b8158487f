"""Why a move of Shalashik is good or bad, in the game's texts: what comes of it, and how often it wins the deal."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.bots.bot import Choice, Reason
from kozyr.bots.careful.shalashik_knowledge import Knowledge
from kozyr.bots.search.race import Judged
from kozyr.bots.search.reasons import ranked
from kozyr.games.shalashik.moves import Beat, Lead, Pull, Word
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, say


def told_choice(view: ShalashikView, judged: Mapping[Move, Judged], first: Move) -> Choice:
    """The best of some moves with a reason for each; of equals ``first``, if it is one of them."""
    known = Knowledge.of(view) if view.phase == "play" else None
    order = ranked({move: each.value for move, each in judged.items()}, first)
    reasons = (Reason(move, judged[move].value, why(known, move, judged[move].won)) for move in order)
    return Choice(order[0], tuple(reasons))


def why(known: Knowledge | None, move: Move, won: float) -> Said:
    """What comes of a move, and how often it wins the deal; of a pull, how likely the hut falls."""
    if isinstance(move, Pull):
        return say("why_takes_hut") if move.place is None else say("why_pulls", chance=_percent(1.0 - won))
    assert known is not None
    chance = _percent(won)
    if isinstance(move, Beat):
        return say("why_beats", chance=chance)
    if move == Word("take"):
        return say("why_takes", count=min(3, len(known.pile)), chance=chance)
    pile = (*known.pile, int(move.card)) if isinstance(move, Lead) else known.pile
    beaten = known.chance_to_beat(known.others[0], pile[-1]) if pile else 0.0
    if beaten == 0.0 and pile:
        return say("why_forces", count=min(3, len(pile)), chance=chance)
    return say("why_leads" if isinstance(move, Lead) else "why_rests", beaten=_percent(beaten), chance=chance)


def _percent(chance: float) -> int:
    """A chance in hundredths; never told as sure where it is not."""
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))
