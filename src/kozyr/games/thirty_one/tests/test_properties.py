"""What holds in every deal and match, and the rules against their independent oracle."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.cards import PACK, Card, cards_of, mask_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.moves import Swap
from kozyr.games.thirty_one.tests import oracle
from kozyr.games.thirty_one.tests.tables import legal_texts, mask, new_match, open_texts
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream

seeds = st.integers(0, 2**32).map(str)
numbers = st.integers(2, 7)
few = settings(max_examples=40, deadline=None)
table_options = st.fixed_dictionaries(
    {
        "tri_lba": st.sampled_from(["aces", "any_rank"]),
        "nebitka": st.sampled_from(["three_sixes", "none"]),
        "show_wins": st.sampled_from(["showdown", "shower"]),
        "rebuy": st.sampled_from(["none", "auto"]),
        "ante": st.integers(1, 20),
        "stack": st.integers(20, 80),
        "max_swaps": st.integers(1, 4),
        "max_turns": st.integers(1, 6),
        "deals": st.integers(1, 6),
    }
)


def all_cards(deal: Any) -> list[int]:
    """Every card of a deal, wherever it lies."""
    cards = [*deal.open.tolist(), *deal.stock[int(deal.stock_top) : int(deal.stock_end)].tolist()]
    for pile in [*deal.hands, deal.discard]:
        cards += [int(card) for card in cards_of(int(pile))]
    return cards


def check_cards(match: ThirtyOneMatch) -> None:
    """36 distinct cards, three in each hand of the deal, open cards never alike at a decision (T-1, T-8, T-9)."""
    deal = match.deal
    assert sorted(all_cards(deal)) == list(range(36))
    assert match.running is not None
    for seat in range(match.players):
        assert int(deal.hands[seat]).bit_count() == (3 if seat in match.running.start.seats else 0)
        assert int(deal.known[seat]) & ~int(deal.hands[seat]) == 0
    if deal.phase == td.PLAY:
        assert not oracle.alike(open_texts(match))


@few
@given(players=numbers, seed=seeds, options=table_options)
def test_cards_and_chips_are_conserved_at_each_step(players: int, seed: str, options: dict[str, object]) -> None:
    """T-6, T-24, T-25: and the match ends."""
    match, stream = new_match(players, options), Stream(seed)
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.play(random_move(match.legal(), stream))
        if match.running is not None:
            check_cards(match)
        started = len(match.finished) + (match.running is not None)
        rebuys = sum(len(log.extra.get("rebuys", ())) for log in match.deals()[:started])
        stack = match.options.stack
        assert sum(match.chips.stacks) + match.chips.pot == stack * (players + rebuys)
        assert min(match.chips.stacks) >= 0
    assert match.chips.pot == 0


@few
@given(players=numbers, seed=seeds, max_swaps=st.integers(1, 3), max_turns=st.integers(1, 5))
def test_deals_agree_with_the_oracle(players: int, seed: str, max_swaps: int, max_turns: int) -> None:
    """T-8..T-20: legal moves, drains, turns and winners."""
    stream = Stream(seed)
    match = new_match(players, {"max_swaps": max_swaps, "max_turns": max_turns})
    match.resolve(players - 1)
    pack = stream.shuffled(PACK)
    match.resolve(pack)
    theirs = oracle.Deal(
        [str(card) for card in pack], range(players), lambda cards: shuffled_in(match, cards), max_swaps, max_turns
    )
    while not theirs.over:
        assert match.awaits == theirs.turn
        assert set(legal_texts(match)) == theirs.legal()
        assert open_texts(match) == theirs.open
        assert told_discard(match) == match.view(None).discard == mask(" ".join(theirs.discard))
        move = lively(match, stream)
        match.play(move)
        theirs.play(str(move))
    result = match.finished[0].result if match.finished else match.joining.result if match.joining else None
    assert result is not None
    assert list(result.winners) == theirs.winners()
    assert result.how == theirs.how


def told_discard(match: ThirtyOneMatch) -> int:
    """Mask of the discard as the events of the deal tell it."""
    discard = drained = 0
    for event in match.events():
        cards = event.public.get("cards")
        if event.public.id in ("drains", "drains_lap"):
            assert isinstance(cards, tuple)
            drained = mask_of(cards)
            discard |= drained
        elif event.public.id == "stock_is_empty":
            discard &= ~drained
        elif event.public.id == "reshuffles":
            discard = drained
    return discard


def lively(match: ThirtyOneMatch, stream: Stream) -> Any:
    """A random move that puts off the end of the deal, so that stocks run out."""
    legal = [move for move in match.legal() if str(move) not in ("pass", "show")]
    draining = [move for move in legal if drains(match, str(move))]
    return random_move(draining or legal, stream) if stream.below(8) else random_move(match.legal(), stream)


def drains(match: ThirtyOneMatch, text: str) -> bool:
    words = text.split()
    if words[0] != "swap":
        return False
    trade = dict(zip(words[2].split(","), words[1].split(","), strict=True))
    return oracle.alike(trade.get(card, card) for card in open_texts(match))


def shuffled_in(match: ThirtyOneMatch, cards: list[str]) -> list[str]:
    """The match waits for the same shuffle: resolve it, in an order that hangs on the cards alone."""
    awaits = match.awaits
    assert isinstance(awaits, Chance)
    order = Stream(" ".join(sorted(cards))).shuffled(sorted(cards))
    by_text = {str(card): card for card in PACK}
    match.resolve(tuple(by_text[text] for text in order))
    return list(order)


@few
@given(players=numbers, seed=seeds)
def test_the_fast_rollout_is_random_play(players: int, seed: str) -> None:
    """Same streams, same moves; a single legal move draws nothing."""
    fast, slow = new_match(players), new_match(players)
    streams = [[Stream(seed, seat) for seat in range(players)] for _ in range(2)]
    chance = [Stream(seed, "chance"), Stream(seed, "chance")]
    while (awaits := fast.awaits) is not None:
        assert isinstance(awaits, Chance)
        fast.resolve(awaits.sample(chance[0]))
        fast.rollout(streams[0])
    while (awaits := slow.awaits) is not None:
        if isinstance(awaits, Chance):
            slow.resolve(awaits.sample(chance[1]))
        else:
            slow.play(random_move(slow.legal(), streams[1][awaits]))
    assert fast.deals() == slow.deals()
    assert all(list(a.words) == list(b.words) for a, b in zip(*streams, strict=True)), "the streams have moved on alike"


@settings(max_examples=20, deadline=None)
@given(players=numbers, seed=seeds)
def test_views_hold_what_has_been_seen_and_no_more(players: int, seed: str) -> None:
    """Cards seen going into a hand are known until they come out again; drained cards are remembered."""
    match, stream = new_match(players, {"deals": 2}), Stream(seed)
    known: list[set[Card]] = []
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            if match.running is None:
                known = [set() for _ in range(players)]
            match.resolve(awaits.sample(stream))
        else:
            move = random_move(match.legal(), stream)
            match.play(move)
            if isinstance(move, Swap):
                known[awaits] = known[awaits] - set(move.given) | set(move.taken)
        if match.running is None or match.joining is not None:
            continue
        for seat in [*range(players), None]:
            view = match.view(seat)
            assert view.known == tuple(mask_of(cards) for cards in known)
            assert view.hand == (0 if seat is None else int(match.deal.hands[seat]))
            hidden = 3 * len(view.seats_in) - sum(cards.bit_count() for cards in view.known)
            own = (view.hand & ~view.known[seat]).bit_count() if seat is not None else 0
            assert view.unseen.bit_count() == view.stock_size + hidden - own
