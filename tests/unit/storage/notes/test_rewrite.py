"""A new text for a note: what is kept of the old one, and when it is indexed."""

from datetime import timedelta

import pytest

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, revisions, rewrite as texts
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add


@pytest.fixture
def note(store: Store) -> NoteId:
    return store.write(lambda db: add(db, "v1")[1]).result()


def rewrite(store: Store, note: NoteId, body: str, **more: object) -> bool:
    given: dict[str, object] = {
        "title": "t",
        "title_is_set": True,
        "body": body,
        "reason": "edit",
        "session": "s",
        "at": NOW,
        **more,
    }
    new = texts.Rewrite(**given)  # type: ignore[arg-type]  # a test's short cut
    return store.write(lambda db: texts.rewrite(db, note, notes.key_of(db, note), new)).result()


def history(store: Store, note: NoteId) -> list[str]:
    with store.read() as db:
        return [revision.body for revision in revisions.history(db, note)]


def test_autosaves_of_one_sitting_keep_only_the_text_before_it(store: Store, note: NoteId) -> None:
    for number in range(2, 9):
        assert rewrite(store, note, f"v{number}", at=NOW + timedelta(seconds=number))

    assert history(store, note) == ["v1"]
    with store.read() as db:
        assert notes.get(db, note).version == 8


def test_a_pause_of_five_minutes_ends_a_sitting(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", at=NOW)
    rewrite(store, note, "v3", at=NOW + timedelta(minutes=4, seconds=59))
    rewrite(store, note, "v4", at=NOW + timedelta(minutes=9, seconds=59))

    assert history(store, note) == ["v3", "v1"]


def test_steady_writing_keeps_a_version_every_ten_minutes(store: Store, note: NoteId) -> None:
    for minute in range(25):
        rewrite(store, note, f"minute {minute}", at=NOW + timedelta(minutes=minute))

    assert history(store, note) == ["minute 19", "minute 9", "v1"]


@pytest.mark.slow
def test_what_many_small_removals_take_away_is_kept_as_it_was_before_them(
    store: Store, note: NoteId
) -> None:
    written = "v1 " + " ".join(f"word{number}" for number in range(400))
    for end in range(200, len(written), 200):  # so little is added each time that nothing is kept
        rewrite(store, note, written[:end])
    rewrite(store, note, written)

    for end in range(len(written), 0, -9):
        rewrite(store, note, written[:end])

    assert history(store, note) == [written, "v1"]


def test_a_text_that_was_set_aside_outlives_a_kill_and_goes_when_the_sitting_is_over(
    store: Store, note: NoteId
) -> None:
    written = "twelve words that nobody has seen before now"
    rewrite(store, note, written)
    rewrite(store, note, written[:-1])  # it is in the file from here on

    def aside() -> list[str]:
        with store.read() as db:
            return [row[0] for row in db.execute("select body from fullest")]

    assert aside() == [written]
    rewrite(store, note, "now", session="another")
    assert aside() == []
    assert history(store, note) == [written[:-1], written, "v1"]


def test_a_text_that_is_the_last_version_already_is_not_kept_twice(
    store: Store, note: NoteId
) -> None:
    rewrite(store, note, "v2", title="v1", title_is_set=False)
    rewrite(store, note, "v1", title="v1", title_is_set=False)

    rewrite(store, note, "v3", session="two", at=NOW + timedelta(hours=1))

    assert history(store, note) == ["v1"]
    with store.read() as db:
        assert revisions.history(db, note)[0].made_at == NOW + timedelta(hours=1)


def test_a_new_sitting_keeps_another(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", session="one")
    rewrite(store, note, "v3", session="two")

    assert history(store, note) == ["v2", "v1"]


def test_what_somebody_else_wrote_meanwhile_is_kept_once(store: Store, note: NoteId) -> None:
    rewrite(store, note, "mine", session="window", base_version=1)
    rewrite(store, note, "theirs", session="command line")
    rewrite(store, note, "mine again", session="window", base_version=2)
    rewrite(store, note, "mine still", session="window", base_version=2)

    assert history(store, note) == ["theirs", "mine", "v1"]


def test_a_text_made_from_an_old_version_keeps_the_present_one(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", base_version=None)
    rewrite(store, note, "v3", base_version=1, session="other")

    assert history(store, note) == ["v2", "v1"]


def test_restores_and_merges_always_keep_the_text_before(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2")
    rewrite(store, note, "v3", always_keep=True)

    assert history(store, note) == ["v2", "v1"]


def test_a_text_that_is_the_same_writes_nothing(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", front_matter="---")

    assert not rewrite(store, note, "v2", at=NOW + timedelta(days=1))
    with store.read() as db:
        kept = notes.get(db, note)
    assert (kept.updated_at, kept.version, kept.front_matter) == (NOW, 2, "---")


def test_new_front_matter_alone_is_a_change(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2")

    assert rewrite(store, note, "v2", front_matter="---\nx: 1\n---\n")


def test_a_note_that_is_being_typed_is_indexed_when_it_rests(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", resting=False)

    with store.read() as db:
        assert queue.due(db, now=NOW, limit=9) == []
        assert queue.next_due(db, after=NOW) == NOW + texts.REST
        (job,) = queue.due(db, now=NOW + texts.REST, limit=9)
    assert job.idempotency_key == f"{note}:2"


def test_a_revision_is_found_by_its_number(store: Store, note: NoteId) -> None:
    rewrite(store, note, "v2", front_matter="---")
    rewrite(store, note, "v3", session="other")

    with store.read() as db:
        newest = revisions.history(db, note)[0]
        one = revisions.get(db, note, newest.id)
        with pytest.raises(NotFound, match="no version 99"):
            revisions.get(db, note, 99)

    assert one == newest
    assert (one.body, one.front_matter, one.title, one.reason) == ("v2", "---", "t", "edit")


def test_a_note_without_history_has_no_last_revision(store: Store, note: NoteId) -> None:
    def look(db: Connection) -> object:
        return revisions.last_version(db, notes.key_of(db, note))

    assert store.write(look).result() is None


def test_a_clock_that_was_set_back_dates_no_change_before_the_note(
    store: Store, note: NoteId
) -> None:
    with store.read() as db:
        made = notes.get(db, note).created_at

    rewrite(store, note, "v2", at=made - timedelta(days=400))
    with store.read() as db:
        assert notes.get(db, note).updated_at == made

    rewrite(store, note, "v3", at=made + timedelta(days=2))
    rewrite(store, note, "v4", at=made + timedelta(days=1))
    with store.read() as db:
        assert notes.get(db, note).updated_at == made + timedelta(days=1)


def test_the_last_version_before_a_large_removal_is_never_thinned_out(
    store: Store, note: NoteId
) -> None:
    for number, text in enumerate(["a long story", "a long story told", "x", "x y", "x y z"]):
        rewrite(store, note, text, session=f"{number}", at=NOW + timedelta(minutes=number))
    for day in (1, 2, 3):  # one version a day lets the others grow old
        rewrite(store, note, f"x y z {day}", session=f"{day}", at=NOW + timedelta(days=day))
    late = NOW + timedelta(days=3)

    with store.read() as db:
        assert revisions.to_thin(db, now=late) == [notes.key_of(db, note)]
    while store.write(
        lambda db: revisions.thin(db, notes.key_of(db, note), now=late, most=1)
    ).result():
        pass

    assert history(store, note) == ["x y z 2", "x y z 1", "x y z", "x y", "a long story told", "v1"]
    with store.read() as db:
        assert revisions.to_thin(db, now=late) == []
