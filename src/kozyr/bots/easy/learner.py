"""What learners have in common: they play as ``careful`` would who had seen less, and take near misses for hits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from kozyr.bots.bot import Bot, Choice
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class Learner(Bot):
    """Asks a careful bot what it would do with what is left of a view, and takes one of the moves nearly as good."""

    name: ClassVar[str] = "easy"
    careful: ClassVar[Bot]
    alike: ClassVar[Mapping[str, float]]
    """By phase of the game, what is no difference to it, in the values of ``careful``; nothing where it sees all."""

    @abstractmethod
    def remembered(self, view: View) -> View:
        """What is left of a view in its mind."""

    def choose(self, view: View, stream: Stream) -> Choice:
        choice = self.careful.choose(self.remembered(view), stream)
        width = self.alike.get(view.phase)
        return choice if width is None else one_of_the_best(choice, width, stream)


def one_of_the_best(choice: Choice, width: float, stream: Stream) -> Choice:
    """One of the moves worth at most ``width`` less than the best, each as likely, put before the others."""
    reasons = choice.reasons
    alike = [reason for reason in reasons if reason.value >= reasons[0].value - width]
    taken = alike[0] if len(alike) == 1 else stream.choice(alike)
    return Choice(taken.move, (taken, *(reason for reason in reasons if reason is not taken)))
