"""Questions to the user."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.app.settings.remembered import LAST_FOLDER
from notebrain.gui.core import dialogs
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.theme.theme import Theme

pytestmark = pytest.mark.gui


def test_the_field_of_a_question_is_read_aloud_by_its_label(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tasks = Tasks(lambda error: None)
    answers: list[str | None] = []

    async def ask() -> None:
        answers.append(await dialogs.ask_text(tasks, window, title="New", label="Name of it"))

    tasks.start(ask())
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    field = dialog.findChild(QLineEdit)
    name = QAccessible.queryAccessibleInterface(field).text(QAccessible.Text.Name)  # type: ignore[arg-type]

    assert name == "Name of it"
    dialog.close()
    qtbot.waitUntil(lambda: answers == [None])
    tasks.close()


@pytest.fixture
def tasks() -> Iterator[Tasks]:
    tasks = Tasks(lambda error: None)
    yield tasks
    tasks.close()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


Ask = Callable[[Coroutine[Any, Any, Path | None]], QFileDialog]


@pytest.fixture
def ask(qtbot: QtBot, tasks: Tasks, window: QWidget) -> Ask:
    """Ask for a file, and return the dialog that comes up."""

    def ask(question: Coroutine[Any, Any, Path | None]) -> QFileDialog:
        async def wait() -> None:
            await question

        tasks.start(wait())
        qtbot.waitUntil(lambda: bool(shown()))
        return shown()[0]

    def shown() -> list[QFileDialog]:
        return [one for one in window.findChildren(QFileDialog) if one.isVisible()]

    return ask


def test_a_file_dialog_begins_in_the_users_home_and_speaks_in_our_letters(
    theme: Theme, ask: Ask, tasks: Tasks, window: QWidget, services: Services
) -> None:
    last = dialogs.LastFolder(services.settings)

    dialog = ask(dialogs.choose_folder(tasks, window, title="Import", last=last))

    assert Path(dialog.directory().absolutePath()) == Path.home()
    assert {part.font().family() for part in dialog.findChildren(QWidget)} == {"Inter"}
    dialog.reject()


def test_it_begins_where_the_user_chose_last_even_after_a_start(
    ask: Ask,
    tasks: Tasks,
    window: QWidget,
    services: Services,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    last = dialogs.LastFolder(services.settings)
    dialog = ask(dialogs.choose_folder(tasks, window, title="Import", last=last))
    dialog.setDirectory(str(tmp_path))
    dialog.accept()
    qtbot.waitUntil(lambda: services.settings.get(LAST_FOLDER) == str(tmp_path))

    later = dialogs.LastFolder(services.settings)
    dialog = ask(
        dialogs.choose_new_file(
            tasks, window, title="Export", kinds="Markdown (*.md)", name="Dal.md", last=later
        )
    )

    assert dialog.selectedFiles() == [str(tmp_path / "Dal.md")]
    dialog.reject()


def test_a_dialog_that_is_left_changes_nothing(
    ask: Ask, tasks: Tasks, window: QWidget, services: Services, tmp_path: Path, qtbot: QtBot
) -> None:
    last = dialogs.LastFolder(services.settings)
    dialog = ask(dialogs.choose_folder(tasks, window, title="Import", last=last))
    dialog.setDirectory(str(tmp_path))

    dialog.reject()

    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert last.get() == Path.home()


def test_a_folder_that_is_gone_is_not_begun_in(services: Services, tmp_path: Path) -> None:
    last = dialogs.LastFolder(services.settings)
    services.settings.put(LAST_FOLDER, str(tmp_path / "gone")).result()

    assert last.get() == Path.home()
