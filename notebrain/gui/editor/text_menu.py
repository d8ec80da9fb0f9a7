"""The menu of the text field."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from notebrain.domain.i18n import _

_READING = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll)


def text_menu(field: QPlainTextEdit) -> QMenu:
    """Return a menu by the field's own acts: unlike those of Qt's menu, its undo and redo know what is stored."""
    menu = QMenu(field)
    writable = not field.isReadOnly()
    chosen = field.textCursor().hasSelection()
    document = field.document()
    rows = (
        (_("Undo"), field.undo, QKeySequence.StandardKey.Undo, document.isUndoAvailable()),
        (_("Redo"), field.redo, QKeySequence.StandardKey.Redo, document.isRedoAvailable()),
        (_("Cut"), field.cut, QKeySequence.StandardKey.Cut, chosen),
        (_("Copy"), field.copy, QKeySequence.StandardKey.Copy, chosen),
        (_("Paste"), field.paste, QKeySequence.StandardKey.Paste, field.canPaste()),
        (_("Select all"), field.selectAll, QKeySequence.StandardKey.SelectAll, True),
    )
    for name, act, key, possible in rows:
        action = menu.addAction(name)
        action.setShortcut(QKeySequence(key))
        action.setEnabled(possible and (writable or key in _READING))
        action.triggered.connect(act)
    return menu
