"""Long texts that come at once: dressed where they are seen, and right in the end."""

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor

from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import AT_ONCE, Highlighter
from notebrain.gui.editor.markdown_syntax import is_code
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme, ThemeMode

pytestmark = pytest.mark.gui
LINES = 6 * AT_ONCE


@pytest.fixture(scope="module")
def theme(qapp):
    return Theme(qapp, ThemeMode.LIGHT)


@pytest.fixture
def view(qtbot, theme):
    field = NoteView(theme)
    qtbot.addWidget(field)
    field.resize(700, 500)
    field.show()
    return field


def opened(view, theme, text):
    document = NoteDocument(text)
    view.show_document(document, Highlighter(document, SyntaxFormats(theme)))
    return document


def paste(view, text):
    data = QMimeData()
    data.setText(text)
    view.insertFromMimeData(data)


def dressed(block):
    return bool(block.layout().formats())


def test_of_a_long_text_that_is_pasted_what_is_seen_is_dressed(view, theme):
    document = opened(view, theme, "begin\n")
    view.moveCursor(QTextCursor.MoveOperation.End)

    paste(view, "a **bold** line\n" * LINES)
    view.grab()

    assert dressed(document.lastBlock().previous())
    assert not dressed(document.findBlockByNumber(LINES // 2))


def test_a_fence_above_a_long_text_makes_code_of_all_of_it(view, theme, qtbot):
    document = opened(view, theme, "a **bold** line\n" * LINES)

    QTextCursor(document).insertText("```\n")

    qtbot.waitUntil(lambda: is_code(document.lastBlock().userState()))
    assert is_code(document.findBlockByNumber(LINES // 2).userState())


def test_code_in_a_long_text_that_is_pasted_is_found(view, theme, qtbot):
    document = opened(view, theme, "")

    paste(view, "words\n" * LINES + "```\ncode\n```\n" + "words\n" * LINES)

    qtbot.waitUntil(lambda: is_code(document.findBlockByNumber(LINES + 1).userState()))
    assert not is_code(document.findBlockByNumber(LINES + 4).userState())


def test_a_long_text_wears_another_theme_where_it_is_seen(view, theme):
    document = opened(view, theme, "a **bold** line\n" * LINES)
    view.grab()
    highlighter = view.findChild(Highlighter) or document.findChild(Highlighter)
    document.firstBlock().layout().clearFormats()

    highlighter.restyle()
    view.grab()

    assert dressed(document.firstBlock())


def test_a_long_note_is_opened_without_a_look_at_each_line_and_right_in_the_end(
    view, theme, qtbot, monkeypatch
):
    looks: list[str] = []
    plain = Highlighter.highlightBlock

    def counted(self: Highlighter, text: str) -> None:
        looks.append(text)
        plain(self, text)

    monkeypatch.setattr(Highlighter, "highlightBlock", counted)
    dressers: list[Highlighter] = []
    text = "words\n" * 20 * LINES + "```\ncode\n```\n" + "a **bold** line\n" * LINES
    document = NoteDocument(
        text, prepare=lambda one: dressers.append(Highlighter(one, SyntaxFormats(theme)))
    )
    view.show_document(document, dressers[0])

    dressers[0].begin()
    view.grab()

    qtbot.waitUntil(lambda: is_code(document.findBlockByNumber(20 * LINES + 1).userState()))
    assert not is_code(document.findBlockByNumber(20 * LINES + 4).userState())
    view.moveCursor(QTextCursor.MoveOperation.End)
    view.grab()
    assert dressed(document.lastBlock().previous())
    assert len(looks) < LINES
    assert document.stored == text
    assert document.availableUndoSteps() == 0


def test_the_first_lines_of_a_long_note_are_dressed_from_the_start(view, theme):
    dressers: list[Highlighter] = []
    document = NoteDocument(
        "# Title\n" + "a **bold** line\n" * LINES,
        prepare=lambda one: dressers.append(Highlighter(one, SyntaxFormats(theme))),
    )
    dressers[0].begin()

    view.show_document(document, dressers[0])
    view.grab()

    assert dressed(document.firstBlock())
    assert dressed(document.findBlockByNumber(3))
