"""How the strong bot of Shalashik deals hidden cards, judges pulls and moves, and says why."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kozyr.bots import Budget, make_bot
from kozyr.bots.search import shalashik_policy, shalashik_why
from kozyr.bots.search.shalashik_falls import FALLS
from kozyr.bots.search.shalashik_hidden import Hidden
from kozyr.bots.search.shalashik_playouts import Playouts
from kozyr.bots.search.shalashik_pulls import judge_pulls
from kozyr.cards import cards_of
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.moves import move_of
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from tests.bots.shalashik_tables import CAREFUL, GAME

STRONG = make_bot("shalashik", "strong").within(Budget(worlds=16, nodes=5_000))
DRAWS = 20_000
MOST_DEALS = 2_000
NAMES = ["A", "B", "C", "D", "E", "F"]
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"after_take": "same"},
    {"must_beat": "no", "lead": "may"},
    {"finish": "beat", "small": "any"},
)


def views(
    players: int, label: object, deals: int = 1, **options: Any
) -> Iterator[tuple[ShalashikMatch, ShalashikView]]:
    """The views of the seats to move in random deals, in which most pulls are careful ones, so that hands grow."""
    match, stream = GAME.new_match(GAME.options.from_mapping(options), players), Stream("views", players, label)
    assert isinstance(match, ShalashikMatch)
    while (awaits := match.awaits) is not None and len(match.figures()) < deals:
        if isinstance(awaits, int):
            view = match.view(awaits)
            yield match, view
            careful = view.phase == "pull" and stream.chance(0.9)
            match.play(CAREFUL.choose(view, stream).move if careful else stream.choice(match.legal()))
        else:
            match.resolve(awaits.sample(stream))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_true_hands_are_always_among_those_that_may_be(players: int, options: dict[str, Any]) -> None:
    """Whatever a view tells of hidden cards is true in the match it is of."""
    for number in range(2):
        for match, view in views(players, number, **options):
            if view.phase != "play":
                continue
            hidden = Hidden(view)
            for i, seat in enumerate(hidden.seats.tolist()):
                for card in cards_of(int(match.deal.hands[seat]) & ~view.known[seat]):
                    place = hidden.cards.tolist().index(int(card))
                    assert hidden.may[place] >> i & 1


def allowed(view: ShalashikView) -> set[tuple[int, ...]]:
    """Every deal of the hidden cards that the takes of a view allow, by enumeration (S-11, S-12)."""
    hidden = Hidden(view)
    cards, seats = hidden.cards.tolist(), hidden.seats.tolist()
    found = set()
    for first in itertools.combinations(cards, int(hidden.rooms[0])):
        rest = [card for card in cards if card not in first]
        held = (first, tuple(rest))
        if all(hidden.may[cards.index(card)] >> place & 1 for place in range(len(seats)) for card in held[place]):
            found.add(tuple(sum(1 << card for card in hand) for hand in held))
    return found


def test_hidden_cards_are_dealt_each_deal_as_often() -> None:
    """Three players, so that two share the hidden cards: chi-squared against all deals, enumerated."""
    tried = 0
    for number in range(40):
        for _, view in views(3, ("draws", number)):
            if view.phase != "play" or tried == 4:
                continue
            hidden = Hidden(view)
            ways = hidden.ways[0, -1]
            if not 20 < ways < MOST_DEALS or ways == math.comb(len(hidden.cards), int(hidden.rooms[0])):
                continue  # too few, too many, or nothing is known
            tried += 1
            deals = allowed(view)
            assert len(deals) == ways
            drawn = Counter(tuple(row) for row in hidden.sample(Stream("draws", number).words, DRAWS).tolist())
            assert set(drawn) <= deals
            each = DRAWS / len(deals)
            chi = sum((drawn[deal] - each) ** 2 / each for deal in deals)
            assert chi < len(deals) - 1 + 6 * math.sqrt(2 * len(deals))
    assert tried == 4


@compiled
def code_at(boxes: object, lacks: object, sight: object, legal: object) -> int:
    """The move of the compiled policy; the arrays are those of ``Playouts``."""
    return shalashik_policy.careful_code(boxes[0], lacks, sight[0], legal)  # type: ignore[index]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_play_outs_are_played_as_careful_plays(players: int, options: dict[str, Any]) -> None:
    """Move for move, wherever random players have come to."""
    asked = 0
    for _, view in itertools.islice(views(players, "policy", deals=3, **options), 150):
        if view.phase != "play" or len(view.legal) < 2:
            continue
        choice = CAREFUL.choose(view, Stream("none"))
        outs = Playouts(view)
        for i, seat in enumerate(outs.hidden.seats.tolist()):
            outs.boxes[0]["hands"][seat] = view.known[seat] | int(outs.hidden.sample(Stream("any").words, 1)[0, i])
        code = code_at(outs.boxes, outs.lacks, outs.sight, np.zeros(sd.MAX_LEGAL, dtype=np.int64))
        values = {reason.move: reason.value for reason in choice.reasons}
        assert values[move_of(int(code))] == pytest.approx(choice.reasons[0].value)
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_first_pull_is_never_made_to_bring_the_hut_down(players: int) -> None:
    """It would win everything for sure; the drawing would be over before it began."""
    for number in range(5):
        _, view = next(views(players, number))
        move = STRONG.choose(view, Stream("none")).move
        risks = [risk for risk in view.risks if risk is not None]
        assert view.risks[move.place] <= min(risks) + 0.05  # type: ignore[attr-defined,operator]


def test_a_pull_is_worth_what_its_two_ends_are() -> None:
    """A surer fall is worth more or less as a fall is worth than what goes on."""
    _, view = next(views(3, "ends"))
    moves = [entry.move for entry in view.legal]
    stands = judge_pulls(view, dict.fromkeys(moves, 0.0))
    falls = judge_pulls(view, dict.fromkeys(moves, 1.0))
    halves = judge_pulls(view, dict.fromkeys(moves, 0.5))
    for move in moves:
        assert falls[move].value == FALLS[3][0][1]
        assert halves[move].value == pytest.approx((stands[move].value + falls[move].value) / 2)


def test_leads_of_all_places_add_up_to_none() -> None:
    """What one leads the mean of the others by, they fall behind by together (rounded)."""
    for players, rows in FALLS.items():
        assert len(rows) == players
        assert all(abs(sum(column)) <= players for column in zip(*rows, strict=True))


def test_every_legal_move_has_a_value_and_words_in_both_languages() -> None:
    told = set()
    for _, view in itertools.islice(views(3, "words", must_beat="no", lead="may"), 120):
        choice = STRONG.within(Budget(worlds=2, nodes=5_000)).choose(view, Stream("words"))
        if len(view.legal) == 1 and view.phase == "play":
            assert choice.reasons == ()
            continue
        assert {reason.move for reason in choice.reasons} == {entry.move for entry in view.legal}
        values = [reason.value for reason in choice.reasons]
        assert values == sorted(values, reverse=True)
        for reason in choice.reasons:
            assert reason.why is not None
            told.add(reason.why.id)
            for language in LANGUAGES:
                assert not set("{}|") & set(reason.why.render(GAME.terms, language, NAMES))
    assert {"why_pulls", "why_beats", "why_takes", "why_forces", "why_leads", "why_rests"} <= told


def test_without_nodes_it_plays_as_careful_does() -> None:
    for _, view in itertools.islice(views(3, "none"), 40):
        choice = STRONG.within(Budget(worlds=1, nodes=1)).choose(view, Stream("none"))
        if view.phase == "play" and len(view.legal) > 1:
            assert choice.move == CAREFUL.choose(view, Stream("none")).move


def test_every_text_of_a_reason_is_said_somewhere() -> None:
    terms = tomllib.loads((GAME.folder / "terms.toml").read_text(encoding="utf-8"))
    source = Path(shalashik_why.__file__).read_text(encoding="utf-8")
    assert [name for name in terms if name.startswith("why_") and f'"{name}"' not in source] == []
