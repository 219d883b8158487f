"""A match through a real server in which everything is tried that may make it tell too much, and the search of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from kozyr.client import TableState
from kozyr.fairness import contribution_hash
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.protocol import messages
from kozyr.protocol.messages import Done, Hinted, Update, Whole
from kozyr.protocol.views import write_said, write_view
from kozyr.server.limits import Limiter
from kozyr.server.live import LiveTable
from kozyr.server.outline import read
from kozyr.table import Table
from kozyr.table import commands as cmd
from tests.conformance.playing import Case
from tests.server.leaks import Knowledge, Leak
from tests.server.running import Person, Place, Running

SETTINGS = {"pace": "none", "stand_in": "random", "hints": "always"}
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gil")


@dataclass
class Heard:
    """All that one connection got, and what was sent over it."""

    who: str
    place: Place


@dataclass
class Playing:
    """A table whose seats are all people's, and one who watches. ``places`` has a connection of each, by seat."""

    running: Running
    table_id: str
    people: list[Person]
    stream: Stream
    places: list[Place] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)
    """Bodies of HTTP while the match ran, and the last event then."""
    met: dict[str, None] = field(default_factory=dict)
    """Moves that were legal for somebody."""
    hinted: int = 0
    """How many hints were given."""

    async def table(self) -> Table:
        """The table in the server's memory."""
        live: LiveTable = await self.running.live(self.table_id)
        return await live.read()

    async def connect(self, number: int, since: int = 0) -> Place:
        """A connection of a person, kept to the end."""
        place = self.people[number].at(self.table_id, since)
        await place.__aenter__()
        self.heard.append(Heard(self.people[number].id, place))
        return place

    async def play(self, steps: int) -> None:
        """Play and meddle."""
        for _ in range(steps):
            table = await self.table()
            if table.state.phase != "playing":
                return
            await self._step(table)
            if self.stream.below(3) == 0:
                await self._meddle()

    async def _step(self, table: Table) -> None:
        """What the table waits for."""
        state = table.state
        running = state.pledge
        if running is not None and running.stage != "closed":
            await self._contribute(running.stage, state.number, state.deals_done, running.asks)
        elif state.awaited is not None:
            seat = state.awaited
            if not self.hinted:  # in every match at least once
                await self._want_hints()
            legal = [str(move) for move in table.match.legal()] if table.match is not None else []
            self.met.update(dict.fromkeys(legal))
            kinds: dict[str, list[str]] = {}
            for entry in state.view(seat).legal:
                kinds.setdefault(entry.label.id, []).append(str(entry.move))
            move = self.stream.choice(self.stream.choice(tuple(kinds.values())))
            await self.places[seat].ask(cmd.Move(move=move))
        else:
            await self.places[0].ping()

    async def _contribute(self, stage: str, match: int, deal: int, asks: tuple[int, ...]) -> None:
        for seat in asks:
            own = f"{match} {deal} {seat}".encode().ljust(16, b"*")
            if stage == "hashes":
                await self.places[seat].ask(cmd.Contribute(hash=contribution_hash(own)))
            else:
                await self.places[seat].ask(cmd.Reveal(value=own.hex()))

    async def _meddle(self) -> None:
        """Something that ought to tell nothing new."""
        kind, number = self.stream.below(7), self.stream.below(len(self.people))
        if kind == 0:
            await self.places[number].ask(cmd.Move(move=self.stream.choice(tuple(self.met) or ("?",))))
        elif kind == 1:
            await self._come_again(number)
        elif kind == 2:
            await self._take_back()
        elif kind == 3:
            await self.places[-1].ask(cmd.Propose(what="stop"))
            await self.places[number].ask(cmd.Say(text="hello"))
        elif kind == 4:
            await self.places[number].ask(cmd.Reveal(value="00" * 16))
        elif kind == 5:
            await self._want_hints()
        else:
            await self._ask_over_http(number)

    async def _come_again(self, number: int) -> None:
        """A new connection, from the last update on or from nothing; the old one ends before it or behind it."""
        place = self.places[number]
        since = place.now.seq if place.state is not None and self.stream.below(2) else 0
        early = self.stream.below(2)
        if early:
            await place.__aexit__(None, None, None)
        fresh = await self.connect(number, since)
        await fresh.ping()
        if fresh.state is None:  # only what was missed has come
            assert place.state is not None
            fresh.state = place.state
            for data in fresh.received:
                if data.startswith(b'{"type":"update"'):
                    message = messages.read_from_server(data)
                    assert isinstance(message, Update)
                    fresh.state = fresh.state.after(message)
        if not early:
            await place.__aexit__(None, None, None)
        self.places[number] = fresh

    async def _take_back(self) -> None:
        for seat in range(len(self.people) - 1):
            if isinstance(await self.places[seat].ask(cmd.Propose(what="take_back")), Done):
                for other in range(len(self.people) - 1):
                    if other != seat:
                        await self.places[other].ask(cmd.Vote(agrees=True))
                return

    async def _want_hints(self) -> None:
        """Everybody asks for the best move; who is to move gets one."""
        for number, place in enumerate(self.places):
            answer = await place.hint(f"hint {len(place.received)}")
            if isinstance(answer, Hinted):
                assert number == (await self.table()).state.awaited
                self.hinted += 1

    async def _ask_over_http(self, number: int) -> None:
        seq = (await self.table()).seq
        for path in (f"/api/tables/{self.table_id}", "/api/tables", "/api/tables/mine", "/api/records"):
            answer = await self.people[number].http.get(path)
            self.answers.append((seq, answer.text.replace(self.table_id, "")))


@asynccontextmanager
async def playing(running: Running, case: Case, seed: str) -> AsyncIterator[Playing]:
    """A match that has begun: a person at each seat, the last of the people watches."""
    async with AsyncExitStack() as stack:
        people = [await running.person(name) for name in (*NAMES[: case.players], "Zoe")]
        for person in people:
            stack.push_async_callback(person.http.aclose)
        seats = ["me", *["open"] * (case.players - 1)]
        options = dict(case.options.to_mapping())
        table_id = await people[0].new_table(
            case.game_id, case.players, options=options, seats=seats, listed=True, settings=SETTINGS
        )
        running.hall.hints = Limiter(1e6, 1e6)
        play = Playing(running, table_id, people, Stream(seed))
        for number in range(len(people)):
            play.places.append(await play.connect(number))
        for seat in range(1, case.players):
            await play.places[seat].do(cmd.Sit(seat=seat))
        for seat in range(case.players):
            await play.places[seat].do(cmd.Ready())
        try:
            yield play
        finally:
            for each in play.heard:
                await each.place.__aexit__(None, None, None)


async def leaks_of(play: Playing) -> list[Leak]:
    """Everything that was told to somebody who may not know it. Fails where bytes are not those that the server sent,
    or where they do not add up to the reader's own view."""
    log = read(await play.running.hall.storage.events(play.table_id))
    knowledge = Knowledge.of(log)
    sent = play.running.sent
    found: list[Leak] = []
    for number, heard in enumerate(play.heard):
        ours = [each for each in sent if each.connection == number]
        received = [data for data in heard.place.received if not data.startswith(b'{"type":"bye"')]
        assert [each.data for each in ours][: len(received)] == received
        asks = {ask_id: data for data in heard.place.sent if (ask_id := _ask_id(data))}
        for each in ours:
            assert each.who == heard.who
            own = asks.get(_ask_id(each.data), b"") if each.data.startswith(b'{"type":"failed"') else b""
            found += knowledge.search(heard.who, each.seq, each.data, [own])
    for seq, text in play.answers:
        found += knowledge.search("", seq, text.encode())
    check_views(play, knowledge)
    return found


def check_views(play: Playing, knowledge: Knowledge) -> None:
    """What each connection was told adds up, message by message, to the view of its seat as the log has it."""
    for heard in play.heard:
        state: TableState | None = None
        for message in _told(heard.place):
            state = TableState.of(message, state) if isinstance(message, Whole) else state and state.after(message)
            if state is not None:
                moment = knowledge.at(state.seq)
                assert _parts(state.view) == _parts(moment.views.get(moment.seats[heard.who]))


def _told(place: Place) -> Iterator[Whole | Update]:
    for data in place.received:
        if messages.is_message(data):
            message = messages.read_from_server(data)
            if isinstance(message, Whole | Update):
                yield message


def _parts(view: View | None) -> object:
    """A view as it is sent: games give views of their own kinds."""
    return None if view is None else (write_view(view), [write_said(said) for said in view.events])


def _ask_id(data: bytes) -> str:
    """The id in an ask or in its refusal."""
    if data[:1] != b"{":
        return ""
    told = json.loads(data)
    return str(told.get("id") or (told.get("do") or {}).get("id") or "")
