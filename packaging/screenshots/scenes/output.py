"""Screens of what leaves the window: the menu of a note, the print preview, and the statistics."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint
from PySide6.QtWidgets import QDialog

from notebrain.app.commands.command import CommandId
from screenshots.shot import Shot, open_note, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


def _note_menu(app: "AppWindow") -> None:
    open_note(app, "Lentil dal, the good version")
    at = app.editor.header.more.mapToGlobal(QPoint(0, 0))
    app.note_menu.popup([app.browser.note] if app.browser.note else [], at)


def _print_preview(app: "AppWindow") -> None:
    open_note(app, "Lentil dal, the good version")
    _open(app, CommandId.PRINT)


def _statistics(app: "AppWindow") -> None:
    open_note(app, "Lentil dal, the good version")
    _open(app, CommandId.STATISTICS)


def _statistics_of_several(app: "AppWindow") -> None:
    for row in range(1, 5):
        index = app.notes.model.index(row)
        app.notes.view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
    _open(app, CommandId.STATISTICS)


def _open(app: "AppWindow", command: CommandId) -> None:
    app.actions[command].trigger()
    wait(lambda: any(dialog.isVisible() for dialog in app.window.findChildren(QDialog)))


SHOTS = (
    Shot("note-menu", _note_menu),
    Shot("print-preview", _print_preview),
    Shot("print-preview-small", _print_preview, size=(900, 600), large=False),
    Shot("statistics", _statistics),
    Shot("statistics-small", _statistics_of_several, size=(900, 600), large=False),
)
