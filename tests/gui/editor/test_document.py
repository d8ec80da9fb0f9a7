"""A note in a real text document stays byte for byte under edits, undo and redo."""

import pytest
from hypothesis import example, given, strategies as st
from PySide6.QtGui import QTextCursor

from notebrain.domain.text.buffer import TextMap
from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.document import PAUSE_MS, NoteDocument, WordCounter, counts

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("qapp")]

ODD = "Nab \n\r\u00a0\u2028\u2029\x00\x07\t\ufeff\ufffe\ufffc\ufdd0\U0001f600"
stored_texts = st.text(st.sampled_from(ODD + "\ufdd1"), max_size=25).map(
    lambda text: text.replace("N", "\r\n")
)
typed = st.text(st.sampled_from("ab\n\r\u00a0\u2028\u2029\U0001f600\ufeffN"), max_size=6)
steps = st.one_of(
    st.tuples(st.just("type"), st.integers(0, 40), st.integers(0, 10), typed),
    st.tuples(st.just("block"), st.integers(0, 40), st.integers(0, 6), typed),
    st.tuples(st.just("pause"), st.just(0), st.just(0), st.just("")),
    st.tuples(st.just("undo"), st.integers(1, 4), st.just(0), st.just("")),
    st.tuples(st.just("redo"), st.integers(1, 4), st.just(0), st.just("")),
)


def raw(document: NoteDocument) -> str:
    return document.toRawText().replace("\u2029", "\n")


def undo(document: NoteDocument) -> None:
    with document.walking():
        document.undo()


def redo(document: NoteDocument) -> None:
    with document.walking():
        document.redo()


def replace(document: NoteDocument, start: int, length: int, text: str, *, twice: bool = False):
    shown = raw(document)
    start = min(start, len(shown))
    end = min(start + length, len(shown))
    cursor = QTextCursor(document)
    if twice:
        cursor.beginEditBlock()
    cursor.setPosition(units_of(shown[:start]))
    cursor.setPosition(units_of(shown[:end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text)
    if twice:
        cursor.setPosition(0)
        cursor.insertText("-")
        cursor.endEditBlock()


@example(stored="\r\n\ra\n", acts=[("type", 2, 1, "\r")])
@given(stored_texts, st.lists(steps, max_size=12))
def test_edits_undo_and_redo_keep_the_stored_text_exact(stored, acts):
    document = NoteDocument(stored)
    seen = {0: stored}

    for act, at, length, text in acts:
        if act in {"type", "block"}:
            replace(document, at, length, text, twice=act == "block")
            if not document.isRedoAvailable():
                now = document.availableUndoSteps()
                seen = {step: known for step, known in seen.items() if step <= now}
            seen[document.availableUndoSteps()] = document.stored
        if act == "pause":
            document.begin_step()
        for _again in range(at if act == "undo" else 0):
            undo(document)
        for _again in range(at if act == "redo" else 0):
            redo(document)

        assert document.stored == seen[document.availableUndoSteps()]
        assert document.text.shown == raw(document)
        assert TextMap.of(document.stored).shown.count("\n") == document.blockCount() - 1

    last = document.stored
    while document.isUndoAvailable():
        undo(document)
    assert document.stored == stored
    while document.isRedoAvailable():
        redo(document)
    assert document.isUndoAvailable() or last == stored or not acts


@given(stored_texts, st.integers(0, 30), st.integers(0, 10), typed)
def test_one_edit_leaves_everything_beside_it_alone(stored, start, length, text):
    document = NoteDocument(stored)
    before = document.text
    shown = before.shown
    start, end = min(start, len(shown)), min(start + length, len(shown))
    head = before.stored_between(0, units_of(shown[:start]))
    tail = before.stored_between(units_of(shown[:end]), before.units)

    replace(document, start, length, text)

    assert document.stored.startswith(head.removesuffix("\r"))
    assert document.stored.endswith(tail)


@given(stored_texts, stored_texts)
def test_a_text_from_elsewhere_is_taken_as_one_step(stored, other):
    document = NoteDocument(stored)

    document.apply_stored(other)

    assert document.stored == other
    if document.isUndoAvailable():
        undo(document)
        assert document.stored == stored


def test_a_text_from_elsewhere_keeps_the_caret_where_it_was():
    document = NoteDocument("one\ntwo\nthree")
    caret = QTextCursor(document)
    caret.setPosition(len("one\ntwo"))

    document.apply_stored("zero\none\ntwo\nthree\nfour")

    assert caret.position() == len("zero\none\ntwo")
    undo(document)
    assert document.stored == "one\ntwo\nthree"


@pytest.mark.parametrize("odd", ["\u00a0", "\r\n", "\r", "\u2028", "\u2029", "\ufeff"])
def test_what_was_deleted_comes_back_with_undo(odd):
    stored = f"before{odd}after\nmore"
    document = NoteDocument(stored)
    replace(document, len("before"), 1, "")
    assert document.stored == "beforeafter\nmore"

    undo(document)

    assert document.stored == stored


def test_typing_that_qt_merges_into_one_step_is_undone_as_one():
    document = NoteDocument("a\r\nb")
    for char in "xyz":
        replace(document, 1 + "xyz".index(char), 0, char)

    undo(document)

    assert document.stored == "a\r\nb"


def test_typing_after_a_pause_is_a_step_of_its_own(qtbot):
    document = NoteDocument("a\r\nb")
    replace(document, 1, 0, " one")
    qtbot.wait(PAUSE_MS + 150)
    replace(document, 5, 0, " two")
    replace(document, 9, 0, ".")

    undo(document)

    assert document.stored == "a one\r\nb"
    undo(document)
    assert document.stored == "a\r\nb"
    redo(document)
    redo(document)
    assert document.stored == "a one two.\r\nb"


def test_opening_a_note_edits_nothing(qtbot):
    heard = []
    document = NoteDocument("a\r\nb\u00a0\x00")
    document.edited.connect(lambda: heard.append(1))

    stored = document.stored

    assert stored == "a\r\nb\u00a0\x00"
    assert not heard


def test_halves_of_a_character_inserted_one_by_one_are_stored_as_the_character():
    document = NoteDocument("a\U0001f600b")
    cursor = QTextCursor(document)
    cursor.setPosition(2)

    cursor.insertText("x")

    assert document.text.units == document.units
    cursor.deletePreviousChar()
    assert document.stored.endswith("b")
    assert document.text.units == document.units


def test_an_undo_that_nobody_announced_is_known_by_the_shorter_way_back():
    document = NoteDocument("a\r\nb\nc\nd")
    replace(document, 1, 4, "")
    assert document.stored == "a\nd"

    document.undo()

    assert document.stored == "a\r\nb\nc\nd"


def test_another_size_of_text_is_no_edit():
    document = NoteDocument("a\r\nb")
    font = document.defaultFont()
    font.setPixelSize(30)

    document.setDefaultFont(font)

    assert not document.isUndoAvailable()
    assert document.stored == "a\r\nb"


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("two words", 2), ("- [ ] one\n- [x] two", 2), ("# Title\n\n6 °C, isn’t it?", 5)],
)
def test_words_are_counted_as_a_reader_would(text, words):
    assert sum(counts(TextMap.of(text))) == words


@given(st.integers(0, 5_000))
def test_a_word_that_two_pieces_share_is_counted_once(blanks):
    text = " " * blanks + "word " * 2_000

    assert sum(counts(TextMap.of(text))) == 2_000


def test_a_long_note_is_counted_in_slices(qtbot):
    text = TextMap.of("word " * 100_000)
    counter = WordCounter()

    with qtbot.waitSignal(counter.counted) as heard:
        counter.follow(lambda: text)
    counter.edited()

    assert heard.args == [100_000]
    assert counter._timer.isActive()


def lefts(view) -> list[float]:
    found, block = [], view.document().firstBlock()
    while block.isValid():
        view.blockBoundingRect(block)
        found.append(block.layout().lineAt(0).naturalTextRect().left())
        block = block.next()
    return found


def test_a_paragraph_begins_on_the_right_by_its_own_first_letter(editor, take, context, qtbot):
    context.navigator.open_note(take("Gas\nבקבק גדל\n- مرحبا\n12 gas\n\n"))

    first, hebrew, arabic, number, *_empty = lefts(editor.view)

    assert first == number < 100
    assert min(hebrew, arabic) > 100


def test_a_paragraph_changes_its_side_with_its_first_letter(editor, take, context, qtbot):
    context.navigator.open_note(take("Gas\n"))
    view = editor.view
    view.moveCursor(QTextCursor.MoveOperation.End)

    qtbot.keyClicks(view, "- ")
    before = lefts(view)[1]
    view.note.begin_step()
    view.insertPlainText("בקבק")
    right = lefts(view)[1]
    caret = view.cursorRect().left()
    view.undo()

    assert before < 100 < right
    assert caret <= right + 1
    assert lefts(view)[1] == before
    assert view.note.stored == "Gas\n- "
