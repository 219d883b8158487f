"""Two processes serve the same tables; where one is killed its people play on through the other at once."""

from pathlib import Path

from bench.durable.served import Served
from bench.durable.wire import Notes, Opening
from bench.two_processes import Split
from kozyr.client import TableConnection
from kozyr.kernel.view import Place
from kozyr.protocol.messages import BeginPull, LetGo
from kozyr.table import Table
from kozyr.table import commands as cmd
from tests.server.served import at_table, log_of, until

LATEST_SECONDS = 20.0
"""On a machine that is busy with other tests too. The two seconds that are promised the bench holds it to."""


async def test_who_was_at_the_killed_process_plays_on_at_the_other(postgres_url: str, tmp_path: Path) -> None:
    servers = Served(tmp_path, postgres_url, name="first"), Served(tmp_path, postgres_url, name="second")
    try:
        outcome = await Split(servers, "suite").run(2)
    finally:
        for server in servers:
            server.end()
    assert outcome.faults == []
    assert len(outcome.playing_on) == 2
    assert max(outcome.playing_on) <= LATEST_SECONDS


async def test_a_pull_at_the_killed_process_begins_anew_at_the_other(postgres_url: str, tmp_path: Path) -> None:
    """S-7: nobody is to suffer from a server that went down."""
    servers = [Served(tmp_path, postgres_url, name=name) for name in ("first", "second")]
    notes = Notes()
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        opening = Opening("ann", "", notes)
        opening.go([server.url for server in servers])
        options = {"deals": 1, "hut": "physics", "pull_seconds": 20}
        async with at_table(servers[0].url, "shalashik", 2, open_=opening, options=options) as (ann, address):
            await ann.ask(cmd.Ready())
            await until(lambda: ann.state.table.to_move == 0 and ann.state.table.pull_until is None)
            turn = ann.state.table.turn
            await _take_hold(ann, notes)
            assert ann.state.table.pull_until is not None
            servers[0].kill()
            await until(lambda: opening.at == servers[1].url and ann.online)
            await until(lambda: ann.state.table.pull_until is None)
            assert (ann.state.table.turn, ann.state.table.to_move) == (turn, 0)
            await _take_hold(ann, notes)
            assert ann.state.table.pull_until is not None
            ann._send(LetGo(id="let go"))
            await until(lambda: ann.state.table.turn > turn or ann.state.table.phase == "over")
        log = await log_of(postgres_url, address.table)
        kinds = [type(event).__name__ for event in log]
        assert kinds.count("ProcessLost") == 1
        assert kinds.count("Grabbed") >= 2
        assert Table.replay(log).seq == len(log)
    finally:
        for server in servers:
            server.end()


async def _take_hold(ann: TableConnection, notes: Notes) -> None:
    """Take a card that may be pulled, as soon as it is told which may, and wait until poses come."""
    await until(lambda: _to_pull(ann) is not None)
    place = _to_pull(ann)
    assert place is not None
    before = notes.frames
    ann._send(BeginPull(id=f"hold {before}", card=place.number, x=place.x, y=place.y))
    await until(lambda: notes.frames > before)


def _to_pull(ann: TableConnection) -> Place | None:
    """The uppermost card that may be pulled."""
    view = ann.state.view
    may = set() if view is None else {str(entry.move) for entry in view.legal}
    places = [] if view is None else [place for zone in view.zones if zone.id == "heap" for place in zone.places]
    return next((place for place in reversed(places) if f"pull {place.number}" in may), None)
