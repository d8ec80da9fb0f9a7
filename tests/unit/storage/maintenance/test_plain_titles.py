"""Titles of an older vault that have single marks of emphasis in them lose the marks, and nothing else changes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.services import open_services
from notebrain.domain.notes.content import text_hash
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.storage.maintenance import plain_titles, text_hashes
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def brain(tmp_path: Path) -> Iterator[Brain]:
    with Brain(open_services(tmp_path / "vault", embedder=FakeEmbedder())) as brain:
        yield brain


def older(brain: Brain, body: str, title: str, *, own: bool = False) -> NoteId:
    """A note as an older version stored it."""
    note = brain.capture(body)
    hashed = text_hash(title, body, "")
    brain.services.store.write(
        lambda db: (
            db.execute(
                "update note set title = ?, title_is_set = ?, text_hash = ? where id = ?",
                (title, own, hashed, note),
            ).rowcount
        )
    ).result()
    return note


def mend(brain: Brain) -> list[NoteId]:
    """Mend all titles; return the notes whose title changed."""
    mended: list[NoteId] = []
    after, store = 0, brain.services.store
    while True:
        with store.read() as db:
            keys = plain_titles.waiting(db, after)
        if not keys:
            return mended
        after = keys[-1]
        mended += store.write(partial(plain_titles.mend, keys=keys)).result().notes


def title(brain: Brain, note: NoteId) -> str:
    return brain.services.library.note(note).title


def row(brain: Brain, note: NoteId) -> tuple[object, ...]:
    with brain.services.store.read() as db:
        return tuple(
            db.execute(
                "select body, updated_at, version, front_matter from note where id = ?", (note,)
            ).fetchone()
        )


def test_the_marks_go_and_the_text_its_date_and_its_versions_stay(brain: Brain) -> None:
    note = older(brain, "# The *only* one\n\nwords", "The *only* one")
    before = row(brain, note)

    assert mend(brain) == [note]

    assert title(brain, note) == "The only one"
    assert row(brain, note) == before
    assert [row.snippet for row in brain.services.library.list(ListFilter())] == ["words"]
    with brain.services.store.read() as db:
        assert db.execute("select count(*) from revision").fetchone() == (0,)
        assert text_hashes.inspect(db).damaged == []
    assert mend(brain) == []


def test_words_of_the_mended_title_are_still_found(brain: Brain) -> None:
    note = older(brain, "_Ferry_ back", "_Ferry_ back")

    mend(brain)

    assert [hit.note_id for hit in brain.search("ferry", mode="keyword").hits] == [note]


@pytest.mark.parametrize(
    ("body", "title", "own"),
    [
        ("# The *only* one", "My *own* title", True),
        ("snake_case here", "snake_case here", False),
        ("# Elsewhere", "not *its* first line", False),
    ],
)
def test_other_titles_stay(brain: Brain, body: str, title: str, own: bool) -> None:
    note = older(brain, body, title, own=own)

    assert mend(brain) == []
    assert brain.services.library.note(note).title == title


def test_a_damaged_text_is_left_alone_so_that_the_damage_is_still_noticed(brain: Brain) -> None:
    note = older(brain, "# The *only* one", "The *only* one")
    brain.services.store.write(
        lambda db: (
            db.execute("update note set text_hash = ? where id = ?", (b"other", note)).rowcount
        )
    ).result()

    assert mend(brain) == []


def test_many_notes_are_mended_in_several_steps(brain: Brain) -> None:
    notes = [older(brain, f"# *Note* {n}", f"*Note* {n}") for n in range(60)]

    assert sorted(mend(brain)) == sorted(notes)
