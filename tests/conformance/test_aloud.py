"""Sentences of every game read aloud in Russian: each card stands in the case that its sentence asks for."""

from typing import Final

import pytest

from kozyr.cards import Card, parse_cards
from kozyr.games import game_ids, get_game
from kozyr.kernel.said import Arg, SeatRef, TermRef, say

CARDS: Final = frozenset({"card", "cards", "given", "taken", "top"})
"""The places in which cards stand."""
SAMPLE: Final[dict[str, tuple[Card, ...]]] = {
    "card": parse_cards("8c"),
    "cards": parse_cards("Qh As"),
    "given": parse_cards("8c"),
    "taken": parse_cards("As"),
    "top": parse_cards("Kd"),
}
OTHERS: Final[dict[str, Arg]] = {
    "seat": SeatRef(0),
    "to": SeatRef(1),
    "number": 3,
    "count": 2,
    "points": 21,
    "hand": TermRef("hand_31"),
}
ALOUD: Final = {
    "kozel": {
        "keeps_cards": "Аня: оставляет себе 2 карты (даму червей и туза пик)",
        "gives_card": "Аня: отдаёт восьмёрку треф, карту получает Боря",
        "claims_points": "Аня: мало очков, нужна пересдача (дама червей и туз пик)",
        "claims_nines": "Аня: четыре девятки, нужна пересдача (дама червей и туз пик)",
        "plays": "Аня: кладёт восьмёрку треф",
        "move_play": "Положить восьмёрку треф",
        "move_give": "Отдать восьмёрку треф",
        "do_gives_card": "Отдаёт восьмёрку треф → Боря",
        "refuse_must_lead": "первый ход в этой сдаче: восьмёрка треф",
    },
    "thirty_one": {
        "turns_up": "На стол открываются дама червей и туз пик",
        "drains": "Слив: дама червей и туз пик уходят в отбой",
        "drains_lap": "Целый круг никто не менял. Слив: дама червей и туз пик уходят в отбой",
        "swaps": "Аня: отдаёт восьмёрку треф, берёт туза пик",
        "opens_hand": "Аня: дама червей и туз пик, 21 очко",
        "opens_combination": "Аня: дама червей и туз пик, это тридцать одно",
        "move_swap": "Отдать восьмёрку треф, взять туза пик: 21 очко",
        "move_swap_combination": "Отдать восьмёрку треф, взять туза пик: тридцать одно!",
        "refuse_not_held": "восьмёрки треф нет в руке",
        "refuse_not_open": "восьмёрки треф нет среди открытых карт",
    },
    "shalashik": {
        "pulls_card": "Аня: вытянута карта 3, это восьмёрка треф; шалашик стоит",
        "collapses_cards": (
            "Аня: тянет карту 3, это восьмёрка треф, и шалашик падает! В руку идут дама червей и туз пик"
        ),
        "takes_hut_cards": "Аня: под шалашиком пусто, в руку идут дама червей и туз пик",
        "leads": "Аня: ходит с восьмёрки треф",
        "beats": "Аня: отбивается восьмёркой треф",
        "takes": "Аня: берёт даму червей и туза пик",
        "counts": "Аня: остаток: дама червей и туз пик, 21 очко",
        "move_beat": "Отбиться восьмёркой треф",
        "move_lead": "Ходить с восьмёрки треф",
        "refuse_not_held": "восьмёрки треф нет в руке",
        "refuse_does_not_beat": "восьмёрка треф не бьёт короля бубён: нужна карта старше и той же масти",
        "refuse_answer_first": "сначала надо ответить на короля бубён: побить или взять",
        "refuse_not_small": "восьмёрка треф не мелкая карта: первой кладут от шестёрки до десятки",
    },
}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_sentence_with_cards_is_among_those_read_here(game_id: str) -> None:
    terms = get_game(game_id).terms
    assert {text for text in terms.texts if terms.places(text, "ru") & CARDS} == set(ALOUD[game_id])


@pytest.mark.parametrize(
    ("game_id", "text_id", "aloud"), [(game, *told) for game, texts in ALOUD.items() for told in texts.items()]
)
def test_a_card_stands_in_the_case_of_its_sentence(game_id: str, text_id: str, aloud: str) -> None:
    terms = get_game(game_id).terms
    values: dict[str, Arg] = {**OTHERS, **SAMPLE}
    said = say(text_id, **{place: values[place] for place in terms.places(text_id, "ru")})
    assert said.render(terms, "ru", ["Аня", "Боря"], aloud=True) == aloud
