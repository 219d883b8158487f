"""Stacks and the pot: whole chips whose sum never changes but by a rebuy (T-6, T-24)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Chips:
    """What each seat has, and what each has paid into the pot that is played for."""

    stacks: tuple[int, ...]
    paid: tuple[int, ...]

    @classmethod
    def at_start(cls, players: int, stack: int) -> Chips:
        """Equal stacks and an empty pot."""
        return cls((stack,) * players, (0,) * players)

    @property
    def pot(self) -> int:
        """The chips in the pot."""
        return sum(self.paid)

    @property
    def half_pot(self) -> int:
        """Half the pot, rounded up: the price of joining a svara (T-21)."""
        return (self.pot + 1) // 2

    def pay(self, seat: int, amount: int) -> Chips:
        """A seat pays into the pot; who has less pays what he has (T-24)."""
        amount = min(amount, self.stacks[seat])
        return Chips(_added(self.stacks, seat, -amount), _added(self.paid, seat, amount))

    def award(self, seat: int) -> Chips:
        """A seat takes the pot (T-20)."""
        return Chips(_added(self.stacks, seat, self.pot), (0,) * len(self.paid))

    def rebuy(self, seat: int, stack: int) -> Chips:
        """A seat gets another stack (T-24)."""
        return Chips(_added(self.stacks, seat, stack), self.paid)

    def able(self, amount: int) -> tuple[int, ...]:
        """The seats that have so many chips."""
        return tuple(seat for seat, chips in enumerate(self.stacks) if chips >= amount)


def _added(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])
