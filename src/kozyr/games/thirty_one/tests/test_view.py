"""Every field of a view (``view.py``) in chosen positions: what each seat may know, and no field left out."""

import dataclasses
from typing import Any

from kozyr.cards import parse_cards
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.tests.tables import deal_next, dealt, do, mask, new_match
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.view import Counter, View, Zone

PLAIN = {0: "Ks Qs 7d", 1: "9h 8d 7c", 2: "9s Jd 8c"}
SVARA = {0: "As Ks Qs", 1: "7c 8d 9h", 2: "Ad Kd Td", 3: "8s 9c 7h"}
EVEN = {0: "9s 8s 7d", 1: "9d 8d 7s", 2: "7c 8h 6d"}
GENERIC = {"phase": "play", "to_move": 0, "dealer": 2, "deal_number": 1, "over": False, "seat": None, "players": 3}
AT_FIRST: dict[str, Any] = {
    "options": ThirtyOneOptions(), "seats_in": (0, 1, 2), "hand": 0, "known": (0, 0, 0), "open_cards": (), "discard": 0,
    "stock_size": 24, "stock_set": 0, "turns": (1, 0, 0), "swaps": 0, "may_swap": True, "stays": 0, "first_pass": None,
    "pot": 30, "stacks": (490, 490, 490), "paid": (10, 10, 10), "deal_after": "won", "pots_won": 0, "tied": (),
    "asked": (), "joined": (), "price": 0,
}  # fmt: skip
"""What a spectator of three players sees as the first turn begins, but for the open cards."""


def check(match: ThirtyOneMatch, seat: int | None, **changed: Any) -> None:
    """The whole view of a seat: ``AT_FIRST`` and ``GENERIC`` but for what is named; cards are given as texts."""
    view = match.view(seat)
    for name in ("hand", "discard", "stock_set"):
        if name in changed:
            changed[name] = mask(changed[name])
    if "known" in changed:
        changed["known"] = tuple(mask(text) for text in changed["known"])
    changed["open_cards"] = parse_cards(changed.get("open_cards", ""))
    expected = AT_FIRST | GENERIC | {"seat": seat} | changed
    own = {field.name for field in dataclasses.fields(ThirtyOneView)} - {f.name for f in dataclasses.fields(View)}
    assert own == AT_FIRST.keys()
    assert {name: getattr(view, name) for name in expected} == expected


def test_before_the_first_shuffle() -> None:
    """TD-2: nothing is paid yet; the lot is known."""
    match = new_match(3)
    nothing: dict[str, Any] = {
        "phase": "shuffle", "to_move": None, "seats_in": (), "stock_size": 0, "turns": (0, 0, 0), "may_swap": False,
        "pot": 0, "stacks": (500,) * 3, "paid": (0,) * 3,
    }  # fmt: skip
    check(match, None, **nothing, dealer=None)
    match.resolve(1)
    check(match, 0, **nothing, dealer=1)


def test_in_the_midst_of_a_turn() -> None:
    """T-11, T-14, T-17: cards that went in openly are known to all, and only the own hand whole."""
    match = do(dealt(PLAIN, "Kd 7h Ts"), "stay")
    check(match, 2, open_cards="Kd 7h Ts", to_move=1, turns=(1, 1, 0), stays=1, hand="9s Jd 8c")
    do(match, "swap 9h Kd")
    known = ("", "Kd", "")
    swapped: dict[str, Any] = {"turns": (1, 1, 0), "swaps": 1, "may_swap": False, "open_cards": "9h 7h Ts"}
    check(match, 1, **swapped, known=known, to_move=1, hand="Kd 8d 7c")
    check(match, 0, **swapped, known=known, to_move=1, hand="Ks Qs 7d")
    check(match, None, **swapped, known=known, to_move=1)
    do(match, "done", "stay", "swap Ks 9h", "done", "swap Kd Ks", "done", "swap Jd 7h")
    later: dict[str, Any] = {"turns": (2, 2, 2), "swaps": 1, "may_swap": False, "to_move": 2}
    check(match, 0, **later, known=("9h", "Ks", "7h"), open_cards="Kd Jd Ts", hand="9h Qs 7d")


def test_after_a_drain_and_in_the_closing_lap() -> None:
    """T-12, T-18: what was drained is remembered."""
    match = do(dealt({**PLAIN, 0: "Kh Qs 7d"}, "Qh 7h Td", "8s 9c Tc"), "swap Kh Td")
    drained: dict[str, Any] = {"discard": "Qh 7h Kh", "open_cards": "8s 9c Tc", "stock_size": 21}
    check(match, 1, **drained, known=("Td", "", ""), swaps=1, hand="9h 8d 7c")
    do(match, "pass")
    check(match, 1, **drained, known=("Td", "", ""), turns=(1, 1, 0), to_move=1, first_pass=0, hand="9h 8d 7c")


def test_while_a_svara_is_joined_and_in_its_deal() -> None:
    """T-21, T-22, TD-10: opened hands are known whole."""
    match = do(dealt(SVARA, "Jh 6s 7d"), "show", "join")
    opened: dict[str, Any] = {
        "players": 4, "dealer": 3, "seats_in": (0, 1, 2, 3), "known": tuple(SVARA.values()), "open_cards": "Jh 6s 7d",
        "stock_size": 21, "turns": (1, 0, 0, 0), "pot": 60, "stacks": (490, 470, 490, 490), "paid": (10, 30, 10, 10),
    }  # fmt: skip
    check(match, 3, **opened, phase="join", to_move=3, hand=SVARA[3], tied=(0, 2), asked=(3,), joined=(1,), price=20)
    do(match, "decline")
    check(match, None, **opened | {"dealer": 0}, phase="shuffle", to_move=None, deal_number=2)
    deal_next(match, {0: "9s 8h 7d", 1: "9h 8c 7c", 2: "As Kc Jc"}, "Qs Td 6d")
    playing = opened | {"dealer": 0, "seats_in": (0, 1, 2), "turns": (0, 1, 0, 0), "open_cards": "Qs Td 6d"}
    playing |= {"known": ("",) * 4, "stock_size": 24, "deal_after": "svara", "deal_number": 2, "to_move": 1}
    check(match, 3, **playing)
    check(match, 1, **playing, hand="9h 8c 7c")


def test_after_a_tie_and_in_the_deal_behind_it() -> None:
    """T-23: who has paid what."""
    match = do(dealt(EVEN, "Qs Th 6h"), "pass", "stay", "stay")
    ended: dict[str, Any] = {
        "phase": "shuffle", "to_move": None, "dealer": 0, "known": tuple(EVEN.values()), "open_cards": "Qs Th 6h",
        "turns": (1, 1, 1), "first_pass": 0, "deal_number": 2,
    }  # fmt: skip
    check(match, 1, **ended, hand=EVEN[1])
    deal_next(match, PLAIN, "Kd 7h Ts")
    again: dict[str, Any] = {"pot": 60, "stacks": (480,) * 3, "paid": (20,) * 3, "deal_after": "tie", "deal_number": 2}
    check(match, 0, **again, dealer=0, to_move=1, turns=(0, 1, 0), open_cards="Kd 7h Ts", hand=PLAIN[0])


def test_when_the_match_is_over() -> None:
    match = do(dealt(PLAIN, "Kd 7h Ts", deals=1), "pass", "stay", "stay")
    check(
        match, None, phase="over", to_move=None, over=True, options=ThirtyOneOptions(deals=1), pots_won=1,
        known=tuple(PLAIN.values()), open_cards="Kd 7h Ts", turns=(1, 1, 1), first_pass=0, pot=0, paid=(0, 0, 0),
        stacks=(520, 490, 490),
    )  # fmt: skip


def test_after_a_shuffle_of_the_discard_its_set_is_known() -> None:
    """T-10, TD-5, TD-6."""
    hands = {0: "As 7h 8c", 1: "Kc Jd 7d", 2: "Qc 9d Td", 3: "Ac 8d 7c", 4: "6h Jc Qd", 5: "6d 9c Kd", 6: "6c Ad Tc"}
    match = do(dealt(hands, "6s 7s 8s", "9s Ts Js Qs Ks 8h 9h Th Jh Qh Kh Ah"), "swap As 8h")
    seven: dict[str, Any] = {
        "players": 7, "dealer": 6, "seats_in": tuple(range(7)), "known": ("8h", *[""] * 6), "turns": (1, *[0] * 6),
        "swaps": 1, "pot": 70, "stacks": (490,) * 7, "paid": (10,) * 7, "hand": hands[1],
    }  # fmt: skip
    waits: dict[str, Any] = {"phase": "reshuffle", "to_move": None, "open_cards": "Qh Kh Ah", "stock_size": 0}
    check(match, 1, **seven, **waits, discard="6s 7s 8s 9s Ts Js Qs Ks As 9h Th Jh")
    match.resolve(parse_cards("Js 9h 6s 7s 8s Ts 9s Qs Ks As Th Jh"))
    stock = "7s 8s Ts 9s Qs Ks As Th Jh"
    check(match, 1, **seven, open_cards="Js 9h 6s", stock_size=9, stock_set=stock, discard="Qh Kh Ah")


def test_zones_and_counters() -> None:
    """T-2: the joker is marked for its holder."""
    match = do(dealt({0: "6c Qs 7d", 1: "9h 8d 7c"}, "Qh 7h Td", "8s 9c Tc"), "stay", "swap 9h Td")
    view, other = match.view(0), match.view(1)
    cards = {text: parse_cards(text) for text in ("6c Qs 7d", "8d Td 7c", "Td", "Qh 7h 9h", "6c")}
    own = Zone("hand", "hand", cards["6c Qs 7d"], seat=0, marked=cards["6c"])
    assert view.zones == (
        own,
        Zone("hand", "hand", (*cards["Td"], None, None), seat=1),
        Zone("open", "row", parse_cards("8s 9c Tc")),
        Zone("stock", "pile", (None,) * 24),
        Zone("discard", "pile", (None,) * 3),
    )
    assert other.zones[0] == Zone("hand", "hand", (None,) * 3, seat=0)
    assert view.counters == (
        Counter("pot", 20), Counter("chips", 490, seat=0), Counter("chips", 490, seat=1), Counter("pots_won", 0),
    )  # fmt: skip


def test_the_label_of_a_swap_tells_what_the_hand_will_be_worth() -> None:
    """TD-11, T-5: points, or the combination by its term."""
    match = dealt({0: "Ks Qs 7d", 1: "9h 8d 7c"}, "As Ac 6h")
    labels = {str(legal.move): legal.label for legal in match.view(0).legal}
    given, six, ace = parse_cards("7d"), parse_cards("6h"), parse_cards("As")
    assert labels["swap 7d 6h"] == say("move_swap", given=given, taken=six, points=20)
    assert labels["swap 7d As"] == say("move_swap_combination", given=given, taken=ace, hand=TermRef("hand_31"))
