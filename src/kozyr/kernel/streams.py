"""Random streams: seeded by any text, the same on every platform, compiled or not.

The generator is xoshiro128** (four words of 32 bits held in int64, so that no operation overflows). Seeds
are spread by SHA-256, so streams derived under different labels are independent for all practical purposes.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kozyr.kernel.compiled import compiled

Words = NDArray[np.int64]
"""The state of a stream: four words of 32 bits, shape (4,)."""
T = TypeVar("T")

_LOW = 0xFFFFFFFF


@compiled
def next_word(words: Any) -> int:
    """The next 32 random bits of a stream state, which moves on."""
    s0 = words[0]
    s1 = words[1]
    s2 = words[2] ^ s0
    s3 = words[3] ^ s1
    x = (s1 * 5) & _LOW
    x = ((x << 7) | (x >> 25)) & _LOW
    result: int = (x * 9) & _LOW
    words[1] = s1 ^ s2
    words[0] = s0 ^ s3
    words[2] = s2 ^ ((s1 << 9) & _LOW)
    words[3] = ((s3 << 11) | (s3 >> 21)) & _LOW
    return result


@compiled
def below(words: Any, n: int) -> int:
    """A uniform integer in 0..n-1 (1 <= n <= 2**31), exact by rejection."""
    product = next_word(words) * n
    low = product & _LOW
    if low < n:
        threshold = 0x100000000 % n
        while low < threshold:
            product = next_word(words) * n
            low = product & _LOW
    return product >> 32


@compiled
def shuffle_into(words: Any, items: Any) -> None:
    """Fisher-Yates in place over a one-dimensional array."""
    for i in range(len(items) - 1, 0, -1):
        j = below(words, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


def seed_words(seed: str, *labels: object) -> Words:
    """The first state of the stream that a seed text and labels name; shape (4,)."""
    text = "\x1f".join(["kozyr", seed, *(str(label) for label in labels)])
    digest = hashlib.sha256(text.encode()).digest()
    return np.frombuffer(digest, dtype="<u4", count=4).astype(np.int64)


def derive_seed(seed: str, *labels: object) -> str:
    """The seed text (64 hex digits) derived from a seed text and labels."""
    return hashlib.sha256("\x1f".join(["kozyr-seed", seed, *(str(x) for x in labels)]).encode()).hexdigest()


class Source(ABC):
    """Where plain Python draws from: ``below``, and what is made of it by ``choice``, ``shuffled`` and ``chance``.

    A seeded ``Stream`` is one, a committed shuffle another.
    """

    __slots__ = ()

    @abstractmethod
    def below(self, n: int) -> int:
        """A uniform integer in 0..n-1. Raises ValueError unless 1 <= n <= 2**31."""

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely. Raises ValueError where there are none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a uniformly random order: Fisher-Yates from the last place down."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def chance(self, probability: float) -> bool:
        """True with the given probability, to within 2**-31."""
        return self.below(1 << 31) < probability * (1 << 31)


def check_range(n: int) -> None:
    """Raise ValueError unless a source can draw below n."""
    if not 1 <= n <= 1 << 31:
        raise ValueError(f"cannot draw below {n}: it takes 1..2**31")


class Stream(Source):
    """A random stream that a seed text and labels name."""

    __slots__ = ("words",)

    def __init__(self, seed: str, *labels: object) -> None:
        self.words: Words = seed_words(seed, *labels)

    def below(self, n: int) -> int:
        check_range(n)
        return int(below(self.words, n))

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        order = np.arange(len(items), dtype=np.int64)
        shuffle_into(self.words, order)
        return tuple(map(items.__getitem__, order.tolist()))
