"""The drawing: what shows, whose turn it is, the fall, the hut taken (S-1..S-7)."""

import json

import pytest

from kozyr.cards import PACK
from kozyr.games.shalashik.chance import Fall, Fallen, Throw
from kozyr.games.shalashik.heap import CARDS, WHOLE, covers_of, scatter, showing
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.risk import MILLION, ground_of, risks
from kozyr.games.shalashik.tests.tables import (
    APART,
    STACKED,
    do,
    falls_at,
    hand,
    ids,
    legal_texts,
    new_match,
    pack,
    play_on,
    thrown,
)
from kozyr.kernel.chance import ChanceError, Lot, Recalled, Shuffle
from kozyr.kernel.streams import Stream


def test_a_match_waits_for_the_lot_the_pack_and_the_heap() -> None:
    """S-1, S-2."""
    match = new_match(4)
    awaited = [match.awaits]
    for outcome in (2, pack(), APART):
        match.resolve(outcome)
        awaited.append(match.awaits)
    assert awaited == [Lot(4), Shuffle(PACK), Throw(), 3]
    assert match.deals()[0].extra == {"heap": [list(pose) for pose in APART]}


@pytest.mark.parametrize(("lot", "said"), [("high", "lot_high"), ("low", "lot_low")])
def test_the_lot_is_told_as_the_table_draws_it(lot: str, said: str) -> None:
    """S-1: which card counts; the seat it falls on is chance, as likely for each."""
    assert ids(thrown(lot=lot))[:2] == [said, "deal_begins"]


def test_the_lot_is_told_once_a_match() -> None:
    match = play_on(new_match(3), "lot", deals=1)
    assert "lot_high" in ids(match)
    match.resolve(pack())
    assert "lot_high" not in ids(match)


@pytest.mark.parametrize("players", range(2, 7))
def test_cards_are_drawn_clockwise_from_the_dealers_left(players: int) -> None:
    """S-3: each sees what he draws, the heap being the first 31 of the pack, bottom first."""
    match = thrown(players, "Ac Ks 7h 8d 9c Td")
    for place in range(2 * players):
        assert match.awaits == place % players
        do(match, f"pull {place}")
    order = pack("Ac Ks 7h 8d 9c Td")
    assert hand(match, 0).split() == sorted((str(order[0]), str(order[players])), key=[str(c) for c in PACK].index)


def test_only_cards_that_show_may_be_pulled() -> None:
    """S-3: at least one corner under no other card."""
    match = thrown(heap=STACKED)
    for place in range(30, 25, -1):
        assert legal_texts(match) == [f"pull {place}"]
        do(match, f"pull {place}")


def test_what_shows_changes_with_what_is_left() -> None:
    heap = scatter(Stream("shows"))
    covers = covers_of(heap)
    match = thrown(2, heap=tuple(map(tuple, heap.tolist())))
    left = WHOLE
    while left:
        shows = showing(covers, left)
        assert legal_texts(match) == [f"pull {place}" for place in range(CARDS) if shows >> place & 1]
        place = shows.bit_length() - 1
        do(match, f"pull {place}")
        left &= ~(1 << place)
    assert legal_texts(match) == ["pull hut"]


def test_who_brings_the_hut_down_takes_all_that_is_left() -> None:
    """S-4, S-8: and leads."""
    match = do(thrown(3), "pull 0", "pull 5", "pull 7 x")
    assert [int(mask).bit_count() for mask in match.deal.hands] == [1, 1, 34, 0, 0, 0]
    assert match.awaits == 2
    assert all(text.startswith("lead ") for text in legal_texts(match))
    log = match.deals()[0]
    assert [(m.seat, str(m.move), m.mark) for m in log.moves] == [
        (0, "pull 0", ""),
        (1, "pull 5", ""),
        (2, "pull 7", "x"),
    ]


def test_the_last_five_of_the_pack_are_the_hut_which_is_taken_when_nothing_is_left() -> None:
    """S-5: by the next in turn, who counts as having brought it down."""
    match = do(thrown(3), *(f"pull {place}" for place in range(31)))
    assert match.awaits == 31 % 3
    assert legal_texts(match) == ["pull hut"]
    before = int(match.deal.hands[1])
    do(match, "pull hut")
    assert int(match.deal.hands[1]) & ~before == sum(1 << card for card in PACK[31:])
    assert (int(match.deal.collapsed_by), int(match.deal.pulled), match.awaits) == (1, 31, 1)
    assert match.deals()[0].moves[-1].mark == ""


@pytest.mark.parametrize(("pulls", "pulled"), [(0, 0), (5, 5), (31, 31)])
def test_the_result_tells_how_many_were_drawn_before(pulls: int, pulled: int) -> None:
    """S-19."""
    match = play_on(thrown(4, deals=1), "pulled", down=falls_at(pulls))
    result = match.deals()[0].result
    assert result is not None
    assert result["pulled"] == pulled
    assert result["collapsed_by"] == pulls % 4


def test_a_pull_is_judged_by_the_risk_of_its_card() -> None:
    """S-6."""
    heap = scatter(Stream("risks"))
    match = thrown(3, heap=tuple(map(tuple, heap.tolist())))
    foretold = risks(ground_of(heap), WHOLE)
    assert [str(move) for move in match.legal()] == [f"pull {place}" for place in foretold]
    for place, chance in foretold.items():
        tried = match.copy()
        tried.apply(0, tried.legal()[list(foretold).index(place)])
        awaits = tried.awaits
        assert isinstance(awaits, Fall)
        assert (awaits.risk / MILLION, awaits.index) == (chance, 0)
        view = tried.view(0)
        assert (view.phase, view.pulling, view.to_move) == ("fall", place, None)


@pytest.mark.parametrize(("risk", "down"), [(0, 0), (MILLION, 1000), (MILLION // 4, 250)])
def test_a_fall_is_as_likely_as_its_risk(risk: int, down: int) -> None:
    stream = Stream("falls")
    fallen = sum(Fall(risk, 0).sample(stream).down for _ in range(1000))
    assert abs(fallen - down) < 45


def test_a_fall_is_recalled_by_the_mark() -> None:
    """S-6."""
    recalled = Recalled(0, pack(), iter(()), {"paths": {"4": {"ticks": 60, "xy": []}}})
    assert Fall(1, 3).recall(recalled) == Fallen(False)
    recalled.mark = "x"
    assert Fall(1, 3).recall(recalled) == Fallen(True)
    assert Fall(1, 4).recall(recalled).path is None
    assert Fall(1, 4, is_physical=True).recall(recalled).path == {"ticks": 60, "xy": []}
    with pytest.raises(ChanceError, match="paths should be an object"):
        Fall(1, 4, is_physical=True).recall(Recalled(0, pack(), iter(()), {"paths": []}))
    with pytest.raises(ChanceError, match="stopped before the outcome"):
        Fall(1, 3).recall(Recalled(0, pack(), iter(()), {"pulling": 3}))


@pytest.mark.parametrize("outcome", [0, 1, None, "x", (), Fallen(1), Fallen(True, 3)])  # type: ignore[arg-type]
def test_an_outcome_of_a_pull_is_true_false_or_a_fallen(outcome: object) -> None:
    with pytest.raises(ChanceError):
        Fall(1, 0).check(outcome)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ([], "a path is an object"),
        ({"xy": []}, "ticks of a path"),
        ({"ticks": True, "xy": []}, "ticks of a path"),
        ({"ticks": 60}, "xy of a path"),
        ({"ticks": 60, "xy": [[1]]}, "xy of a path"),
        ({"ticks": 60, "xy": [[1, "2"]]}, "xy of a path"),
        ({"ticks": 60, "xy": [[1, float("nan")]]}, "xy of a path"),
    ],
)
def test_a_path_that_cannot_be_is_refused(path: object, said: str) -> None:
    with pytest.raises(ChanceError, match=said):
        Fall(1, 0).check(Fallen(True, path))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("heap", "said"),
    [
        (None, "a heap is the list of 31"),
        ("x" * 31, "a heap is the list of 31"),
        (APART[:30], "a heap is the list of 31"),
        ((*APART[:30], (1, 2)), "card 30 of the heap should be"),
        ((*APART[:30], (1, 2, True)), "card 30 of the heap should be"),
        ((*APART[:30], "123"), "card 30 of the heap should be"),
        ((*APART[:30], (1, 2, float("inf"))), "card 30 of the heap should be"),
        ((*APART[:30], (1, 2001, 0)), "card 30 of the heap lies too far off"),
    ],
)
def test_a_heap_that_cannot_be_is_refused(heap: object, said: str) -> None:
    """S-3."""
    match = new_match()
    match.resolve(0)
    match.resolve(pack())
    with pytest.raises(ChanceError, match=said):
        match.resolve(heap)
    assert match.awaits == Throw()


def test_a_heap_without_its_field_is_named() -> None:
    with pytest.raises(ChanceError, match="no field heap"):
        Throw().recall(Recalled(0, pack(), iter(())))


def test_a_heap_is_sampled_as_records_write_it() -> None:
    """S-3: tenths of a millimetre and of a degree."""
    heap = Throw().sample(Stream("sampled"))
    assert Throw().check([list(pose) for pose in heap]) == heap
    assert all(round(value, 1) == value for pose in heap for value in pose)


PATH = {"ticks": 60, "xy": [[1.5, 2], [3, 4.25]], "lift": {"0": 1.5}}


@pytest.mark.parametrize(
    ("outcome", "data"),
    [
        (Fallen(True), True),
        (Fallen(False), False),
        (Fallen(True, PATH), {"down": True, "path": PATH}),
        (Fallen(False, PATH), {"down": False, "path": PATH}),
    ],
)
def test_the_outcome_of_a_pull_goes_through_json(outcome: Fallen, data: object) -> None:
    assert Fall(1, 0).write(outcome) == data
    assert Fall(1, 0).read(json.loads(json.dumps(data))) == outcome


@pytest.mark.parametrize(
    "data",
    [
        None,
        1,
        [],
        {},
        {"down": True},
        {"down": True, "path": None},
        {"down": 1, "path": PATH},
        {"down": True, "path": []},
        {"down": True, "path": PATH, "more": 1},
    ],
)
def test_json_that_is_no_outcome_of_a_pull_is_refused(data: object) -> None:
    with pytest.raises(ChanceError):
        Fall(1, 0).read(data)


def test_whole_numbers_of_a_heap_stay_whole_in_json() -> None:
    heap = [[1, 2.5, 3], *([0.0, 0, 90] for _ in range(30))]
    assert json.dumps(Throw().write(Throw().read(json.loads(json.dumps(heap))))) == json.dumps(heap)


@pytest.mark.parametrize("hut", ["risk", "physics"])
def test_the_heap_and_the_falls_of_bodies_are_simulated(hut: str) -> None:
    match = new_match(hut=hut)
    match.resolve(0)
    match.resolve(pack())
    throw = match.awaits
    assert isinstance(throw, Throw)
    assert throw.is_simulated == (hut == "physics")
    match.resolve(APART)
    match.apply(1, Pull(30))
    fall = match.awaits
    assert isinstance(fall, Fall)
    assert fall.is_simulated == (hut == "physics")
