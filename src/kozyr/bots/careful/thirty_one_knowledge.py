"""What a careful player of Thirty-one knows from a view: who may hold what, and what may still come."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

from kozyr.bots.careful.thirty_one_chances import Chances, chances
from kozyr.bots.careful.thirty_one_scale import HIGHEST, Scale, bits_of, scale_of
from kozyr.games.thirty_one.view import ThirtyOneView


@dataclass(frozen=True)
class Knowledge:
    """A seat's knowledge in the play of a deal."""

    view: ThirtyOneView
    scale: Scale
    me: int
    rivals: tuple[int, ...]
    """The other seats of the deal, the next to move first."""
    unseen: tuple[int, ...]
    """Cards whose place the seat does not know, each as a mask; any of them may come yet."""
    coming: tuple[int, ...]
    """Cards that the next drain may turn up."""

    @classmethod
    def of(cls, view: ThirtyOneView) -> Knowledge:
        """Read the view of a seat in the play of a deal."""
        assert view.seat is not None
        assert view.options is not None
        place = view.seats_in.index(view.seat)
        rivals = view.seats_in[place + 1 :] + view.seats_in[:place]
        return cls(view, scale_of(view.options), view.seat, rivals, bits_of(view.unseen), bits_of(_coming(view)))

    @functools.cached_property
    def chances(self) -> Chances:
        """The measured chances of this number of players in this lap."""
        return chances(len(self.view.seats_in), self.view.turns[self.me])

    @property
    def is_closing(self) -> bool:
        """Whether somebody has passed, so that this turn is the last (T-18)."""
        return self.view.first_pass is not None

    @functools.cached_property
    def next_rival(self) -> int | None:
        """Who may take what this turn leaves open; None in the last turn of a closing lap."""
        return None if self.rivals[0] == self.view.first_pass else self.rivals[0]

    @functools.cached_property
    def known_best(self) -> int:
        """The best value that a rival is known to hold at least, by the cards he has taken and kept."""
        return max(self.scale.at_least(self.view.known[seat]) for seat in self.rivals)

    def chance_to_hold(self, seat: int, value: int) -> float:
        """The chance that a rival holds a better hand than this value, and half of that of an equal one."""
        known = self.view.known[seat]
        counts = self._counted.get(known)
        if counts is None:
            counts = self._counted[known] = self._count(known)
        return (sum(counts[value + 1 :]) + counts[value] / 2) / max(1, sum(counts))

    @functools.cached_property
    def _counted(self) -> dict[int, list[int]]:
        return {}

    def _count(self, known: int) -> list[int]:
        """By value, how many hands there can be of which these cards are known."""
        counts = [0] * (HIGHEST + 1)
        for rest in itertools.combinations(self.unseen, 3 - known.bit_count()):
            counts[self.scale.value(known | sum(rest))] += 1
        return counts


def _coming(view: ThirtyOneView) -> int:
    """Which cards a drain may turn up: the stock if there is one, else the discard (T-9, T-10)."""
    if not view.stock_size:
        return view.discard
    return view.stock_set or view.unseen
