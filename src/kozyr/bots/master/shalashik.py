"""The bot ``master`` for Shalashik."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.bots.budget import Budget
from kozyr.bots.strong.shalashik import StrongShalashik

MASTER: Final = Budget(worlds=2048, nodes=400_000)


class MasterShalashik(StrongShalashik):
    """``strong`` with more time. In a process that does not compile it is ``strong``."""

    name: ClassVar[str] = "master"
    full_budget: ClassVar[Budget] = MASTER


BOT = MasterShalashik()
