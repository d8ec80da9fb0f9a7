"""Ticking a box outside the editor."""

import pytest

from notebrain.app.notes.library import Library
from notebrain.domain.errors import UserError
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.checkboxes import Checkbox
from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import CaptureService, Edit
from tests.fakes.ids import FakeIds

BODY = "# List\r\n- [ ] salt\u00a0\r\n- [ ] oil\r\n"


def test_one_character_changes_and_the_text_before_is_kept(store, clock) -> None:
    capture, library = CaptureService(store, clock, FakeIds()), Library(store)
    note = capture.capture(Draft(BODY)).result().note

    changes = capture.tick(note, Checkbox(BODY.index("] oil") - 1, "oil"), ticked=True).result()

    assert (changes.act, changes.text) == (Act.TICK, True)
    assert library.note(note).body == BODY.replace("[ ] oil", "[x] oil")
    assert [revision.body for revision in library.history(note)] == [BODY]


def test_a_box_that_is_gone_meanwhile_is_said_to_be(store, clock) -> None:
    capture = CaptureService(store, clock, FakeIds())
    note = capture.capture(Draft(BODY)).result().note
    capture.edit(note, Edit("nothing left", session="s")).result()

    with pytest.raises(UserError, match="gone"):
        capture.tick(note, Checkbox(3, "salt"), ticked=True).result()
