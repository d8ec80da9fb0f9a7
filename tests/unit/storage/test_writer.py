"""The writing thread outlives everything it is given."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.errors import Unavailable, VaultError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.storage import settings
from notebrain.storage.connection import Connection, connect
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from notebrain.storage.writer import Writer, outcome
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


def put(name: str, value: int = 1) -> Callable[[Connection], None]:
    return lambda db: settings.put(db, name, value)


def test_a_write_is_durable_when_its_future_is_done(store: Store) -> None:
    store.write(put("kept")).result()

    with sqlite3.connect(store.path) as other:
        found = other.execute("select name from setting").fetchall()
    other.close()

    assert found == [("kept",)]


def test_an_act_that_fails_leaves_nothing_behind_and_the_next_one_works(store: Store) -> None:
    def half(db: Connection) -> None:
        settings.put(db, "half", 1)
        raise RuntimeError("boom")

    failed = store.write(half)
    after = store.write(put("after"))

    with pytest.raises(RuntimeError, match="boom"):
        failed.result()
    after.result()
    with store.read() as db:
        assert settings.get(db, "half") is None
        assert settings.get(db, "after") == 1


def test_an_act_that_tries_to_end_the_program_ends_only_itself(store: Store) -> None:
    def leave(_db: Connection) -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        store.write(leave).result()
    store.write(put("after")).result()


def test_a_write_that_was_canceled_while_it_waited_is_not_carried_out(store: Store) -> None:
    gate = threading.Event()
    store.write(lambda _db: gate.wait(30))
    canceled = store.write(put("cancelled"))
    last = store.write(put("last"))

    assert canceled.cancel()
    gate.set()
    last.result()

    with pytest.raises(CancelledError):
        canceled.result()
    with store.read() as db:
        assert settings.get(db, "cancelled") is None


def test_a_listener_that_fails_neither_loses_the_write_nor_stops_the_thread(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def listener(_changes: Changes) -> None:
        raise ValueError("broken view")

    heard: list[Changes] = []
    store.subscribe(listener)
    store.subscribe(heard.append)

    with caplog.at_level(logging.CRITICAL):
        first = store.write(lambda _db: Changes(Act.FILE)).result()
        second = store.write(lambda _db: Changes(Act.EDIT)).result()

    assert heard == [first, second]


def test_listeners_hear_of_a_commit_before_its_future_is_done(store: Store) -> None:
    order: list[str] = []
    store.subscribe(lambda _changes: order.append("heard"))

    future: Future[Changes] = store.write(lambda _db: Changes(Act.FILE))
    future.add_done_callback(lambda _future: order.append("done"))
    future.result()

    assert order[0] == "heard"


def test_closing_finishes_what_is_queued_and_refuses_what_comes_later(store: Store) -> None:
    futures = [store.write(put(f"name {number}")) for number in range(20)]

    store.close()

    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(VaultError, match="already closed"):
        store.write(put("late")).result()


def test_closing_twice_or_from_the_writing_thread_does_not_hang(
    tmp_path: Path, clock: FakeClock
) -> None:
    store = Store.open(tmp_path, clock=clock)
    store.subscribe(lambda _changes: store.close())

    store.write(lambda _db: Changes(Act.FILE)).result(30)
    store.close()
    store.close()


def test_a_connection_that_cannot_even_roll_back_is_given_up(store: Store) -> None:
    def break_it(db: Connection) -> None:
        settings.put(db, "lost", 1)
        db.close()

    with pytest.raises(Exception, match="unexpected error"):
        store.write(break_it).result()
    store.write(put("after")).result()

    with store.read() as db:
        assert settings.get(db, "lost") is None
        assert settings.get(db, "after") == 1


def test_a_write_says_when_another_program_holds_the_vault(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(lambda db: db.execute("pragma busy_timeout = 20").fetchall()).result()
    holder = connect(store.path)
    holder.execute("begin immediate")

    blocked = store.write(put("blocked"))

    with pytest.raises(Unavailable, match="Another program has locked"):
        blocked.result()
    holder.execute("rollback")
    holder.close()
    store.write(put("free")).result()


def test_a_process_that_only_reads_starts_no_writing_thread(
    tmp_path: Path, clock: FakeClock
) -> None:
    before = set(threading.enumerate())  # another test may have left a vault open

    with closing(Store.open(tmp_path / "vault", clock=clock)) as store, store.read():
        started = set(threading.enumerate()) - before

    assert not started


def test_waiting_for_a_write_gives_up_in_words(tmp_path: Path) -> None:
    never: Future[None] = Future()

    with pytest.raises(Unavailable, match="still waiting"):
        outcome(never, timeout_s=0.01)


def test_waiting_for_a_write_gives_its_result(store: Store) -> None:
    assert outcome(store.write(lambda _db: 7)) == 7


def test_a_vault_that_cannot_be_opened_for_writing_is_told_of_in_the_future(tmp_path: Path) -> None:
    (tmp_path / "no folder").write_bytes(b"")
    writer = Writer(tmp_path / "no folder" / "notes.db", lambda _result: None)

    future = writer.submit(lambda _db: None)

    with pytest.raises(VaultError, match="cannot be written"):
        future.result()
    writer.close()


def test_a_vault_that_is_moved_away_takes_no_more_writes_until_it_is_back(store: Store) -> None:
    store.write(put("before")).result()
    away = store.path.with_name("away.db")
    store.path.rename(away)

    with pytest.raises(VaultError, match="moved or deleted"):
        store.write(put("lost")).result()
    away.rename(store.path)
    store.write(put("after")).result()

    with store.read() as db:
        assert settings.get(db, "lost") is None
        assert settings.get(db, "after") == 1


def test_another_file_in_the_place_of_the_vault_takes_no_writes(store: Store) -> None:
    store.write(put("before")).result()
    store.path.rename(store.path.with_name("away.db"))
    store.path.touch()

    with pytest.raises(VaultError, match="moved or deleted"):
        store.write(put("lost")).result()

    assert store.path.stat().st_size == 0


def test_the_word_index_is_merged_bit_by_bit_before_it_has_too_many_parts(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_index, "MOST_PARTS", 20)
    clock, ids = FakeClock(), FakeIds()
    most = 0

    for number in range(200):
        note = new_note(Draft(f"lime {number}"), ids.new(clock.now()), now=clock.now())
        store.write(partial(notes.add, note=note, lane=Lane.EDIT, now=clock.now())).result()
        most = max(most, store.write(parts).result())

    assert most <= 20 + 32 + 1
    with store.read() as db:
        found = db.execute("select count(*) from note_fts where note_fts match 'lime'").fetchone()
    assert found == (200,)


def parts(db: Connection) -> int:
    number: int = db.execute("select count(distinct segid) from note_fts_idx").fetchone()[0]
    return number


def test_a_program_that_forgets_to_close_the_vault_ends_all_the_same(store: Store) -> None:
    store.write(put("kept")).result()

    writers = [one for one in threading.enumerate() if one.name == "notebrain-writer"]
    assert {one.daemon for one in writers} == {True}


def test_a_word_index_that_has_too_many_parts_is_merged_before_the_vault_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_index, "MOST_PARTS", 20)
    monkeypatch.setattr(text_index, "_MERGED_PAGES", 1)
    clock, ids = FakeClock(), FakeIds()
    store = Store.open(tmp_path, clock=clock)
    for number in range(33):
        words = " ".join(f"word{number}x{place}" for place in range(200))
        note = new_note(Draft(words), ids.new(clock.now()), now=clock.now())
        store.write(partial(notes.add, note=note, lane=Lane.EDIT, now=clock.now())).result()
    before = store.write(parts).result()

    store.close()

    assert before > 30
    with closing(sqlite3.connect(store.path)) as db:
        assert parts(db) < 20
