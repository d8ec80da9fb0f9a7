"""The search panel over notes that answer as a test wants."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from notebrain.domain.notes.note import Category, NoteId, NoteRow, NoteState
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.theme.theme import Theme, ThemeMode
from tests.fakes.recall import NOW, FakeRecall


def recent(title):
    return NoteRow(
        NoteId(title), "Personal", title, "A line.", NOW, NOW, Category.GENERAL, 3,
        False, False, "typed", (), None, NoteState.INDEXED,
    )  # fmt: skip


@pytest.fixture(scope="session")
def theme(qapp):
    return Theme(qapp, ThemeMode.LIGHT)


@pytest.fixture
def recall():
    return FakeRecall()


@pytest.fixture
def panel(qtbot, theme, recall):
    executor = ThreadPoolExecutor(1)
    made = SearchPanel(
        theme,
        recall,
        executor,
        EventBridge(),
        now=lambda: NOW,
        recent=lambda: [recent("Lately"), recent("Before")],
    )
    qtbot.addWidget(made)
    made.resize(1064, 790)
    made.show()
    made.focus_query()
    yield made
    made.stop()
    recall.meaning_may_answer.set()
    executor.shutdown()


@pytest.fixture
def ask(panel, qtbot):
    def ask(query):
        with qtbot.waitSignal(panel.message, check_params_cb=bool):
            panel.search(query)

    return ask
