"""History, changes and passages: small rules of their own."""

from datetime import UTC, datetime, timedelta

import pytest

from notebrain.domain.embedding.passages import Piece, passages_of, title_says_more
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.draft import changed_at
from notebrain.domain.notes.note import Note, NoteId

NOW = datetime(2026, 11, 19, tzinfo=UTC)


def test_two_changes_become_one() -> None:
    a, b, c = (NoteId(name) for name in "abc")

    both = touched(Act.IMPORT, [a, b], text=True, filing=False) | Changes(
        Act.FILE, (b, c), filing=True
    )

    assert both == Changes(Act.IMPORT, (a, b, c), text=True, filing=True)
    assert both.note == a


def note(body: str, title: str = "", *, title_is_set: bool = True) -> Note:
    return Note(NoteId("n"), "Personal", title, body, NOW, NOW, title_is_set=title_is_set)


def test_the_pieces_of_a_note_are_its_passages() -> None:
    dated = datetime(2026, 1, 1, tzinfo=UTC)

    found = passages_of(
        note("one two\n   ", title_is_set=False), [Piece(0, 3), Piece(4, 7, dated), Piece(7, 11)]
    )

    assert [(one.start, one.end, one.text, one.dated) for one in found] == [
        (0, 3, "one", None),
        (4, 7, "two", dated),
    ]
    assert found[0].content_hash == content_hash("one")


def test_a_title_that_says_more_than_the_body_is_a_passage_of_its_own() -> None:
    found = passages_of(note("call at noon", "Dentist appointment"), [Piece(0, 12)])

    assert [(one.start, one.end, one.text) for one in found] == [
        (0, 0, "Dentist appointment"),
        (0, 12, "call at noon"),
    ]


@pytest.mark.parametrize(
    ("title", "body", "more"),
    [
        ("Dentist appointment", "call at noon", True),
        ("dentist", "The Dentist: call at noon", False),
        ("2024-03-01", "call", False),
        ("c123", "call", False),
        ("a b c", "call", False),
        ("Budget-plan 2026", "numbers", True),
    ],
)
def test_names_of_files_are_no_texts(title: str, body: str, *, more: bool) -> None:
    assert title_says_more(note(body, title)) is more
    assert not title_says_more(note(body, title, title_is_set=False))


@pytest.mark.parametrize(("clock", "dated"), [(-60, 0), (0, 0), (60, 60)])
def test_a_note_is_never_changed_before_it_was_made(clock: int, dated: int) -> None:
    now = NOW + timedelta(seconds=clock)

    assert changed_at(now, created_at=NOW) == NOW + timedelta(seconds=dated)
