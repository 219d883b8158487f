"""Vectors and texts of views: what they hold, and that they hold nothing else."""

import numpy as np
import pytest

from kozyr.cards import PACK, parse_card
from kozyr.kernel.streams import Stream
from kozyr.research.episode import Episode, Table
from kozyr.research.observing import Observer, text_of

TABLES = [("kozel", 4), ("thirty_one", 3), ("thirty_one", 7), ("shalashik", 2), ("shalashik", 5)]
TWINS = 12


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_what_a_seat_cannot_tell_apart_is_one_vector_and_one_text(game_id: str, players: int) -> None:
    """Other hidden cards, the same numbers; and some seat sees the difference, so that there is one."""
    table, stream = Table(game_id, players), Stream("twins")
    observer = Observer(table)
    found = told_apart = 0
    for number in range(200):
        episode = Episode(table)
        episode.draw(stream)
        for _ in range(stream.below(30)):
            if not episode.is_over:
                episode.play(stream.choice(list(episode.legal())))
                episode.draw(stream)
        seat = number % players
        twin = table.game.twin(episode.match, seat, stream)
        if twin is None:
            continue
        found += 1
        mine, same = episode.match.view(seat), twin.view(seat)
        assert np.array_equal(observer.vector(mine), observer.vector(same))
        assert text_of(mine) == text_of(same)
        pairs = [(episode.match.view(other), twin.view(other)) for other in range(players) if other != seat]
        told_apart += any(text_of(one) != text_of(two) for one, two in pairs)
        if found == TWINS:
            break
    assert found == TWINS
    assert told_apart


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_view_fits_and_shows_the_own_hand_first(game_id: str, players: int) -> None:
    table, stream = Table(game_id, players, deals=2), Stream("fits")
    observer = Observer(table)
    episode = Episode(table)
    episode.draw(stream)
    steps = 0
    while not episode.is_over and steps < 400:
        for seat in range(players):
            view = episode.match.view(seat)
            vector = observer.vector(view)
            assert vector.shape == (observer.size,)
            assert np.isfinite(vector).all()
            start = len(table.codes.phases) + 2 * players
            hand = {PACK[index] for index in range(36) if vector[start + index]}
            assert hand == set(view.zone("hand", seat).cards)
            assert vector[: len(table.codes.phases)].sum() == 1
        episode.play(stream.choice(list(episode.legal())))
        episode.draw(stream)
        steps += 1


def test_seats_are_told_from_the_reader_on() -> None:
    """A card that one has led stands at the same place for his left neighbour as for the next one's left neighbour."""
    table, stream = Table("kozel"), Stream("around")
    observer = Observer(table)
    episode = Episode(table)
    episode.draw(stream)
    while len(view_cards(episode)) != 1:
        episode.play(stream.choice(list(episode.legal())))
        episode.draw(stream)
    leader = next(iter(view_cards(episode).values()))
    start = len(table.codes.phases) + 2 * 4 + 4 * 37
    card = next(iter(view_cards(episode)))
    for away in range(4):
        seat = (leader - away) % 4
        vector = observer.vector(episode.match.view(seat))
        assert vector[start + away * 37 + int(parse_card(card))] == 1


def view_cards(episode: Episode) -> dict[str, int]:
    """The cards of the running trick and who played them."""
    view = episode.match.view(None)
    if view.phase != "play":
        return {}
    trick = view.zone("trick")
    return {str(card): owner for card, owner in zip(trick.cards, trick.owners, strict=True)}


def test_a_spectator_has_text_alone() -> None:
    table = Table("kozel")
    view = Episode(table).match.view(None)
    assert text_of(view)
    with pytest.raises(ValueError, match="a spectator has no vector"):
        Observer(table).vector(view)
