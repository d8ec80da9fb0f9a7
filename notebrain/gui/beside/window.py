"""A window of its own for one note."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.gui.beside.editor import SecondEditor
from notebrain.gui.core.actions import Actions

FIRST_SIZE = QSize(720, 640)
_MIN_SIZE = QSize(320, 240)
_SAME = (
    CommandId.FIND,
    CommandId.REPLACE,
    CommandId.FIND_NEXT,
    CommandId.FIND_PREVIOUS,
    CommandId.FOLLOW_LINK,
    CommandId.TEXT_LIVE,
    CommandId.TEXT_RAW,
    CommandId.TEXT_READING,
    CommandId.NEXT_TEXT_MODE,
    CommandId.OPEN_BESIDE,
    CommandId.PALETTE,
    CommandId.TEMPLATE,
    CommandId.PIN,
    CommandId.PRINT,
    CommandId.ZOOM_IN,
    CommandId.ZOOM_OUT,
    CommandId.ZOOM_RESET,
    CommandId.SPELL_CHECK,
    CommandId.QUIT,
)
"""The commands that do here what they do in the main window."""
_IN_MAIN = (
    CommandId.NEW_NOTE,
    CommandId.SEARCH,
    CommandId.SWITCHER,
    CommandId.HOME,
    CommandId.REVIEW,
    CommandId.TODAY,
    CommandId.SETTINGS,
    CommandId.INSPECTOR,
    CommandId.TAG,
    CommandId.HISTORY,
    CommandId.LINKS,
    CommandId.PREVIEW,
    CommandId.REVEAL,
)
"""The commands that bring the main window to the front."""


class NoteWindow(QWidget):
    """Shows one note in an editor; the commands of the main window work here, too."""

    closed = Signal()

    def __init__(
        self, editor: SecondEditor, actions: Actions, run: Callable[[CommandId], object]
    ) -> None:
        super().__init__()
        self.editor = editor
        self._actions = actions
        self._run = run
        self.setMinimumSize(_MIN_SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(editor.panel)
        self.setFocusProxy(editor.panel)
        for command in _SAME:
            self.addAction(actions[command])
        self._leading = {
            command: self._add(partial(self._on_triggered, command)) for command in _IN_MAIN
        }
        self._closing = self._add(self.close)
        actions.rekeyed.connect(self._apply_keys)
        self._apply_keys()
        editor.panel.titled.connect(self._on_titled)
        editor.gone.connect(self.close)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self.editor.close()
        self.closed.emit()

    def _add(self, act: Callable[[], object]) -> QAction:
        action = QAction(self)
        action.triggered.connect(act)
        self.addAction(action)
        return action

    def _apply_keys(self) -> None:
        keys = self._actions.keys
        for command, action in self._leading.items():
            action.setShortcuts([QKeySequence(key) for key in keys.keys(command)])
        closing = keys.keys(CommandId.CLOSE_BESIDE)
        self._closing.setShortcuts([QKeySequence(key) for key in closing])

    def _on_triggered(self, command: CommandId, _checked: bool = False) -> None:
        self._run(command)

    def _on_titled(self, title: str) -> None:
        self.setWindowTitle(self.editor.window_title(title))
