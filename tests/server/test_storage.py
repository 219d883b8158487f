"""What every storage does; the same tests for SQLite and for PostgreSQL."""

import asyncio
from dataclasses import replace

import pytest

from kozyr.server.storage import CLOSED, Conflict, Event, Kind, Storage, StorageError, Table, open_storage
from tests.server.samples import Forget, a_record, a_table, an_identity


async def test_a_table_comes_back_with_its_first_events(storage: Storage) -> None:
    await storage.create_table(a_table(), [b"one", b"\x00\xff"])
    assert await storage.table("t1") == replace(a_table(), seq=2)
    assert await storage.events("t1") == [Event(1, 1000, b"one"), Event(2, 1000, b"\x00\xff")]


async def test_a_table_may_have_no_events_yet(storage: Storage) -> None:
    await storage.create_table(a_table(), [])
    assert await storage.events("t1") == []
    assert await storage.append("t1", 0, [b"one"], 2000) == 1


async def test_there_is_one_table_of_an_id(storage: Storage) -> None:
    await storage.create_table(a_table(), [b"one"])
    with pytest.raises(Conflict) as caught:
        await storage.create_table(a_table(), [b"other", b"more"])
    assert (caught.value.table_id, caught.value.seq) == ("t1", 0)
    assert [event.body for event in await storage.events("t1")] == [b"one"]


async def test_what_is_not_there_is_none(storage: Storage) -> None:
    assert await storage.table("t1") is None
    assert await storage.events("t1") == []
    assert await storage.identity("ann") is None
    assert await storage.rename_identity("ann", "Anna") is None
    assert await storage.record("r1") is None
    assert await storage.shared_record("x") is None
    assert await storage.share_record("r1", "x") is None
    assert await storage.take_link("x", 1) is None
    assert not await storage.delete_identity("ann", Forget())


async def test_events_follow_one_another(storage: Storage) -> None:
    await storage.create_table(a_table(), [b"1"])
    assert await storage.append("t1", 1, [b"2", b"3"], 2000) == 3
    assert await storage.append("t1", 3, [b"4"], 3000) == 4
    assert await storage.events("t1", 2) == [Event(3, 2000, b"3"), Event(4, 3000, b"4")]
    assert await storage.events("t1", 1, limit=1) == [Event(2, 2000, b"2")]
    assert await storage.events("t1", 4) == []


@pytest.mark.parametrize("expected", [0, 1, 3], ids=["first", "an event is there already", "gap"])
async def test_an_append_elsewhere_than_at_the_end_changes_nothing(storage: Storage, expected: int) -> None:
    await storage.create_table(a_table(), [b"1", b"2"])
    before = await storage.table("t1")
    given = {"summary": b"new", "status": CLOSED, "records": [a_record()], "seats": ["bob"]}
    with pytest.raises(Conflict) as caught:
        await storage.append("t1", expected, [b"x"], 2000, **given)  # type: ignore[arg-type]
    assert (caught.value.table_id, caught.value.seq) == ("t1", expected)
    assert await storage.table("t1") == before
    assert [event.body for event in await storage.events("t1")] == [b"1", b"2"]
    assert await storage.record("r1") is None
    assert await storage.tables_of("bob") == []


async def test_nothing_is_appended_to_a_table_that_is_not_there(storage: Storage) -> None:
    with pytest.raises(Conflict):
        await storage.append("t1", 0, [b"x"], 2000)
    assert await storage.events("t1") == []


async def test_of_many_at_once_one_is_next(storage: Storage) -> None:
    await storage.create_table(a_table(), [b"1"])
    bodies = [f"{number}".encode() for number in range(20)]
    outcomes = await asyncio.gather(*(storage.append("t1", 1, [b], 2000) for b in bodies), return_exceptions=True)
    won = [body for body, outcome in zip(bodies, outcomes, strict=True) if outcome == 2]
    assert len(won) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 19
    assert [event.body for event in await storage.events("t1")] == [b"1", *won]


async def test_a_conflict_spoils_nobody_elses_append(storage: Storage) -> None:
    tables = [f"t{number}" for number in range(10)]
    await asyncio.gather(*(storage.create_table(a_table(name), [b"1"]) for name in tables))
    calls = [storage.append(name, good, [b"2"], 2000) for name in tables for good in (1, 7)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert outcomes[::2] == [2] * 10
    assert all(isinstance(outcome, Conflict) for outcome in outcomes[1::2])


async def test_an_append_changes_what_is_given_beside_it(storage: Storage) -> None:
    await storage.create_table(a_table(), [b"1"])
    given = {"summary": b"new", "status": "playing", "listed": False, "records": [a_record()], "seats": ["bob"]}
    await storage.append("t1", 1, [b"2"], 2000, **given)  # type: ignore[arg-type]
    changed = replace(a_table(), seq=2, updated_at=2000, summary=b"new", status="playing", listed=False)
    assert await storage.table("t1") == changed
    assert [record.id for record in await storage.records_of_table("t1")] == ["r1"]
    assert await storage.tables_of("bob") == [changed]
    await storage.append("t1", 2, [], 3000, status=CLOSED)
    assert await storage.table("t1") == replace(changed, updated_at=3000, status=CLOSED)


def ids(tables: list[Table]) -> list[str]:
    return [table.id for table in tables]


async def test_the_lobby_shows_listed_tables_the_newest_first(storage: Storage) -> None:
    for number, at in enumerate([1000, 3000, 2000, 2000]):
        await storage.create_table(a_table(f"t{number}", at=at), [])
    await storage.create_table(a_table("hidden", listed=False), [])
    await storage.create_table(a_table("over"), [])
    await storage.append("over", 0, [], 1, status=CLOSED)
    assert ids(await storage.listed_tables(10)) == ["t1", "t3", "t2", "t0"]
    first = await storage.listed_tables(2)
    last = first[-1]
    assert ids(first) == ["t1", "t3"]
    assert ids(await storage.listed_tables(2, (last.created_at, last.id))) == ["t2", "t0"]


async def test_events_are_found_by_what_they_hold(storage: Storage) -> None:
    await storage.create_table(a_table(), [b'{"kind":"spoke"}', b"\x00\xff%_", b"else"])
    await storage.create_table(a_table("t2"), [b'{"kind":"spoke"}'])
    assert await storage.events_holding("t1", b'"spoke"') == [Event(1, 1000, b'{"kind":"spoke"}')]
    assert [event.seq for event in await storage.events_holding("t1", b"\xff%")] == [2]
    assert await storage.events_holding("t1", b"nothing") == []


async def test_untouched_tables_of_a_status_come_page_by_page_the_longest_untouched_first(storage: Storage) -> None:
    for number, at in enumerate([1000, 3000, 2000, 2000, 5000]):
        await storage.create_table(a_table(f"t{number}", at=at), [])
    await storage.append("t1", 0, [], 3000, status="playing")
    assert ids(await storage.untouched_tables("waiting", 5000, 10)) == ["t0", "t2", "t3"]
    first = (await storage.untouched_tables("waiting", 5000, 2))[-1]
    assert ids(await storage.untouched_tables("waiting", 5000, 2, (first.updated_at, first.id))) == ["t3"]
    assert ids(await storage.untouched_tables("playing", 5000, 10)) == ["t1"]
    assert await storage.untouched_tables("playing", 3000, 10) == []


async def test_tables_of_a_status_are_found_the_last_changed_first(storage: Storage) -> None:
    for name in ("t1", "t2", "t3"):
        await storage.create_table(a_table(name), [])
    await storage.append("t1", 0, [b"1"], 5000, status="playing")
    await storage.append("t3", 0, [b"1"], 6000, status="playing")
    assert await storage.ids_with_status("playing", 10) == ["t3", "t1"]
    assert await storage.ids_with_status("playing", 1) == ["t3"]
    assert await storage.ids_with_status("lost", 10) == []


async def test_somebodys_tables_are_those_he_sat_at(storage: Storage) -> None:
    await storage.create_table(a_table("t1"), [], ["ann", "bob", "ann"])
    await storage.create_table(a_table("t2"), [], ["bob"])
    await storage.append("t1", 0, [], 9000, seats=["bob", "eve"])
    assert ids(await storage.tables_of("bob")) == ["t1", "t2"]
    assert ids(await storage.tables_of("bob", 1, (9000, "t1"))) == ["t2"]
    assert ids(await storage.tables_of("eve")) == ["t1"]


async def test_an_identity_changes(storage: Storage) -> None:
    ann = an_identity()
    await storage.create_identity(ann)
    with pytest.raises(Conflict):
        await storage.create_identity(replace(ann, name="Other"))
    assert await storage.identity("ann") == ann
    assert await storage.rename_identity("ann", "Анна") == replace(ann, name="Анна")
    assert await storage.touch_identity("ann", 5000) == replace(ann, name="Анна", seen_at=5000)
    assert await storage.touch_identity("ann", 4000) == replace(ann, name="Анна", seen_at=5000)
    assert await storage.set_settings("ann", b'{"a":1}') is not None
    bumped = await storage.bump_generation("ann")
    assert bumped == replace(ann, name="Анна", seen_at=5000, generation=2, settings=b'{"a":1}')
    assert await storage.identity("ann") == bumped


async def test_a_link_is_taken_once_by_one(storage: Storage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_link("token", "ann", 2000)
    taken = await asyncio.gather(*(storage.take_link("token", 1500) for _ in range(12)))
    assert [identity for identity in taken if identity] == ["ann"]
    assert await storage.take_link("token", 1500) is None


async def test_a_link_is_not_taken_late(storage: Storage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_link("token", "ann", 2000)
    assert await storage.take_link("token", 2000) is None
    assert await storage.take_link("other", 1000) is None
    assert await storage.take_link("token", 1999) == "ann"


async def test_what_voids_tokens_voids_links_too(storage: Storage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_link("token", "ann", 9000)
    await storage.create_link("other", "bob", 9000)
    await storage.bump_generation("ann")
    await storage.create_link("newer", "ann", 9000)
    assert await storage.take_link("token", 1000) is None
    assert await storage.take_link("newer", 1000) == "ann"


async def test_a_token_is_kept_as_its_hash(storage: Storage, tmp_path_factory: pytest.TempPathFactory) -> None:
    await storage.create_link("token-in-clear", "ann", 2000)
    file = tmp_path_factory.mktemp("backup") / "all"
    await storage.backup(file)
    assert b"token-in-clear" not in file.read_bytes()


async def test_a_deleted_identity_leaves_its_play_and_no_name(storage: Storage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_link("token", "ann", 9000)
    await storage.create_table(a_table("t1"), [b"Ann sits", b"Bob sits"], ["ann", "bob"])
    await storage.create_table(a_table("t2", creator="bob"), [b"Ann of another table"], ["bob"])
    await storage.append("t1", 2, [b"Ann plays"], 2000, records=[a_record()])
    assert await storage.delete_identity("ann", Forget())
    table = await storage.table("t1")
    assert table is not None
    assert (table.creator, table.summary, table.seq) == ("", b'{"names":["-"]}', 3)
    assert [event.body for event in await storage.events("t1")] == [b"- sits", b"Bob sits", b"- plays"]
    assert [event.body for event in await storage.events("t2")] == [b"Ann of another table"]
    record = await storage.record("r1")
    assert record is not None
    assert record.body == b"- won"
    assert await storage.identity("ann") is None
    assert await storage.tables_of("ann") == []
    assert await storage.take_link("token", 1000) is None
    assert ids(await storage.tables_of("bob")) == ["t1", "t2"]
    assert not await storage.delete_identity("ann", Forget())


async def test_a_redactor_that_drops_events_is_refused_and_changes_nothing(storage: Storage) -> None:
    class Drops(Forget):
        def events(self, events: object) -> list[Event]:
            return []

    await storage.create_identity(an_identity())
    await storage.create_table(a_table(), [b"Ann"], ["ann"])
    with pytest.raises(ValueError, match="bodies"):
        await storage.delete_identity("ann", Drops())
    assert await storage.identity("ann") == an_identity()
    assert [event.body for event in await storage.events("t1")] == [b"Ann"]


async def test_a_record_is_kept_and_renewed(storage: Storage) -> None:
    await storage.put_record(replace(a_record(), finished=False, body=b"half"), 1000)
    assert await storage.share_record("r1", "open") == "open"
    await storage.put_record(a_record(), 2000)
    record = await storage.record("r1")
    assert record is not None
    assert (record.created_at, record.body, record.share, record.finished) == (1000, b"Ann won", "open", True)


async def test_a_record_is_shared_by_one_token(storage: Storage) -> None:
    await storage.put_record(a_record("r1"), 1000)
    await storage.put_record(a_record("r2", match_no=2), 2000)
    assert await storage.share_record("r1", "one") == "one"
    assert await storage.share_record("r1", "two") == "one"
    shared = await storage.shared_record("one")
    assert shared is not None
    assert shared.id == "r1"
    assert await storage.shared_record("two") is None
    await storage.unshare_record("r1")
    assert await storage.shared_record("one") is None
    assert await storage.share_record("r1", "two") == "two"


async def test_a_token_that_shares_another_record_is_refused(storage: Storage) -> None:
    await storage.put_record(a_record("r1"), 1000)
    await storage.put_record(a_record("r2", match_no=2), 2000)
    await storage.share_record("r1", "one")
    with pytest.raises(StorageError):
        await storage.share_record("r2", "one")


async def test_records_are_found_by_table_and_by_who_sat(storage: Storage) -> None:
    await storage.create_table(a_table("t1"), [], ["ann"])
    await storage.create_table(a_table("t2"), [], ["ann", "bob"])
    await storage.append("t1", 0, [], 1000, records=[a_record("r2", match_no=2), a_record("r1")])
    await storage.append("t2", 0, [], 2000, records=[a_record("r3", table_id="t2")])
    assert [record.id for record in await storage.records_of_table("t1")] == ["r1", "r2"]
    assert [record.id for record in await storage.records_of("ann")] == ["r3", "r2", "r1"]
    assert [record.id for record in await storage.records_of("ann", 1, (2000, "r3"))] == ["r2"]
    assert [record.id for record in await storage.records_of("bob")] == ["r3"]


async def test_processes_are_alive_while_they_beat(storage: Storage) -> None:
    await storage.beat("a", 1000)
    await storage.beat("b", 1000)
    await storage.beat("b", 3000)
    assert await storage.alive(1000) == ["a", "b"]
    assert await storage.alive(2000) == ["b"]
    assert await storage.purge(Kind.PROCESSES, 2000) == 1
    assert await storage.alive(0) == ["b"]


async def test_old_closed_tables_are_purged_without_their_records(storage: Storage) -> None:
    for name in ("old", "bare", "open"):
        await storage.create_table(a_table(name), [b"1"], ["ann"])
    await storage.append("old", 1, [], 2000, status=CLOSED, records=[a_record(table_id="old")])
    await storage.append("bare", 1, [], 2000, status=CLOSED)
    assert await storage.purge(Kind.TABLES, 2000) == 0
    assert await storage.purge(Kind.TABLES, 2001, limit=1) == 1
    assert await storage.purge(Kind.TABLES, 2001) == 1
    assert await storage.events("old") == []
    assert ids(await storage.tables_of("ann")) == ["open"]
    assert [record.id for record in await storage.records_of("ann")] == ["r1"]


async def test_old_records_are_purged_unless_they_are_shared(storage: Storage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_table(a_table(), [], ["ann"])
    await storage.append("t1", 0, [], 1000, status=CLOSED, records=[a_record("r1"), a_record("r2", match_no=2)])
    await storage.share_record("r2", "open")
    assert await storage.purge(Kind.TABLES, 5000) == 1
    assert await storage.purge(Kind.RECORDS, 5000) == 1
    assert [record.id for record in await storage.records_of("ann")] == ["r2"]
    assert await storage.purge(Kind.IDENTITIES, 5000) == 0
    await storage.unshare_record("r2")
    assert await storage.purge(Kind.RECORDS, 5000) == 1
    assert await storage.records_of("ann") == []
    assert await storage.purge(Kind.IDENTITIES, 5000) == 1


async def test_links_and_identities_are_purged(storage: Storage) -> None:
    for name, at in (("ann", 1000), ("bob", 1000), ("eve", 9000)):
        await storage.create_identity(an_identity(name, at=at))
    await storage.create_table(a_table(creator="ann"), [], ["bob"])
    await storage.create_link("old", "eve", 1000)
    await storage.create_link("new", "eve", 9000)
    assert await storage.purge(Kind.LINKS, 5000) == 1
    assert await storage.take_link("new", 6000) == "eve"
    assert await storage.purge(Kind.IDENTITIES, 5000) == 1
    assert [await storage.identity(name) is None for name in ("ann", "bob", "eve")] == [True, False, False]
    table = await storage.table("t1")
    assert table is not None
    assert table.creator == ""


async def test_it_is_well(storage: Storage) -> None:
    await storage.check()


async def test_what_was_written_is_there_after_opening_again(url: str) -> None:
    first = await open_storage(url)
    await first.create_table(a_table(), [b"1"])
    await first.close()
    second = await open_storage(url)
    assert [event.body for event in await second.events("t1")] == [b"1"]
    await second.close()


async def test_two_storages_of_one_database_conflict_as_one_does(url: str) -> None:
    first, second = await open_storage(url), await open_storage(url)
    await first.create_table(a_table(), [b"1"])
    calls = [one.append("t1", 1, [b"2"], 2000) for one in (first, second) for _ in range(5)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert sorted(str(type(outcome).__name__) for outcome in outcomes) == ["Conflict"] * 9 + ["int"]
    assert len(await second.events("t1")) == 2
    await first.close()
    await second.close()


async def test_a_closed_storage_says_so(url: str) -> None:
    storage = await open_storage(url)
    await storage.close()
    with pytest.raises(StorageError, match="clos"):
        await storage.check()
    await storage.close()


async def test_a_caller_who_gave_up_harms_nobody(storage: Storage) -> None:
    await storage.create_table(a_table(), [])
    gone = asyncio.ensure_future(storage.append("t1", 0, [b"1"], 2000))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await storage.check()  # stands behind what was begun
    table, events = await storage.table("t1"), await storage.events("t1")
    assert table is not None
    assert table.seq == len(events)
    assert await storage.append("t1", table.seq, [b"2"], 3000) == table.seq + 1
