"""A limiter lets a burst through, then as much as time gives; it never remembers more than it may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.server.limits import Limiter, address_key


def test_a_burst_passes_and_then_what_time_gives() -> None:
    limiter = Limiter(a_second=2, burst=3)
    assert [limiter.allows("ann", 10) for _ in range(5)] == [True, True, True, False, False]
    assert [limiter.allows("ann", 10.5), limiter.allows("ann", 10.5)] == [True, False]
    assert [limiter.allows("ann", 100) for _ in range(4)] == [True, True, True, False]


def test_each_key_has_its_own_bucket() -> None:
    limiter = Limiter(a_second=1, burst=1)
    assert limiter.allows("ann", 0)
    assert not limiter.allows("ann", 0)
    assert limiter.allows("bob", 0)


def test_it_tells_how_long_to_wait() -> None:
    limiter = Limiter(a_second=2, burst=4)
    assert limiter.seconds_until("ann", 0) == 0
    assert limiter.allows("ann", 0, cost=4)
    assert limiter.seconds_until("ann", 0) == 0.5
    assert limiter.seconds_until("ann", 0.25, cost=4) == 1.75
    assert limiter.seconds_until("ann", 0, cost=5) == float("inf")
    assert not limiter.allows("ann", 1000, cost=5)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    limiter = Limiter(a_second=1, burst=1)
    assert limiter.allows("ann", 100)
    assert not limiter.allows("ann", 50)
    assert not limiter.allows("ann", 100.5)
    assert limiter.allows("ann", 101)


def test_who_was_longest_away_is_forgotten() -> None:
    limiter = Limiter(a_second=1, burst=1, most_keys=2)
    assert [limiter.allows(key, 0) for key in ("ann", "bob", "ann", "eve")] == [True, True, False, True]
    assert len(limiter) == 2
    assert not limiter.allows("ann", 0)
    assert limiter.allows("bob", 0)


@pytest.mark.parametrize(("a_second", "burst", "keys"), [(0, 1, 1), (1, 0.5, 1), (1, 1, 0)])
def test_a_limiter_that_lets_nothing_through_is_none(a_second: float, burst: float, keys: int) -> None:
    with pytest.raises(ValueError, match="lets something through"):
        Limiter(a_second, burst, keys)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.floats(0, 100)), max_size=200))
def test_no_more_passes_than_burst_and_time_give(calls: list[tuple[str, float]]) -> None:
    limiter = Limiter(a_second=0.5, burst=3, most_keys=5)
    passed = dict.fromkeys("abcde", 0)
    for key, now in sorted(calls, key=lambda call: call[1]):
        passed[key] += limiter.allows(key, now)
    assert max(passed.values()) <= 3 + 0.5 * 100
    assert len(limiter) <= 5


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_stands_for_a_house(address: str, key: str) -> None:
    assert address_key(address) == key
