"""The commands that show a note beside the main one or in a window of its own, and what of it is remembered."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import BESIDE
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.beside.editor import EditorTools, SecondEditor
from notebrain.gui.beside.window import FIRST_SIZE, NoteWindow
from notebrain.gui.core.context import Context, Elsewhere
from notebrain.gui.core.focus import bring_forward
from notebrain.gui.window.pages import EditorStack
from notebrain.gui.window.window_state import clamped, screens

_MOST_WINDOWS = 20
_STEP = 32
"""How far the next window is moved from the last one, in pixels."""


class BesideController(QObject):
    """Opens and closes the second editor and the windows of notes, and brings them back after a restart."""

    def __init__(self, context: Context, stack: EditorStack, tools: EditorTools) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active = tools.active
        self._stack = stack
        self._tools = tools
        self._beside: SecondEditor | None = None
        self.windows: list[NoteWindow] = []
        self._restored = False
        bind = context.actions.bind
        bind(CommandId.OPEN_BESIDE, lambda: self._open_active(window=False))
        bind(CommandId.OPEN_WINDOW, lambda: self._open_active(window=True))
        bind(CommandId.CLOSE_BESIDE, self.close_beside)
        context.navigator.elsewhere_requested.connect(self.open)
        active.note_shown.connect(self._offer)
        context.window.page_changed.connect(self._offer)
        context.window.painted.connect(self._restore)
        context.window.closed.connect(self._remember)
        context.window.closing.connect(self._close_all)
        if context.window.isVisible():
            self._restore()
        self._offer()

    @property
    def beside(self) -> SecondEditor | None:
        """The editor beside the main one, if a note is shown there."""
        return self._beside if self._beside is not None and self._beside.note else None

    def open(self, wanted: Elsewhere) -> None:
        """Show a note beside the main one or in a window of its own, and let the user write there."""
        if wanted.window:
            self._open_window(wanted)
        else:
            self._open_beside(wanted)

    def close_beside(self) -> None:
        """Close the editor beside the main one; the focus goes back to the main one."""
        if self._beside is None or self._beside.note is None:
            return
        self._beside.close()
        self._stack.hide_beside()
        self._stack.enter()
        self._offer()
        self._remember()

    def _open_active(self, *, window: bool) -> None:
        note = self._active.note
        if note is not None:
            self.open(Elsewhere(note.id, window=window))

    def _open_beside(self, wanted: Elsewhere) -> None:
        if not self._show_main():
            span = wanted.span or (0, 0)
            self._context.navigator.open_passage(wanted.note_id, *span)
            return
        editor = self._made()
        if not editor.show(wanted.note_id, wanted.span):
            self._show_gone()
            return
        self._context.navigator.reading_requested.emit()
        self._stack.show_beside(editor.panel)
        editor.panel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._offer()
        self._remember()

    def _show_main(self) -> bool:
        """Show the main note instead of a page; return whether there is one."""
        navigator = self._context.navigator
        if navigator.note is None:
            return False
        return self._context.window.shows_notes or navigator.open_note(navigator.note.id)

    def _made(self) -> SecondEditor:
        if self._beside is None:
            made = self._beside = SecondEditor(self._context, self._tools)
            made.panel.setAccessibleName(_("Note beside"))
            made.gone.connect(self.close_beside)
            close = made.panel.header.add_last_button("x", _("Close"))
            close.clicked.connect(self.close_beside)
            made.menu_requested.connect(partial(self._popup, made, self.close_beside))
        return self._beside

    def _open_window(self, wanted: Elsewhere, place: QRect | None = None) -> None:
        for window in self.windows:
            if window.editor.note is not None and window.editor.note.id == wanted.note_id:
                window.editor.show(wanted.note_id, wanted.span)
                bring_forward(window)
                return
        editor = SecondEditor(self._context, self._tools)
        window = NoteWindow(editor, self._context.actions, self._active.run)
        if not editor.show(wanted.note_id, wanted.span):
            window.deleteLater()
            if place is None:
                self._show_gone()
            return
        self.windows.append(window)
        window.closed.connect(lambda: self._on_closed(window))
        editor.menu_requested.connect(partial(self._popup, editor, window.close))
        window.setGeometry(clamped(place or self._free_place(), screens()))
        if place is None:
            bring_forward(window)
            window.setFocus(Qt.FocusReason.OtherFocusReason)
            self._remember()
        else:
            window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            window.show()

    def _free_place(self) -> QRect:
        """Return a place for the next window, over the text of the main one."""
        main = self._context.window.geometry()
        place = QRect(main.topLeft(), FIRST_SIZE)
        place.moveRight(main.right() - _STEP)
        place.translate(-_STEP * len(self.windows) % FIRST_SIZE.width(), 0)
        place.moveTop(main.top() + _STEP * (1 + len(self.windows)))
        return place

    def _on_closed(self, window: NoteWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
            self._remember()
        window.deleteLater()

    def _popup(self, editor: SecondEditor, close: Callable[[], object], at: QPoint) -> None:
        """Show what can be done with a note that is shown besides the main one."""
        note = editor.note
        if note is None:
            return
        menu = QMenu(editor.panel)
        menu.addAction(_("Show in the main window")).triggered.connect(lambda: self._lead(note))
        if editor is self._beside:
            window = menu.addAction(_("Move to a new window"))
            window.triggered.connect(lambda: self._move_to_window(note))
        menu.addSeparator()
        menu.addAction(_("Close")).triggered.connect(close)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _lead(self, note: Note) -> None:
        self._context.navigator.write_in(note.id)
        self._context.window.raise_window()

    def _move_to_window(self, note: Note) -> None:
        self.close_beside()
        self.open(Elsewhere(note.id, window=True))

    def _show_gone(self) -> None:
        self._context.messages.show_info(_("This note is gone"))

    def _offer(self, *_news: object) -> None:
        actions = self._context.actions
        shown = self._active.note is not None and self._active.is_in_sight
        actions.offer(CommandId.OPEN_BESIDE, shown)
        actions.offer(CommandId.OPEN_WINDOW, shown)
        actions.offer(CommandId.CLOSE_BESIDE, self.beside is not None)

    def _remember(self) -> None:
        """Remember which notes are open, and where the windows are."""
        if not self._restored:
            return
        shown = self.beside.note if self.beside is not None else None
        windows: list[list[str | int]] = []
        for window in self.windows:
            if window.editor.note is not None:
                place = window.normalGeometry()
                size = place.width(), place.height()
                windows.append([window.editor.note.id, place.x(), place.y(), *size])
        text = json.dumps([shown.id if shown else "", windows], separators=(",", ":"))
        self._context.services.settings.put(BESIDE, text)

    def _restore(self) -> None:
        """Open the notes that were open when the window was closed last."""
        if self._restored:
            return
        shown, windows = _read(self._context.services.settings.get(BESIDE))
        if shown and self._context.navigator.note is not None:
            editor = self._made()
            if editor.show(shown):
                self._stack.show_beside(editor.panel)
        for note_id, place in windows:
            self._open_window(Elsewhere(note_id, window=True), place)
        self._restored = True
        self._offer()

    def _close_all(self) -> None:
        self._restored = False  # what was open is remembered already
        for window in tuple(self.windows):
            window.close()


def _read(text: str) -> tuple[NoteId, list[tuple[NoteId, QRect]]]:
    """Return the note beside the main one, and those with windows; nothing from a text that cannot be read."""
    try:
        found: Any = json.loads(text)
        shown, windows = found
        places = [(NoteId(str(note)), QRect(x, y, w, h)) for note, x, y, w, h in windows]
    except (ValueError, TypeError):
        return NoteId(""), []
    return NoteId(str(shown)), places[:_MOST_WINDOWS]
