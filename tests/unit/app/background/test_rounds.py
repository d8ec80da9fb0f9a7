"""What the background does next."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from notebrain.app.background.maintenance import MARK, Upkeep
from notebrain.app.background.rounds import LEASE_CHECK_S, IndexScheduler, RoundResult
from notebrain.app.events import BackupFailed, Event, IndexState, TrashRemoved
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import BACKUPS, TRASH_DAYS
from notebrain.domain.errors import Interrupted, NoEmbedder, VaultError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.indexing.indexer import Indexer
from notebrain.indexing.model_choice import ModelChoice
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.embedding import queue as embedding_queue
from notebrain.storage.file_lock import Lease
from notebrain.storage.maintenance import backup, health
from notebrain.storage.notes import revisions
from notebrain.storage.review import queue as review_queue
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.ids import FakeIds

QUIET_S = 60.0
"""How long nothing is written before notes are looked for that slipped out of the index."""


def always() -> bool:
    return True


class Desk:
    """One process on a vault: all the background needs."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self.clock = clock
        self.folder = folder
        self.store = Store.open(folder, clock=clock)
        self.embedder = FakeEmbedder()
        self.capture = CaptureService(self.store, clock, FakeIds())
        self.indexer = Indexer(self.store, self.embedder, clock)
        self.told: list[Event] = []
        self.compared_beside: list[int] = []
        self.looked_after: list[int] = []
        self.begin_anew()

    def begin_anew(self) -> None:
        """Make what a start makes."""
        self.upkeep = Upkeep(
            self.store, self.indexer, self.clock, self.told.append, self.look_after
        )
        self.rounds = IndexScheduler(
            self.indexer,
            self.upkeep,
            Lease(self.folder / "indexer.lock"),
            lambda _go_on: self.compare(),
            ModelChoice(self.store, self.embedder),
        )

    def look_after(self) -> None:
        """Sum up conversations, as far as the rounds can tell; take down how many notes are not indexed."""
        done, there = self.indexer.coverage()
        self.looked_after.append(there - done)

    def compare(self) -> int:
        """Compare a note, as far as the rounds can tell; take down how many are left to be indexed."""
        with self.store.read() as db:
            due = review_queue.due(db, now=self.clock.now(), limit=1)
            left = embedding_queue.waiting(db)
        if not due:
            return 0
        self.compared_beside.append(left)
        self.store.write(lambda db: review_queue.done(db, due[0])).result()
        return 1

    def take(self, text: str) -> NoteId:
        return self.capture.capture(Draft(text)).result().note

    def until_rest(self) -> RoundResult:
        while (done := self.rounds.next(always)).wait_s == 0:
            pass
        return done

    def slipped_out(self) -> int:
        with self.store.read() as db:
            state = health.vector_state(db, self.embedder.space)
        return state.lacking + state.forgotten

    def backups(self) -> list[str]:
        return [one.reason for one in backup.list_backups(self.store.backups)]

    def in_trash(self) -> int:
        with self.store.read() as db:
            found: int = db.execute(
                "select count(*) from note where deleted_at is not null"
            ).fetchone()[0]
        return found

    def close(self) -> None:
        self.rounds.end()
        self.store.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Desk]:
    app = Desk(tmp_path, FakeClock())
    yield app
    app.close()


def test_it_works_until_everything_is_found_and_then_rests(app: Desk) -> None:
    app.take("one")

    first = app.rounds.next(always)
    last = app.until_rest()

    assert first == RoundResult(IndexState.WORKING, 0)
    assert last == RoundResult(IndexState.IDLE, QUIET_S)
    assert app.rounds.coverage() == (1, 1)


def test_notes_are_compared_while_others_wait_to_be_indexed(app: Desk) -> None:
    for number in range(40):
        app.take(f"note {number}")

    app.until_rest()

    assert app.compared_beside[0] > 0
    assert len(app.compared_beside) == 40


def test_conversations_are_looked_after_once_a_minute_when_all_is_indexed(app: Desk) -> None:
    app.take("one")

    app.until_rest()
    app.until_rest()
    assert app.looked_after == [0]

    app.clock.forward(minutes=1)
    app.until_rest()
    assert app.looked_after == [0, 0]


def test_conversations_that_cannot_be_kept_stop_nothing(app: Desk) -> None:
    def fail() -> None:
        raise VaultError("full")

    app.upkeep = Upkeep(app.store, app.indexer, app.clock, app.told.append, fail)

    assert app.upkeep.maintain(always) is None
    assert app.told == []


def test_it_rests_until_a_typed_note_rests(app: Desk) -> None:
    note = app.take("one")
    app.until_rest()
    app.capture.edit(note, Edit("two", session="s")).result()

    assert app.until_rest() == RoundResult(IndexState.IDLE, 2.0)


def test_while_another_process_indexes_it_looks_again_now_and_then(app: Desk) -> None:
    other = Lease(app.folder / "indexer.lock")
    other.acquire()

    waiting = app.rounds.next(always)
    other.release()
    taken = app.rounds.next(always)

    assert waiting == RoundResult(IndexState.ELSEWHERE, LEASE_CHECK_S)
    assert taken.state is IndexState.IDLE


def test_without_a_model_it_says_so_and_completes_the_substring_index(app: Desk) -> None:
    app.embedder.failure = NoEmbedder("No model here.")
    app.take("one")

    first = app.rounds.next(always)
    last = app.until_rest()

    assert first == RoundResult(IndexState.OFF, 0, "No model here.")
    assert last == RoundResult(IndexState.OFF, QUIET_S, "No model here.")
    assert app.indexer.fill_substrings() == 0


def test_a_backup_is_made_once_a_day_and_old_vectors_go(app: Desk) -> None:
    note = app.take("one")
    app.until_rest()
    app.until_rest()
    first = app.backups()
    app.clock.forward(hours=23)
    app.until_rest()
    same = app.backups()
    app.capture.edit(note, Edit("two", session="s", resting=True)).result()
    app.until_rest()
    app.clock.forward(days=8)
    app.until_rest()

    assert (first, same, app.backups()) == (["daily"], ["daily"], ["daily", "daily"])
    with app.store.read() as db:
        assert db.execute("select count(*) from vector").fetchone()[0] == 1


def test_an_empty_vault_needs_no_backup(app: Desk) -> None:
    app.until_rest()

    assert app.backups() == []


def test_no_backup_takes_the_room_that_notes_need(
    app: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "has_room", lambda _vault, _folder: False)
    app.take("one")

    app.until_rest()

    assert app.backups() == []


def test_a_backup_that_cannot_be_made_does_not_stop_the_indexer(app: Desk) -> None:
    app.store.backups.write_text("a file is in the way")
    app.take("one")

    assert app.until_rest() == RoundResult(IndexState.IDLE, QUIET_S)


def test_asked_to_stop_during_the_backup_it_ends_the_round(app: Desk) -> None:
    app.take("one")
    while app.indexer.step() or app.indexer.fill_substrings():
        pass
    app.rounds.next(lambda: False)

    assert app.rounds.next(lambda: False) == RoundResult(IndexState.IDLE, 0)
    assert app.backups() == []


def test_what_stands_in_the_way_is_raised(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_keep_going: object) -> int:
        raise VaultError("The disk is full.")

    monkeypatch.setattr(app.indexer, "step", full)

    with pytest.raises(VaultError, match="full"):
        app.rounds.next(always)


def test_after_an_orderly_end_nothing_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Desk(tmp_path, FakeClock())
    one.until_rest()
    in_use = (tmp_path / MARK).exists()
    one.close()
    two = Desk(tmp_path, FakeClock())
    monkeypatch.setattr(Store, "check", lambda *_args: pytest.fail("checked"))

    two.until_rest()

    assert in_use
    two.close()
    assert not (tmp_path / MARK).exists()


def test_after_a_kill_a_sound_file_is_checked_and_work_goes_on(app: Desk) -> None:
    (app.folder / MARK).touch()
    app.take("one")

    assert app.until_rest() == RoundResult(IndexState.IDLE, QUIET_S)
    assert app.rounds.coverage() == (1, 1)


def test_after_a_kill_damage_is_told_with_the_newest_backup_and_indexing_stays_off(
    tmp_path: Path,
) -> None:
    one = Desk(tmp_path, FakeClock())
    for number in range(300):
        one.take(f"note {number} " + "words " * 100)
    made = one.store.back_up(one.clock.now(), reason="daily")
    one.store.close()
    (tmp_path / MARK).touch()
    with (tmp_path / FILE_NAME).open("r+b") as file:
        file.seek(file.seek(0, 2) * 3 // 4)  # half way there may be a page of the schema
        file.write(b"\xa5" * 60_000)
    two = Desk(tmp_path, FakeClock())

    told, again = two.rounds.next(always), two.rounds.next(always)
    two.close()

    assert told == again
    assert told.state is IndexState.OFF
    assert told.reason is not None
    assert "is damaged" in told.reason
    assert str(made) in told.reason
    assert (tmp_path / MARK).exists()


def test_damage_without_a_backup_is_told_too(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from notebrain.storage.connection import damaged

    def check(_keep_going: object) -> None:
        raise damaged(app.store.path)

    (app.folder / MARK).touch()
    monkeypatch.setattr(app.store, "check", check)

    reason = app.rounds.next(always).reason

    assert reason == f"The notes file {app.store.path} is damaged."


def test_a_check_that_was_stopped_is_made_next_time(
    app: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[bool] = []
    monkeypatch.setattr(app.store, "check", lambda keep_going: checks.append(keep_going()))
    (app.folder / MARK).touch()

    app.rounds.next(lambda: False)
    app.rounds.next(always)
    app.rounds.next(always)

    assert checks == [False, True]


def test_notes_that_slipped_out_of_the_index_are_queued_at_the_start(app: Desk) -> None:
    app.take("one")
    app.store.write(lambda db: db.execute("delete from outbox").rowcount).result()

    app.until_rest()

    assert app.rounds.coverage() == (1, 1)


@pytest.mark.parametrize(
    "sql",
    [
        "delete from vector",
        "update note set version = 2",  # as after an edit whose job got lost
    ],
)
def test_what_the_counts_do_not_show_is_mended_once_nothing_was_written_for_a_minute(
    app: Desk, sql: str
) -> None:
    app.take("one")
    app.until_rest()
    app.store.write(lambda db: db.execute(sql).rowcount).result()
    app.rounds.end()
    app.begin_anew()
    app.until_rest()
    app.clock.forward(seconds=QUIET_S - 1)
    app.take("two")
    app.until_rest()
    app.clock.forward(seconds=QUIET_S - 1)
    app.until_rest()

    early = app.slipped_out()
    app.clock.forward(seconds=QUIET_S)
    app.until_rest()
    mended = app.slipped_out()
    app.clock.forward(seconds=QUIET_S)
    last = app.until_rest()

    assert (early, mended) == (1, 0)
    assert last == RoundResult(IndexState.IDLE, None)


def test_a_start_does_not_look_at_each_note(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    app.take("one")
    app.until_rest()
    app.rounds.end()
    looks: list[range] = []
    monkeypatch.setattr(health, "slipped_out", lambda _db, _space, keys: looks.append(keys))

    app.begin_anew()
    app.until_rest()

    assert not looks


def test_notes_leave_the_trash_when_their_days_are_over_and_not_before(app: Desk) -> None:
    gone, stays = app.take("gone"), app.take("stays")
    app.capture.forget([gone]).result()
    app.until_rest()
    app.clock.forward(days=2)
    app.capture.forget([stays]).result()
    app.until_rest()
    app.clock.forward(days=27, hours=23)
    app.until_rest()
    before = app.in_trash()

    app.clock.forward(days=1)
    app.until_rest()

    assert before == 2
    assert app.in_trash() == 1
    assert TrashRemoved(1) in app.told


def test_with_no_days_set_notes_stay_in_the_trash(app: Desk) -> None:
    Settings(app.store).put(TRASH_DAYS, 0).result()
    app.capture.forget([app.take("one")]).result()
    app.clock.forward(days=4000)

    app.until_rest()

    assert app.in_trash() == 1


def test_without_automatic_backups_none_is_made(app: Desk) -> None:
    Settings(app.store).put(BACKUPS, False).result()
    app.take("one")

    app.until_rest()

    assert app.backups() == []


def test_a_day_on_which_nothing_changed_needs_no_backup(app: Desk) -> None:
    app.take("one")
    app.until_rest()
    app.until_rest()
    app.clock.forward(days=1)
    app.until_rest()
    app.clock.forward(days=1)
    app.until_rest()

    assert len(app.backups()) <= 2


def test_a_full_disk_is_told_once_an_hour(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "has_room", lambda _vault, _folder: False)
    app.take("one")
    app.until_rest()
    app.until_rest()

    failed = [event for event in app.told if isinstance(event, BackupFailed)]

    assert len(failed) == 1
    assert "no room" in failed[0].message


def test_old_versions_are_thinned_out_while_nothing_else_is_to_be_done(app: Desk) -> None:
    note = app.take("one")
    for number in range(9):
        app.capture.edit(note, Edit(f"text {number}", session=f"{number}")).result()
        app.clock.forward(minutes=5)

    def kept() -> list[str]:
        with app.store.read() as db:
            return [one.body for one in revisions.history(db, note)]

    before = kept()
    app.until_rest()
    assert kept() == before

    for day in (1, 2, 3):
        app.clock.forward(days=1)
        app.capture.edit(note, Edit(f"day {day}", session=f"day {day}")).result()
    app.until_rest()

    assert kept() == ["day 2", "day 1", "text 8", "text 7", "one"]


def test_a_clock_that_is_wrong_by_years_thins_out_nothing_of_the_day(app: Desk) -> None:
    note = app.take("one")
    app.clock.forward(days=3)
    for number in range(9):
        app.capture.edit(note, Edit(f"text {number}", session=f"{number}")).result()
        app.clock.forward(minutes=5)
    with app.store.read() as db:
        before = revisions.history(db, note)

    app.clock.forward(minutes=-45, days=3650)
    app.capture.edit(note, Edit("in the future", session="f")).result()
    app.until_rest()
    app.clock.forward(days=-3650)
    app.until_rest()

    with app.store.read() as db:
        after = revisions.history(db, note)
    assert [one.body for one in after] == ["text 8", *(one.body for one in before)]


def test_the_trash_is_looked_at_once_a_minute_and_after_a_clock_that_was_put_back(
    app: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    daily = app.upkeep.daily

    def look(keep_going: Callable[[], bool]) -> Path | None:
        looks.append(app.clock.now())
        return daily(keep_going)

    monkeypatch.setattr(app.upkeep, "daily", look)
    first = app.until_rest()
    app.clock.forward(seconds=45)
    again = app.until_rest()
    after_45_s = len(looks)
    app.clock.forward(seconds=15)
    due = app.until_rest()
    after_60_s = len(looks)
    app.clock.forward(hours=-1)
    app.until_rest()

    assert (first.wait_s, again.wait_s, due.wait_s) == (None, 15.0, None)
    assert (after_45_s, after_60_s, len(looks)) == (1, 2, 3)


@pytest.mark.parametrize("error", [Interrupted(), OSError("the folder went away")])
def test_an_upkeep_that_was_stopped_or_failed_is_done_by_the_next_round(
    app: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    app.until_rest()
    app.clock.forward(minutes=2)

    def stop(_keep_going: Callable[[], bool]) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(app.upkeep, "daily", stop)
        with (
            nullcontext()
            if isinstance(error, Interrupted)
            else pytest.raises(OSError, match="folder")
        ):
            app.rounds.next(always)

    assert app.until_rest().wait_s is None


def test_titles_of_an_older_vault_lose_their_marks_in_the_background(app: Desk) -> None:
    note = app.take("# The *only* one")
    app.store.write(
        lambda db: db.execute("update note set title = ?", ("The *only* one",)).rowcount
    ).result()

    app.until_rest()

    with app.store.read() as db:
        stored = db.execute("select title from note where id = ?", (note,)).fetchone()
    assert stored == ("The only one",)
    assert not app.upkeep.mend_titles()
