"""Matches with bodies and scripted hands, from their seed to their record and back (S-6)."""

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from kozyr.bots import make_bots
from kozyr.games.shalashik import GAME
from kozyr.games.shalashik.chance import Fall, Fallen, Throw
from kozyr.games.shalashik.heap import covers_of, showing
from kozyr.games.shalashik.hut.dealer import Dealer
from kozyr.games.shalashik.hut.model import in_mask
from kozyr.games.shalashik.hut.source import HutSource
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.chance import Chance, ChanceSource
from kozyr.kernel.streams import Stream
from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import play_match, record_line
from kozyr.records import check, parse_record

pytest.importorskip("mujoco")

OPTIONS = GAME.options.from_mapping({"hut": "physics", "deals": 1})
PRINT_RECORD = """
from kozyr.games.shalashik import GAME
from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import play_match, record_line
options = GAME.options.from_mapping({"hut": "physics", "deals": 1})
plan = make_plan("shalashik", matches=1, seed="g", players=2, bots=["careful"], options=options, legal=True)
print(record_line(plan, 0, play_match(plan, 0)))
"""


@cache
def line() -> str:
    """The record of a match."""
    plan = make_plan("shalashik", matches=1, seed="g", players=2, bots=["careful"], options=OPTIONS, legal=True)
    return record_line(plan, 0, play_match(plan, 0))


def deal_of(text: str) -> dict[str, Any]:
    deal = json.loads(text)["deals"][0]
    assert isinstance(deal, dict)
    return deal


def pulls_of(deal: dict[str, Any]) -> list[tuple[int, Any]]:
    """Card and path of every pull."""
    texts = [(index, move[1].split()) for index, move in enumerate(deal["moves"])]
    return [(int(words[1]), deal["paths"].get(str(index))) for index, words in texts if words[0] == "pull"]


def test_a_seed_gives_the_same_record_in_another_process() -> None:
    done = subprocess.run([sys.executable, "-c", PRINT_RECORD], capture_output=True, check=True)
    assert done.stdout.decode() == line() + "\n"


def test_its_record_replays_without_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    match = check(parse_record(line()))
    assert match.result == json.loads(line())["result"]
    (log,) = match.deals()
    deal = deal_of(line())
    assert log.extra["bodies"] == deal["bodies"]
    assert log.extra["paths"] == deal["paths"]


def test_its_record_replays_with_physics_too() -> None:
    """The bodies and the paths bring everything again: what showed before each pull, and the fall."""
    deal = deal_of(line())
    pulls = pulls_of(deal)
    assert len(pulls) > 3
    hut = Dealer.from_log(deal["bodies"], pulls[:-1])
    last = deal["moves"][len(pulls) - 1]
    assert last[1].endswith(" x")
    assert last[2] == sorted(f"pull {place}" for place in range(31) if hut.shows >> place & 1)
    with pytest.raises(ValueError, match="brings it down here"):
        Dealer.from_log(deal["bodies"], pulls)


def driven(source: ChanceSource, moves: int) -> ShalashikMatch:
    """A match of careful bots, so many moves of it and the chance steps behind them."""
    match = GAME.new_match(OPTIONS, 2)
    assert isinstance(match, ShalashikMatch)
    bots = make_bots("shalashik", ["careful"], 2)
    made = steps = 0
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            match.resolve(source.outcome(awaits, Stream("driven", steps)))
            steps += 1
        elif made == moves:
            break
        else:
            match.apply(awaits, bots[awaits].choose(match.view(awaits), Stream("bot", made)).move)
            made += 1
    return match


def test_a_match_that_was_left_goes_on_where_the_hut_stood() -> None:
    """Without pulling again; what is kept is plain JSON."""
    source = GAME.chance_source(OPTIONS)
    straight = driven(source, 3)
    kept = json.loads(json.dumps(source.kept()))
    again = GAME.chance_source(OPTIONS, kept)
    assert isinstance(source, HutSource)
    assert isinstance(again, HutSource)
    assert not again.takes_time(Throw(is_physical=True))
    taken_up = driven(again, 3)
    assert again.takes_time(Throw(is_physical=True))
    assert taken_up.deals() == straight.deals()
    assert taken_up.view(0) == straight.view(0)
    assert json.loads(json.dumps(again.kept())) == kept
    awaits = Fall(0, 3, is_physical=True, place=straight.safest().place or 0)
    fallen = [each.outcome(awaits, Stream("next")) for each in (source, again)]
    assert fallen[0] == fallen[1]


@pytest.mark.parametrize("damage", ["told", "hut", "list", "number", "outcome"])
def test_what_was_kept_and_is_damaged_is_refused(damage: str) -> None:
    kept: Any = {"told": [], "hut": None}
    if damage == "list":
        kept = [1]
    elif damage == "number":
        kept["told"] = 3
    elif damage == "hut":
        kept["hut"] = {"poses": [[0]]}
    elif damage == "told":
        del kept["told"]
    else:
        kept["told"] = [{"down": True}]
    with pytest.raises(ValueError, match="damaged"):
        GAME.chance_source(OPTIONS, kept).outcome(Throw(is_physical=True), Stream("x"))


def test_without_bodies_nothing_is_kept() -> None:
    source = GAME.chance_source(GAME.options())
    assert type(source) is ChanceSource
    assert source.kept() is None
    assert not source.takes_time(Throw())
    with pytest.raises(ValueError, match="needs anything kept"):
        GAME.chance_source(GAME.options(), {"told": []})


@pytest.mark.parametrize(("risk", "down"), [(0, False), (1_000_000, True)])
def test_where_the_bodies_do_not_say_the_card_s_risk_is_run(risk: int, down: bool) -> None:
    """SD-14, SD-15: and the card is gone, or the hut is. No hand can take a card that does not show."""
    source = GAME.chance_source(OPTIONS, {"told": [], "hut": built()})
    assert isinstance(source, HutSource)
    assert source.dealer is not None
    covered = in_mask(source.dealer.standing.left & ~source.dealer.shows)[0]
    fallen = source.outcome(Fall(risk, 0, is_physical=True, place=covered), Stream("risk"))
    assert fallen.down is down
    assert fallen.path is None
    assert (fallen.heap is None) is down
    assert source.dealer.is_down is down
    assert not source.dealer.standing.left >> covered & 1


@cache
def built() -> Any:
    """A standing hut, as it is kept."""
    return Dealer.from_log(deal_of(line())["bodies"], []).to_json()


def test_after_a_pull_the_match_knows_where_the_heap_lies_and_what_shows() -> None:
    """S-3; and so do readers, who see what lies there and nothing else."""
    source = GAME.chance_source(OPTIONS)
    match = driven(source, 2)
    assert isinstance(source, HutSource)
    assert source.dealer is not None
    assert match.ground is not None
    heap = match.ground.heap
    assert heap.tolist() == [list(pose) for pose in source.dealer.heap]
    assert match.deal.shows == showing(covers_of(heap), int(match.deal.left)) == source.dealer.shows
    view = match.view(0)
    assert isinstance(view, ShalashikView)
    assert view.risks == ()
    assert [(p.x, p.y) for p in view.zone("heap").places] == [
        tuple(heap[place, :2].tolist()) for place in range(31) if view.left >> place & 1
    ]


def test_a_heap_told_with_an_outcome_changes_nothing_without_bodies() -> None:
    match = GAME.new_match(GAME.options(), 2)
    stream = Stream("risk")
    while isinstance(awaits := match.awaits, Chance):
        match.resolve(awaits.sample(stream))
    assert isinstance(match, ShalashikMatch)
    before = match.ground
    assert isinstance(awaits, int)
    match.apply(awaits, match.legal()[0])
    match.resolve(Fallen(False, None, tuple((0.0, 0.0, float(place)) for place in range(31))))
    assert match.ground is before


def test_every_deal_has_a_hut_of_its_own() -> None:
    options = GAME.options.from_mapping({"hut": "physics", "deals": 2})
    plan = make_plan("shalashik", matches=1, seed="two", players=2, options=options)
    first, second = play_match(plan, 0).deals()
    assert first.extra["bodies"] != second.extra["bodies"]
    for deal in (first, second):
        assert "paths" in deal.extra
