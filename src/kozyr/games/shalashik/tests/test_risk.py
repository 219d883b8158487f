"""The risk of a pull: both modes agree, its features are what they say, the kept model is the fitted one and good."""

import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.games.shalashik import heap, risk, stand
from kozyr.games.shalashik.hut import calibration_plot, kept_pulls, quality, regression, report
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.streams import Stream

PLAIN = plain_twin(risk)


def found(module: ModuleType, ground: risk.Ground, left: int) -> tuple[int, list[int]]:
    out = np.zeros(31, dtype=np.int64)
    weights = risk.load_weights()
    shows = module.risks_into(ground.heap, ground.covers, ground.overlaps, ground.feet, left, weights, out)
    return int(shows), out.tolist()


@given(st.text(max_size=5), st.integers(1, heap.WHOLE))
@settings(max_examples=30, deadline=None)
def test_both_modes_find_equal_risks_for_exactly_the_showing_cards(seed: str, left: int) -> None:
    """S-6: each showing card has a chance of collapse."""
    ground = risk.ground_of(heap.scatter(Stream(seed)))
    shows, chances = found(risk, ground, left)
    assert (shows, chances) == found(PLAIN, ground, left)
    assert shows == heap.showing(ground.covers, left)
    assert all((chance >= 0) == bool(shows >> card & 1) for card, chance in enumerate(chances))
    assert max(chances) < risk.MILLION
    assert risk.risks(ground, left) == {c: chance / risk.MILLION for c, chance in enumerate(chances) if chance >= 0}


def features(poses: heap.Heap, card: int, left: int = heap.WHOLE) -> dict[str, float]:
    ground, row = risk.ground_of(poses), np.zeros(risk.COUNT)
    risk.features_into(ground.heap, ground.overlaps, ground.feet, left, card, row)
    return dict(zip(risk.FEATURES, row.tolist(), strict=True))


def far_heap() -> heap.Heap:
    return np.array([[1000.0 + 200 * card, 0, 0] for card in range(31)])


def test_a_card_right_under_a_wall_bears_it_and_one_deeper_does_not() -> None:
    poses = far_heap()
    poses[3] = poses[9] = (stand.PAIR_FOOT, 0, 0)
    upper, lower = features(poses, 9), features(poses, 3)
    assert (upper["bears"], upper["under"], upper["on_it"]) == (1, 0, 0)
    assert upper["bears_more"] == pytest.approx(lower["under"])
    assert (lower["bears"], lower["on_it"]) == (0, 1)
    assert lower["carries"] == lower["under"] > 2
    assert features(poses, 3, heap.WHOLE & ~(1 << 9))["bears"] == 1


def test_far_cards_are_safer_than_cards_under_the_feet() -> None:
    poses = far_heap()
    poses[5] = (stand.PAIR_FOOT, 0, 0)
    chances = risk.risks(risk.ground_of(poses), heap.WHOLE)
    assert chances[5] > 3 * chances[6]


def test_the_kept_model_is_the_fit_of_the_kept_pulls() -> None:
    """One command makes the same model of the same data."""
    kept = json.loads(risk.WEIGHTS_FILE.read_text(encoding="utf-8"))
    again = report.report(kept_pulls.load_pulls())
    assert again["weights"] == pytest.approx(kept["weights"], abs=2e-4)
    assert (again["pulls"], again["heaps"], again["down"]) == (kept["pulls"], kept["heaps"], kept["down"])
    assert again["held_out"].keys() == kept["held_out"].keys() == report.WAYS.keys()
    for way, found in again["held_out"].items():
        assert found["auc"] == pytest.approx(kept["held_out"][way]["auc"], abs=2e-4)
        assert sum(n for _, _, n in found["calibration"]) == found["pulls"]
    assert calibration_plot.plot(again["held_out"]["as_played"]["calibration"], 120).shape == (120, 120, 3)


def test_the_page_about_the_hut_has_the_figures_of_the_kept_model() -> None:
    """Word for word, the model as played among them."""
    kept = json.loads(risk.WEIGHTS_FILE.read_text(encoding="utf-8"))
    page = (Path(__file__).parents[5] / "docs" / "explanation" / "hut.md").read_text(encoding="utf-8")
    assert report.table(kept) in page


def test_the_model_tells_the_chance_of_the_pull_that_steady_hands_make() -> None:
    """At their speed, straight outwards, all that is known of a pull beside its card is 0, but not of others."""
    pulls = kept_pulls.load_pulls()
    rows = regression.features_of(pulls)[:, risk.COUNT :]
    assert pulls.steady.mean() > 0.45
    assert np.array_equal(np.unique(pulls.speed[pulls.steady]), [risk.STEADY_SPEED])
    assert np.abs(rows[pulls.steady]).max() == 0
    assert (np.abs(rows[~pulls.steady]).max(axis=1) > 0).mean() > 0.99


def test_the_kept_model_foretells_heaps_that_it_has_not_seen() -> None:
    """S-6: over showing cards drawn uniformly, with 0 to 25 cards gone; each heap foretold by a fit of the others."""
    pulls = kept_pulls.load_pulls()
    rows = regression.features_of(pulls)
    played = rows.copy()
    played[:, risk.COUNT :] = 0
    chance = regression.foretold(rows, pulls.down, pulls.seed, played)
    assert len(pulls.card) >= 3000
    assert pulls.stage.min() == 0
    assert pulls.stage.max() >= 24
    assert quality.auc(chance, pulls.down) >= 0.85
    assert quality.auc(chance[pulls.steady], pulls.down[pulls.steady]) >= 0.85
    for foretold, seen, n in quality.calibration(chance[pulls.steady], pulls.down[pulls.steady], bins=5):
        assert abs(foretold - seen) < 0.05 + 2 * np.sqrt(0.25 / n)


def test_auc_counts_ordered_pairs() -> None:
    down = np.array([False, False, True, True])
    assert quality.auc(np.array([0.1, 0.2, 0.3, 0.4]), down) == 1
    assert quality.auc(np.array([0.4, 0.3, 0.2, 0.1]), down) == 0
    assert quality.auc(np.array([0.5, 0.5, 0.5, 0.5]), down) == 0.5
