"""Cards in words: all of them, in every case that a sentence may ask for."""

import pytest

from kozyr.cards import CASES, PACK, SaidCards, parse_cards, wording

RUSSIAN = {
    "nominative": "шестёрка семёрка восьмёрка девятка десятка валет дама король туз",
    "genitive": "шестёрки семёрки восьмёрки девятки десятки валета дамы короля туза",
    "accusative": "шестёрку семёрку восьмёрку девятку десятку валета даму короля туза",
    "instrumental": "шестёркой семёркой восьмёркой девяткой десяткой валетом дамой королём тузом",
}


@pytest.mark.parametrize("case", CASES)
def test_every_card_has_its_words_in_every_case(case: str) -> None:
    russian = [f"{rank} {suit}" for suit in ("треф", "пик", "червей", "бубён") for rank in RUSSIAN[case].split()]
    ranks = "six seven eight nine ten jack queen king ace".split()
    english = [f"{rank} of {suit}" for suit in ("clubs", "spades", "hearts", "diamonds") for rank in ranks]
    assert [wording("ru").say(card, case) for card in PACK] == russian
    assert [wording("en").say(card, case) for card in PACK] == english


@pytest.mark.parametrize(
    ("cards", "russian", "english"),
    [
        ("", "", ""),
        ("Kd", "короля бубён", "king of diamonds"),
        ("Kd 6c", "короля бубён и шестёрку треф", "king of diamonds and six of clubs"),
        ("Kd 6c Qh", "короля бубён, шестёрку треф и даму червей", "king of diamonds, six of clubs and queen of hearts"),
    ],
)
def test_several_cards_are_one_list(cards: str, russian: str, english: str) -> None:
    said = [SaidCards(parse_cards(cards), language).in_case("accusative") for language in ("ru", "en")]
    assert said == [russian, english]


def test_without_a_case_cards_are_called_as_they_are() -> None:
    assert f"это {SaidCards(parse_cards('Ac'), 'ru')}" == "это туз треф"


def test_no_words_but_in_both_languages() -> None:
    with pytest.raises(ValueError, match="choose one of en, ru"):
        wording("de")
