"""What the notes of wrong cards have in common."""

from datetime import UTC, datetime

import pytest

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.places import (
    Place,
    PlaceKind,
    common_places,
    folder_of,
    frame_of,
    in_folder,
    place_to_silence,
)

AT = datetime(2026, 3, 3, tzinfo=UTC)
FRAME, TAG, FOLDER = PlaceKind


def note(body: str, *tags: str, source: str = "typed") -> Note:
    return Note(
        id=NoteId(body),
        workspace="Personal",
        title=title_of(body),
        body=body,
        created_at=AT,
        updated_at=AT,
        tags=tags,
        source=source,
    )


@pytest.mark.parametrize(
    ("body", "frame"),
    [
        ("Weigh-in 70.2", "Weigh-in #"),
        ("Weigh-in 9,8\nfelt fine", "Weigh-in #"),
        ("# Standup 3 March: tired", "Standup # March"),
        ("\n\nRun 9:30, 5 km", "Run #"),
        ("Zählerstand  31.12.: 48.213", "Zählerstand #."),
        ("Milk; eggs", "Milk, eggs"),
        ("12:30", ""),
        ("70.2", ""),
        (": empty", ""),
        ("", ""),
    ],
)
def test_a_frame_is_the_first_line_without_its_figures(body: str, frame: str) -> None:
    assert frame_of(body) == frame


@pytest.mark.parametrize(
    ("source", "folder"),
    [
        ("import:log/2026/3 March.md", "log/2026"),
        ("import:log.md", ""),
        ("import:a;b/log.md", ""),
        ("typed", ""),
    ],
)
def test_the_folder_is_the_one_it_was_imported_from(source: str, folder: str) -> None:
    assert folder_of(note("x", source=source)) == folder


def test_a_note_is_in_its_folder_and_in_those_around_it() -> None:
    one = note("x", source="import:Log/2026/3 March.md")

    assert in_folder(one, {"log/2026"})
    assert in_folder(one, {"log", "other"})
    assert not in_folder(one, {"log/2025", "lo", "."})
    assert not in_folder(one, set())
    assert not in_folder(note("x"), {"log"})


def test_notes_share_a_frame_tags_and_a_folder() -> None:
    one = note("Weigh-in 70.2", "Log", "Health", source="import:diary/a.md")
    other = note("weigh-in 69.8", "log", source="import:diary/b.md")

    assert list(common_places(one, other)) == [
        Place(FRAME, "Weigh-in #"),
        Place(TAG, "Log"),
        Place(FOLDER, "diary"),
    ]
    assert list(common_places(note("Rent", "a"), note("Oven", "b"))) == []


def test_the_second_wrong_card_in_a_place_is_one_too_many() -> None:
    first = note("Weigh-in 70", "log"), note("Weigh-in 69", "log")
    second = note("Weigh-in 68", "log"), note("Weigh-in 67", "log")
    third = note("Standup: tired", "log"), note("Standup: late", "log")

    assert place_to_silence([first], [first]) is None
    assert place_to_silence([second], [first, second]) == Place(FRAME, "Weigh-in #")
    assert place_to_silence([third], [first, second, third]) == Place(TAG, "log")
    assert place_to_silence([], [first, second]) is None
