"""Taking, changing and filing notes."""

import time
from datetime import timedelta

import pytest

from notebrain.domain.errors import BadText, NotFound, UserError
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.notes.service import CaptureService, Edit, Filing
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, revisions
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.soundness import faults_of


@pytest.fixture
def capture(store: Store, clock: FakeClock) -> CaptureService:
    return CaptureService(store, clock, FakeIds())


def read(store: Store, note: NoteId) -> Note:
    with store.read() as db:
        return notes.get(db, note)


def history(store: Store, note: NoteId) -> list[str]:
    with store.read() as db:
        return [one.body for one in revisions.history(db, note)]


def test_a_note_is_kept_with_its_word_index_and_its_job_in_one_transaction(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    changes = capture.capture(Draft("# Garden\n\nSeeds", tags=("home",))).result()

    note = read(store, changes.note)
    assert (changes.act, changes.text, changes.filing) == (Act.CAPTURE, True, True)
    assert (note.title, note.body, note.tags) == ("Garden", "# Garden\n\nSeeds", ("home",))
    assert note.created_at == note.updated_at == clock.now()
    with store.read() as db:
        assert len(queue.due(db, now=clock.now(), limit=9)) == 1
        assert (
            db.execute("select count(*) from note_fts where note_fts match 'seed'").fetchone()[0]
            == 1
        )


def test_a_note_from_another_day_keeps_its_date(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    then = clock.now() - timedelta(days=400)

    note = read(store, capture.capture(Draft("old", created_at=then)).result().note)

    assert note.created_at == note.updated_at == then


@pytest.mark.parametrize(
    "draft",
    [
        Draft("half \ud83d"),
        Draft("x", title="\udc00"),
        Draft("x", tags=("\udc00",)),
        Draft("x", source="import:\udcff"),
        Draft("x", front_matter="\ud800"),
        Draft("x", workspace="\ud800"),
    ],
)
def test_half_a_character_is_refused_at_once(capture: CaptureService, draft: Draft) -> None:
    with pytest.raises(BadText, match="incomplete character"):
        capture.capture(draft)


@pytest.mark.parametrize(
    "draft", [Draft("x", importance=0), Draft("x", importance=6), Draft("x", workspace="  ")]
)
def test_a_draft_that_cannot_be_a_note_is_refused_at_once(
    capture: CaptureService, draft: Draft
) -> None:
    with pytest.raises(UserError):
        capture.capture(draft)


def test_an_edit_keeps_the_text_before_and_moves_the_title(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = capture.capture(Draft("First\nbody")).result().note
    clock.forward(minutes=1)

    changes = capture.edit(note, Edit("Second\r\nbody", session="s")).result()

    after = read(store, note)
    assert changes.text
    assert (after.title, after.body, after.version) == ("Second", "Second\r\nbody", 2)
    assert after.updated_at == clock.now()
    assert history(store, note) == ["First\nbody"]


def test_an_edit_that_changes_nothing_writes_nothing(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = capture.capture(Draft("same")).result().note
    before = read(store, note)
    clock.forward(minutes=1)

    changes = capture.edit(note, Edit("same", session="s")).result()

    assert not changes.text
    assert read(store, note) == before


def test_an_edit_leaves_a_title_of_its_own(capture: CaptureService, store: Store) -> None:
    note = capture.capture(Draft("First", title="Mine")).result().note

    capture.edit(note, Edit("Second", session="s")).result()

    assert read(store, note).title == "Mine"


def test_an_edit_with_half_a_character_is_refused_and_the_note_stays(
    capture: CaptureService, store: Store
) -> None:
    note = capture.capture(Draft("whole")).result().note

    with pytest.raises(BadText):
        capture.edit(note, Edit("\ud83d", session="s"))

    assert read(store, note).body == "whole"


def test_what_is_not_there_cannot_be_changed(capture: CaptureService) -> None:
    nobody = NoteId("nobody")

    for future in (
        capture.edit(nobody, Edit("x", session="s")),
        capture.append(nobody, "x"),
        capture.rename(nobody, "x"),
        capture.forget([nobody]),
        capture.left(nobody),
        capture.file([nobody], Filing(pinned=True)),
    ):
        with pytest.raises(NotFound):
            future.result()


def test_an_update_is_added_at_the_end_with_its_date(capture: CaptureService, store: Store) -> None:
    note = capture.capture(Draft("Rent is 600.")).result().note

    capture.append(note, "Rent is 700 now.").result()

    body = read(store, note).body
    assert body.startswith("Rent is 600.\n\n**Update 2026-11-19 14:05 UTC:**")
    assert body.endswith("Rent is 700 now.")
    assert history(store, note) == ["Rent is 600."]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows has no tzset")
def test_an_update_is_dated_by_the_clock_on_the_wall(
    capture: CaptureService, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = capture.capture(Draft("Rent is 600.")).result().note
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "NST-9")
        time.tzset()
        capture.append(note, "Rent is 700 now.").result()
    time.tzset()

    assert "**Update 2026-11-19 23:05 +09:00:**" in read(store, note).body


def test_an_update_gives_an_empty_note_its_title(capture: CaptureService, store: Store) -> None:
    empty = capture.capture(Draft("")).result().note
    named = capture.capture(Draft("", title="Mine")).result().note

    capture.append(empty, "words").result()
    capture.append(named, "words").result()

    assert read(store, empty).title.startswith("Update")
    assert read(store, named).title == "Mine"


def test_there_must_be_something_to_append(capture: CaptureService) -> None:
    note = capture.capture(Draft("x")).result().note

    with pytest.raises(UserError, match="nothing to append"):
        capture.append(note, " \n ")


def test_a_title_can_be_set_and_given_back(capture: CaptureService, store: Store) -> None:
    note = capture.capture(Draft("First line")).result().note

    capture.rename(note, "  My title ").result()
    named = read(store, note)
    capture.rename(note, None).result()
    followed = read(store, note)

    assert (named.title, named.title_is_set, named.version) == ("My title", True, 2)
    assert (followed.title, followed.title_is_set) == ("First line", False)


def test_an_earlier_text_comes_back_whole_and_the_present_one_is_kept(
    capture: CaptureService, store: Store
) -> None:
    note = capture.capture(Draft("v1", front_matter="---\na: 1\n---\n")).result().note
    capture.edit(note, Edit("v2", session="s")).result()
    with store.read() as db:
        (first,) = revisions.history(db, note)

    changes = capture.restore_revision(note, first.id).result()

    back = read(store, note)
    assert (back.body, back.front_matter, back.title) == ("v1", "---\na: 1\n---\n", "v1")
    assert changes.act is Act.RESTORE
    assert history(store, note) == ["v2", "v1"]
    with pytest.raises(NotFound, match="no version"):
        capture.restore_revision(note, 999).result()


def test_filing_changes_how_a_note_is_filed_and_not_when_it_changed(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = capture.capture(Draft("x", tags=("a", "b"))).result().note
    before = read(store, note)
    clock.forward(days=1)

    changes = capture.file(
        [note, note],
        Filing(
            workspace=" New  place ",
            category=Category.FACT,
            importance=5,
            pinned=True,
            local_only=True,
            add_tags=("c",),
            remove_tags=("#A",),
        ),
    ).result()
    again = capture.file([note], Filing(pinned=True, add_tags=("C",))).result()

    after = read(store, note)
    assert changes.notes == (note,)
    assert (after.workspace, after.category, after.importance) == ("New place", Category.FACT, 5)
    assert (after.pinned, after.local_only, after.tags) == (True, True, ("b", "c"))
    assert (after.updated_at, after.version) == (before.updated_at, before.version)
    assert again.notes == ()
    assert not again.filing
    with store.read() as db:
        assert "New place" in notes.names(db)


def test_tags_can_be_replaced_all(capture: CaptureService, store: Store) -> None:
    note = capture.capture(Draft("x", tags=("a", "b"))).result().note

    capture.file([note], Filing(tags=("z", "Ü/y"))).result()
    capture.file([note], Filing(remove_tags=("ü/Y",))).result()

    assert read(store, note).tags == ("z",)


def test_filing_that_cannot_be_is_refused_at_once_and_whole(
    capture: CaptureService, store: Store
) -> None:
    one = capture.capture(Draft("x")).result().note

    for filing in (Filing(importance=9), Filing(workspace=" "), Filing(add_tags=("\ud800",))):
        with pytest.raises(UserError):
            capture.file([one], filing)
    with pytest.raises(NotFound):
        capture.file([one, NoteId("nobody")], Filing(pinned=True)).result()

    assert not read(store, one).pinned


def test_the_trash_gives_notes_back(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = capture.capture(Draft("x")).result().note

    gone = capture.forget([note]).result()
    trashed = read(store, note)
    twice = capture.forget([note]).result()
    back = capture.restore([note]).result()

    assert (gone.notes, twice.notes, back.notes) == ((note,), (), (note,))
    assert trashed.deleted_at == clock.now()
    assert read(store, note).deleted_at is None


def test_a_blank_note_goes_and_one_with_a_word_stays(capture: CaptureService, store: Store) -> None:
    blank, worded = (capture.capture(Draft(text)).result().note for text in ("", "new"))

    changes = [capture.drop_blank(note).result().notes for note in (blank, worded)]

    assert changes == [(blank,), ()]
    assert read(store, worded).body == "new"
    with pytest.raises(NotFound):
        read(store, blank)
    assert store.write(faults_of).result() == []


def test_opening_is_counted_and_leaving_hastens_the_index(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = capture.capture(Draft("x")).result().note
    capture.edit(note, Edit("y", session="s")).result()

    capture.opened(note).result()
    capture.left(note).result()

    assert read(store, note).access_count == 1
    with store.read() as db:
        assert len(queue.due(db, now=clock.now(), limit=9)) == 1


def test_an_exact_repeat_is_pointed_out(capture: CaptureService) -> None:
    note = capture.capture(Draft("Call Ada\r\n\r\n\r\n\r\ntoday  ")).result().note

    assert list(capture.repeats("Call Ada\n\ntoday")) == [note]
    assert list(capture.repeats("call ada\n\ntoday")) == []
