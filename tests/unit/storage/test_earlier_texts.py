"""The earlier texts of a note: what their list tells, and what becomes of those that were to stay here."""

from datetime import timedelta

from notebrain.domain.notes.history import EarlierText
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions, rewrite
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add


def edit(
    db: Connection, note_id: NoteId, body: str, *, minutes: int, session: str, keep: bool = True
) -> None:
    at = NOW + timedelta(minutes=minutes)
    new = rewrite.Rewrite("Soil", True, body, "edit", session, at, always_keep=keep)
    rewrite.rewrite(db, note_id, notes.key_of(db, note_id), new)


def test_the_list_tells_of_every_text_but_what_it_says(store: Store) -> None:
    def act(db: Connection) -> NoteId:
        note_id = add(db, "lime", title="Soil")[1]
        add(db, "another note")
        edit(db, note_id, "lime in autumn", minutes=10, session="one")
        edit(db, note_id, "lime in spring", minutes=30, session="two")
        return note_id

    note_id = store.write(act).result()

    with store.read() as db:
        listed, history = revisions.outline(db, note_id), revisions.history(db, note_id)
    at = [NOW + timedelta(minutes=minutes) for minutes in (0, 10, 30)]
    assert listed == [
        EarlierText(history[0].id, "Soil", at[1], at[2], "edit", "two", len("lime in autumn")),
        EarlierText(history[1].id, "Soil", at[0], at[1], "edit", "one", len("lime")),
    ]


def test_all_earlier_texts_of_a_note_that_may_leave_now_were_to_stay(store: Store) -> None:
    full, other = "a long text, most of which goes " * 20, "x" * 300

    def act(db: Connection) -> NoteId:
        stays = add(db, "another note that stays")[1]
        edit(db, stays, "changed", minutes=1, session="one")
        note_id = add(db, "secret", title="Soil", local_only=True)[1]
        edit(db, note_id, full, minutes=1, session="one")
        # bit by bit, so that the fullest text is only set aside
        for end in range(len(full) - 50, 300, -50):
            edit(db, note_id, full[:end], minutes=1, session="one", keep=False)
        edit(db, note_id, other, minutes=1, session="one", keep=False)
        revisions.may_leave(db, notes.key_of(db, note_id))
        return note_id

    note_id = store.write(act).result()

    with store.read() as db:
        history = revisions.history(db, note_id)
        of_others = db.execute("select local_only from revision where note_rowid = 1").fetchall()
    assert {"secret", full} <= {one.body for one in history}
    assert all(one.local_only for one in history)
    assert {one.reason for one in history} == {"edit"}
    assert of_others == [(0,)]


def test_a_text_set_aside_becomes_a_version_before_its_note_may_leave(
    store: Store,
) -> None:
    full = "a long text, most of which goes " * 20

    def act(db: Connection) -> NoteId:
        note_id = add(db, "secret", title="Soil", local_only=True)[1]
        edit(db, note_id, full, minutes=1, session="one")
        edit(db, note_id, full[:-50], minutes=1, session="one", keep=False)
        assert [one.body for one in revisions.history(db, note_id)] == ["secret"]
        revisions.may_leave(db, notes.key_of(db, note_id))
        return note_id

    note_id = store.write(act).result()

    with store.read() as db:
        history = revisions.history(db, note_id)
    assert [(one.body, one.local_only) for one in history] == [(full, True), ("secret", True)]
