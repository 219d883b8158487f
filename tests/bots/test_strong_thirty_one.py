"""How the strong bot of Thirty-one deals hidden cards, judges moves and says why."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kozyr.bots import Budget, Choice, make_bot
from kozyr.bots.search import thirty_one_policy, thirty_one_why
from kozyr.bots.search.thirty_one_hidden import Hidden
from kozyr.bots.search.thirty_one_past import past_of
from kozyr.bots.search.thirty_one_playouts import Playouts
from kozyr.bots.search.thirty_one_worth import worth_of
from kozyr.cards import cards_of, parse_cards
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.moves import Word, move_of
from kozyr.games.thirty_one.papers import CODE_MASK
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from tests.bots.thirty_one_tables import CAREFUL, GAME, dealt, seen

STRONG = make_bot("thirty_one", "strong").within(Budget(worlds=128, nodes=20_000))
DRAWS = 60_000
HIDDEN_FIELDS = ("hands", "stock", "stock_top", "stock_end")
NAMES = ["A", "B", "C", "D", "E", "F", "G"]


def hidden_of(view: ThirtyOneView, *, weighs: bool = True) -> Hidden:
    assert view.options is not None
    worth = worth_of(view.options, len(view.seats_in))
    return Hidden(view, past_of(view), worth, weighs=weighs)


def both_took_two() -> ThirtyOneView:
    """Of each of two rivals one card is hidden; both of them took hearts or spades in pairs."""
    match = dealt(
        ["7c 8d 9s", "Ks Qs 7d", "Kd Qd 9h"],
        "Ah Th 8c",
        moves="stay; swap Ks,Qs Ah,Th; done; swap Kd,Qd Ks,Qs; done",
    )
    return seen(match)


def check_fits(seen_often: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float]) -> None:
    """Chi-squared: what was drawn against its chances, six standard deviations wide."""
    draws = sum(seen_often.values())
    assert set(seen_often) <= set(chances)
    chi = sum((seen_often[key] - draws * chance) ** 2 / (draws * chance) for key, chance in chances.items())
    free = len(chances) - 1
    assert chi < free + 6 * math.sqrt(2 * free)


@pytest.mark.parametrize("weighs", [False, True])
def test_hidden_cards_are_dealt_as_often_as_they_are_likely(weighs: bool) -> None:
    """Every pair of hidden cards, enumerated; with no weights all are alike."""
    view = both_took_two()
    hidden = hidden_of(view, weighs=weighs)
    assert hidden.sizes.tolist() == [1, 1]
    pool = [1 << card for card in cards_of(view.unseen)]
    shares = [
        dict(zip(hands[:n].tolist(), np.diff(sums[:n], prepend=0.0).tolist(), strict=True))
        for hands, sums, n in zip(hidden.hands, hidden.weights, hidden.counts.tolist(), strict=True)
    ]
    if not weighs:
        assert shares == [dict.fromkeys(share, 1.0) for share in shares]
    ways = {pair: shares[0][pair[0]] * shares[1][pair[1]] for pair in itertools.permutations(pool, 2)}
    total = sum(ways.values())
    drawn = Counter(tuple(row) for row in hidden.sample(Stream("draws").words, DRAWS).tolist())
    check_fits(drawn, {pair: way / total for pair, way in ways.items()})


def test_who_took_cards_of_a_suit_is_likely_to_hold_more_of_it() -> None:
    match = dealt(["7c 8d 9s", "Kh Qs 7d"], "Ah 6d 8s", moves="stay; swap 7d Ah; done")
    hidden = hidden_of(seen(match))
    hearts = sum(1 << card for card in cards_of(hidden.pool) if card.suit == parse_cards("Ah")[0].suit)
    with_hearts = [bool(row[0] & hearts) for row in hidden.sample(Stream("suit").words, 4000).tolist()]
    plain = hidden_of(seen(match), weighs=False).sample(Stream("suit").words, 4000).tolist()
    assert sum(with_hearts) > 1.2 * sum(bool(row[0] & hearts) for row in plain)


@pytest.mark.parametrize(("players", "stays"), [(2, 0.0), (4, 0.3), (7, 0.97)])
def test_the_past_is_read_from_events_as_it_was(players: int, stays: float) -> None:
    """In random matches the deal comes out as it stands but for what is hidden; who only stays drains the stock."""
    shuffled = False
    for number in range(4):
        match = GAME.new_match(GAME.options(), players)
        assert isinstance(match, ThirtyOneMatch)
        stream = Stream("past", players, number)
        while (awaits := match.awaits) is not None and len(match.figures()) < 3:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            if view.phase == "play":
                past = past_of(view)
                shuffled |= bool(past.deal.reshuffles)
                assert match.running is not None
                assert past.codes.tolist() == [code & CODE_MASK for code in match.running.history]
                for name in td.DEAL.fields or ():
                    if name not in HIDDEN_FIELDS:
                        assert np.array_equal(past.deal[name], match.deal[name]), name
            stays_now = Word("stay") in match.legal() and stream.chance(stays)
            match.play(Word("stay") if stays_now else stream.choice(match.legal()))
    assert players < 7 or shuffled


@compiled
def code_at(boxes: object, worth: object, legal: object) -> int:
    """The move of the compiled policy; the arrays are those of ``Playouts``."""
    return thirty_one_policy.careful_code(boxes[0], worth[0], legal)  # type: ignore[index]


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_play_outs_are_played_much_as_careful_plays(players: int) -> None:
    alike = asked = 0
    for number in range(3):
        match, stream = GAME.new_match(GAME.options(), players), Stream("policy", players, number)
        while (awaits := match.awaits) is not None and len(match.figures()) < 4:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            assert isinstance(view, ThirtyOneView)
            move = CAREFUL.choose(view, stream).move
            if view.phase == "play" and len(view.legal) > 1:
                outs = Playouts(view, weighs=False)
                code = code_at(outs.boxes, outs.worth, np.zeros(td.MAX_LEGAL, dtype=np.int64))
                asked += 1
                alike += move_of(int(code)) == move
            match.play(move)
    assert alike / asked > 0.85


def considered(match: ThirtyOneMatch, bot_budget: Budget | None = None) -> Choice:
    bot = STRONG if bot_budget is None else STRONG.within(bot_budget)
    return bot.choose(seen(match), Stream("strong"))


def test_it_takes_the_card_that_makes_thirty_one_and_shows_it() -> None:
    match = dealt(["Ah Kh 7s", "9c 8d 7d"], "Qh 8c 9d")
    assert str(considered(match).move) == "swap 7s Qh"
    match.apply(0, considered(match).move)
    shown = considered(match)
    assert str(shown.move) == "show"
    assert shown.reasons[0].why is not None
    assert shown.reasons[0].why.id == "why_shows"


def test_every_legal_move_has_a_value_and_words_in_both_languages() -> None:
    told = set()
    for players in (2, 5):
        match, stream = GAME.new_match(GAME.options(), players), Stream("words", players)
        while (awaits := match.awaits) is not None and len(match.figures()) < 20:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            choice = STRONG.within(Budget(worlds=8, nodes=4000)).choose(view, stream)
            assert {reason.move for reason in choice.reasons} == {entry.move for entry in view.legal}
            assert choice.move == choice.reasons[0].move
            values = [reason.value for reason in choice.reasons]
            assert values == sorted(values, reverse=True)
            for reason in choice.reasons:
                assert reason.why is not None
                told.add(reason.why.id)
                for language in LANGUAGES:
                    assert not set("{}|") & set(reason.why.render(GAME.terms, language, NAMES))
            match.play(stream.choice(match.legal()))
    assert len(told) >= 6


def test_without_nodes_it_plays_as_careful_does() -> None:
    match = dealt(["Ah Kh 7s", "9c 8d 7d"], "Qh 8c 9d")
    choice = considered(match, Budget(worlds=1, nodes=1))
    careful = CAREFUL.choose(seen(match), Stream("careful"))
    assert choice.move == careful.move
    assert all(reason.why is not None for reason in choice.reasons)


def test_more_budget_never_makes_less_of_the_worlds_than_asked() -> None:
    """Nodes end a search in the middle of a world; that world does not count."""
    view = seen(dealt(["Ah Qd 7s", "9c 8d 7d", "Ks Js 6h"], "Qh 8c 9d"))
    moves = len(view.legal)
    for nodes in (1, 50, 500, 5000):
        found = Playouts(view, weighs=False).judge(Budget(worlds=64, nodes=nodes), Stream("nodes").words)
        assert len(found) in (0, moves)
    assert len(found) == moves


def test_every_text_of_a_reason_is_said_somewhere() -> None:
    terms = tomllib.loads((GAME.folder / "terms.toml").read_text(encoding="utf-8"))
    source = Path(thirty_one_why.__file__).read_text(encoding="utf-8")
    assert [name for name in terms if name.startswith("why_") and f'"{name}"' not in source] == []
