"""Undo, redo, cut, copy, paste and select all in the menu, for whatever had the keyboard focus last."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId, Menu
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.widgets.buttons import native_text

_KEYS = {
    CommandId.UNDO: "Ctrl+Z",
    CommandId.REDO: "Ctrl+Shift+Z",
    CommandId.CUT: "Ctrl+X",
    CommandId.COPY: "Ctrl+C",
    CommandId.PASTE: "Ctrl+V",
    CommandId.SELECT_ALL: "Ctrl+A",
}
_HELD = {
    CommandId.UNDO: Qt.KeyboardModifier.ControlModifier,
    CommandId.REDO: Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
}
_LONGEST = 60


class _Act(NamedTuple):
    """What a command does now; `name` is what it undoes, if that is not in a text."""

    run: Callable[[], object]
    possible: bool
    name: str = ""


_Acts = dict[CommandId, _Act]


class EditCommands(QObject):
    """Carries out the commands that every text knows by its keys, and says which of them are possible.

    They have no shortcuts of their own, which would take the keys away from what has the focus. Whatever is not about
    a text or a list, such as a menu or a button, leaves them with the last one that is still seen.
    """

    def __init__(self, context: Context, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._acts = acts
        self._target: QWidget | None = None
        for command in _KEYS:
            self._bind(command)
        context.actions.menu_opening.connect(self._on_opening)
        context.actions.menu_closed.connect(self._on_closed)
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]
        self._name(self._now())

    def _bind(self, command: CommandId) -> None:
        def run() -> None:
            act = self._now()[command]
            if act.possible:
                act.run()

        self._context.actions.bind(command, run)

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and _acts_of(now):
            self._target = now

    def _on_opening(self, menu: Menu) -> None:
        if menu is Menu.EDIT:
            acts = self._now()
            self._name(acts)
            for command, act in acts.items():
                self._context.actions.offer(command, act.possible)

    def _on_closed(self, menu: Menu) -> None:
        if menu is Menu.EDIT:
            for command in _KEYS:
                self._context.actions.offer(command, True)

    def _now(self) -> _Acts:
        """Return what each command does now; a text comes before acts on notes if its own keys would."""
        target = self._target
        seen = target is not None and isValid(target) and target.isVisible()
        acts: _Acts = _acts_of(target) if seen and target is not None else {}
        for command in _KEYS:
            acts.setdefault(command, _Act(lambda: None, possible=False))
        notes = self._acts
        if notes.can_undo and not self._is_for_text(acts, CommandId.UNDO):
            acts[CommandId.UNDO] = _Act(notes.undo, possible=True, name=notes.newest)
        if notes.can_redo and not self._is_for_text(acts, CommandId.REDO):
            acts[CommandId.REDO] = _Act(notes.redo, possible=True, name=notes.next_again)
        return acts

    def _is_for_text(self, acts: _Acts, command: CommandId) -> bool:
        if not acts[command].possible or self._target is None:
            return False
        asked = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, _HELD[command])
        asked.ignore()
        QApplication.sendEvent(self._target, asked)
        return asked.isAccepted()

    def _name(self, acts: _Acts) -> None:
        """Name the commands after what they do now, each with its usual key."""
        actions = self._context.actions
        for row in actions.rows:
            if row.id not in _KEYS:
                continue
            name, what = row.text, acts[row.id].name
            if what:
                what = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
                text = _("Undo: {what}") if row.id is CommandId.UNDO else _("Redo: {what}")
                name = text.format(what=what).replace("&", "&&")
            shown = "" if actions.keys.keys(row.id) else f"\t{native_text(_KEYS[row.id])}"
            actions[row.id].setText(f"{name}{shown}")


def _acts_of(target: QWidget) -> _Acts:
    """Return what the commands do in a widget; nothing if they mean nothing there."""
    field = target.lineEdit() if isinstance(target, QComboBox) else target
    if isinstance(field, QLineEdit):
        return _in_field(field)
    if isinstance(target, QPlainTextEdit | QTextEdit):
        return _in_text(target)
    several = QAbstractItemView.SelectionMode.ExtendedSelection
    if isinstance(target, QAbstractItemView) and target.selectionMode() is several:
        return {CommandId.SELECT_ALL: _Act(target.selectAll, possible=True)}
    if isinstance(target, QLabel) and target.hasSelectedText():
        return {CommandId.COPY: _Act(lambda: _copy_from(target), possible=True)}
    return {}


def _copy_from(label: QLabel) -> None:
    QGuiApplication.clipboard().setText(label.selectedText())


def _in_field(field: QLineEdit) -> _Acts:
    writable, chosen = not field.isReadOnly(), field.hasSelectedText()
    seen = field.echoMode() is QLineEdit.EchoMode.Normal
    pasted = bool(QGuiApplication.clipboard().text())
    return {
        CommandId.UNDO: _Act(field.undo, field.isUndoAvailable()),
        CommandId.REDO: _Act(field.redo, field.isRedoAvailable()),
        CommandId.CUT: _Act(field.cut, chosen and writable and seen),
        CommandId.COPY: _Act(field.copy, chosen and seen),
        CommandId.PASTE: _Act(field.paste, writable and pasted),
        CommandId.SELECT_ALL: _Act(field.selectAll, bool(field.text())),
    }


def _in_text(text: QPlainTextEdit | QTextEdit) -> _Acts:
    writable = not text.isReadOnly()
    chosen, document = text.textCursor().hasSelection(), text.document()
    marks = text.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    return {
        CommandId.UNDO: _Act(text.undo, writable and document.isUndoAvailable()),
        CommandId.REDO: _Act(text.redo, writable and document.isRedoAvailable()),
        CommandId.CUT: _Act(text.cut, writable and chosen),
        CommandId.COPY: _Act(text.copy, chosen),
        CommandId.PASTE: _Act(text.paste, writable and text.canPaste()),
        CommandId.SELECT_ALL: _Act(text.selectAll, bool(marks) and not document.isEmpty()),
    }
