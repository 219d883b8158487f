"""Whole matches: those dealt from pledges are accepted, and whatever is changed in one is found where it is."""

import copy
import functools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.fairness import Finding, Kind, Pledge, Proof, Report, add_proofs, commitment, contribution_hash, verify
from kozyr.fairness.verifying import fairness_terms
from kozyr.games import game_ids, get_game
from kozyr.games.shalashik.chance import Throw, check_poses
from kozyr.games.shalashik.heap import scatter
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import LANGUAGES
from kozyr.records import Outcome
from tests.conformance.playing import Case, cases, positions
from tests.fairness.dealing import deal_match, read, some_bytes

Data = dict[str, Any]


@functools.cache
def whole(game_id: str) -> Data:
    """A short match of a game, with shuffles inside its deals where the game has them. Not to be changed."""
    if game_id == "kozel":
        return deal_match("kozel", 4, "22", redeal_points=30)
    if game_id == "thirty_one":
        return deal_match("thirty_one", 7, "7", "pass show", deals=2, max_turns=4)
    return deal_match("shalashik", 3, "6", deals=2)


def first_deals(game_id: str, count: int) -> Data:
    """The match stopped after some deals, fresh to be changed."""
    record = copy.deepcopy(whole(game_id))
    if count < len(record["deals"]):
        record["deals"] = record["deals"][:count]
        record["result"] = None
    return record


def texts(report: Report, kind: Kind) -> list[str]:
    """The findings of a kind in English, each with its deal."""
    return [f"{finding.deal}: {report.text(finding.said, 'en')}" for finding in report.of(kind)]


def faults(record: Data) -> list[str]:
    report = verify(read(record))
    assert not report.is_verified
    return texts(report, Kind.FAULT)


def other_digit(text: str, place: int) -> str:
    """A hex text with one digit changed."""
    return text[:place] + "0123456789abcdef"[int(text[place], 16) ^ 1 + place % 15] + text[place + 1 :]


def each_byte(text: str) -> Iterator[str]:
    """A hex text with each of its bytes changed once."""
    return (other_digit(text, place) for place in range(0, len(text), 2))


every_game = pytest.mark.parametrize("game_id", game_ids())


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize(
    ("game_id", "players"),
    [("kozel", 4), ("thirty_one", 2), ("thirty_one", 5), ("shalashik", 2), ("shalashik", 6)],
)
def test_matches_dealt_from_pledges_are_verified(game_id: str, players: int, seed: str) -> None:
    record = deal_match(game_id, players, seed)
    report = verify(read(json.loads(json.dumps(record))))
    assert report.is_verified
    deals = len(record["deals"])
    assert texts(report, Kind.PROVED)[0].startswith("1: verified, ")
    assert [finding.deal for finding in report.of(Kind.PROVED)] == list(range(1, deals + 1))
    assert {text.split(": ")[1] for text in texts(report, Kind.NOTE)} == {
        f"seat {players - 1} did not reveal its bytes"
    }
    assert report.draws >= deals + 1


@every_game
def test_the_samples_of_this_file_have_what_they_are_to_show(game_id: str) -> None:
    record = whole(game_id)
    assert verify(read(record)).is_verified
    assert len(record["deals"]) >= 2
    assert game_id == "shalashik" or any("shuffles" in deal for deal in record["deals"][:2])
    assert game_id != "shalashik" or {m[-1] for d in record["deals"] for _, m in d["moves"]} >= {"x"}


@every_game
def test_every_changed_byte_of_a_secret_is_found(game_id: str) -> None:
    record = copy.deepcopy(whole(game_id))
    for number, deal in enumerate(record["deals"], 1):
        proof = deal["proof"]
        kept = proof["secret"]
        for proof["secret"] in each_byte(kept):
            should = commitment(bytes.fromhex(proof["secret"]))
            found = faults(record)
            assert found[0] == f"{number}: the commitment is not the SHA-256 of the secret: it should be {should}"
            assert found[1].startswith(f"{number}: draw ")
            assert len(found) == 2
        proof["secret"] = kept


@every_game
def test_every_changed_byte_of_a_commitment_is_found(game_id: str) -> None:
    record = copy.deepcopy(whole(game_id))
    for number, deal in enumerate(record["deals"], 1):
        kept = deal["proof"]["commitment"]
        for deal["proof"]["commitment"] in each_byte(kept):
            assert faults(record) == [f"{number}: the commitment is not the SHA-256 of the secret: it should be {kept}"]
        deal["proof"]["commitment"] = kept


@every_game
def test_every_changed_byte_of_a_contribution_is_found(game_id: str) -> None:
    record = copy.deepcopy(whole(game_id))
    for number, deal in enumerate(record["deals"], 1):
        given = deal["proof"]["contributions"]
        for seat, kept in enumerate(given):
            for given[seat] in each_byte(kept or ""):
                should = contribution_hash(bytes.fromhex(given[seat]))
                found = faults(record)
                told = f"{number}: seat {seat}: the hash is not the SHA-256 of the contribution: it should be {should}"
                assert found[0] == told
                assert found[1].startswith(f"{number}: draw ")
            given[seat] = kept


@every_game
def test_every_changed_byte_of_a_hash_is_found(game_id: str) -> None:
    """Of a withheld contribution there is nothing that it could be compared with."""
    record = copy.deepcopy(whole(game_id))
    for number, deal in enumerate(record["deals"], 1):
        hashes = deal["proof"]["hashes"]
        for seat, kept in enumerate(hashes):
            if deal["proof"]["contributions"][seat] is None:
                continue
            for hashes[seat] in each_byte(kept):
                told = f"{number}: seat {seat}: the hash is not the SHA-256 of the contribution: it should be {kept}"
                assert faults(record) == [told]
            hashes[seat] = kept


def orders(deal: Data) -> list[list[str]]:
    """The shuffles of a deal, the deck first."""
    return [deal["deck"], *deal.get("shuffles", [])]


@every_game
def test_every_changed_card_of_every_shuffle_is_found(game_id: str) -> None:
    record = copy.deepcopy(whole(game_id))
    for number, deal in enumerate(record["deals"], 1):
        for nth, order in enumerate(orders(deal), 1):
            for place in range(len(order)):
                kept, other = order[place], order[place - 1]
                order[place] = other
                label = "shuffle" if nth == 1 else f"shuffle {nth}"
                assert f"({label}): card {place + 1} should be {kept}, is {other}" in faults(record)[0]
                assert faults(record)[0].startswith(f"{number}: draw ")
                order[place] = kept


@every_game
def test_exchanged_cards_are_found_at_the_first_of_them(game_id: str) -> None:
    """The record of an honest shuffle with two cards exchanged can often be played, and is still not what was drawn."""
    record = first_deals(game_id, 2)
    deck = record["deals"][1]["deck"]
    first, second = deck[16], deck[-1]
    deck[16], deck[-1] = second, first
    assert faults(record)[0] == f"2: draw 0 (shuffle): card 17 should be {first}, is {second}"


def test_a_second_shuffle_is_named_as_one() -> None:
    record = first_deals("kozel", 2)
    order = record["deals"][1]["shuffles"][0]
    order[0], order[1] = order[1], order[0]
    assert faults(record)[0] == f"2: draw 1 (shuffle 2): card 1 should be {order[1]}, is {order[0]}"


@every_game
def test_a_missing_card_is_found(game_id: str) -> None:
    record = first_deals(game_id, 1)
    deck = record["deals"][0]["deck"]
    deck.pop()
    assert faults(record)[0] == f"1: draw 1 (shuffle): there should be {len(deck) + 1} cards, there are {len(deck)}"


@every_game
def test_another_first_dealer_is_found(game_id: str) -> None:
    record = first_deals(game_id, 1)
    dealer = record["deals"][0]["dealer"]
    record["deals"][0]["dealer"] = other = (dealer + 1) % len(record["seats"])
    assert faults(record)[0] == f"1: draw 0 (lot): should be {dealer}, is {other}"


def test_every_changed_place_of_a_heap_is_found() -> None:
    record = first_deals("shalashik", 1)
    heap = record["deals"][0]["heap"]
    for place, pose in enumerate(heap):
        for number in range(3):
            kept = list(pose)
            pose[number] = round(pose[number] + 0.1, 1)
            assert f"draw 2 (heap): card {place + 1} should be {json.dumps(kept)}, is" in faults(record)[0]
            pose[:] = kept


def test_a_changed_fall_is_found() -> None:
    record = first_deals("shalashik", 1)
    moves = record["deals"][0]["moves"]
    pulls = [move for move in moves if move[1].startswith("pull")]
    for nth, move in enumerate(pulls, 1):
        kept, falls = move[1], move[1].endswith(" x")
        move[1] = kept.removesuffix(" x") if falls else f"{kept} x"
        label = "fall of the hut" if nth == 1 else f"fall of the hut {nth}"
        should = "should be true, is false" if falls else "should be false, is true"
        assert faults(record)[0] == f"1: draw {nth + 2} ({label}): {should}"
        move[1] = kept


@every_game
@pytest.mark.parametrize("what", ["deal", "table", "seats"])
def test_a_proof_of_another_place_is_found(game_id: str, what: str) -> None:
    record = copy.deepcopy(whole(game_id))
    proof = record["deals"][1]["proof"]
    if what == "deal":
        proof["deal"] = 1
        assert faults(record)[0] == "2: the proof is of deal 1, it should be of deal 2"
    elif what == "table":
        proof["table"] = "стол 8"
        assert faults(record)[0] == '2: the table is "стол 8", in the first proof it is "стол 7"'
    else:
        proof["hashes"].append(None)
        assert "2: the proof cannot be read: hashes should be a list of" in faults(record)[0]
    assert verify(read(record)).of(Kind.PROVED)[0].deal == 1


def test_a_secret_that_was_revealed_before_is_found() -> None:
    """Everybody knows the second deck then, though it fits."""
    record = deal_match("kozel", 4, "a")
    first, second, *_ = record["deals"]
    pledge = Pledge.begin("стол 7", 2, 4, bytes.fromhex(first["proof"]["secret"])).close()
    second["proof"] = pledge.end().proof().to_json()
    assert "2: the secret was already revealed in deal 1" in faults(record)


def test_a_contribution_without_a_hash_is_found() -> None:
    record = first_deals("kozel", 1)
    record["deals"][0]["proof"]["hashes"][1] = None
    assert faults(record) == ["1: seat 1: there is a contribution without a hash"]


def test_a_contribution_that_is_hidden_afterwards_is_found() -> None:
    record = first_deals("kozel", 1)
    record["deals"][0]["proof"]["contributions"][1] = None
    assert faults(record)[0].startswith("1: draw ")


@every_game
def test_a_finished_deal_without_proof_is_not_verified(game_id: str) -> None:
    record = first_deals(game_id, 2)
    del record["deals"][0]["proof"]
    report = verify(read(record))
    assert texts(report, Kind.UNPROVED) == ["1: without proof: not verified"]
    assert [finding.deal for finding in report.of(Kind.PROVED)] == [2]
    assert not report.of(Kind.FAULT)
    assert not report.is_verified


@every_game
def test_a_stopped_deal_may_have_no_proof_yet(game_id: str) -> None:
    record = first_deals(game_id, 2)
    last = record["deals"][1]
    record["result"] = last["result"] = None
    del last["proof"], last["moves"][:]
    last.pop("shuffles", None)
    last.pop("heap", None)
    report = verify(read(record))
    assert texts(report, Kind.NOTE)[-1] == "2: stopped: there is no proof yet"
    assert report.is_verified


@every_game
def test_a_record_without_any_proof_is_not_verified(game_id: str) -> None:
    record = add_proofs(first_deals(game_id, 2), [None, None])
    for deal in record["deals"]:
        deal["proof"] = None
    report = verify(read(record))
    assert {finding.kind for finding in report.findings} == {Kind.UNPROVED}
    assert not report.is_verified


@every_game
def test_a_record_that_breaks_the_rules_is_no_verified_one(game_id: str) -> None:
    record = first_deals(game_id, 2)
    record["deals"][0]["moves"][0][0] += 1
    found = faults(record)
    assert found[0].startswith("1: the record cannot be replayed: move 1: seat ")
    assert found[1] == "2: not verified: the record cannot be replayed so far"
    assert not verify(read(record)).of(Kind.PROVED)


def test_a_wrong_result_of_the_match_is_a_fault_of_no_deal() -> None:
    record = copy.deepcopy(whole("kozel"))
    record["result"]["board"] = [0, 0]
    report = verify(read(record))
    assert [(finding.kind, finding.deal) for finding in report.findings][-1] == (Kind.FAULT, None)
    assert not report.is_verified


def physical() -> Data:
    """A match with a hut of bodies; here the heap is not that of its seed, since nobody threw it."""
    return deal_match("shalashik", 2, "a", hut="physics", deals=2)


def test_what_bodies_decided_is_told_as_not_checked() -> None:
    report = verify(read(physical()))
    assert report.is_verified
    assert report.draws == 3
    told = texts(report, Kind.NOTE)
    assert "1: heap: 1 outcome not drawn but decided by bodies; not checked" in told
    assert any("2: fall of the hut: " in text and "outcomes not drawn but decided by bodies" in text for text in told)


def test_who_has_the_bodies_can_check_the_heap_by_its_seed() -> None:
    """By the seed alone: here a stand-in for the engine throws it."""
    seeds = []

    def simulate(outcome: Outcome, seed: str) -> Any:
        seeds.append(seed)
        assert len(seed) == 64
        return check_poses(scatter(Stream(seed)).tolist()) if isinstance(outcome.chance, Throw) else None

    record = physical()
    wrong = verify(read(record), simulate)
    assert [text.partition(": card")[0] for text in texts(wrong, Kind.FAULT)] == [
        "1: draw 2 (heap)",
        "2: draw 1 (heap)",
    ]
    for number, deal in enumerate(record["deals"]):
        proof = Proof.from_json(deal["proof"], 2)
        seed = proof.stream(2 - number).seed_text()
        assert seed in seeds
        deal["heap"] = scatter(Stream(seed)).tolist()
    right = verify(read(record), simulate)
    assert not [text for text in texts(right, Kind.FAULT) if "heap" in text]


@given(data=st.data())
@settings(max_examples=150)
def test_no_change_of_any_field_of_a_proof_goes_unfound(data: st.DataObject) -> None:
    """Or raises."""
    record = first_deals("shalashik", 1)
    proof = record["deals"][0]["proof"]
    name = data.draw(st.sampled_from(sorted(proof)))
    leaf = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=70)
    value = data.draw(st.recursive(leaf, lambda inner: st.lists(inner, max_size=4), max_leaves=6))
    if value == proof[name]:
        return
    proof[name] = value
    assert faults(record)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_chance_step_has_a_name(case: Case) -> None:
    names = case.game.terms.texts.keys() | fairness_terms().texts.keys()
    for match in positions(case.new_match(), case.seed("names")):
        if isinstance(match.awaits, Chance):
            assert match.awaits.term in names


@every_game
def test_no_name_of_a_game_hides_a_text_of_the_verification(game_id: str) -> None:
    shared = get_game(game_id).terms.texts.keys() & fairness_terms().texts.keys()
    assert not shared


def test_every_text_is_in_both_languages_with_the_same_places() -> None:
    terms = fairness_terms()
    for name in terms.texts:
        assert terms.places(name, "ru") == terms.places(name, "en"), name


@every_game
def test_every_finding_is_told_in_both_languages(game_id: str) -> None:
    record = first_deals(game_id, 2)
    record["deals"][0]["proof"]["secret"] = some_bytes(32, "other").hex()
    del record["deals"][1]["proof"]
    report = verify(read(record))
    found: tuple[Finding, ...] = report.findings
    for language in LANGUAGES:
        assert all(report.text(finding.said, language).strip() for finding in found)
    with pytest.raises(ValueError, match="choose one of ru, en"):
        report.text(found[0].said, "de")
