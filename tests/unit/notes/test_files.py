"""A file gets another name, or another file takes its place, in all notes at once and with a way back."""

from pathlib import Path
from threading import Event

import pytest

from notebrain.app.services import Services
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.attachments import Attachment, Sha, link_to, mentioned_in
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.notes.files import FileChange
from notebrain.notes.service import Edit


@pytest.fixture
def tap(services: Services) -> Attachment:
    return services.file_acts.add_bytes(b"\x89PNG\r\n\x1a\n tap", "tap.png").attachment


def take(services: Services, body: str) -> NoteId:
    return services.notes.capture(Draft(body)).result().note


def body(services: Services, note: NoteId) -> str:
    return services.library.note(note).body


def edit(services: Services, note: NoteId, text: str) -> None:
    version = services.library.note(note).version
    services.notes.edit(note, Edit(text, session="s", base_version=version)).result()


def replace(services: Services, sha: Sha, data: bytes, name: str, done: FileChange) -> None:
    new = services.file_acts.stage_bytes(data, name)
    services.file_acts.replace(sha, new, done).result()


def test_a_new_name_stands_in_every_note_but_those_in_the_trash(
    services: Services, tap: Attachment
) -> None:
    kitchen, costs, gone = (take(services, f"{n}\r\n{link_to(tap, width=300)} x") for n in "123")
    services.notes.forget([gone]).result()

    services.file_acts.rename(tap.sha, "old/tap", FileChange()).result()

    known = services.files.get(tap.sha)
    assert known is not None
    assert known.name == "old-tap.png"
    assert body(services, kitchen) == f"1\r\n{link_to(known, width=300)} x"
    assert body(services, costs) == f"2\r\n{link_to(known, width=300)} x"
    assert "(attachment:" + tap.sha + "/tap.png)" in body(services, gone)


def test_a_name_is_cleaned_and_keeps_its_ending(services: Services, tap: Attachment) -> None:
    given = list[str]()
    for name in ("sink", "a/b.jpg", "CON.png", ".."):
        services.file_acts.rename(tap.sha, name, FileChange()).result()
        known = services.files.get(tap.sha)
        given.append(known.name if known else "")

    assert given == ["sink.png", "a-b.jpg", "CON_.png", "file.png"]


def test_a_file_that_is_not_here_gets_no_name(services: Services) -> None:
    with pytest.raises(NotFound):
        services.file_acts.rename(Sha("0" * 64), "tap.png", FileChange()).result()


def test_undo_gives_every_byte_back_and_redo_takes_it_again(
    services: Services, tap: Attachment
) -> None:
    note, done = take(services, f"Tap {link_to(tap)}"), FileChange()

    replace(services, tap.sha, b"%PDF-1.7 plan", "plan.pdf", done)
    (new,) = mentioned_in(body(services, note))
    replaced = body(services, note)
    assert new != tap.sha
    services.file_acts.take_back(done).result()
    assert body(services, note) == f"Tap {link_to(tap)}"

    replace(services, tap.sha, b"%PDF-1.7 plan", "plan.pdf", done)
    assert body(services, note) == replaced


def test_a_note_that_was_edited_since_keeps_its_words_and_gets_the_old_file_back(
    services: Services, tap: Attachment
) -> None:
    note, done = take(services, f"Tap {link_to(tap)}"), FileChange()
    replace(services, tap.sha, b"%PDF-1.7 plan", "plan.pdf", done)
    edit(services, note, body(services, note) + " and more")

    services.file_acts.take_back(done).result()

    assert body(services, note) == f"Tap {link_to(tap)} and more"


def test_the_file_that_was_replaced_stays_while_an_earlier_version_has_it(
    services: Services, tap: Attachment
) -> None:
    take(services, f"Tap {link_to(tap)}")

    replace(services, tap.sha, b"%PDF-1.7 plan", "plan.pdf", FileChange())

    row = services.files.row(tap.sha)
    assert row is not None
    assert (row.notes, row.used) == (0, True)
    assert services.files.path(tap.sha) is not None


def test_a_file_that_never_came_is_replaced_and_named_again_by_undo(services: Services) -> None:
    lost = f"![a](attachment:{'0' * 64}/gone.png)"
    note, done = take(services, lost), FileChange()

    replace(services, Sha("0" * 64), b"%PDF-1.7 plan", "plan.pdf", done)
    assert "plan.pdf" in body(services, note)

    services.file_acts.take_back(done).result()
    assert body(services, note) == lost


def test_no_copy_is_left_behind(services: Services, tap: Attachment, tmp_path: Path) -> None:
    new = services.file_acts.stage_bytes(b"\x89PNG\r\n\x1a\n tap", "same.png")

    replaced, over = services.file_acts.replace(tap.sha, new, FileChange()), Event()
    replaced.add_done_callback(lambda _future: over.set())  # runs after those of the program
    assert over.wait(30)

    assert not new.staged.path.exists()
    assert services.files.path(tap.sha) is not None


def test_a_picture_that_cannot_be_shown_is_kept_and_the_user_is_told(services: Services) -> None:
    added = services.file_acts.add_bytes(b"\0\0\0\x18ftypheic", "tap.heic")

    assert added.markdown.startswith("[tap.heic](attachment:")
    assert added.warning == (
        "tap.heic is kept as a file: pictures of this kind cannot be shown in notes."
    )
    assert services.file_acts.add_bytes(b"x", "a.txt").warning == ""
