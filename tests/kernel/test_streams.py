"""Random streams: fixed for ever, uniform, independent by label, the same compiled and plain."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.kernel import streams
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.streams import Stream, below, derive_seed, next_word, seed_words

MASK = 2**32 - 1


def rotated(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & MASK


def reference(state: list[int], n: int) -> list[int]:
    """The published xoshiro128**, word for word."""
    s, found = list(state), []
    for _ in range(n):
        found.append(rotated(s[1] * 5 & MASK, 7) * 9 & MASK)
        t = s[1] << 9 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 11)
    return found


def test_values_stay_as_they_are() -> None:
    """Records and seeds of old matches hang on them."""
    words = Stream("seed", "label").words
    assert [int(next_word(words)) for _ in range(4)] == [3579256303, 928749204, 1486143425, 1140897598]
    stream = Stream("seed")
    assert [stream.below(100) for _ in range(8)] == [26, 23, 59, 82, 11, 64, 13, 96]
    assert stream.shuffled(range(8)) == (2, 7, 3, 4, 1, 6, 0, 5)
    assert derive_seed("seed", "a")[:16] == "ad53d10906a6c5e0"


@given(seed=st.text(max_size=20))
def test_words_are_those_of_the_published_generator(seed: str) -> None:
    words = seed_words(seed)
    expected = reference(words.tolist(), 30)
    assert [int(next_word(words)) for _ in range(30)] == expected


def test_both_forms_draw_the_same() -> None:
    plain = plain_twin(streams)
    for n in (1, 2, 3, 7, 52, 2**31 - 1, 2**31):
        ours, twins = seed_words("forms", n), seed_words("forms", n)
        assert [int(below(ours, n)) for _ in range(200)] == [int(plain.below(twins, n)) for _ in range(200)]
        assert ours.tolist() == twins.tolist()


@pytest.mark.parametrize("n", [2, 3, 7, 32])
def test_draws_are_uniform(n: int) -> None:
    stream = Stream("uniform", n)
    counts = Counter(stream.below(n) for _ in range(n * 1000))
    assert sorted(counts) == list(range(n))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_shuffles_are_uniform() -> None:
    stream = Stream("orders")
    counts = Counter(stream.shuffled("abcd") for _ in range(24 * 400))
    assert len(counts) == 24
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 23 + 5 * 46**0.5


def test_labels_make_other_streams() -> None:
    assert len({tuple(seed_words("s", *labels).tolist()) for labels in ((), ("a",), ("b",), ("a", "b"), (1,))}) == 5
    assert derive_seed("s", "a") != derive_seed("s", "b") != derive_seed("s")


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1])
def test_impossible_ranges_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        Stream("s").below(n)
    with pytest.raises(ValueError, match="0"):
        Stream("s").choice([])


def test_chance() -> None:
    stream = Stream("chance")
    assert not any(stream.chance(0) for _ in range(100))
    assert all(stream.chance(1) for _ in range(100))
    assert 400 < sum(stream.chance(0.5) for _ in range(1000)) < 600
