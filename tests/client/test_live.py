"""The client against a real server, over networks that fail."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.client import (
    Address,
    AskFailed,
    Backoff,
    Changed,
    ConnectionEnded,
    Ended,
    Found,
    KozyrClient,
    Lost,
    Player,
    TableConnection,
    TableState,
    Unreachable,
    Verdict,
)
from kozyr.fairness import verify
from kozyr.games import game_ids
from kozyr.protocol.messages import Update
from kozyr.records import parse_record
from kozyr.table import Settings
from kozyr.table import commands as cmd
from tests.client.servers import RunningServer, free_port, network, running_server
from tests.table.driving import SHORT

QUICK = Backoff(first=0.01, most=0.1)
AT_ONCE = Settings(pace="none", stand_in="random")


@contextlib.asynccontextmanager
async def people(url: str, *names: str) -> AsyncIterator[list[KozyrClient]]:
    """People whom the server knows."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(KozyrClient(url)) for _ in names]
        for client, name in zip(clients, names, strict=True):
            await client.call_me(name)
        yield clients


async def new_table(host: KozyrClient, game: str = "thirty_one", people: int = 2) -> Address:
    players = 4 if game == "kozel" else 3
    seats = ["me", *["open"] * (people - 1), *["random"] * (players - people)]
    return await host.new_table(game, players, options=SHORT[game], settings=AT_ONCE, seats=seats)


async def until(connection: TableConnection, condition: Any) -> TableState:
    """Wait for a state of the table."""
    changes = connection.changes()
    if condition(connection.state):
        return connection.state
    async for change in changes:
        if isinstance(change, Changed) and condition(change.now):
            return change.now
    raise AssertionError("the connection has ended")


def same_knowledge(one: TableState, other: TableState) -> bool:
    """Whether two readers know the same of what both may know."""
    return one.talk == other.talk and one.table.matches == other.table.matches


@pytest.mark.parametrize("game", game_ids())
async def test_two_people_and_bots_play_a_match_with_verified_shuffles(server: RunningServer, game: str) -> None:
    async with people(server.url, "Ann", "Боб") as (ann, bob):
        address = await new_table(ann, game)
        async with ann.connect(address.table) as one, bob.connect(address.table) as two:
            await two.ask(cmd.Sit(seat=1))
            players = [Player(one, "one"), Player(two, "two")]
            await asyncio.gather(*(player.play() for player in players))
            await until(two, lambda state: state.seq >= one.state.seq)
            assert same_knowledge(one.state, two.state)
            assert one.state.table.matches[-1].result is not None
            assert one.state.names[:2] == ("Ann", "Боб")
            for connection in (one, two):
                assert connection.checks
                assert {check.verdict for check in connection.checks} == {Verdict.VERIFIED}
                assert all(check.contributed for check in connection.checks)
        about = (await ann.records())[0]
        record = (await ann.record(about["id"]))["record"]
        moves = [move for deal in record["deals"] for move in deal["moves"]]
        made = [each for player in players for each in player.acknowledged if isinstance(each.command, cmd.Move)]
        assert len([move for move in moves if move[0] in (0, 1)]) == len(made)


async def test_a_shared_record_is_read_and_verified_by_anybody(server: RunningServer) -> None:
    async with people(server.url, "Ann", "Zoe") as (ann, zoe):
        address = await new_table(ann, people=1)
        async with ann.connect(address.table) as one:
            await Player(one, "share").play()
        about = (await ann.records())[0]
        with pytest.raises(AskFailed) as caught:
            await zoe.record(about["id"])
        assert caught.value.code == "no_record"
        token = (await ann.share(about["id"]))["token"]
        body = (await zoe.shared(token))["record"]
        assert verify(parse_record(json.dumps(body))).is_verified
        await ann.unshare(about["id"])
        with pytest.raises(AskFailed):
            await zoe.shared(token)


async def test_over_a_network_that_breaks_all_the_time_everything_counts_once(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,), network(server.port) as net:
        address = await new_table(ann, people=1)
        through = Address(net.url, address.table)
        cookie = ann._tokens.get(ann.server) or ""
        async with TableConnection(through, cookie, backoff=QUICK, chance=lambda: 0.5) as one:
            player = Player(one, "cuts")
            playing = asyncio.create_task(player.play())
            said = []
            for number in range(12):
                line = asyncio.create_task(one.ask(cmd.Say(text=f"line {number}")))
                await asyncio.sleep(0)
                net.swallows_answers = number % 3 == 2
                if number % 2:
                    await until(one, lambda state, seq=one.state.seq: state.seq > seq or net.swallows_answers)
                net.cut()
                net.swallows_answers = False
                try:
                    await line
                    said.append(f"line {number}")
                except AskFailed as error:
                    assert error.code == "too_fast"  # noqa: PT017 - else it is said
            await playing
            assert one.losses >= 6
            texts = [line.text for line in one.state.talk if line.kind == "said"]
            assert texts == said
            numbers = [line.number for line in one.state.talk]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            assert one.unanswered == 0
            assert {check.verdict for check in one.checks} <= {Verdict.VERIFIED, Verdict.UNSEEN}
        async with ann.connect(address.table) as fresh:
            assert fresh.state.talk == one.state.talk
            assert fresh.state.view == one.state.view
        record = (await ann.record((await ann.records())[0]["id"]))["record"]
        own = [move for deal in record["deals"] for move in deal["moves"] if move[0] == 0]
        made = [each for each in player.acknowledged if isinstance(each.command, cmd.Move)]
        assert len(own) >= len(made)
        assert len({each.seq for each in player.acknowledged}) == len(player.acknowledged)


class Resting(Player):
    """A player who waits at his first move until he is let go on."""

    rests = True

    def wish(self, state: TableState) -> cmd.Command | None:
        command = super().wish(state)
        return None if self.rests and isinstance(command, cmd.Move) else command


async def test_a_match_goes_on_over_a_restart_of_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with people(server.url, "Ann") as (ann,):
            address = await new_table(ann, people=1)
            async with ann.connect(address.table, backoff=QUICK) as one:
                changes = one.changes()
                player = Resting(one, "restart")
                playing = asyncio.create_task(player.play())
                await until(one, lambda state: state.view is not None and state.view.legal)
                await asyncio.to_thread(server.stop)
                player.rests = False
                await asyncio.to_thread(server.start)
                await playing
                assert one.losses >= 1
                assert one.state.table.matches[-1].result is not None
            kinds = [type(change) async for change in changes]
            assert Lost in kinds
            assert Found in kinds
            assert kinds[-1] is Ended


async def test_what_is_refused_is_told_in_both_languages_and_changes_nothing(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,):
        address = await new_table(ann, people=1)
        async with ann.connect(address.table) as one:
            before = one.state
            with pytest.raises(AskFailed) as caught:
                await one.ask(cmd.Move(move="pass"))
            assert caught.value.code == "not_playing"
            assert caught.value.text("ru") != caught.value.text("en")
            assert one.state is before
            assert one.unanswered == 0


async def test_a_table_that_is_not_there_and_a_person_nobody_knows_are_refused_at_once(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,):
        with pytest.raises(AskFailed) as caught:
            async with ann.connect("nothing"):
                pass
        assert caught.value.code == "no_table"
        address = await new_table(ann)
        stranger = KozyrClient(server.url)
        async with stranger:
            assert await stranger.me() is None
            with pytest.raises(AskFailed) as caught:
                async with stranger.connect(address.table):
                    pass
            assert caught.value.code == "who_are_you"


@pytest.mark.parametrize("change", [{"gone": ["nothing"]}, {"set": {"seats": 5}}, {"set": {"turn": "first"}}])
async def test_a_change_of_another_state_is_not_believed_and_all_is_asked_for_again(
    server: RunningServer, change: dict[str, Any]
) -> None:
    async with people(server.url, "Ann") as (ann,), network(server.port) as net:
        address = await new_table(ann, people=1)
        through = Address(net.url, address.table)
        async with TableConnection(through, ann._tokens.get(ann.server) or "", backoff=QUICK) as one:
            before, changes = one.state, one.changes()
            assert not one._update(Update(after=before.seq, seq=before.seq + 1, table=change))
            assert one.state is before
            net.cut()
            while not isinstance(await anext(changes), Found):
                pass
            await one.ask(cmd.Say(text="still here"))
            assert one.state.talk[-1].text == "still here"


async def test_where_there_is_no_server_it_says_so() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    async with KozyrClient(url) as client:
        with pytest.raises(Unreachable, match="cannot be reached"):
            await client.games()
        with pytest.raises(Unreachable, match="cannot be reached"):
            async with client.connect("x"):
                pass


async def test_a_patient_client_waits_for_its_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with people(server.url, "Ann") as (ann,):
            address = await new_table(ann, people=1)
            await asyncio.to_thread(server.stop)
            connection = ann.connect(address.table, patient=True, backoff=QUICK)
            entering = asyncio.create_task(connection.__aenter__())
            await asyncio.sleep(0.05)
            assert not entering.done()
            await asyncio.to_thread(server.start)
            await entering
            assert connection.state.seat == 0
            await connection.close()


async def test_another_device_becomes_the_same_person_once(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,), KozyrClient(server.url) as phone:
        link = await ann.link()
        assert await phone.claim(link.token) == await ann.me()
        async with KozyrClient(server.url) as thief:
            with pytest.raises(AskFailed):
                await thief.claim(link.token)
            assert await thief.me() is None
        await phone.call_me("Anna")
        me = await ann.me()
        assert me is not None
        assert me.name == "Anna"
        await ann.forget_me()
        assert await ann.me() is None


async def test_two_devices_of_one_person_share_his_seat_and_do_not_disturb_each_other(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,):
        address = await new_table(ann, people=1)
        async with ann.connect(address.table) as one, ann.connect(address.table) as two:
            await Player(one, "devices").play()
            await until(two, lambda state: state.table.phase == "over")
            assert two.state.seat == one.state.seat == 0
            assert {check.verdict for check in (*one.checks, *two.checks)} == {Verdict.VERIFIED}
            assert any(check.contributed for check in one.checks + two.checks)


async def test_who_is_removed_learns_it_and_does_not_come_again(server: RunningServer) -> None:
    async with people(server.url, "Ann", "Bob") as (ann, bob):
        address = await new_table(ann)
        async with ann.connect(address.table) as one, bob.connect(address.table) as two:
            await until(one, lambda state: len(state.table.people) == 2)
            changes = two.changes()
            assert two.state.table.me is not None
            await one.ask(cmd.Remove(person=two.state.table.me))
            assert [change async for change in changes][-1] == Ended("removed")
            with pytest.raises(ConnectionEnded):
                await two.ask(cmd.Sit(seat=1))
            assert [change async for change in two.changes()] == [Ended("removed")]


async def test_a_dropped_player_plays_himself_again_when_he_is_back(server: RunningServer) -> None:
    async with people(server.url, "Ann", "Bob") as (ann, bob):
        address = await new_table(ann)
        async with bob.connect(address.table) as two:
            await two.ask(cmd.Sit(seat=1))
            async with ann.connect(address.table) as one:
                for connection in (one, two):
                    await connection.ask(cmd.Ready())
                await until(two, lambda state: state.table.phase == "playing")
            await two.ask(cmd.Propose(what="pause"))
            async with ann.connect(address.table) as one:
                assert one.state.own is not None
                assert one.state.own.stood_in is None
                assert one.state.view is not None
                assert one.state.view.seat == 0


async def test_nothing_is_left_running_after_the_end(server: RunningServer) -> None:
    before = asyncio.all_tasks()
    async with people(server.url, "Ann") as (ann,):
        address = await new_table(ann, people=1)
        async with ann.connect(address.table, ping_seconds=0.02) as one:
            waiting = asyncio.create_task(Player(one, "rest", matches=5).play())
            await until(one, lambda state: state.table.phase == "playing")
            await asyncio.sleep(0.05)
        with pytest.raises(ConnectionEnded):
            await one.ask(cmd.Ready())
        await asyncio.wait({waiting})
        waiting.exception()
    assert asyncio.all_tasks() == before


async def test_a_server_that_falls_silent_is_left_and_found_again(server: RunningServer) -> None:
    async with people(server.url, "Ann") as (ann,), network(server.port) as net:
        address = await new_table(ann, people=1)
        cookie = ann._tokens.get(ann.server) or ""
        through = Address(net.url, address.table)
        async with TableConnection(through, cookie, backoff=QUICK, ping_seconds=0.05) as one:
            changes = one.changes()
            net.swallows_answers = True
            assert isinstance(await anext(changes), Lost)
            net.swallows_answers = False
            net.cut()
            while not isinstance(await anext(changes), Found):
                pass
            assert one.losses == 1
