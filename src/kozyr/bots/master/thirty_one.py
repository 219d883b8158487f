"""The bot ``master`` for Thirty-one."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.bots.budget import Budget
from kozyr.bots.strong.thirty_one import StrongThirtyOne

MASTER: Final = Budget(worlds=8192, nodes=1_000_000)


class MasterThirtyOne(StrongThirtyOne):
    """``strong`` with more time. In a process that does not compile it is ``strong``."""

    name: ClassVar[str] = "master"
    full_budget: ClassVar[Budget] = MASTER


BOT = MasterThirtyOne()
