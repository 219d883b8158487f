"""The policy by which others are judged at Kozel: a chance for every card, from what its player can see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.fit_kozel_policy import DEALS, FILES, SEEDS, fit, write
from kozyr.bots import Budget, make_bot
from kozyr.bots.search import kozel_policy, kozel_position, kozel_reading
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_policy import (
    COUNT,
    FOLLOW,
    LEAD,
    MOST_CARDS,
    POLICY_FILE,
    best_card,
    chance_of_card,
    features_into,
    load_kinds,
    load_policy,
    scores_into,
)
from kozyr.bots.search.kozel_position import lay_card, position_before
from kozyr.bots.search.kozel_reading import READING, read
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled, plain_twin
from kozyr.kernel.streams import Stream
from tests.bots.kozel_worlds import played_views


@compiled
def scored(position: Any, reading: Any, weights: Any, cards: Any, scores: Any) -> int:
    """``scores_into`` with room of its own."""
    return scores_into(position, reading, weights, np.zeros(COUNT), cards, scores)


def position_of(view: KozelView, hands: Any) -> Any:
    """The position of a view with these hands, the reader's own put in."""
    assert view.seat is not None
    position = position_before(view)
    for seat in range(4):
        position.hands[seat] = int(hands[seat])
    position.hands[view.seat] = view.hand
    for seat, card in view.plays:
        position.hands[seat] |= 1 << int(card)
    for _, card in view.plays:
        lay_card(position, int(card))
    return position


def worlds_of(view: KozelView, n: int) -> list[list[int]]:
    assert view.seat is not None
    rows: list[list[int]] = Sampler(hidden_of(view), view.seat).sample(Stream("twins").words, n).tolist()
    return rows


def choices(seeds: int = 12) -> list[KozelView]:
    """Views of random matches whose seat has a choice."""
    return [view for seed in range(seeds) for view in played_views(seed, 24, boasts="none") if len(view.legal) > 1]


def test_a_position_is_the_views() -> None:
    for view in choices():
        position = position_of(view, worlds_of(view, 1)[0])
        assert (int(position.turn), int(position.leader)) == (view.seat, view.leader)
        assert tuple(position.points) == view.points
        assert [int(card) for card in position.trick[: position.trick_size]] == [int(card) for card in view.trick]
        assert set(cards_of(kd.legal_cards(position))) == {entry.cards[0] for entry in view.legal}
        assert [int(hand).bit_count() for hand in position.hands] == list(view.hand_sizes)


@pytest.mark.parametrize("stray", [0.0, 0.02, 1.0])
def test_the_chances_of_the_legal_cards_add_up_to_one(stray: float) -> None:
    """K-25."""
    weights, cards, scores = load_policy().weights, np.zeros(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS)
    for view in choices():
        position = position_of(view, worlds_of(view, 1)[0])
        n = scored(position, new_record(READING), weights, cards, scores)
        assert {int(card) for card in cards[:n]} == {int(entry.cards[0]) for entry in view.legal}
        chances = [chance_of_card(card, n, cards, scores, stray) for card in cards[:n]]
        assert sum(chances) == pytest.approx(1.0)
        assert min(chances) >= stray / n
        if stray < 1.0:
            assert cards[int(np.argmax(chances))] == best_card(n, cards, scores)


def test_features_see_nothing_hidden() -> None:
    """What the seat to move cannot tell apart has the same features, in every world of its view."""
    told = 0
    for view in choices():
        found = set()
        for hands in worlds_of(view, 6):
            position, reading = position_of(view, hands), new_record(READING)
            read(position, reading)
            rows = np.zeros((len(view.legal), COUNT))
            for row, entry in zip(rows, view.legal, strict=True):
                features_into(position, reading, int(entry.cards[0]), row)
            found.add(rows.tobytes())
        assert len(found) == 1
        told += len({tuple(hands) for hands in worlds_of(view, 6)}) > 1
    assert told > 100


def test_the_features_of_a_lead_say_what_they_are_named_for() -> None:
    """The highest trump is led from two with all others out: nobody beats it, it draws trumps."""
    position, reading = new_record(kozel_position.POSITION), new_record(READING)
    position.phase, position.must_lead = kd.PLAY, -1
    pack = {str(card): card for card in kd.PLAYED_CARDS}
    position.hands[0] = sum(1 << int(pack[name]) for name in "Qc Qs 7s 9h Th Kh Kd 9d".split())
    rest = [card for card in kd.PLAYED_CARDS if not (int(position.hands[0]) >> int(card)) & 1]
    for seat in (1, 2, 3):
        position.hands[seat] = sum(1 << int(card) for card in rest[8 * seat - 8 : 8 * seat])
    read(position, reading)
    found = {}
    for name in ("Qc", "7s", "Th"):
        row = np.zeros(COUNT)
        features_into(position, reading, int(pack[name]), row)
        found[name] = dict(zip(LEAD, row.tolist(), strict=True))
    assert (found["Qc"]["held"], found["Qc"]["ours"], found["Qc"]["master_trump"], found["Qc"]["queen"]) == (1, 1, 1, 1)
    assert (found["7s"]["lone"], found["Th"]["lone"], found["Qc"]["lone"]) == (1, 0, 0)
    assert 0 < found["Th"]["held"] < 0.7
    assert found["Th"]["theirs_points"] == pytest.approx(1 - found["Th"]["ours"])


def test_the_shipped_weights_foretell_careful() -> None:
    """In deals that were not fitted the likeliest card is laid far more often than one of the others."""
    file = json.loads(POLICY_FILE.read_text(encoding="utf-8"))
    assert (file["deals"], file["seed"]) == (DEALS["careful"], SEEDS["careful"])
    weights, cards, scores = load_policy().weights, np.zeros(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS)
    careful, laid = make_bot("kozel", "careful"), []
    for view in choices(20):
        position = position_of(view, worlds_of(view, 1)[0])
        n = scored(position, new_record(READING), weights, cards, scores)
        card = int(careful.choose(view, Stream("laid")).move.card)  # type: ignore[attr-defined]
        laid.append(chance_of_card(card, n, cards, scores, 0.0))
    assert len(laid) > 150
    assert float(np.mean(laid)) > 0.6


def test_of_the_kinds_each_foretells_its_own_bot_best() -> None:
    """By the mean logarithm of the chance of the card laid, in positions that were not fitted."""
    cards, scores = np.zeros(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS)
    file = json.loads(FILES["pimc"].read_text(encoding="utf-8"))
    assert (file["deals"], file["seed"]) == (DEALS["pimc"], SEEDS["pimc"])
    for own, name in enumerate(FILES):
        bot, found = make_bot("kozel", name).within(Budget(worlds=10, nodes=0)), np.zeros(len(FILES))
        for number, view in enumerate(choices(12)):
            position = position_of(view, worlds_of(view, 1)[0])
            card = int(bot.choose(view, Stream("own", number)).move.card)  # type: ignore[attr-defined]
            for kind, weights in enumerate(load_kinds()):
                n = scored(position, new_record(READING), weights, cards, scores)
                found[kind] += np.log(chance_of_card(card, n, cards, scores, 0.02))
        assert int(np.argmax(found)) == own


@pytest.mark.parametrize("name", FILES)
def test_the_command_writes_the_same_file_again(name: str, tmp_path: Path) -> None:
    files = [tmp_path / each for each in ("one.json", "two.json")]
    for path in files:
        write(fit(name, "a small fit", 12), path)
    first, second = (path.read_bytes() for path in files)
    assert first == second
    small, shipped = json.loads(first), json.loads(FILES[name].read_text(encoding="utf-8"))
    assert small.keys() == shipped.keys()
    assert shipped["lead"].keys() == small["lead"].keys() == set(LEAD)
    assert [row.keys() for row in shipped["follow"]] == [set(FOLLOW)] * 3
    assert small["lead"] != shipped["lead"]


def test_plain_code_gives_the_same_chances() -> None:
    twins = plain_twin(kozel_reading), plain_twin(kozel_policy)
    cards, scores = np.zeros(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS)
    for view in choices(3):
        position, reading = position_of(view, worlds_of(view, 1)[0]), new_record(READING)
        n = scored(position, reading, load_policy().weights, cards, scores)
        ours = scores[:n].copy()
        twin_reading, features = new_record(READING), np.zeros(COUNT)
        twins[0].read(position, twin_reading)
        assert tuple(twin_reading.may) == tuple(reading.may)
        assert twins[1].scores_into(position, twin_reading, load_policy().weights, features, cards, scores) == n
        assert scores[:n] == pytest.approx(ours, abs=1e-9)
