"""What holds in every deal and match of Shalashik."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.cards import cards_of
from kozyr.games.shalashik import GAME, entries, risk
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.chance import Fall
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.tests.tables import new_match, play_on
from kozyr.kernel.chance import Chance
from kozyr.kernel.compact import box_of, copy_record
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream, seed_words

seeds = st.integers(0, 2**32).map(str)
players_numbers = st.integers(2, 6)
few = settings(max_examples=30, deadline=None)
table_options = st.fixed_dictionaries(
    {
        "lot": st.sampled_from(["high", "low"]),
        "hut": st.sampled_from(["risk", "physics"]),
        "small": st.sampled_from(["pips", "any"]),
        "lead": st.sampled_from(["must", "may"]),
        "after_take": st.sampled_from(["next", "same"]),
        "must_beat": st.sampled_from(["yes", "no"]),
        "finish": st.sampled_from(["empty", "beat"]),
        "max_turns": st.integers(1, 30),
        "deals": st.integers(1, 3),
    }
)


def all_cards(deal: Any) -> list[int]:
    """Every card of a deal, wherever it lies."""
    cards = [int(card) for card in deal.pile[: int(deal.height)]]
    cards += [int(deal.deck[place]) for place in range(31) if int(deal.left) >> place & 1]
    cards += deal.deck[31:].tolist() if deal.collapsed_by < 0 else []
    for mask in deal.hands:
        cards += [int(card) for card in cards_of(int(mask))]
    return cards


def check_deal(match: ShalashikMatch) -> None:
    """36 cards somewhere once; what is known of a hand is in it; what shows is in the heap (S-1..S-11)."""
    deal = match.deal
    assert sorted(all_cards(deal)) == list(range(36))
    for seat in range(6):
        assert int(deal.known[seat]) & ~int(deal.hands[seat]) == 0
        assert seat < match.players or not deal.hands[seat]
    assert int(deal.shows) & ~int(deal.left) == 0
    assert int(deal.turns) <= match.options.max_turns * match.players


@few
@given(players=players_numbers, seed=seeds, options=table_options)
def test_cards_are_conserved_at_each_step_and_the_match_ends(
    players: int, seed: str, options: Mapping[str, object]
) -> None:
    """S-14, S-17, S-18."""
    match, stream = new_match(players, **options), Stream(seed)
    while (awaits := match.awaits) is not None:
        if match.running and match.deal.phase in (sd.PULL, sd.FALL, sd.PLAY):
            check_deal(match)
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.apply(awaits, random_move(match.legal(), stream))
    assert len(match.deals()) == options["deals"]
    for log in match.deals():
        result = log.result
        assert result is not None
        assert sum(result["left"]) <= 324
        if result["kind"] == "played":
            assert result["left"][result["winner"]] == 0
            assert result["scored"] == sum(result["left"])


@few
@given(players=players_numbers, seed=seeds, options=table_options)
def test_views_agree_with_the_deal(players: int, seed: str, options: Mapping[str, object]) -> None:
    match, stream = new_match(players, **options), Stream(seed)
    while (awaits := match.awaits) is not None and len(match.finished) < 1:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
            continue
        view = match.view(awaits)
        hidden = sum(view.counts) - view.counts[awaits] - sum(m.bit_count() for m in view.known)
        hidden += view.known[awaits].bit_count() + view.left.bit_count() + 5 * (view.collapsed_by is None)
        assert view.unseen.bit_count() == hidden
        assert view.hand == int(match.deal.hands[awaits])
        match.apply(awaits, random_move(match.legal(), stream))


@pytest.mark.parametrize("players", range(2, 7))
def test_a_fast_rollout_to_the_end_plays_what_a_driven_match_plays(players: int) -> None:
    """S-6: the same pulls, falls and moves from the same streams; with the fitted weights handed in."""
    for number in range(4):
        match = new_match(players, deals=1)
        play_to_pull(match, f"{players} {number}")
        words = np.array([seed_words("rollout", number, seat) for seat in range(sd.SEATS)])
        box = box_of(copy_record(match.deal), sd.DEAL)
        chance, out = seed_words("falls", number), np.zeros(sd.MAX_LEGAL, dtype=np.int64)
        ground = match.ground
        assert ground is not None
        weights = risk.load_weights()
        entries.rollout_to_end(box, words, chance, ground.heap, ground.overlaps, ground.feet, weights, out)
        streams, falls = [Stream("rollout", number, seat) for seat in range(players)], Stream("falls", number)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, Fall):
                match.resolve(awaits.sample(falls))
            else:
                match.rollout(streams)
        assert box[0].tobytes() == match.deal.tobytes()


def play_to_pull(match: ShalashikMatch, seed: str) -> None:
    """Past the lot, the shuffle and the throw."""
    stream = Stream(seed)
    while isinstance(awaits := match.awaits, Chance):
        match.resolve(awaits.sample(stream))


def test_compiled_and_plain_functions_play_alike() -> None:
    """Byte for byte, with every option changed."""
    plain = plain_twin(sd)
    stream = Stream("parity")
    out = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
    for number in range(12):
        changed = {"lead": "may", "after_take": "same", "must_beat": "no", "finish": "beat"} if number % 2 else {}
        match = new_match(2 + number % 5, **changed)
        play_to_pull(match, f"parity {number}")
        ours, theirs = match.deal, copy_record(match.deal)
        while ours.phase != sd.OVER:
            if ours.phase == sd.FALL:
                down = int(stream.below(8) == 0)
                sd.fell(ours, down)
                plain.fell(theirs, down)
            else:
                n = sd.legal_into(ours, out)
                codes = out[:n].tolist()
                assert plain.legal_into(theirs, out) == n
                assert out[:n].tolist() == codes
                code = stream.choice(codes)
                sd.apply(ours, code)
                plain.apply(theirs, code)
            assert ours.tobytes() == theirs.tobytes()


def test_random_matches_with_the_default_target_end() -> None:
    """S-18."""
    for players in GAME.players:
        match = play_on(new_match(players), f"ends {players}")
        assert max(match.scores) >= 500
        assert match.winners() == (match.scores.index(max(match.scores)),)
