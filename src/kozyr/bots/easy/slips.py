"""What learners have in common: they do not see the difference between moves that are nearly as good."""

from __future__ import annotations

from kozyr.bots.bot import Choice
from kozyr.kernel.streams import Stream


def one_of_the_best(choice: Choice, width: float, stream: Stream) -> Choice:
    """One of the moves worth at most ``width`` less than the best, each as likely, put before the others."""
    reasons = choice.reasons
    alike = [reason for reason in reasons if reason.value >= reasons[0].value - width]
    taken = alike[0] if len(alike) == 1 else stream.choice(alike)
    return Choice(taken.move, (taken, *(reason for reason in reasons if reason is not taken)))
