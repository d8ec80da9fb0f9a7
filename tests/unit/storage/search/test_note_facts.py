"""What lists, hits and the ranking are told of a note is what the note says, part by part."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.errors import NotFound, VaultError
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Category, NoteId, NoteRow, NoteState
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.maintenance import backup_notes
from notebrain.storage.notes import imports, notes, trash
from notebrain.storage.search import facts
from notebrain.storage.search.facts import HitFacts, RankFacts
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.vaulting import NOW, add

BORN = NOW - timedelta(days=9)
FULL = Draft(
    "# Soil\n\nlime in autumn",
    title="Garden",
    workspace="Home",
    category=Category.DECISION,
    importance=4,
    pinned=True,
    local_only=False,
    tags=("garden", "soil"),
    created_at=BORN,
    front_matter="author: me\n",
)
ID = NoteId("0190-soil")


def full(db: Connection) -> int:
    note = replace(new_note(FULL, ID, now=NOW), created_at=BORN, updated_at=NOW)
    key = notes.add(db, note, lane=Lane.EDIT, now=NOW)
    db.execute("update note set access_count = 7, reinforcement_count = 2")
    return key


def test_a_row_a_hit_and_the_ranking_tell_each_part_as_it_is(store: Store) -> None:
    key = store.write(full).result()

    with store.read() as db:
        (row,) = notes.rows(db, [key])
        hit, rank = facts.hit_facts(db, [key]), facts.rank_facts(db, [key])
        source = notes.get(db, ID).source
    assert row == NoteRow(
        ID,
        "Home",
        "Garden",
        row.snippet,
        BORN,
        NOW,
        Category.DECISION,
        4,
        pinned=True,
        local_only=False,
        source=source,
        tags=("garden", "soil"),
        deleted_at=None,
        state=NoteState.WAITING,
    )
    assert "lime in autumn" in row.snippet
    assert hit == {
        key: HitFacts(
            key,
            ID,
            "Garden",
            source,
            "Home",
            ("garden", "soil"),
            pinned=True,
            local_only=False,
            importance=4,
            created_at=BORN,
            updated_at=NOW,
            body=FULL.body,
        )
    }
    assert rank == {
        key: RankFacts(
            key,
            ID,
            "Garden",
            FULL.body,
            NOW,
            pinned=True,
            importance=4,
            access_count=7,
            reinforcement_count=2,
        )
    }


def test_a_note_is_taken_out_of_a_backup_with_all_its_parts(store: Store) -> None:
    store.write(full).result()
    kept = store.back_up(NOW, reason="daily")

    found = backup_notes.draft(kept, ID)

    assert replace(found, source=FULL.source) == FULL
    with pytest.raises(NotFound):
        backup_notes.draft(kept, "0190-none")


def test_what_a_backup_has_is_found_by_what_it_says(store: Store) -> None:
    def act(db: Connection) -> None:
        for hours, (id_, body) in enumerate(
            [("a", "100% Lime"), ("b", "100 limes"), ("c", "a_b"), ("d", "axb\\"), ("e", "gone")]
        ):
            add(db, body, id_=id_, title=f"Title {id_}", now=NOW + timedelta(hours=hours))
        db.execute("update note set deleted_at = 1, version = 7 where id = 'e'")

    store.write(act).result()
    kept = store.back_up(NOW, reason="daily")

    def found(words: str, **more: int) -> str:
        return "".join(one.id for one in backup_notes.find(kept, words, **more))

    assert found("") == found("  ") == "edcba"
    assert found("", most=2) == "ed"
    assert [found(words) for words in (" LIME ", "title b", "100%", "a_b", "\\", "pear")] == [
        "ba", "b", "a", "c", "d", "",
    ]  # fmt: skip
    first, *_others, last = backup_notes.find(kept)
    assert first == backup_notes.BackupNote("e", "Title e", NOW + timedelta(hours=4), trashed=True)
    assert last == backup_notes.BackupNote("a", "Title a", NOW, trashed=False)
    assert backup_notes.count_notes(kept) == 4
    with store.read() as db:
        (there,) = trash.states_of(db, [NoteId("e")])
    others = [replace(there, version=8), replace(there, text_hash=b"x"), replace(there, id=ID)]
    assert backup_notes.holding(kept, [*others, there]) == [there]


def test_a_backup_that_is_gone_is_told_as_an_error_of_the_vault(tmp_path: Path) -> None:
    for look in (backup_notes.count_notes, backup_notes.find):
        with pytest.raises(VaultError):
            look(tmp_path / "gone.db")
    with pytest.raises(VaultError):
        backup_notes.draft(tmp_path / "gone.db", ID)
    with pytest.raises(VaultError):
        backup_notes.holding(tmp_path / "gone.db", [])


def test_many_notes_stored_together_are_as_if_each_was_stored_alone(tmp_path: Path) -> None:
    drafts = [FULL, Draft("plain"), replace(FULL, body="# Other", tags=("one",), workspace="Work")]
    new = [new_note(one, NoteId(f"id-{at}"), now=NOW) for at, one in enumerate(drafts)]

    def together(db: Connection) -> list[int]:
        add(db, "was there before")
        return imports.add_all(
            db, [imports.prepare(one) for one in new], lane=Lane.BACKFILL, now=NOW
        )

    def alone(db: Connection) -> list[int]:
        add(db, "was there before")
        return [notes.add(db, one, lane=Lane.BACKFILL, now=NOW) for one in new]

    said: list[object] = []
    for act in (together, alone):
        store = Store.open(tmp_path / act.__name__, clock=FakeClock())
        keys = store.write(act).result()
        with store.read() as db:
            queued = db.execute(
                "select note_rowid, kind, lane, retry_at from outbox order by 1, 2"
            ).fetchall()
            said.append(
                (keys, notes.rows(db, keys), [notes.get_by_key(db, k) for k in keys], queued)
            )
        store.close()
    assert said[0] == said[1]
