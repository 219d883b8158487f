"""What each move of a turn of Thirty-one is worth to a careful player: its chance of the pot, from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.bots.careful.thirty_one_knowledge import Knowledge
from kozyr.cards import mask_of
from kozyr.games.thirty_one.deal import are_alike
from kozyr.games.thirty_one.hands import THIRTY_ONE
from kozyr.games.thirty_one.moves import Swap, Word
from kozyr.kernel.move import Move

_TURNED_UP: Final = 3


@dataclass(frozen=True)
class Standing:
    """A hand and the open cards as a turn may leave them; ``row`` is empty where nobody can know it yet."""

    hand: int
    row: tuple[int, ...]


def move_value(known: Knowledge, move: Move) -> float:
    """The chance of the pot after a move of the play."""
    view = known.view
    now = Standing(view.hand, tuple(1 << card for card in view.open_cards))
    if isinstance(move, Swap):
        after = swapped(known, move)
        return drain_value(known, after.hand) if drains(after.row) else end_value(known, after)
    if move == Word("show"):
        return show_value(known, known.scale.value(view.hand))
    if move == Word("pass"):
        return pass_value(known, now)
    if move == Word("stay") and view.stays + 1 == len(view.seats_in):
        now = Standing(view.hand, ())
    return wait_value(known, now)


def swapped(known: Knowledge, move: Swap) -> Standing:
    """Hand and open cards after a swap, before any drain."""
    given, taken = mask_of(move.given), mask_of(move.taken)
    kept = tuple(1 << card for card in known.view.open_cards if not taken >> card & 1)
    return Standing(known.view.hand & ~given | taken, (*kept, *(1 << card for card in move.given)))


def drains(row: Sequence[int]) -> bool:
    """Whether open cards go away (T-9)."""
    a, b, c = (bit.bit_length() - 1 for bit in row)
    return bool(are_alike(a, b, c))


def end_value(known: Knowledge, after: Standing) -> float:
    """The best that can be said once the swaps are over, a word or nothing (T-14, T-15)."""
    if known.is_closing:
        return wait_value(known, after)
    value = known.scale.value(after.hand)
    shown = show_value(known, value) if value >= THIRTY_ONE else 0.0
    return max(wait_value(known, after), pass_value(known, after), shown)


def wait_value(known: Knowledge, after: Standing) -> float:
    """The turn ends in silence: the hand as it is, what may still come, less what the next player is given."""
    value = known.scale.value(after.hand)
    measured = known.chances
    if known.is_closing:
        return _fed(known, _unbeaten(known, value, measured.last[value]), after.row)
    if _is_final(known):
        return _fed(known, _unbeaten(known, value, measured.passed_later[value]), after.row)
    chance = measured.waiting.chance(measured.later[value], hope(known, after.hand))
    if value >= THIRTY_ONE:
        chance = min(chance, measured.passed[value])
    return _fed(known, chance, after.row)


def pass_value(known: Knowledge, after: Standing) -> float:
    """Each other player has one more turn (T-18): a combination gains nothing by that, and is better shown."""
    value = known.scale.value(after.hand)
    if known.is_closing:
        return wait_value(known, after)
    chance = _unbeaten(known, value, known.chances.passed[value])
    if value >= THIRTY_ONE:
        chance = min(chance, show_value(known, value))
    return _fed(known, chance, after.row)


def show_value(known: Knowledge, value: int) -> float:
    """All hands are compared as they are, or the shower wins (T-16)."""
    assert known.view.options is not None
    if known.view.options.show_wins == "shower":
        return 1.0
    chance = 1.0
    for seat in known.rivals:
        chance *= 1.0 - known.chance_to_hold(seat, value)
    return chance


def drain_value(known: Knowledge, hand: int) -> float:
    """A swap that drains: the best of three new cards, or of none, may be taken (T-12)."""
    assert known.view.options is not None
    least = end_value(known, Standing(hand, ()))
    if known.view.swaps + 1 >= known.view.options.max_swaps:
        return least
    return _mean_of_best([max(least, _settled(known, value)) for value in known.scale.reachable(hand, known.coming)])


def hope(known: Knowledge, hand: int) -> float:
    """What one unseen card would add to the chance of a hand on average, if it came and could be taken."""
    later = known.chances.later
    reached = sum(later[value] for value in known.scale.reachable(hand, known.unseen))
    return reached / len(known.unseen) - later[known.scale.value(hand)] if known.unseen else 0.0


def feed(known: Knowledge, row: Sequence[int]) -> float:
    """The chance that the open cards give the next player, by the cards that he is known to hold."""
    if known.next_rival is None or not row:
        return 0.0
    held = known.view.known[known.next_rival]
    if held.bit_count() == 3:
        reached = max(known.scale.reachable(held, tuple(row)))
    else:
        reached = max(known.scale.at_least(held | card) for card in row)
    return known.chances.settled[reached]


def _fed(known: Knowledge, chance: float, row: Sequence[int]) -> float:
    return known.chances.waiting.fed(chance, feed(known, row))


def _settled(known: Knowledge, value: int) -> float:
    """What a value is worth at the end of the swaps of this turn."""
    if known.is_closing:
        return _unbeaten(known, value, known.chances.last[value])
    return show_value(known, value) if value >= THIRTY_ONE else known.chances.settled[value]


def _unbeaten(known: Knowledge, value: int, chance: float) -> float:
    """A chance of a hand that will be compared as it is, once we look at what the rivals are known to hold."""
    if known.known_best > value:
        return 0.0
    return chance / 2 if known.known_best == value else chance


def _is_final(known: Knowledge) -> bool:
    """Whether this is the last turn before the limit counts as this player's pass (T-19): the eldest hand's."""
    view = known.view
    assert view.options is not None
    return view.turns[known.me] >= view.options.max_turns > max(view.turns[seat] for seat in known.rivals)


def _mean_of_best(values: list[float]) -> float:
    """The mean of the best of three of these, each three as likely."""
    ranked = sorted(values, reverse=True)
    if len(ranked) < _TURNED_UP:
        return ranked[0] if ranked else 0.0
    n = len(ranked)
    weights = [(n - place - 1) * (n - place - 2) for place in range(n)]
    return sum(weight * value for weight, value in zip(weights, ranked, strict=True)) / sum(weights)
