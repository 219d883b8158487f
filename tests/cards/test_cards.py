"""Cards: their texts, their order, sets of them, both letterings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.cards import PACK, Card, card_name, cards_of, lettering, mask_of, parse_card, parse_cards


def test_thirty_six_cards_in_pack_order() -> None:
    assert " ".join(map(str, PACK[:10])) == "6c 7c 8c 9c Tc Jc Qc Kc Ac 6s"
    assert len({str(card) for card in PACK}) == 36
    assert [card.suit * 9 + card.rank for card in PACK] == list(range(36))


def test_texts_are_a_bijection() -> None:
    assert all(parse_card(str(card)) is card for card in PACK)
    assert repr(parse_card("Qc")) == "Card('Qc')"
    assert parse_cards(" Qc  7d ") == (parse_card("Qc"), parse_card("7d"))


@pytest.mark.parametrize("text", ["", "qc", "QC", "10c", "5c", "Qx", "Q", "Qcc", "x" * 99])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as raised:
        parse_card(text)
    assert len(str(raised.value)) < 120


@pytest.mark.parametrize("index", [-1, 36])
def test_other_numbers_are_no_cards(index: int) -> None:
    with pytest.raises(ValueError, match=str(index)):
        Card(index)


@given(cards=st.sets(st.sampled_from(PACK)))
def test_sets_as_masks(cards: set[Card]) -> None:
    mask = mask_of(cards)
    assert cards_of(mask) == tuple(sorted(cards))
    assert mask == sum(1 << card for card in cards)
    assert mask_of([*cards, *cards]) == mask


def test_both_letterings() -> None:
    hand = parse_cards("6c Ts Jh Qd Kc As")
    assert [card_name(card, "en") for card in hand] == ["6♣", "10♠", "J♥", "Q♦", "K♣", "A♠"]
    assert [card_name(card, "ru") for card in hand] == ["6♣", "10♠", "В♥", "Д♦", "К♣", "Т♠"]
    for language in ("en", "ru"):
        assert len({lettering(language).show(card) for card in PACK}) == 36
        assert len(lettering(language).suit_names) == 4
    with pytest.raises(ValueError, match="choose one of en, ru"):
        lettering("de")
