"""The committed shuffle once more: written from ``docs/explanation/fairness.md``, sharing nothing with the program."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

RANKS, SUITS = "6789TJQKA", "cshd"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def text(value: str) -> bytes:
    encoded = value.encode("utf-8")
    return u32(len(encoded)) + encoded


def message(table: str, deal: int, draw: int, contributions: list[str | None], block: int) -> bytes:
    told = text("kozyr-shuffle/1") + text(table) + u32(deal) + u32(draw) + u32(len(contributions))
    for given in contributions:
        told += b"\0" if given is None else b"\1" + bytes.fromhex(given)
    return told + u32(block)


def words(secret: str, table: str, deal: int, draw: int, contributions: list[str | None]) -> Iterator[int]:
    block = 0
    while True:
        told = message(table, deal, draw, contributions, block)
        digest = hmac.new(bytes.fromhex(secret), told, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(source: Iterator[int], n: int) -> int:
    bound = 2**32 - 2**32 % n
    while (word := next(source)) >= bound:
        pass
    return word % n


def shuffled(source: Iterator[int], cards: list[str]) -> list[str]:
    order = list(cards)
    for i in reversed(range(1, len(order))):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def heap(source: Iterator[int]) -> list[list[float]]:
    poses = []
    for _ in range(31):
        x = y = 1100
        while x * x + y * y > 1100 * 1100:
            x = below(source, 2201) - 1100
            y = below(source, 2201) - 1100
        poses.append([x / 10, y / 10, below(source, 3600) / 10])
    return poses
