"""What came out of a contest, and of several that are looked at together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.games import get_game
from kozyr.lab.arena.bootstrap import Mean, holm, mean_of
from kozyr.lab.arena.contest import CHALLENGER, OTHER, Contest
from kozyr.lab.arena.duplicate import Deck, Duplicate

LEAST_DEALS: Final = 20
"""From fewer no resampling tells anything, and nobody is called stronger."""
LEVEL: Final = 0.05


@dataclass(frozen=True)
class Standing:
    """One contest's figures. ``mean`` is what the first bot scores more than the second, a deal."""

    contest: Contest
    mean: Mean
    p_holm: float
    deals: int
    played: int
    """How many times a deal was played, in all seatings together."""
    matches: int
    wins: tuple[int, int]

    @property
    def stronger(self) -> str | None:
        """Which bot is stronger (``a`` or ``b``); None where the interval holds 0, or the correction forbids it."""
        unsure = self.mean.low <= 0.0 <= self.mean.high or self.p_holm > LEVEL
        if unsure or self.deals < LEAST_DEALS:
            return None
        better = get_game(self.contest.game_id).more_is_better == (self.mean.value > 0.0)
        return CHALLENGER if better else OTHER


def standings(played: Iterable[tuple[Contest, Sequence[Duplicate]]]) -> tuple[Standing, ...]:
    """The figures of contests that are looked at together, corrected for how many they are."""
    contests = list(played)
    means = [mean_of(_decks(matches), contest.seed) for contest, matches in contests]
    corrected = holm([mean.p for mean in means])
    return tuple(
        Standing(
            contest,
            mean,
            p_holm,
            len(_decks(matches)),
            sum(deck.times for deck in _decks(matches)),
            sum(match.matches for match in matches),
            (sum(match.wins[0] for match in matches), sum(match.wins[1] for match in matches)),
        )
        for (contest, matches), mean, p_holm in zip(contests, means, corrected, strict=True)
    )


def _decks(matches: Sequence[Duplicate]) -> list[Deck]:
    return [deck for match in matches for deck in match.decks]
