"""Texts in both languages: plurals, places, errors; sentences and events."""

from pathlib import Path

import pytest

from kozyr.cards import parse_card, parse_cards
from kozyr.kernel.said import Event, SeatRef, TermRef, say
from kozyr.kernel.terms import TermError, Terms, check_language, plural_index

TERMS = Terms(
    {
        "cards": {"ru": "{n} {n|карта|карты|карт}", "en": "{n} {n|card|cards}"},
        "plays": {"ru": "{seat}: {card}", "en": "{seat} plays {card}"},
        "suit": {"ru": "в масть: {suit}", "en": "follow {suit}"},
        "spades": {"ru": "пики", "en": "spades"},
        "swaps": {"ru": "отдаёт {given:accusative}, на столе {cards}", "en": "gives {given}, {cards} lie there"},
    }
)


@pytest.mark.parametrize(
    ("n", "ru", "en"),
    [
        (0, "карт", "cards"), (1, "карта", "card"), (2, "карты", "cards"), (4, "карты", "cards"), (5, "карт", "cards"),
        (11, "карт", "cards"), (12, "карт", "cards"), (14, "карт", "cards"), (21, "карта", "cards"),
        (22, "карты", "cards"), (101, "карта", "cards"), (111, "карт", "cards"), (-1, "карта", "card"),
    ],
)  # fmt: skip
def test_plurals(n: int, ru: str, en: str) -> None:
    assert TERMS.text("cards", "ru", n=n) == f"{n} {ru}"
    assert TERMS.text("cards", "en", n=n) == f"{n} {en}"
    assert plural_index("en", n) == (0 if abs(n) == 1 else 1)


def test_sentences_show_names_cards_and_terms() -> None:
    said = say("plays", seat=SeatRef(1), card=parse_card("Qc"))
    assert said.render(TERMS, "en", ["Ann", "Bob"]) == "Bob plays Q♣"
    assert said.render(TERMS, "ru", ["Аня", "Боря"]) == "Боря: Д♣"
    assert say("suit", suit=TermRef("spades")).render(TERMS, "ru", []) == "в масть: пики"
    several = say("plays", seat=SeatRef(0), card=parse_cards("Qc Td"))
    assert several.render(TERMS, "en", ["Ann"]) == "Ann plays Q♣ 10♦"
    assert said.get("card") == parse_card("Qc")
    assert said.get("other") is None


def test_cards_read_aloud_are_words_in_the_case_of_the_text() -> None:
    said = say("swaps", given=parse_card("Qc"), cards=parse_cards("As 8h Td"))
    assert said.render(TERMS, "ru", [], aloud=True) == (
        "отдаёт даму треф, на столе туз пик, восьмёрка червей и десятка бубён"
    )
    assert said.render(TERMS, "en", [], aloud=True) == (
        "gives queen of clubs, ace of spades, eight of hearts and ten of diamonds lie there"
    )
    assert said.render(TERMS, "ru", []) == "отдаёт Д♣, на столе Т♠ 8♥ 10♦"


def test_an_event_is_known_better_by_some() -> None:
    event = Event(say("cards", n=1), {2: say("spades")})
    assert [event.seen_by(seat).id for seat in (0, 2, None)] == ["cards", "spades", "cards"]
    assert Event(say("cards", n=1)).seen_by(2).id == "cards"


def test_errors_name_the_text() -> None:
    with pytest.raises(TermError, match="nothing"):
        TERMS.text("nothing", "en")
    with pytest.raises(TermError, match="'n'"):
        TERMS.text("cards", "en")
    with pytest.raises(ValueError, match="choose one of ru, en"):
        check_language("de")


def test_places() -> None:
    assert TERMS.places("plays", "ru") == {"seat", "card"}
    assert TERMS.places("cards", "en") == {"n"}
    assert TERMS.places("swaps", "ru") == TERMS.places("swaps", "en") == {"given", "cards"}


def test_a_table_is_read_with_its_definitions(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    entry = '[eggs]\nru = "яйца"\nen = "eggs"\ndefinition_ru = "60:60"\ndefinition_en = "sixty each"\n'
    path.write_text(entry, encoding="utf-8")
    assert Terms.load(path).definitions["eggs"]["en"] == "sixty each"
    path.write_text('[eggs]\nru = "яйца"\n', encoding="utf-8")
    with pytest.raises(TermError, match="eggs has no text in en"):
        Terms.load(path)


def test_a_case_that_there_is_not_is_named(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    path.write_text('[takes]\nru = "берёт {card:dative}"\nen = "takes {card}"\n', encoding="utf-8")
    with pytest.raises(TermError, match=r"terms.toml: takes has no case 'dative'.*nominative, genitive, accusative"):
        Terms.load(path)


@pytest.mark.parametrize(("given", "missing"), [("ru", "en"), ("en", "ru")])
def test_a_definition_in_one_language_only_is_named(tmp_path: Path, given: str, missing: str) -> None:
    path = tmp_path / "terms.toml"
    path.write_text(f'[eggs]\nru = "яйца"\nen = "eggs"\ndefinition_{given} = "60:60"\n', encoding="utf-8")
    with pytest.raises(TermError) as raised:
        Terms.load(path)
    assert str(raised.value) == f"terms.toml: eggs has no definition in {missing}"


def test_an_error_prints_as_a_sentence_without_quotes_around_it() -> None:
    with pytest.raises(TermError) as raised:
        TERMS.text("nothing", "en")
    assert str(raised.value) == "no text 'nothing' in the term table"


def test_folk_words_take_the_place_of_the_plain_ones() -> None:
    plain = Terms({"ask": {"ru": "Дамы есть?", "en": "Any queens?"}, "ask_folk": {"ru": "Барышни?", "en": "Ladies?"}})
    folk = plain.in_folk_words()
    assert (folk.text("ask", "ru"), folk.text("ask", "en")) == ("Барышни?", "Ladies?")
    assert plain.text("ask", "en") == "Any queens?"
    assert TERMS.in_folk_words() == TERMS
