"""The editor that is in use: the main one, one beside it, or one in a window of its own."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QMetaObject, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core.context import Context
from notebrain.gui.core.focus import bring_forward
from notebrain.gui.editor.panel import EditorPanel

_ABOUT = frozenset(
    {
        CommandId.INSPECTOR,
        CommandId.TAG,
        CommandId.HISTORY,
        CommandId.LINKS,
        CommandId.PREVIEW,
    }
)
"""The commands that show something about the note in the pane of the main window."""
_IN_MAIN = frozenset(
    {
        CommandId.NEW_NOTE,
        CommandId.SEARCH,
        CommandId.SWITCHER,
        CommandId.HOME,
        CommandId.REVIEW,
        CommandId.TODAY,
        CommandId.SYNC,
        CommandId.BACKUPS,
        CommandId.PROGRAMS,
        CommandId.SETTINGS,
        CommandId.IMPORT,
        CommandId.IMPORT_FILE,
        CommandId.EXPORT,
        CommandId.SIDEBAR,
        CommandId.SHOW_LIST,
        CommandId.REVEAL,
        CommandId.BACK,
        CommandId.FORWARD,
        CommandId.NEXT_NOTE,
        CommandId.PREVIOUS_NOTE,
        CommandId.NEXT_REGION,
        CommandId.PREVIOUS_REGION,
        CommandId.FOCUS_MODE,
        CommandId.FULL_SCREEN,
        CommandId.EMPTY_TRASH,
    }
)
"""The other commands whose result is seen only in the main window."""


class ActiveEditor(QObject):
    """Follows the editor that has the keyboard, or had it last; its signals are those of that editor.

    The main editor is in use from the start, while a page covers it, and as soon as another editor shows no note.

    Args:
        before: The parts of the window, such as the list, in which the keyboard means the note in the main editor.
    """

    note_shown = Signal(object)
    """Another editor is in use, or its note is another one or was updated: the note, or None."""
    mode_changed = Signal()
    titled = Signal(str)
    saved = Signal(object)
    words_counted = Signal(object)
    chosen_counted = Signal(object)
    text_changed = Signal()
    scrolled = Signal()

    def __init__(self, context: Context, main: EditorPanel, before: Sequence[QWidget] = ()) -> None:
        super().__init__(context.window)
        self._context = context
        self.main = main
        self._before = before
        self._panel = main
        self._main_note: NoteId | None = None
        self._connections: list[QMetaObject.Connection] = []
        self._connect(main)
        context.navigator.note_shown.connect(self._on_main_note)
        context.navigator.titled.connect(self._on_main_titled)
        context.window.page_changed.connect(self._on_page)
        context.window.activated.connect(self._on_page)
        application = cast("QApplication", QApplication.instance())
        application.focusChanged.connect(self._on_focus)

    @property
    def panel(self) -> EditorPanel:
        """The editor in use."""
        return self._panel

    @property
    def note(self) -> Note | None:
        """The note it shows."""
        if self._panel is self.main:
            return self._context.navigator.note
        return self._panel.note

    @property
    def is_away(self) -> bool:
        """Whether it is in a window of its own."""
        return self._panel.window() is not self._context.window

    @property
    def is_in_sight(self) -> bool:
        """Whether no page covers it."""
        return self.is_away or self._context.window.shows_notes

    @property
    def room(self) -> QWidget:
        """The area of the window that has the keyboard, for widgets that cover it temporarily."""
        return self._panel.window() if self._is_active_away else self._context.window.room

    @property
    def _is_active_away(self) -> bool:
        return self.is_away and self._panel.isActiveWindow()

    def enter(self) -> None:
        """Give the keyboard back to it."""
        self._panel.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.is_away:
            bring_forward(self._panel.window())

    def run(self, command: CommandId) -> None:
        """Run a command for its note, and bring the main window to the front if the result is seen there."""
        action, window = self._context.actions[command], self._context.window
        if not self._is_active_away:
            action.trigger()
        elif command in _ABOUT:
            # raising the window first would put its own editor in use
            shown = self._context.navigator.note
            if not window.shows_notes and shown is not None:
                self._context.navigator.open_note(shown.id)
            action.trigger()
            window.raise_window()
        else:
            if command in _IN_MAIN:
                self.show_main_window()
            action.trigger()

    def show_main_window(self) -> None:
        """Bring the main window to the front if another one has the keyboard."""
        if self._is_active_away:
            self._context.window.raise_window()

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        while now is not None and not isinstance(now, EditorPanel) and now not in self._before:
            now = now.parentWidget()
        if now is not None:
            self.use(now if isinstance(now, EditorPanel) else self.main)

    def _on_page(self) -> None:
        window = self._context.window
        if window.isActiveWindow() and not window.shows_notes:
            self.use(self.main)

    def use(self, panel: EditorPanel) -> None:
        """Let this editor be the one in use."""
        if panel is self._panel or not isValid(panel.view):
            return  # Qt tells of the focus while it takes the window apart
        while self._connections:
            QObject.disconnect(self._connections.pop())
        self._panel = panel
        self._connect(panel)
        self.words_counted.emit(panel.word_count)
        self.note_shown.emit(self.note)

    def _connect(self, panel: EditorPanel) -> None:
        view = panel.view
        self._connections = [
            panel.mode_changed.connect(self.mode_changed),
            panel.saved.connect(self.saved),
            panel.words_counted.connect(self.words_counted),
            panel.chosen_counted.connect(self.chosen_counted),
            view.textChanged.connect(self.text_changed),
            view.verticalScrollBar().valueChanged.connect(self.scrolled),
        ]
        if panel is not self.main:
            self._connections += [
                panel.presented.connect(self._on_other_note),
                panel.titled.connect(self.titled),
            ]

    def _on_main_note(self, note: Note | None) -> None:
        shown = None if note is None else note.id
        is_another, self._main_note = shown != self._main_note, shown
        if self._panel is self.main:
            self.note_shown.emit(note)
        elif is_another and not self._is_active_away:
            self.use(self.main)  # the user went on to another note

    def _on_main_titled(self, title: str) -> None:
        if self._panel is self.main:
            self.titled.emit(title)

    def _on_other_note(self, note: Note | None) -> None:
        if note is None:
            self.use(self.main)
        else:
            self.note_shown.emit(note)
