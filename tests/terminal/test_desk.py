"""What the person has before him, and where it lies on the table."""

import tomllib
from pathlib import Path

import pytest

import kozyr.terminal
from kozyr.cards import card_name, parse_card
from kozyr.games import game_ids, get_game
from kozyr.kernel.said import Said, SeatRef, say
from kozyr.terminal.bar import BAR_HEIGHT, draw_bar
from kozyr.terminal.card_art import CARD_HEIGHT, CARD_WIDTH
from kozyr.terminal.desk import Desk, new_events
from kozyr.terminal.driver import Step
from kozyr.terminal.keys import meant
from kozyr.terminal.options_screen import neighbour, option_text, option_title
from kozyr.terminal.session import Session
from kozyr.terminal.table_art import card_place, draw_hand, draw_table, hand_place, hand_window
from kozyr.terminal.texts import seat_names, texts

SOURCE = Path(kozyr.terminal.__file__).parent


def new_desk(seat: int = 1) -> Desk:
    game = get_game("kozel")
    return Desk(Session(game, game.options(), 4, seat, ["random"], "desk", keep=False), "en")


def test_the_folk_wording_is_shown_to_who_asked_for_it() -> None:
    session = Session(get_game("kozel"), get_game("kozel").options(), 4, 1, ["random"], "desk", keep=False)
    question = say("asks_queens", seat=SeatRef(1), to=SeatRef(3))
    told = [Desk(session, "ru", folk=folk).rendered(question) for folk in (False, True)]
    assert ["амы" in text for text in told] == [True, False]
    assert ["арышни" in text for text in told] == [False, True]


def play_deals(desk: Desk, deals: int) -> None:
    while desk.view.deal_number <= deals and not desk.driver.over:
        if desk.advance() is None:
            desk.play(desk.view.legal[0].move)


def test_the_log_keeps_every_event_of_every_deal_once() -> None:
    desk = new_desk()
    play_deals(desk, 3)
    told = [entry for entry in desk.log if isinstance(entry, Said)]
    ids = [said.id for said in told]
    assert ids.count("plays") == 3 * 32
    assert ids.count("takes") == 3 * 8
    assert [said.get("number") for said in told if said.id == "deal_begins"][:3] == [1, 2, 3]


def test_every_finished_trick_is_held_with_its_four_cards() -> None:
    desk = new_desk()
    held = []
    while desk.view.deal_number <= 2:
        if desk.advance() is None:
            desk.play(desk.view.legal[0].move)
        if desk.held is not None:
            held.append(desk.held)
        desk.release()
    assert len(held) == 16
    assert all(len(trick.cards) == 4 and sorted(trick.owners) == [0, 1, 2, 3] for trick in held)
    assert len({card for trick in held[:8] for card in trick.cards}) == 32


def test_events_of_a_new_deal_are_all_new() -> None:
    old = [say("a"), say("b")]
    assert new_events(old, [*old, say("c")]) == [say("c")]
    assert new_events(old, [say("c")]) == [say("c")]
    assert new_events(old, old) == []
    assert new_events(old, old[:1]) == []


def test_a_card_out_of_turn_is_answered_by_whose_turn_it_is() -> None:
    desk = new_desk()
    while desk.view.to_move is None or desk.driver.person_to_move:
        if desk.advance() is None:
            desk.play(desk.view.legal[0].move)
    assert desk.move_of(parse_card("Qc")) is None
    assert desk.note is not None
    assert desk.view.to_move is not None
    assert desk.note.said == say("not_your_turn", name=SeatRef(desk.view.to_move))
    assert "It is the turn of" in desk.note_text()


def test_the_person_sits_in_the_south_and_his_left_neighbour_in_the_west() -> None:
    assert seat_names(4, 1, "en") == ("East", "South", "West", "North")
    assert seat_names(3, 0, "ru") == ("Игрок 1", "Игрок 2", "Игрок 3")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(52, 13), (70, 25)])
def test_the_cards_of_all_seats_lie_on_the_table_apart(players: int, size: tuple[int, int]) -> None:
    width, height = size
    places = [card_place(offset, players, width, height) for offset in range(players)]
    assert all(0 <= x <= width - CARD_WIDTH and 0 <= y <= height - CARD_HEIGHT for x, y in places)
    assert len(set(places)) == players


def after_drawing(number: int) -> Desk:
    """A desk of Shalashik whose person has brought the hut down, or whose match is over."""
    game = get_game("shalashik")
    desk = Desk(Session(game, game.options(), 2, 0, ["random"], f"falls {number}", keep=False), "ru")
    while len(desk.hand) < 25:
        if desk.advance() is None:
            if not desk.view.legal:
                break
            desk.play(desk.view.legal[0].move)
        desk.release()
    return desk


def test_of_a_hand_too_large_those_around_the_chosen_card_are_shown() -> None:
    """Who brings a hut down holds thirty cards and more."""
    desk = next(desk for desk in (after_drawing(number) for number in range(40)) if len(desk.hand) >= 25)
    count = len(desk.hand)
    for cursor in range(count):
        desk.cursor = cursor
        window = hand_window(desk, 52)
        assert cursor in window
        assert len(window) == 16
        assert 0 <= hand_place(0, len(window), 52) <= hand_place(15, len(window), 52) <= 52 - CARD_WIDTH
        last = draw_hand(desk, 52).lines()[-1]
        assert (f"◄ {window.start}" in last) == (window.start > 0)
        assert (f"{count - window.stop} ►" in last) == (window.stop < count)
    assert hand_window(desk, 300) == range(count)


@pytest.mark.parametrize("count", [1, 8, 16])
def test_a_hand_fits_its_line(count: int) -> None:
    places = [hand_place(i, count, 52) for i in range(count)]
    assert places == sorted(set(places))
    assert places[0] >= 0
    assert places[-1] + CARD_WIDTH <= 52


def test_keys_of_a_russian_layout_mean_the_same() -> None:
    assert [meant(key) for key in ("й", "Д", "к", "е", "а", "Enter")] == ["q", "l", "r", "t", "f", "enter"]


def test_every_text_of_the_table_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    names = tomllib.loads((SOURCE / "texts.toml").read_text(encoding="utf-8"))
    unused = [name for name in names if f'"{name}"' not in code and f"'{name}'" not in code]
    assert [name for name in unused if not name.startswith(("your_turn_", "vote_", "pace_"))] == []
    assert all(texts().places(name, "ru") == texts().places(name, "en") for name in names)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_option_of_kozel_and_its_choices_have_texts(language: str) -> None:
    game = get_game("kozel")
    for spec in game.options.specs():
        assert option_title(game, spec, language) != spec.name
        for value in spec.choices:
            assert option_text(game, spec, value, language) != value


def test_an_options_values_are_reached_one_by_one() -> None:
    words, number = (get_game("kozel").options.spec(name) for name in ("boasts", "redeal_limit"))
    assert neighbour(words, "none", 1) == "both"
    assert neighbour(words, "both", -1) == "none"
    assert [neighbour(number, 9, 1), neighbour(number, 1, -1), neighbour(number, 3, 1)] == [9, 1, 4]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("game_id", game_ids())
def test_every_legal_move_has_a_key_a_card_a_number_or_a_choice_of_cards(game_id: str, language: str) -> None:
    game = get_game(game_id)
    players = game.players[-1]
    for number in range(3):
        session = Session(game, game.options(), players, 1, ["random"], f"keys {number}", keep=False)
        desk = Desk(session, language)
        for _ in range(600):
            if desk.driver.over:
                break
            if desk.advance() is None:
                reached = [*desk.choices.values(), *desk.card_moves.values(), *desk.picks.values(), *desk.run.values()]
                assert sorted(str(entry.move) for entry in reached) == sorted(str(e.move) for e in desk.view.legal)
                _, buttons = draw_bar(desk, 52)
                assert {button.key for button in buttons} >= set(desk.choices)
                assert all(button.y < BAR_HEIGHT - 1 and button.x + button.width <= 52 for button in buttons)
                desk.play(desk.view.legal[number % len(desk.view.legal)].move)
            desk.release()


def desk_with_known_cards() -> Desk:
    """Thirty-one, three players, the person to move, and some cards of the others known."""
    game = get_game("thirty_one")
    desk = Desk(Session(game, game.options(), 3, 0, ["random"], "middle", keep=False), "en")
    while not (any(desk.view.known[1:]) and desk.driver.person_to_move and desk.picks):  # type: ignore[attr-defined]
        if desk.advance() is None:
            desk.play(desk.view.legal[-2].move)
        desk.release()
    return desk


def test_open_rows_lie_in_the_middle_and_known_cards_stand_at_their_holders() -> None:
    desk = desk_with_known_cards()
    drawn = "\n".join(draw_table(desk, 60, 14).lines())
    assert drawn.count("╭───╮") + drawn.count("┏━━━┓") == 4
    for seat in (1, 2):
        known = [card_name(card, "en") for card in desk.view.zone("hand", seat).cards if card is not None]
        assert not known or " ".join([*known, *["?"] * (3 - len(known))]) in drawn


def test_a_turn_begins_with_nothing_picked_even_before_the_last_move_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = desk_with_known_cards()
    desk.pick(desk.hand[0])
    desk.driver.play(desk.view.legal[0].move)
    while not desk.driver.person_to_move:
        desk.driver.step()
    monkeypatch.setattr(Session, "person_to_move", False)
    desk.absorb(Step())
    assert desk.view.legal
    assert desk.picked == []


def test_cards_are_picked_until_they_make_a_move() -> None:
    desk = desk_with_known_cards()
    cards = next(iter(desk.picks))
    given, taken = (next(card for card in cards if (card in desk.hand) == own) for own in (True, False))
    assert desk.eligible == frozenset(desk.cards)
    desk.pick(given)
    assert not desk.picked_move
    others = [card for card in desk.hand if card != given]
    assert given in desk.eligible
    desk.pick(taken)
    assert [str(entry.move) for entry in [desk.picked_move] if entry] == [f"swap {given} {taken}"]
    desk.pick(next(card for card in others if card not in desk.eligible))
    assert desk.note_text().endswith("does not go with the picked ones")
    desk.pick(taken)
    assert desk.picked == [given]
    desk.jump()
    assert desk.chosen == desk.row[0]
    desk.jump()
    assert desk.chosen == desk.hand[0]
