"""Two editors on one note show one text, with one undo history."""

import gc
import weakref

import pytest
from hypothesis import given, settings, strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.mirror import MirrorDocument
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme, ThemeMode
from tests.gui.editor.test_editor_random_keys import KEYS, PARTS, PAUSE

pytestmark = pytest.mark.gui


@pytest.fixture(scope="module")
def views(qapp):
    theme = Theme(qapp, ThemeMode.LIGHT)
    made = [NoteView(theme), NoteView(theme)]
    for width, view in zip((700, 300), made, strict=True):
        view.resize(width, 500)
        view.show()
    yield (*made, SyntaxFormats(theme))
    for view in made:
        view.deleteLater()


def open_in_both(views, stored):
    first, second, formats = views
    source = NoteDocument(stored)
    first.show_document(source, Highlighter(source, formats))
    mirror = MirrorDocument(source, formats)
    second.show_document(mirror, mirror.highlighter)
    return first, second, source, mirror


def raw(document):
    return document.toRawText().replace("\u2029", "\n")


@given(
    st.lists(st.sampled_from(PARTS), max_size=6),
    st.lists(st.tuples(st.booleans(), st.sampled_from(KEYS)), max_size=25),
)
@settings(max_examples=60)
def test_any_keys_in_either_editor_leave_both_with_the_same_text(views, parts, keys):
    stored = "".join(parts)
    first, second, source, mirror = open_in_both(views, stored)

    for in_mirror, (key, modifier) in keys:
        view = second if in_mirror else first
        if (key, modifier) == PAUSE:
            view.note.begin_step()
            continue
        QTest.keyClick(view, key, modifier)
        assert raw(mirror) == raw(source) == source.text.shown
    while source.isUndoAvailable():
        second.undo()

    assert source.stored == stored
    assert raw(mirror) == raw(source)


def test_a_word_typed_in_the_second_editor_is_one_undo_step_in_both(views):
    first, second, source, mirror = open_in_both(views, "one\r\ntwo\r\n")
    second.moveCursor(QTextCursor.MoveOperation.End)

    QTest.keyClicks(second, "three")
    assert source.stored == "one\r\ntwo\r\nthree"
    first.undo()

    assert source.stored == "one\r\ntwo\r\n"
    assert raw(mirror) == "one\ntwo\n"


def test_undo_moves_the_caret_only_where_it_was_asked_for(views):
    first, second, _source, _mirror = open_in_both(views, "one two")
    QTest.keyClicks(first, "x")
    second.moveCursor(QTextCursor.MoveOperation.End)
    first.moveCursor(QTextCursor.MoveOperation.End)

    second.undo()

    assert second.textCursor().position() == 0
    assert first.textCursor().position() == len("one two")


def test_the_caret_of_the_other_editor_stays_at_its_words(views):
    first, second, _source, _mirror = open_in_both(views, "one two")
    second.moveCursor(QTextCursor.MoveOperation.End)

    QTest.keyClicks(first, "zero ")

    assert second.textCursor().position() == len("zero one two")


def test_a_half_of_an_emoji_is_never_passed_on(views):
    _first, _second, source, mirror = open_in_both(views, "a\U0001f600b")
    cursor = QTextCursor(mirror)
    cursor.setPosition(1)
    cursor.setPosition(3, QTextCursor.MoveMode.KeepAnchor)

    cursor.insertText("\U0001f601")

    assert source.stored == "a\U0001f601b"


def test_all_matches_replaced_in_the_second_editor_are_one_undo_step(views):
    _first, second, source, mirror = open_in_both(views, "an ant")

    mirror.replace([(0, 2, "the"), (3, 5, "the")])
    assert source.stored == raw(mirror) == "the thet"
    second.undo()

    assert source.stored == raw(mirror) == "an ant"


def test_a_text_written_elsewhere_appears_in_both(views):
    _first, _second, source, mirror = open_in_both(views, "one\r\ntwo")

    source.apply_stored("one\r\nnew\r\ntwo")

    assert raw(mirror) == "one\nnew\ntwo"


def test_the_menu_of_the_second_editor_offers_the_undo_of_the_note(views):
    first, _second, _source, mirror = open_in_both(views, "one")
    assert not mirror.isUndoAvailable()

    QTest.keyClick(first, Qt.Key.Key_X)

    assert mirror.isUndoAvailable()


def test_what_is_shown_stays_though_nobody_else_keeps_it(views):
    first, _second, formats = views
    source = NoteDocument("one")
    shown = weakref.ref(source)
    first.show_document(source, Highlighter(source, formats))
    QTextCursor(source).insertText("two")  # now its layout keeps it for Python, and it the layout
    del source

    gc.collect()

    assert shown() is not None
