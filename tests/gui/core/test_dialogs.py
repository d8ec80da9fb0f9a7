"""Questions to the user."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from notebrain.gui.core import dialogs
from notebrain.gui.core.tasks import Tasks

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
