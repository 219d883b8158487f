"""What a seat may know (the last section of the rules page): zones, the fields for bots, labels."""

import pytest

from kozyr.cards import mask_of, parse_cards
from kozyr.games.shalashik import GAME
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.tests.tables import (
    STACKED,
    beating,
    do,
    falls_at,
    hand,
    new_match,
    play_on,
    thrown,
)
from kozyr.games.shalashik.view import risk_word
from kozyr.kernel.said import SeatRef, TermRef, say
from kozyr.kernel.streams import Stream


def mask(text: str) -> int:
    return mask_of(parse_cards(text))


def test_before_the_heap_is_thrown_there_is_nothing_to_see() -> None:
    match = new_match(3)
    view = match.view(0)
    assert (view.phase, view.dealer, view.heap, view.risks, view.events) == ("shuffle", None, (), (), ())
    assert [zone.id for zone in view.zones] == ["hand"] * 3


def test_the_heap_is_seen_by_its_backs() -> None:
    """S-3."""
    match = do(thrown(3, heap=STACKED), "pull 30", "pull 29")
    for seat in (0, 1, 2, None):
        zone = match.view(seat).zone("heap")
        assert (zone.kind, zone.cards) == ("heap", (None,) * 29)
        assert [place.number for place in zone.places] == list(range(29))
        assert match.view(seat).zone("hut").cards == (None,) * 5
        assert match.view(seat).left == (1 << 29) - 1
        assert match.view(seat).shows == 1 << 28
        assert match.view(seat).drawn[28:] == (None, 1, 0)


def test_a_drawn_card_is_seen_by_its_owner_alone() -> None:
    """S-3."""
    match = do(thrown(3, "Qc"), "pull 0")
    assert match.view(0).events[-1] == say("pulls_card", seat=SeatRef(0), number=0, card=parse_cards("Qc")[0])
    for seat in (1, 2, None):
        assert match.view(seat).events[-1] == say("pulls", seat=SeatRef(0), number=0)
        assert match.view(seat).zone("hand", 0).cards == (None,)
        assert match.view(seat).known == (0, 0, 0)
    assert match.view(0).hand == mask("Qc")
    assert match.view(None).hand == 0
    assert match.view(1).counts == (1, 0, 0)


def test_what_the_fall_brings_is_seen_by_who_takes_it() -> None:
    """S-4."""
    match = do(thrown(3, "Qc Kd"), "pull 0", "pull 1 x")
    told = match.view(1).events[-1]
    assert told.id == "collapses_cards"
    assert str(told.get("card")) == "Kd"
    assert [str(card) for card in told.get("cards") or ()] == hand(match, 1).split()  # type: ignore[union-attr]
    assert match.view(0).events[-1] == say("collapses", seat=SeatRef(1), number=1, count=35)
    assert match.view(2).zone("hand", 1).cards == (None,) * 35


def test_who_brought_the_hut_down_does_not_see_where_the_cards_lay() -> None:
    """SD-11: but for the one he pulled at. Where two others lay the other way round, he is told the same."""
    match = do(thrown(3, "Qc Kd"), "pull 0", "pull 1 x")
    assert match.running is not None
    for number in range(5):
        other = GAME.twin(match, 1, Stream("fall", number))
        assert isinstance(other, ShalashikMatch)
        assert other.running is not None
        assert other.running.deck[1] == match.running.deck[1]
        assert other.running.deck[2:] != match.running.deck[2:]
        assert sorted(other.running.deck[2:]) == sorted(match.running.deck[2:])
        assert other.view(1) == match.view(1)


def test_the_hut_taken_is_seen_by_who_takes_it() -> None:
    """S-5."""
    match = do(thrown(3), *(f"pull {place}" for place in range(31)), "pull hut")
    assert match.view(1).events[-1].id == "takes_hut_cards"
    assert match.view(0).events[-1] == say("takes_hut", seat=SeatRef(1))


def test_a_pull_is_told_when_it_has_come_out() -> None:
    match = thrown(3)
    match.apply(0, match.legal()[0])
    view = match.view(0)
    assert (view.events[-1].id, view.pulling, view.counts, view.legal) == ("builds_hut", 0, (0, 0, 0), ())
    assert view.drawn[0] is None
    match.resolve(False)
    assert match.view(0).events[-1].id == "pulls_card"


def test_all_know_the_pile_and_who_took_what() -> None:
    """S-11: until he plays it."""
    match = do(beating(["9c Ah", "8d Th", "Tc 6h"], 0, "8c Kd Qd 7s"), "take")
    for seat in (1, 2, None):
        view = match.view(seat)
        assert view.known == (mask("Kd Qd 7s"), 0, 0)
        assert [str(card) for card in view.pile] == ["8c"]
        assert [str(card) for card in view.zone("hand", 0).cards if card is not None] == ["7s", "Qd", "Kd"]
        assert view.zone("hand", 0).cards.count(None) == 2
    do(match, "take", "lead Tc")
    view = match.view(1)
    assert view.known[2] == 0
    assert view.known[0] == mask("Kd Qd 7s")
    assert view.unseen & mask("9c Ah") == mask("9c Ah")
    assert not view.unseen & mask("Kd Qd 7s 8d Th")


def test_a_card_that_is_played_is_no_longer_known_in_a_hand() -> None:
    """S-11."""
    match = do(beating(["9c Ah", "8d 7h", "Tc 6h"], 0, "8c Kd"), "take", "lead 8d", "take", "lead Kd")
    assert match.view(None).known == (mask("8c"), 0, mask("8d"))
    assert match.view(None).seen == mask("8d Kd")


def test_the_own_hand_is_seen_whole() -> None:
    match = do(beating(["9c Ah", "8d", "Tc 6h"], 0, "8c Kd"), "take")
    assert [str(card) for card in match.view(0).zone("hand", 0).cards] == ["8c", "9c", "Ah", "Kd"]


def test_takes_and_passes_are_told_of_those_they_are_of() -> None:
    """S-11, S-15: the top card first."""
    match = do(thrown(4, finish="beat"), "pull 0 x", "lead 6d", "take")
    told = [(event.id, event.get("seat"), event.get("cards")) for event in match.view(None).events[-3:]]
    assert told == [
        ("takes", 1, parse_cards("6d")),
        ("turn_passes", 2, None),
        ("turn_passes", 3, None),
    ]
    match = do(thrown(2, "6s 7d 8s Kc", finish="beat"), *(f"pull {place}" for place in range(4)), "pull 4 x")
    do(match, "lead 6d", "beat 7d", "lead Kc", "beat Ac", "lead Ad", "take")
    assert match.view(None).events[-1].get("cards") == parse_cards("Ad Ac Kc")


def test_moves_are_labelled_for_any_table() -> None:
    match = do(thrown(3), "pull 0")
    legal = match.view(1).legal
    risks = match.view(1).risks
    for entry in legal:
        assert entry.number is not None
        risk = risks[entry.number]
        assert risk is not None
        assert entry.label == say("move_pull_risk", place=entry.number, risk=TermRef(risk_word(risk)))
    assert [entry.number for entry in legal] == list(range(1, 31))
    match = beating(["9c Ah", "8d", "Tc"], 0, "8c", must_beat="no")
    legal = match.view(0).legal
    assert [(str(entry.move), entry.label.id, [str(card) for card in entry.cards]) for entry in legal] == [
        ("beat 9c", "move_beat", ["9c"]),
        ("take", "move_take", []),
    ]
    match = do(match, "beat 9c")
    assert [entry.label.id for entry in match.view(0).legal] == ["move_lead"]


@pytest.mark.parametrize(
    ("risk", "word"),
    [(0.0, "safe"), (0.049, "safe"), (0.05, "doubtful"), (0.2, "dangerous"), (0.5, "deadly"), (1.0, "deadly")],
)
def test_a_risk_is_told_in_words(risk: float, word: str) -> None:
    assert risk_word(risk) == f"risk_{word}"


def test_turns_are_counted_for_all() -> None:
    """S-17."""
    match = do(thrown(4, max_turns=7), "pull 0 x", "lead 6d", "take")
    view = match.view(2)
    assert (view.turns, view.turn_limit, view.step) == (4, 28, "lead")
    assert next(counter.value for counter in view.counters if counter.id == "turns_left") == 24


def test_hands_are_open_once_they_are_counted() -> None:
    """S-16."""
    match = play_on(new_match(4, deals=1), "counted", down=falls_at(9))
    for seat in range(4):
        assert match.view(None).known[seat] == int(match.deal.hands[seat])
        assert None not in match.view(None).zone("hand", seat).cards
    counted = [event for event in match.view(None).events if event.id == "counts"]
    result = match.finished[0].result
    assert result is not None
    assert len(counted) == sum(left > 0 for left in result.left)


def test_to_rest_is_named_by_what_is_left() -> None:
    """S-10, S-11: leading nothing, and leaving the uncovered card, are two moves of one notation."""

    def label(match: ShalashikMatch) -> str:
        entries = {str(entry.move): entry.label for entry in match.view(0).legal}
        return entries["rest"].render(match.game.terms, "en", ())

    after_take = {"after_take": "same", "must_beat": "no"}
    assert label(do(beating(["9c Ah", "8d"], 0, "8c Kd Qd 7s", **after_take), "take")) == "Leave the card"
    assert label(do(beating(["9c Ah", "8d"], 0, "8c", lead="may"), "beat 9c")) == "Lead nothing"


def test_turns_are_counted_down_for_all_together() -> None:
    """S-17: and the text says so."""
    match = beating(["9c Ah", "8d", "7d"], 0, "8c")
    (counter,) = (counter for counter in match.view(0).counters if counter.id == "turns_left")
    assert counter.value == 3 * 60
    assert match.game.terms.text("turns_left", "en") == "turns left for all"
