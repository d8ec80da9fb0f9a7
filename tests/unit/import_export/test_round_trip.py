"""What goes out comes back the same."""

import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from notebrain.app.core.clock import UuidIds
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.domain.notes.tags import clean_tags
from notebrain.import_export.exporter import note_path
from notebrain.import_export.file_format import file_text, read_note
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from tests.unit.import_export.conftest import open_vault

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
text = st.text(st.characters(exclude_categories=["Cs"]))
bodies = st.one_of(
    text,
    st.text(st.sampled_from("-:ab# \n\r\t'\"[]\x00\u2028\u00a0\ufeff😀")),
    st.text(st.sampled_from("-:a\n")).map(lambda end: "---\na: b\n---\n" + end),
)
names = text.map(lambda name: " ".join(name.replace("\x00", " ").split())).filter(bool)
dates = st.integers(-(10**12), 10**13).map(lambda ms: EPOCH + timedelta(milliseconds=ms))
front_matters = st.sampled_from(
    [
        "",
        "",
        "---\na: b\n---\n",
        "---\r\ntitle: x\r\ntags: [a, b]\r\nmodified: 2020-01-01\r\n...\r\n\r\n",
    ]
)


@st.composite
def any_notes(draw: st.DrawFn) -> Note:
    body = draw(bodies)
    own_title = title_of(body)
    title = draw(st.one_of(st.just(own_title), names))
    return Note(
        id=NoteId("x"),
        workspace=draw(st.one_of(st.just("Personal"), names)),
        title=title,
        title_is_set=title != own_title,
        body=body,
        created_at=draw(dates),
        updated_at=draw(dates),
        front_matter=draw(front_matters),
        category=draw(st.sampled_from(Category)),
        importance=draw(st.integers(1, 5)),
        pinned=draw(st.booleans()),
        local_only=draw(st.booleans()),
        source=draw(st.sampled_from(["typed", "import:a/b.md"])),
        tags=clean_tags(draw(st.lists(names, max_size=3))),
    )


@pytest.mark.slow
@given(any_notes())
def test_a_files_text_says_everything_about_its_note(note: Note) -> None:
    name = Path(note_path(note.source, note.title)).stem

    read = read_note(
        file_text(note, name=name),
        name=name,
        created_at=note.updated_at,
        updated_at=note.updated_at,
    )

    assert (read.body, read.title, read.title_is_set) == (note.body, note.title, note.title_is_set)
    assert (read.created_at, read.updated_at) == (note.created_at, note.updated_at)
    facts = read.facts
    assert (facts.tags or ()) == note.tags
    assert bool(facts.pinned) == note.pinned
    assert (facts.importance or 3) == note.importance
    assert (facts.category or Category.GENERAL) == note.category
    assert (facts.workspace or "Personal") == note.workspace
    assert bool(facts.local_only) == note.local_only


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(any_notes(), max_size=6))
def test_an_export_imported_into_an_empty_vault_gives_the_same_notes(some: list[Note]) -> None:
    ids = UuidIds()
    with tempfile.TemporaryDirectory() as scratch:
        here, there = open_vault(Path(scratch, "here")), open_vault(Path(scratch, "there"))
        for one in some:
            note = replace(one, id=ids.new(one.created_at))
            here.store.write(partial(notes.add, note=note, lane=Lane.EDIT, now=EPOCH)).result()

        exported = here.exporter.run(Path(scratch, "out"))
        imported = there.importer.run(Path(scratch, "out"))

        assert exported.written == imported.imported == len(some)
        assert sorted(map(said, there.notes())) == sorted(map(said, here.notes()))
        here.store.close()
        there.store.close()


def said(note: Note) -> tuple[object, ...]:
    """Return what must survive."""
    return (
        note.body, note.title, note.title_is_set, tuple(tag.casefold() for tag in note.tags),
        note.created_at, note.updated_at, note.pinned, note.importance, note.category,
        note.workspace, note.local_only,
    )  # fmt: skip
