"""A bots' worker at its desk: it tries as much as the host of a weak machine allows, and warms each code once."""

import pickle

import pytest

from kozyr import bots
from kozyr.bots import Bot, Budget, Choice, make_bot
from kozyr.bots.random_bot import RandomBot
from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.workers import bot_desk


def test_a_bot_keeps_to_what_the_host_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Budget] = []
    bot = make_bot("kozel", "strong")

    def within(_self: Bot, budget: Budget) -> Bot:
        given.append(budget)
        return make_bot("kozel", "careful")

    monkeypatch.setattr(type(bot), "within", within)
    match = get_game("kozel").new_match(get_game("kozel").options(), 4)
    while not isinstance(match.awaits, int):
        match.resolve(match.awaits.sample(Stream("worlds")))  # type: ignore[union-attr]
    ask = bot_desk.Ask(1, "kozel", "strong", pickle.dumps(match.view(match.awaits)), "seed")
    monkeypatch.setenv(bot_desk.MOST_WORLDS, "3")
    assert isinstance(bot_desk._reply(bots, ask), bot_desk.Chosen)
    assert given == [Budget(3, 0)]
    monkeypatch.delenv(bot_desk.MOST_WORLDS)
    assert bot_desk.most_worlds() is None


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "²", "1 0", "9999999999"])
def test_what_is_no_number_of_deals_is_named(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(bot_desk.MOST_WORLDS, text)
    with pytest.raises(ValueError, match=r"KOZYR_BOT_WORLDS is .*: it may be a whole number from 1"):
        bot_desk.most_worlds()


def test_bots_of_one_code_are_warmed_once_in_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[tuple[str, str]] = []

    class One(RandomBot):
        name = "one"

        def choose(self, view: View, stream: Stream) -> Choice:
            if (view.game, self.name) not in warmed:
                warmed.append((view.game, self.name))
            return super().choose(view, stream)

    class Same(One):
        name = "same"

    class Other(One):
        name = "other"

        def choose(self, view: View, stream: Stream) -> Choice:
            return super().choose(view, stream)

    kinds = {kind.name: kind() for kind in (One, Same, Other)}
    monkeypatch.setattr(bots, "bot_names", lambda _: tuple(kinds))
    monkeypatch.setattr(bots, "make_bot", lambda _, name: kinds[name])
    assert list(bot_desk._warm_up(bots)) == []
    assert warmed == [(game_id, name) for game_id in game_ids() for name in ("one", "other")]
