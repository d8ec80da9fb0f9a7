"""The review without the window it is a page of."""

from collections.abc import Callable

import pytest

from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.review.controller import ReviewController
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from tests.fakes.context import FakeContext


@pytest.fixture
def open_alone(context: FakeContext, acts: NoteActions, theme: Theme) -> Callable[[], FakeContext]:
    """Begin to review the notes as they are now."""

    def open_alone() -> FakeContext:
        AppearanceController(context)  # which decides whether things move
        ReviewController(context, Sidebar(theme), acts)
        return context

    return open_alone
