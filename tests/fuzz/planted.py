"""Faults put into the program on purpose, to see that the fuzzer notices them."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from unittest.mock import patch

from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.notes.service import CaptureService, Edit
from tests.fakes.trash import purge


def lose_the_last_line() -> None:
    """Acknowledge an edit whose last line is not written."""
    real = CaptureService.edit

    def edit(service: CaptureService, note_id: NoteId, new: Edit) -> Future[Changes]:
        return real(service, note_id, replace(new, body="".join(new.body.splitlines(True)[:-1])))

    patch.object(CaptureService, "edit", edit).start()


def save_twice() -> None:
    """Save every new note twice."""
    real = CaptureService.capture

    def capture(service: CaptureService, draft: Draft) -> Future[Changes]:
        real(service, draft).result()
        return real(service, draft)

    patch.object(CaptureService, "capture", capture).start()


def share_everything() -> None:
    """Take no note of what is local only."""
    real = CaptureService.capture

    def capture(service: CaptureService, draft: Draft) -> Future[Changes]:
        return real(service, replace(draft, local_only=False))

    patch.object(CaptureService, "capture", capture).start()


def purge_the_forgotten() -> None:
    """Remove for good what goes into the trash."""
    real = CaptureService.forget

    def forget(service: CaptureService, note_ids: Iterable[NoteId]) -> Future[Changes]:
        ids = list(note_ids)
        done = real(service, ids)
        done.result()
        purge(service._store, ids)
        return done

    patch.object(CaptureService, "forget", forget).start()


FAULTS: Mapping[str, Callable[[], None]] = {
    one.__name__: one
    for one in (lose_the_last_line, save_twice, share_everything, purge_the_forgotten)
}
