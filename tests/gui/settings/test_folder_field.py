"""The field for a folder: it takes folders that exist, typed or chosen, and says so of others."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from notebrain.gui.settings.folder_field import FolderField
from notebrain.gui.theme.theme import Theme


@pytest.fixture
def field(theme: Theme, qtbot: QtBot) -> FolderField:
    made = FolderField(theme, "Backup folder")
    qtbot.addWidget(made)
    made.show()
    return made


def type_in(field: FolderField, qtbot: QtBot, text: str) -> list[str]:
    """The folders that the field reports after a text was typed."""
    chosen: list[str] = []
    field.chosen.connect(chosen.append)
    field.field.selectAll()
    qtbot.keyClick(field.field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field.field, text)
    qtbot.keyClick(field.field, Qt.Key.Key_Return)
    return chosen


def test_a_folder_that_exists_is_taken(field: FolderField, qtbot: QtBot, tmp_path: Path) -> None:
    assert type_in(field, qtbot, f" {tmp_path} ") == [str(tmp_path)]
    assert field.field.text() == str(tmp_path)
    assert not field.problem.isVisible()


@pytest.mark.parametrize("typed", ["no/such/folder", "/no/such/folder", "file"])
def test_anything_else_is_kept_in_sight_but_not_taken(
    field: FolderField, qtbot: QtBot, tmp_path: Path, typed: str
) -> None:
    (tmp_path / "file").write_text("x")
    typed = str(tmp_path / "file") if typed == "file" else typed

    assert type_in(field, qtbot, typed) == []
    assert field.problem.isVisible()
    assert field.field.text() == typed


def test_an_empty_field_stands_for_the_usual_folder(
    field: FolderField, qtbot: QtBot, tmp_path: Path
) -> None:
    field.show_value(str(tmp_path))

    assert type_in(field, qtbot, "") == [""]


def test_the_button_lets_one_be_chosen(field: FolderField, qtbot: QtBot, tmp_path: Path) -> None:
    chosen: list[str] = []
    field.chosen.connect(chosen.append)

    field.button.click()
    dialog = field.window().findChild(QFileDialog)
    assert dialog is not None
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.fileSelected.emit(str(tmp_path))
    dialog.close()

    assert chosen == [str(tmp_path)]
