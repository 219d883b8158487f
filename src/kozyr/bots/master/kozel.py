"""The bot ``master`` for Kozel."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.bots.budget import Budget
from kozyr.bots.strong.kozel import StrongKozel

MASTER: Final = Budget(worlds=600, nodes=40_000_000)


class MasterKozel(StrongKozel):
    """``strong`` with more time. In a process that does not compile it is ``strong``."""

    name: ClassVar[str] = "master"
    full_budget: ClassVar[Budget] = MASTER


BOT = MasterKozel()
