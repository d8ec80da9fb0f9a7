"""What a merge leaves out of two notes, their titles included."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.answers import lost_lines
from notebrain.domain.review.cards import Card, CardKind, Theirs, conflict_id, pair_id

AT = datetime(2026, 3, 3, tzinfo=UTC)


def note(name: str, body: str, title: str | None = None) -> Note:
    return Note(
        id=NoteId(name),
        workspace="Personal",
        title=title_of(body) if title is None else title,
        body=body,
        created_at=AT,
        updated_at=AT,
        title_is_set=title is not None,
    )


def lost(older: Note, newer: Note, merged: str) -> tuple[str, ...]:
    card = Card(
        pair_id(older.id, newer.id), CardKind.OVERLAP, older.id, newer.id, b"1", b"2", 0.8, AT
    )
    return lost_lines(card, older, newer, merged)


def test_lines_of_both_notes_are_named() -> None:
    found = lost(note("a", "Rice\nSalt"), note("b", "Rice\nPepper\nCumin"), "Rice\nCumin")

    assert found == ("Salt", "Pepper")


@pytest.mark.parametrize(
    ("older", "newer", "named"),
    [
        ("Dal", None, ("Dal",)),  # the newer note is kept, whose title is in its text
        (None, "Dal", ()),
        ("Dal", "Lentils", ("Dal",)),
        ("Dal", "Dal", ()),
        ("Rice", None, ()),
    ],
)
def test_the_title_of_the_note_that_goes_is_named_unless_the_merge_has_it(
    older: str | None, newer: str | None, named: tuple[str, ...]
) -> None:
    assert lost(note("a", "Rice\nSalt", older), note("b", "Rice", newer), "Rice\nSalt") == named


def test_of_a_conflict_the_lines_of_both_computers_are_named() -> None:
    mine = note("a", "Rice\nSalt")
    card = Card(conflict_id(mine.id), CardKind.CONFLICT, mine.id, mine.id, b"1", b"2", 1.0, AT)
    theirs = Theirs("Rice\nCumin", "Rice", None, "laptop", AT)

    assert lost_lines(replace(card, theirs=theirs), mine, mine, "Rice") == ("Salt", "Cumin")
    named = replace(theirs, title="Dal")
    assert lost_lines(replace(card, theirs=named), mine, mine, "Rice") == ("Dal", "Salt", "Cumin")
