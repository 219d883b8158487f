"""The heap: what shows, corners, overlaps, the scatter; against heaps and legal pulls of recorded games."""

import json
import lzma
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.games.shalashik import heap
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.streams import Stream, seed_words

FORMS = {"this mode": heap, "plain": plain_twin(heap)}


def recorded() -> list[tuple[heap.Heap, list[list[int]]]]:
    path = Path(__file__).parent / "data" / "heaps.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return [(np.array(entry["heap"], dtype=float), entry["pulls"]) for entry in entries]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_shows_is_what_records_say_may_be_pulled(form: ModuleType) -> None:
    """S-3: the legal pulls of every recorded drawing with ``hut = risk``."""
    pulls = 0
    for poses, drawn in recorded():
        covers = form.covers_of(poses)
        left = heap.WHOLE
        for card, legal in drawn:
            assert form.showing(covers, left) == legal
            left &= ~(1 << card)
            pulls += 1
    assert pulls > 1000


def shown_slowly(poses: heap.Heap, left: list[int]) -> set[int]:
    shown = set()
    for card in left:
        for right, up in ((29, 44), (-29, 44), (-29, -44), (29, -44)):
            turn = complex(math.cos(math.radians(poses[card, 2])), math.sin(math.radians(poses[card, 2])))
            point = complex(poses[card, 0], poses[card, 1]) + complex(right, up) * turn
            over = False
            for other in left:
                if other > card:
                    angle = math.radians(-poses[other, 2])
                    inside = (point - complex(poses[other, 0], poses[other, 1])) * complex(
                        math.cos(angle), math.sin(angle)
                    )
                    over |= abs(inside.real) <= 29 + 1e-9 and abs(inside.imag) <= 44 + 1e-9
            if not over:
                shown.add(card)
    return shown


@given(st.text(max_size=5), st.integers(0, heap.WHOLE))
@settings(max_examples=40, deadline=None)
def test_masks_agree_with_plain_trigonometry(seed: str, left: int) -> None:
    poses = heap.scatter(Stream(seed))
    cards = [card for card in range(31) if left >> card & 1]
    shown = heap.showing(heap.covers_of(poses), left)
    assert {card for card in range(31) if shown >> card & 1} == shown_slowly(poses, cards)


def test_a_corner_on_an_edge_is_under_it() -> None:
    """S-3: a card of the same pose one place up hides the one beneath, all four corners on its own."""
    poses = np.array([[1000.0 * card, 0, 0] for card in range(31)])
    poses[1] = poses[0]
    assert not heap.showing(heap.covers_of(poses), heap.WHOLE) & 1
    poses[1, 0] += 0.1
    assert heap.showing(heap.covers_of(poses), heap.WHOLE) & 1
    assert heap.overlaps_of(poses)[0] == 2


def test_the_top_card_always_shows() -> None:
    covers = heap.covers_of(heap.scatter(Stream("top")))
    for card in range(31):
        assert heap.showing(covers, (2 << card) - 1) >> card & 1


@given(st.text(max_size=5))
@settings(max_examples=30, deadline=None)
def test_overlaps_are_symmetric_and_hold_every_cover(seed: str) -> None:
    poses = heap.scatter(Stream(seed))
    overlaps, covers = heap.overlaps_of(poses), heap.covers_of(poses)
    for card in range(31):
        assert not overlaps[card] >> card & 1
        for k in range(4):
            assert int(covers[card, k]) & ~int(overlaps[card] & heap.above(card)) == 0
        for other in range(31):
            assert overlaps[card] >> other & 1 == overlaps[other] >> card & 1


def test_a_scatter_is_reproducible_in_tenths_and_equal_in_both_modes() -> None:
    poses = heap.scatter(Stream("seed", 7))
    assert np.array_equal(poses, heap.scatter(Stream("seed", 7)))
    plain = np.zeros((31, 3))
    FORMS["plain"].scatter_into(seed_words("seed", 7), plain)
    assert np.array_equal(poses, plain)
    assert np.array_equal(poses, np.round(poses, 1))
    assert np.hypot(poses[:, 0], poses[:, 1]).max() <= heap.SCATTER_RADIUS
    assert not np.array_equal(poses, heap.scatter(Stream("seed", 8)))
