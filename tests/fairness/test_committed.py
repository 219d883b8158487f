"""What is drawn from a secret: as the page says it, to the bit; uniform; never twice the same draw."""

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kozyr.cards import PACK
from kozyr.fairness import (
    CommittedStream,
    FairnessError,
    commitment,
    contribution_hash,
    fresh_secret,
    message,
)
from kozyr.games import get_game
from kozyr.games.shalashik.chance import Fall, Throw
from kozyr.games.shalashik.heap import scatter, thrown
from kozyr.kernel.chance import Lot, Shuffle
from kozyr.kernel.streams import Source, Stream
from tests.fairness import oracle

PAGE = (Path(__file__).parents[2] / "docs/explanation/fairness.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0])
KOZEL_PACK = tuple(card for card in PACK if card.rank)

number = st.integers(min_value=0, max_value=2**32 - 1)
contribution = st.none() | st.binary(min_size=16, max_size=16)
place = st.tuples(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.integers(min_value=1, max_value=2**32 - 1),
    number,
    st.lists(contribution, min_size=1, max_size=7),
)


def vector_stream() -> CommittedStream:
    given = [None if text is None else bytes.fromhex(text) for text in VECTORS["contributions"]]
    secret = bytes.fromhex(VECTORS["secret"])
    return CommittedStream(secret, VECTORS["table"], VECTORS["deal"], VECTORS["draw"], given)


def stream(*words: int) -> CommittedStream:
    """A stream whose words are given."""
    found = vector_stream()
    found._words = iter(words)
    return found


def numbered(number: int) -> CommittedStream:
    return CommittedStream(bytes(32), "t", 1, number, (None,))


def test_the_vectors_of_the_page_are_what_the_program_computes() -> None:
    texts = VECTORS["contributions"]
    given = [None if text is None else bytes.fromhex(text) for text in texts]
    told = message(VECTORS["table"], VECTORS["deal"], VECTORS["draw"], given, 0)
    words = [int(VECTORS["hmac_0"][start : start + 8], 16) for start in range(0, 64, 8)]
    assert told.hex() == VECTORS["message_0"]
    assert VECTORS["words"] == words
    assert commitment(bytes.fromhex(VECTORS["secret"])) == VECTORS["commitment"]
    hashes = zip(given, VECTORS["hashes"], strict=True)
    assert all(contribution_hash(bytes_) == digest for bytes_, digest in hashes if bytes_ is not None)
    assert vector_stream().seed_text() == VECTORS["seed"] == VECTORS["hmac_0"]
    assert Lot(4).sample(vector_stream()) == VECTORS["below_4"]
    assert vector_stream().below(1_000_000) == VECTORS["below_1000000"]
    source = vector_stream()
    assert [source.below(1_200_000_000) for _ in range(12)] == VECTORS["below_1200000000"]
    assert [str(card) for card in Shuffle(PACK).sample(vector_stream())] == VECTORS["shuffled_36"]
    assert [str(card) for card in Shuffle(KOZEL_PACK).sample(vector_stream())] == VECTORS["shuffled_32"]
    heap = Throw().write(Throw().sample(vector_stream()))
    assert isinstance(heap, list)
    assert heap[:3] == VECTORS["heap_first"]
    assert Fall(VECTORS["below_1000000"] + 1, 0).sample(vector_stream()).down
    assert not Fall(VECTORS["below_1000000"], 0).sample(vector_stream()).down


def test_the_second_block_is_that_of_the_page() -> None:
    source = vector_stream()
    source.seed_text()
    assert source.seed_text() == VECTORS["hmac_1"]


def test_a_word_of_the_vectors_is_passed_over() -> None:
    """Else they would not show the rejection."""
    digits = VECTORS["hmac_0"] + VECTORS["hmac_1"]
    words = [int(digits[start : start + 8], 16) for start in range(0, 13 * 8, 8)]
    assert [place for place, word in enumerate(words) if word >= 3_600_000_000] == [11]


def test_the_code_on_the_page_computes_the_vectors() -> None:
    names: dict[str, Any] = {}
    exec(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0], names)
    told = bytes.fromhex(VECTORS["message_0"])[:-4]
    words = names["words"](bytes.fromhex(VECTORS["secret"]), told)
    assert names["shuffled"](words, oracle.PACK) == VECTORS["shuffled_36"]


def test_the_packs_of_the_games_begin_in_the_order_of_the_page() -> None:
    assert [str(card) for card in PACK] == oracle.PACK
    kozel = get_game("kozel").new_match(get_game("kozel").options(), 4)
    kozel.resolve(0)
    assert kozel.awaits == Shuffle(KOZEL_PACK)


@given(secret=st.binary(min_size=32, max_size=32), where=place, n=st.integers(min_value=1, max_value=2**31))
def test_the_program_draws_what_the_oracle_draws(
    secret: bytes, where: tuple[str, int, int, list[bytes | None]], n: int
) -> None:
    table, deal, draw, contributions = where
    texts = [None if given is None else given.hex() for given in contributions]

    def ours() -> CommittedStream:
        return CommittedStream(secret, table, deal, draw, contributions)

    def theirs() -> Any:
        return oracle.words(secret.hex(), table, deal, draw, texts)

    first, second = ours(), theirs()
    assert [first.below(n) for _ in range(20)] == [oracle.below(second, n) for _ in range(20)]
    assert [str(card) for card in ours().shuffled(PACK)] == oracle.shuffled(theirs(), oracle.PACK)
    assert scatter(ours()).tolist() == oracle.heap(theirs())
    assert ours().seed_text() == "".join(f"{word:08x}" for word in islice(theirs(), 8))


@given(one=st.tuples(place, number), other=st.tuples(place, number))
@example(one=(("t", 1, 0, [None, b"\1" * 16]), 0), other=(("t", 1, 0, [b"\1" * 16, None]), 0))
@example(one=(("t", 1, 0, [None]), 0), other=(("t", 1, 0, [None, None]), 0))
@example(one=(("t\0", 1, 0, [None]), 0), other=(("t", 1, 0, [None]), 0))
@example(one=(("t", 1, 2, [None]), 0), other=(("t", 2, 1, [None]), 0))
@example(one=(("t", 1, 2, [None]), 3), other=(("t", 1, 3, [None]), 2))
def test_two_messages_are_equal_only_where_all_their_parts_are(
    one: tuple[tuple[str, int, int, list[bytes | None]], int],
    other: tuple[tuple[str, int, int, list[bytes | None]], int],
) -> None:
    assert (message(*one[0], one[1]) == message(*other[0], other[1])) == (one == other)


@given(where=place, block=number)
def test_a_message_can_be_taken_apart_again(where: tuple[str, int, int, list[bytes | None]], block: int) -> None:
    """So no two draws share one."""
    told = message(*where, block)

    def take(count: int) -> bytes:
        nonlocal told
        taken, told = told[:count], told[count:]
        return taken

    def u32() -> int:
        return int.from_bytes(take(4), "big")

    assert take(u32()) == b"kozyr-shuffle/1"
    table, deal, draw = take(u32()).decode(), u32(), u32()
    contributions = [take(16) if take(1) == b"\1" else None for _ in range(u32())]
    assert (table, deal, draw, contributions, u32()) == (*where, block)
    assert told == b""


@pytest.mark.parametrize("n", [2, 3, 7, 31, 36])
def test_numbers_are_uniform(n: int) -> None:
    source = CommittedStream(bytes(32), "uniform", 1, n, (None,))
    counts = Counter(source.below(n) for _ in range(n * 1000))
    assert sorted(counts) == list(range(n))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_whole_orders_are_uniform() -> None:
    counts = Counter(numbered(draw).shuffled("abcd") for draw in range(24 * 400))
    assert len(counts) == 24
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 23 + 5 * 46**0.5


def test_every_card_comes_to_every_place_alike() -> None:
    """A chi-squared of the 36 x 36 table, with 35 x 35 degrees of freedom."""
    counts: Counter[tuple[int, int]] = Counter()
    for draw in range(3600):
        counts.update(enumerate(map(int, numbered(draw).shuffled(PACK))))
    chi_square = sum((counts[place, card] - 100) ** 2 / 100 for place in range(36) for card in range(36))
    assert abs(chi_square - 35 * 35) < 5 * (2 * 35 * 35) ** 0.5


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    last = 2**32 - 1
    assert stream(last, last, 5).below(3) == 2  # 2**32 - 1 is a multiple of 3
    assert stream(last - 1).below(3) == 2
    assert stream(last).below(2**31) == 2**31 - 1
    assert stream(last).below(1) == 0
    for n in (3, 36, 2201, 3600, 10**6, 2**31 - 1):
        bound = 2**32 - 2**32 % n
        assert stream(bound, last, 1).below(n) == 1 % n
        assert stream(bound - 1, 0).below(n) == n - 1


def test_a_number_below_one_takes_a_word() -> None:
    source = vector_stream()
    assert source.below(1) == 0
    assert source.below(2**31) == VECTORS["words"][1] % 2**31


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1])
def test_impossible_ranges_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        vector_stream().below(n)


def test_it_draws_by_the_ways_of_every_source() -> None:
    source: Source = vector_stream()
    assert source.choice("abc") in "abc"
    assert not any(source.chance(0) for _ in range(50))
    assert all(source.chance(1) for _ in range(50))
    with pytest.raises(ValueError, match="cannot draw below 0"):
        source.choice([])


def test_a_seeded_stream_does_the_same_as_every_source() -> None:
    """The compiled shuffle and scatter of streams are those that any other source gets."""
    assert Stream("x").shuffled(PACK) == Source.shuffled(Stream("x"), PACK)
    source = Stream("x")
    assert scatter(Stream("x")).tolist() == [list(thrown(source)) for _ in range(31)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"secret": bytes(31)}, "bad_bytes"),
        ({"secret": "00" * 32}, "bad_bytes"),
        ({"table_id": ""}, "bad_table"),
        ({"table_id": "ы" * 101}, "bad_table"),
        ({"table_id": "\ud800"}, "bad_table"),
        ({"table_id": 7}, "bad_table"),
        ({"deal": 0}, "bad_number"),
        ({"deal": True}, "bad_number"),
        ({"deal": 2**32}, "bad_number"),
        ({"draw": -1}, "bad_number"),
        ({"draw": 1.0}, "bad_number"),
        ({"contributions": ()}, "bad_seats"),
        ({"contributions": (None,) * 37}, "bad_seats"),
        ({"contributions": (b"x",)}, "bad_bytes"),
    ],
)
def test_a_draw_that_cannot_be_named_is_refused(change: dict[str, Any], code: str) -> None:
    values: dict[str, Any] = {"secret": bytes(32), "table_id": "t", "deal": 1, "draw": 0, "contributions": (None,)}
    with pytest.raises(FairnessError) as refused:
        CommittedStream(**{**values, **change})
    assert refused.value.code == code


def test_a_fresh_secret_takes_its_bytes_from_where_it_is_told() -> None:
    assert fresh_secret(bytes) == bytes(32)
    assert fresh_secret() != fresh_secret()
    with pytest.raises(FairnessError, match="the secret should be 32 bytes"):
        fresh_secret(lambda count: bytes(count - 1))
