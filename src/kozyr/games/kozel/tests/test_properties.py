"""What holds in every deal, and the rules against their independent oracle."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.cards import Card, cards_of, parse_card
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import Give, Lift, Play
from kozyr.games.kozel.tests import oracle
from kozyr.games.kozel.tests.tables import do, hand, play_on, shuffled
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream

packs = st.permutations(kd.PLAYED_CARDS).map(tuple)
seeds = st.integers(0, 2**32).map(str)
dealers = st.integers(0, 3)
few = settings(max_examples=50)


def texts(match: KozelMatch, seat: int) -> list[str]:
    return [str(card) for card in cards_of(hand(match, seat))]


def to_play(match: KozelMatch, stream: Stream) -> KozelMatch:
    """Random moves until the play of the cards begins, without redeals."""
    while match.view(None).phase != "play":
        legal = [move for move in match.legal() if str(move) not in ("claim points", "claim nines", "redeal")]
        match.play(random_move(legal, stream))
    return match


@few
@given(pack=packs, dealer=dealers, seed=seeds)
def test_thirty_two_cards_eight_each(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """K-1, K-9, K-15."""
    match = to_play(shuffled(pack, dealer, trousers_mixed="again"), Stream(seed))
    hands = [hand(match, seat) for seat in range(4)]
    assert all(each.bit_count() == 8 for each in hands)
    assert sum(hands) == sum(1 << card for card in kd.PLAYED_CARDS)


@few
@given(pack=packs, dealer=dealers, seed=seeds)
def test_a_played_deal_shares_120_points(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """K-4, K-28."""
    match = play_on(shuffled(pack, dealer), seed, deals=1)
    result = match.last_result()
    assert result is not None
    assert sum(result.points) == (120 if result.kind == "played" else 0)


@few
@given(pack=packs, dealer=dealers, seed=seeds)
def test_play_agrees_with_the_oracle(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """K-25, K-26: legal cards, winners of tricks, points."""
    stream = Stream(seed)
    match = to_play(shuffled(pack, dealer, first_lead="seven_of_clubs"), stream)
    trick: list[str] = []
    taken: list[list[str]] = [[], []]
    leader = match.awaits
    assert isinstance(leader, int)
    for _ in range(32):
        seat = match.awaits
        assert isinstance(seat, int)
        assert seat == (leader + len(trick)) % 4
        legal = match.legal()
        assert {str(move) for move in legal} == set(oracle.legal_cards(texts(match, seat), trick))
        move = random_move(legal, stream)
        match.play(move)
        trick.append(str(move))
        if len(trick) == 4:
            leader = (leader + oracle.winner(trick)) % 4
            taken[leader % 2] += trick
            trick = []
    result = match.last_result()
    assert result is not None
    assert result.points == (oracle.points(taken[0]), oracle.points(taken[1]))


@few
@given(pack=packs, dealer=dealers, seed=seeds)
def test_every_trump_in_sight_is_marked(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """K-2, in the hand, in the trick and in the last one."""
    stream = Stream(seed)
    match = to_play(shuffled(pack, dealer), stream)
    while isinstance(seat := match.awaits, int):
        for zone in match.view(seat).zones:
            if zone.kind in ("hand", "trick"):
                trumps = [card for card in zone.cards if card is not None and oracle.suit(str(card)) == "trump"]
                assert list(zone.marked) == trumps
        match.play(random_move(match.legal(), stream))


@few
@given(pack=packs, dealer=dealers, seed=seeds)
def test_a_mirror_agrees_with_the_oracle(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """K-12, K-14, K-15."""
    stream = Stream(seed)
    match = do(shuffled(pack, dealer), "boast mirror")
    lifts: list[int] = []
    while match.view(None).phase == "lift":
        move = random_move(match.legal(), stream)
        assert isinstance(move, Lift)
        lifts.append(move.count)
        match.play(move)
    expected = oracle.mirror([str(card) for card in pack], (dealer + 1) % 4, lifts)
    assert [set(texts(match, seat)) for seat in range(4)] == [set(each) for each in expected]


@few
@given(pack=packs, dealer=dealers, seed=seeds, again=st.booleans())
def test_trousers_agree_with_the_oracle(pack: tuple[Card, ...], dealer: int, seed: str, again: bool) -> None:
    """K-13, K-14, K-15."""
    stream = Stream(seed)
    match = do(shuffled(pack, dealer, trousers_mixed="again" if again else "stop"), "boast trousers")
    gifts: list[str] = []
    while match.view(None).phase == "give":
        move = random_move(match.legal(), stream)
        assert isinstance(move, Give)
        gifts.append(str(move.card))
        match.play(move)
    expected = oracle.trousers([str(card) for card in pack], (dealer + 1) % 4, gifts, again=again)
    assert [set(texts(match, seat)) for seat in range(4)] == [set(each) for each in expected]


@few
@given(seed=seeds)
def test_the_fast_rollout_is_random_play(seed: str) -> None:
    """Same streams, same moves; a single legal move draws nothing."""
    fast, slow = shuffled(kd.PLAYED_CARDS), shuffled(kd.PLAYED_CARDS)
    fast_streams, slow_streams = ([Stream(seed, seat) for seat in range(4)] for _ in range(2))
    fast.rollout(fast_streams)
    while isinstance(seat := slow.awaits, int):
        slow.play(random_move(slow.legal(), slow_streams[seat]))
    assert fast.deals() == slow.deals()
    assert [list(stream.words) for stream in fast_streams] == [list(stream.words) for stream in slow_streams]


@settings(max_examples=25)
@given(pack=packs, dealer=dealers, seed=seeds)
def test_views_follow_the_play(pack: tuple[Card, ...], dealer: int, seed: str) -> None:
    """Every seat sees its own hand, every card played, and no more."""
    stream = Stream(seed)
    match = to_play(shuffled(pack, dealer), stream)
    played: list[tuple[int, Card]] = []
    for _ in range(31):
        seat = match.awaits
        assert isinstance(seat, int)
        move = random_move(match.legal(), stream)
        assert isinstance(move, Play)
        played.append((seat, move.card))
        match.play(move)
        for reader in range(4):
            view = match.view(reader)
            assert view.hand == hand(match, reader)
            assert view.plays == tuple(played)
            assert view.trick == tuple(card for _, card in played[len(played) // 4 * 4 :])
            assert sum(view.hand_sizes) == 32 - len(played)


def test_the_oracle_itself() -> None:
    """Its suits and points are those of the clauses."""
    assert [oracle.suit(text) for text in ("Qh", "7c", "Ah")] == ["trump", "trump", "h"]
    assert oracle.points([str(card) for card in kd.PLAYED_CARDS]) == 120
    assert oracle.good("Ad")
    assert not oracle.good("Td")
    assert parse_card("Ad") in kd.PLAYED_CARDS
