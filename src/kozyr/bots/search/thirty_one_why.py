"""Why a move of Thirty-one is good or bad, in the game's texts: what it does, and how often it wins the pot."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.bots.bot import Choice, Reason
from kozyr.bots.careful.thirty_one_knowledge import Knowledge
from kozyr.bots.careful.thirty_one_turn import drains, swapped
from kozyr.bots.search.race import Judged
from kozyr.bots.search.reasons import ranked
from kozyr.games.thirty_one.hands import HAND_TERMS, THIRTY_ONE, value_name
from kozyr.games.thirty_one.moves import Swap, Word
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, TermRef, say

_WORDS = {"show": "why_shows", "pass": "why_passes", "stay": "why_waits", "done": "why_waits"}


def told_choice(view: ThirtyOneView, judged: Mapping[Move, Judged], first: Move) -> Choice:
    """The best of some moves with a reason for each; of equals ``first``, if it is one of them."""
    known = Knowledge.of(view)
    order = ranked({move: each.value for move, each in judged.items()}, first)
    reasons = (Reason(move, judged[move].value, why(known, move, judged[move].won)) for move in order)
    return Choice(order[0], tuple(reasons))


def why(known: Knowledge, move: Move, won: float) -> Said:
    """What a move of the play does, and how often it wins the pot."""
    chance = round(100 * won)
    if not isinstance(move, Swap):
        return say(_WORDS[str(move)], chance=chance)
    after = swapped(known, move)
    if drains(after.row):
        return say("why_drains", chance=chance)
    value = known.scale.value(after.hand)
    if value < THIRTY_ONE:
        return say("why_points", points=value, chance=chance)
    return say("why_makes", hand=TermRef(HAND_TERMS[value_name(value)]), chance=chance)


def why_answer(view: ThirtyOneView, move: Move) -> Said:
    """What an answer to a svara means (T-21)."""
    if move == Word("join"):
        return say("why_joins", amount=view.price, pot=view.pot + view.price)
    return say("why_declines")
