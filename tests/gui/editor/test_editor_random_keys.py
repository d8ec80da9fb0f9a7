"""Whatever is typed, undo leads back to the stored text, byte for byte."""

import pytest
from hypothesis import given, settings, strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme, ThemeMode

pytestmark = pytest.mark.gui

Key, Mod = Qt.Key, Qt.KeyboardModifier
PAUSE = (Key.Key_unknown, Mod.NoModifier)
KEYS = [
    (Key.Key_A, Mod.NoModifier),
    (Key.Key_Space, Mod.NoModifier),
    (Key.Key_Minus, Mod.NoModifier),
    (Key.Key_Return, Mod.NoModifier),
    (Key.Key_Return, Mod.ShiftModifier),
    (Key.Key_Return, Mod.ControlModifier),
    (Key.Key_Tab, Mod.NoModifier),
    (Key.Key_Backtab, Mod.ShiftModifier),
    (Key.Key_Backspace, Mod.NoModifier),
    (Key.Key_Backspace, Mod.ControlModifier),
    (Key.Key_Delete, Mod.NoModifier),
    (Key.Key_Left, Mod.NoModifier),
    (Key.Key_Right, Mod.ShiftModifier),
    (Key.Key_Down, Mod.NoModifier),
    (Key.Key_Up, Mod.ShiftModifier),
    (Key.Key_Home, Mod.ControlModifier),
    (Key.Key_End, Mod.NoModifier),
    (Key.Key_X, Mod.ControlModifier),
    (Key.Key_V, Mod.ControlModifier),
    (Key.Key_Z, Mod.ControlModifier),
    PAUSE,
    (Key.Key_Z, Mod.ControlModifier | Mod.ShiftModifier),
]
PARTS = [
    "- [ ] a\r\n",
    "- b\n",
    "c\u00a0d\u2028e\r",
    "\U0001f600 x\n",
    "\x00\x07",
    "```\n",
    "\ufeff",
    "\n",
]


@pytest.fixture(scope="module")
def view(qapp):
    theme = Theme(qapp, ThemeMode.LIGHT)
    made = NoteView(theme)
    made.resize(700, 500)
    made.show()
    yield made, SyntaxFormats(theme)
    made.deleteLater()


@given(st.lists(st.sampled_from(PARTS), max_size=6), st.lists(st.sampled_from(KEYS), max_size=25))
@settings(max_examples=60)
def test_undo_leads_back_from_any_keys(view, parts, keys):
    field, formats = view
    stored = "".join(parts)
    document = NoteDocument(stored)
    field.show_document(document, Highlighter(document, formats))

    for key, modifier in keys:
        if (key, modifier) == PAUSE:
            document.begin_step()
            continue
        QTest.keyClick(field, key, modifier)
        assert document.text.shown == document.toRawText().replace("\u2029", "\n")
    typed = document.stored
    steps = document.availableUndoSteps()
    while document.isUndoAvailable():
        field.undo()
    back = document.stored
    while document.availableUndoSteps() < steps and document.isRedoAvailable():
        field.redo()

    assert back == stored
    assert document.stored == typed
