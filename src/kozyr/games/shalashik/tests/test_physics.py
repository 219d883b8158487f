"""A physical hut as the match knows it: what shows and what fell are told from outside (S-3, S-6, S-7); its records."""

import json
from typing import Any

import pytest

from kozyr.games.shalashik.chance import Fall, Fallen, check_poses
from kozyr.games.shalashik.heap import WHOLE
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.risk import MILLION
from kozyr.games.shalashik.tests.tables import STACKED, do, legal_texts, new_match, play_on, thrown
from kozyr.games.shalashik.view import risk_word
from kozyr.kernel.chance import ChanceError
from kozyr.kernel.move import IllegalMoveError
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import Place


def physical(**options: Any) -> ShalashikMatch:
    """A physical heap of which the geometry says that only its top card shows."""
    return thrown(2, heap=STACKED, hut="physics", **options)


def test_what_shows_is_told_from_outside() -> None:
    """S-3."""
    match = physical()
    assert legal_texts(match) == ["pull 30"]
    match.look(0b1011)
    assert legal_texts(match) == ["pull 0", "pull 1", "pull 3"]
    assert match.view(0).shows == 0b1011
    do(match, "pull 3")
    assert legal_texts(match) == ["pull 30"]
    assert match.deals()[0].moves[0].legal == ("pull 0", "pull 1", "pull 3")


def test_bodies_are_drawn_where_they_were_last_seen() -> None:
    match = physical()
    moved = ((7.5, -3.0, 12.0), *STACKED[1:])
    match.look(1, moved)
    places = match.view(None).zone("heap").places
    assert (len(places), places[0]) == (31, Place(0, 7.5, -3.0, 12.0))
    assert match.view(None).heap == STACKED
    assert match.deals()[0].extra["heap"] == [list(pose) for pose in STACKED]


@pytest.mark.parametrize(
    ("match", "shows"),
    [
        (physical, 0),
        (physical, 1 << 31),
        (lambda: do(physical(), "pull 30"), 1 << 30),
        (lambda: do(physical(), "pull 30 x"), 1),
        (lambda: thrown(2), 1),
        (lambda: new_match(2, hut="physics"), 1),
    ],
)
def test_what_cannot_show_is_refused(match: Any, shows: int) -> None:
    looked = match()
    before = looked.deal.tobytes()
    with pytest.raises(ValueError, match="what shows is"):
        looked.look(shows)
    assert looked.deal.tobytes() == before


def test_of_an_empty_heap_nothing_shows_and_that_may_be_told() -> None:
    """S-5."""
    match = do(thrown(2, hut="physics"), *(f"pull {place}" for place in range(31)))
    match.look(0)
    assert legal_texts(match) == ["pull hut"]
    with pytest.raises(ValueError, match="what shows is"):
        match.look(1)


def test_risks_are_of_the_heap_as_it_is_now() -> None:
    """S-7: of what shows, of where it lies, of what is left on it."""

    def told() -> dict[int, int]:
        risks = {place: risk for place, risk in enumerate(match.risks()) if risk is not None}
        assert risks == {place: match.risk_of(place) for place in risks}
        return risks

    match = physical()
    assert list(told()) == [30]
    match.look(0b1)
    covered = told()
    assert list(covered) == [0]
    match.look(0b1, ((500.0, 500.0, 0.0), *STACKED[1:]))
    assert told()[0] < covered[0]
    match.look(0b1, STACKED)
    assert told() == covered


def test_risks_are_new_when_a_card_is_gone_though_the_same_show() -> None:
    """Cards on one another weigh on it."""
    match = physical()
    match.look(0b1)
    before = match.risks()
    match.deal.left = int(match.deal.left) & ~(1 << 30)
    match.look(0b1)
    assert match.risks()[0] == match.risk_of(0) != before[0]


def test_a_physical_pull_is_labelled_by_what_the_model_guesses() -> None:
    """S-6: the hand decides; who does not see the heap is told the guess all the same."""
    match = physical()
    match.look(0b101)
    legal = match.view(0).legal
    assert [(entry.label, entry.number) for entry in legal] == [
        (say("move_pull_risk", place=place, risk=TermRef(risk_word(match.risk_of(place) / MILLION))), place)
        for place in (0, 2)
    ]


@pytest.mark.parametrize("number", range(3))
def test_a_heap_lies_within_two_metres_and_two_thousand_degrees(number: int) -> None:
    """S-3."""
    for bound, is_within in ((2000, True), (-2000.0, True), (2000.1, False), (-2001, False), (10**400, False)):
        poses = [list(pose) for pose in STACKED]
        poses[17][number] = bound
        if is_within:
            assert check_poses(poses)[17][number] == bound
            continue
        with pytest.raises(ChanceError, match="card 17 of the heap lies too far off: no number of it is above 2000"):
            check_poses(poses)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), True, "1", None])
def test_a_place_of_a_heap_is_of_finite_numbers(wrong: object) -> None:
    poses = [list(pose) for pose in STACKED]
    poses[4][1] = wrong  # type: ignore[call-overload]
    with pytest.raises(ChanceError, match="card 4 of the heap should be"):
        check_poses(poses)


def test_a_pull_brings_what_the_bodies_did() -> None:
    """S-6: with the path, which the record keeps by the number of the move."""
    match = physical()
    path = {"ticks": 60, "xy": [[0.0, 0.0], [3.0, 4.5]], "lift": [0.0, 1.0]}
    match.apply(0, Pull(30))
    match.resolve(False)
    match.apply(1, Pull(29))
    match.resolve(Fallen(True, path))
    log = match.deals()[0]
    assert [m.mark for m in log.moves] == ["", "x"]
    assert log.extra["paths"] == {"1": path}
    assert match.awaits == 1


def test_a_path_of_a_pull_without_bodies_is_not_kept() -> None:
    match = thrown(2)
    match.apply(0, Pull(30))
    match.resolve(Fallen(False, {"ticks": 60, "xy": []}))
    assert "paths" not in match.deals()[0].extra


def test_where_nobody_has_the_bodies_the_risk_model_judges() -> None:
    """The match is played as with ``hut = risk``."""
    results = [play_on(new_match(3, hut=hut, deals=4), "alike").result for hut in ("risk", "physics")]
    assert results[0] == results[1]


def test_whoever_is_out_of_time_gets_the_safest_card() -> None:
    """S-7: and its risk is run."""
    match = thrown(2)
    risks = match.risks()
    shown = [risk for risk in risks if risk is not None]
    assert risks[match.safest().place or 0] == min(shown)
    match.apply(0, match.safest())
    awaits = match.awaits
    assert isinstance(awaits, Fall)
    assert awaits.risk == min(shown)
    match = do(thrown(2), *(f"pull {place}" for place in range(31)))
    assert match.safest() == Pull(None)
    with pytest.raises(ValueError, match="nobody is to pull"):
        do(match, "pull hut").safest()


def test_views_have_no_risks_where_the_hand_decides() -> None:
    """S-6."""
    assert physical().view(0).risks == ()
    risks = thrown(2, heap=STACKED).view(0).risks
    assert [place for place, risk in enumerate(risks) if risk is not None] == [30]


def test_any_card_in_the_heap_may_be_recalled() -> None:
    """S-3: a replay cannot know what showed; with a list it does."""
    match = physical()
    match.recall_legal(Pull(4), None)
    assert legal_texts(match) == ["pull 4", "pull 30"]
    match.recall_legal(Pull(4), ["pull 4", "pull 9"])
    assert legal_texts(match) == ["pull 4", "pull 9"]
    do(match, "pull 4")
    match.recall_legal(Pull(4), ["pull 4", "pull 9"])
    assert legal_texts(match) == ["pull 9"]
    with pytest.raises(IllegalMoveError):
        do(match, "pull 4")


def test_a_heap_that_does_not_shift_recalls_nothing() -> None:
    match = thrown(2, heap=STACKED)
    match.recall_legal(Pull(4), None)
    match.recall_legal(Pull(4), ["pull 4"])
    assert legal_texts(match) == ["pull 30"]


def test_a_copy_looks_on_its_own() -> None:
    match = physical()
    copy = match.copy()
    copy.look(1)
    assert (legal_texts(match), legal_texts(copy)) == (["pull 30"], ["pull 0"])
    do(copy, "pull 0")
    assert match.deals()[0].moves == ()


def looked_at(seed: str) -> ShalashikMatch:
    """A match of physical huts in which chance says what shows."""
    stream = Stream(seed)

    def look(match: ShalashikMatch) -> bool:
        left = WHOLE & ~sum(1 << p for p, who in enumerate(match.view(None).drawn) if who is not None)
        return stream.chance(0.1 if left else 0)

    match = new_match(3, hut="physics", deals=2)
    while match.awaits is not None:
        if isinstance(match.awaits, int) and match.view(None).phase == "pull" and match.deal.left:
            left = int(match.deal.left)
            some = left & stream.below(1 << 31)
            match.look(some or left)
        play_step(match, stream, look)
    return match


def play_step(match: ShalashikMatch, stream: Stream, down: Any) -> None:
    """One step at random."""
    awaits = match.awaits
    if isinstance(awaits, Fall):
        match.resolve(down(match))
    elif isinstance(awaits, int):
        match.apply(awaits, stream.choice(match.legal()))
    elif awaits is not None:
        match.resolve(awaits.sample(stream))


def test_what_was_told_of_a_heap_is_known_to_its_log() -> None:
    """So that a record with legal moves can have them all."""
    match = looked_at("told")
    for log in match.deals():
        pulls = [m for m in log.moves if isinstance(m.move, Pull) and m.move.place is not None]
        assert pulls
        for pull in pulls:
            assert pull.legal is not None
            assert str(pull.move) in pull.legal
        assert all(m.legal is None for m in log.moves if m not in pulls)
        assert json.dumps(log.extra)
