"""The page of files, and files for it."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.notes.actions import NoteActions
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.files_page import Files


@pytest.fixture
def files(context: FakeContext, active: ActiveEditor, acts: NoteActions, qtbot: QtBot) -> Files:
    return Files(context, active, acts, qtbot)


@pytest.fixture
def add(services: Services, clock: FakeClock) -> Callable[..., Sha]:
    """Add a file, a minute after the one before; the note that uses it is made if it has a title."""

    def add(name: str, data: bytes = b"text", *notes: str) -> Sha:
        clock.forward(minutes=1)
        added = services.file_acts.add_bytes(data, name)
        for title in notes:
            body = f"# {title}\n\n{added.markdown}"
            services.notes.capture(Draft(body)).result()
        return added.attachment.sha

    return add
