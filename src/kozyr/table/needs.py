"""What a table must be given next from outside."""

from __future__ import annotations

import msgspec


class BotNeed(msgspec.Struct, frozen=True):
    """A bot is to move: ``bot`` for ``seat``, on ``table.match.view(seat)``, not before ``not_before`` (ms).

    ``Stream(seed)`` is its randomness. Answer with ``table.bot_moved(seat, turn, move_text, made_by, now)``.
    """

    seat: int
    bot: str
    turn: int
    not_before: int
    seed: str


class PhysicsNeed(msgspec.Struct, frozen=True):
    """Bodies are to judge: ``what`` is ``throw`` (the heap of ``build_hut(seed)``) or ``pull`` (``move`` of ``seat``,
    by a scripted hand of that seed). Answer with ``table.resolve_physics(turn, ...)`` or, where there are no bodies,
    ``table.resolve_without_physics(turn, now)``."""

    what: str
    turn: int
    seed: str
    seat: int | None = None
    move: str = ""


class Needs(msgspec.Struct, frozen=True):
    """What is needed now; more than one at a time may be.

    ``secret``: the number of the deal that 32 fresh random bytes are needed for. ``people``: the seats whose persons
    are waited for. ``wake_at``: when ``tick`` is to be called at the latest, ms; None where nothing runs out.
    ``idle``: nobody is here and nobody owns a seat, so nothing goes on until somebody arrives.
    """

    secret: int | None = None
    bot: BotNeed | None = None
    physics: PhysicsNeed | None = None
    people: tuple[int, ...] = ()
    wake_at: int | None = None
    idle: bool = False
