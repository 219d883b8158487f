"""How often somebody may do something: a bucket of tokens for each, that fills again with time."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

MOST_KEYS: Final = 50_000
_LONGEST_KEY: Final = 64


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Limiter:
    """Lets through ``burst`` at once and ``a_second`` in the long run, for each key.

    It remembers so many keys; those who were longest away are new to it when they return. Times are seconds of a clock
    that the caller reads.
    """

    def __init__(self, a_second: float, burst: float, most_keys: int = MOST_KEYS) -> None:
        if not (a_second > 0 and burst >= 1 and most_keys >= 1):
            raise ValueError("a limiter lets something through, and remembers somebody")
        self._a_second = a_second
        self._burst = burst
        self._most_keys = most_keys
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def allows(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Whether it may be done now; if so, it counts."""
        bucket = self._bucket(key, now)
        if bucket.tokens < cost:
            return False
        bucket.tokens -= cost
        return True

    def seconds_until(self, key: str, now: float, cost: float = 1.0) -> float:
        """How long to wait until it may be done; infinite where it never may."""
        if cost > self._burst:
            return float("inf")
        return max(0.0, (cost - self._bucket(key, now).tokens) / self._a_second)

    def _bucket(self, key: str, now: float) -> _Bucket:
        bucket = self._buckets.pop(key, None) or _Bucket(self._burst, now)
        passed = max(0.0, now - bucket.at)
        bucket.tokens = min(self._burst, bucket.tokens + passed * self._a_second)
        bucket.at = max(now, bucket.at)
        self._buckets[key] = bucket
        while len(self._buckets) > self._most_keys:
            self._buckets.popitem(last=False)
        return bucket


def address_key(address: str) -> str:
    """Whom an address stands for: an IPv4 address for itself, an IPv6 one for its /64, of which one house has many."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:_LONGEST_KEY]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
