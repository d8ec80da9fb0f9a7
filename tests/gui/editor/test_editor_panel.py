"""The editor as a user meets it: open, type, switch, fail, come back."""

from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from notebrain.domain.errors import BadText
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.editor.autosave import SAVE_WITHIN_MS
from notebrain.gui.editor.clipboard import text_menu
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.preview.renderer import render
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.notes.service import Filing

pytestmark = pytest.mark.gui
NOW = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)


class FakeWriter:
    """Stores bodies in memory; can be slow, and can fail."""

    def __init__(self):
        self.bodies = {}
        self.edits = []
        self.slow = []
        self.failure = None
        self.hold = False
        self.refuse = None
        self.filed = []

    def edit(self, note_id, edit):
        if self.refuse:
            raise self.refuse
        self.edits.append((note_id, edit))
        future: Future[Changes] = Future()
        if self.hold:
            self.slow.append((future, note_id, edit))
        else:
            self.finish(future, note_id, edit)
        return future

    def file_typed(self, note_id):
        self.filed.append(note_id)
        future: Future[Changes] = Future()
        future.set_result(touched(Act.FILE, [note_id], filing=True))
        return future

    def finish(self, future, note_id, edit):
        if self.failure:
            future.set_exception(self.failure)
            return
        self.bodies[note_id] = edit.body
        future.set_result(touched(Act.EDIT, [note_id], text=True))


def note(body, note_id="n1", **more):
    return Note(
        NoteId(note_id),
        "Personal",
        body.split("\n")[0],
        body,
        created_at=NOW,
        updated_at=NOW,
        **more,
    )


@pytest.fixture(scope="session")
def theme(qapp):
    return Theme(qapp, ThemeMode.LIGHT)


@pytest.fixture
def writer():
    return FakeWriter()


@pytest.fixture
def panel(qtbot, theme, writer):
    numbers = iter(range(1, 1000))
    notes = OpenNotes(theme, writer, EventBridge(), new_session=lambda: f"session {next(numbers)}")
    made = EditorPanel(theme, notes, now=lambda: NOW)
    qtbot.addWidget(made)
    made.resize(752, 700)
    made.show()
    return made


def keys(panel, text):
    QTest.keyClicks(panel.view, text)


def at_end(panel):
    panel.view.moveCursor(QTextCursor.MoveOperation.End)


def test_what_is_typed_is_saved_within_400_ms_while_typing_goes_on(panel, writer, qtbot):
    panel.show_note(note("start"))
    at_end(panel)
    keys(panel, "a")

    assert SAVE_WITHIN_MS < 400
    qtbot.waitUntil(lambda: bool(writer.edits))

    assert writer.bodies["n1"] == "starta"


def test_opening_and_leaving_writes_nothing(panel, writer):
    panel.show_note(note("a\r\nb\u00a0\x00c"))
    panel.show_note(note("other", "n2"))
    panel.flush()
    panel.clear()

    assert writer.edits == []


def test_a_key_in_a_note_of_odd_characters_changes_nothing_else(panel, writer):
    panel.show_note(note("a\r\nb\u00a0\u2028c\r\x00d"))
    panel.view.moveCursor(QTextCursor.MoveOperation.Start)
    keys(panel, "x")

    panel.flush()

    assert writer.bodies["n1"] == "xa\r\nb\u00a0\u2028c\r\x00d"


def test_switching_notes_saves_keeps_undo_and_caret_and_ends_the_sitting(panel, writer, qtbot):
    first, second = note("one"), note("two", "n2")
    panel.show_note(first)
    at_end(panel)
    keys(panel, "!")
    panel.show_note(second)
    qtbot.waitUntil(lambda: writer.bodies.get("n1") == "one!")
    qtbot.waitUntil(lambda: not panel.unsaved())

    panel.show_note(replace(first, body="one!", version=2))

    assert panel.view.textCursor().position() == 4
    panel.view.undo()
    assert panel.view.toPlainText() == "one"
    panel.flush()
    assert writer.bodies["n1"] == "one"
    assert [edit.session for _id, edit in writer.edits] == ["session 1", "session 3"]
    assert [edit.base_version for _id, edit in writer.edits] == [1, 2]


def test_typing_before_and_after_another_note_was_shown_are_two_steps(panel):
    panel.show_note(note("one"))
    at_end(panel)
    keys(panel, " more")
    panel.show_note(note("two", "n2"))
    panel.show_note(note("one"))
    keys(panel, " still")

    panel.view.undo()

    assert panel.view.note.stored == "one more"
    panel.view.undo()
    assert panel.view.note.stored == "one"


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_an_empty_note_asks_for_words_on_the_line_of_the_caret(panel, theme, zoom):
    theme.set_zoom(zoom)
    panel.show_note(note(""))
    view = panel.view
    view.clearFocus()
    line = view.cursorRect()

    image = view.viewport().grab().toImage()

    theme.set_zoom(1.0)
    width, height = image.width(), image.height()
    ground = image.pixelColor(width - 1, height - 1)
    inked = [
        y for y in range(height) if any(image.pixelColor(x, y) != ground for x in range(width))
    ]
    assert inked
    assert line.top() <= inked[0] <= inked[-1] <= line.bottom()


def test_a_failed_save_shows_why_keeps_the_text_and_can_be_tried_again(panel, writer, qtbot):
    writer.failure = OSError("The disk is full")
    panel.show_note(note("one"))
    at_end(panel)
    keys(panel, "!")
    panel.flush()
    qtbot.waitUntil(panel.trouble.isVisible)
    assert "“one!” could not be saved: The disk is full. " in panel.trouble.text.text()
    panel.show_note(note("two", "n2"))

    assert panel.trouble.isVisible()
    assert [kept.id for kept in panel.unsaved()] == ["n1"]
    writer.failure = None
    panel.trouble.buttons[0].click()
    qtbot.waitUntil(lambda: not panel.trouble.isVisible())
    assert writer.bodies["n1"] == "one!"
    assert panel.unsaved() == []


def test_a_text_the_store_refuses_at_once_is_a_failed_save_too(panel, writer, qtbot):
    writer.refuse = BadText("No.")
    panel.show_note(note("one"))
    at_end(panel)
    keys(panel, "!")

    panel.flush()

    qtbot.waitUntil(panel.trouble.isVisible)
    assert panel.unsaved()


def test_leaving_the_field_saves(panel, writer, qtbot):
    panel.show_note(note("one"))
    panel.view.setFocus()
    at_end(panel)
    keys(panel, "!")

    panel.view.left.emit()

    assert writer.bodies["n1"] == "one!"


def test_the_news_of_an_own_save_changes_nothing(panel, writer, qtbot):
    shown = note("one")
    panel.show_note(shown)
    at_end(panel)
    keys(panel, "!")
    panel.flush()
    keys(panel, "?")

    panel.show_note(replace(shown, body="one!", version=2))

    assert panel.view.toPlainText() == "one!?"
    assert not panel.notice.isVisible()


def test_a_change_from_elsewhere_is_taken_as_one_step_and_keeps_the_caret(panel, writer):
    shown = note("one\ntwo")
    panel.show_note(shown)
    at_end(panel)

    panel.show_note(replace(shown, body="zero\none\ntwo", version=2))

    assert panel.view.toPlainText() == "zero\none\ntwo"
    assert panel.view.textCursor().atEnd()
    panel.flush()
    assert writer.edits == []
    panel.view.undo()
    assert panel.view.toPlainText() == "one\ntwo"


def test_what_is_appended_elsewhere_leaves_the_caret_where_the_user_types(panel, writer):
    shown = note("one\ntwo")
    panel.show_note(shown)
    at_end(panel)

    panel.show_note(replace(shown, body="one\ntwo\n\nfrom elsewhere", version=2))
    keys(panel, "!")

    assert panel.view.toPlainText() == "one\ntwo!\n\nfrom elsewhere"


def test_a_change_from_elsewhere_never_loses_what_is_typed(panel, writer):
    shown = note("one")
    panel.show_note(shown)
    at_end(panel)
    keys(panel, "!")

    panel.show_note(replace(shown, body="other", version=2))

    assert panel.view.toPlainText() == "one!"
    assert writer.edits[-1][1].body == "one!"
    assert writer.edits[-1][1].base_version == 1
    assert "changed elsewhere" in panel.notice.text.text()
    panel.notice.buttons[0].click()
    assert not panel.notice.isVisible()


def test_a_note_in_the_trash_is_only_read(panel, qtbot):
    panel.show_note(note("one", deleted_at=NOW))
    keys(panel, "x")

    assert panel.view.isReadOnly()
    assert panel.view.toPlainText() == "one"
    assert "trash" in panel.notice.text.text()
    with qtbot.waitSignal(panel.restore_requested):
        panel.notice.buttons[0].click()
    with qtbot.waitSignal(panel.purge_requested):
        panel.notice.buttons[1].click()
    with qtbot.waitSignal(panel.restore_requested):
        panel.header.restore.click()


def test_words_are_counted(panel, qtbot):
    with qtbot.waitSignal(panel.words_counted, check_params_cb=lambda n: n == 2):
        panel.show_note(note("two words"))
    at_end(panel)
    with qtbot.waitSignal(panel.words_counted, check_params_cb=lambda n: n == 3):
        keys(panel, " more")


def test_a_passage_is_marked_by_code_points_of_the_stored_text(panel):
    body = "a\r\n\U0001f600 needle end"
    panel.show_note(note(body))

    start = body.index("needle")
    panel.show_passage(start, start + 6)

    assert panel.view.passage.selectedText() == "needle"
    panel.view.viewport().grab()


def test_a_key_after_opening_at_a_passage_does_not_replace_it(panel):
    panel.show_note(note("one needle two"))
    panel.show_passage(4, 10)

    keys(panel, "x")

    assert panel.view.toPlainText() == "one xneedle two"
    assert panel.view.passage is None


def test_a_click_ticks_a_box_as_one_step_to_undo(panel, qtbot, writer):
    panel.show_note(note("# T\n- [ ] do it\r\nmore"))
    block = panel.view.document().findBlockByNumber(1)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + 3)
    at = panel.view.cursorRect(cursor).center() + QPoint(3, 0)

    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert block.text() == "- [x] do it"
    panel.flush()
    assert writer.bodies["n1"] == "# T\n- [x] do it\r\nmore"
    panel.view.undo()
    assert block.text() == "- [ ] do it"


@pytest.mark.parametrize("item", ["> said", "- said", "1. said", "> [!tip]\n> said"])
def test_enter_twice_sets_apart_what_follows_a_quote_or_list_in_one_step(panel, item):
    panel.show_note(note(item))
    at_end(panel)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    begun = panel.view.toPlainText()

    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    keys(panel, "after")

    assert panel.view.toPlainText() == f"{item}\n\nafter"
    assert render(panel.view.toPlainText()).blocks[-1].html.endswith("after</p>")
    panel.view.undo()
    panel.view.undo()
    assert panel.view.toPlainText() == begun


def test_enter_in_code_keeps_the_indentation_in_one_step(panel):
    panel.show_note(note("```python\n\tdef f():\n\t    - 1"))
    at_end(panel)
    before = panel.view.toPlainText()

    QTest.keyClick(panel.view, Qt.Key.Key_Return)

    assert panel.view.toPlainText() == f"{before}\n\t    "
    panel.view.undo()
    assert panel.view.toPlainText() == before


def test_enter_tab_and_ctrl_enter_work_on_lists(panel):
    panel.show_note(note("- [x] one"))
    at_end(panel)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    keys(panel, "two")
    QTest.keyClick(panel.view, Qt.Key.Key_Tab)
    QTest.keyClick(panel.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert panel.view.toPlainText() == "- [x] one\n  - [x] two"

    QTest.keyClick(panel.view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)

    assert panel.view.toPlainText() == "- [x] one\n- [x] two"


def test_the_undo_keys_bring_back_what_is_stored(panel, writer):
    panel.show_note(note("a\r\nb\nc"))
    panel.view.selectAll()
    QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    QTest.keyClick(panel.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    at_end(panel)
    keys(panel, "!")

    panel.flush()

    assert writer.bodies["n1"] == "a\r\nb\nc!"
    QTest.keyClick(panel.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    panel.view.redo()
    panel.flush()
    assert writer.bodies["n1"] == "a\r\nb\nc!"


def test_copying_gives_the_stored_text(panel):
    panel.show_note(note("a\u00a0b\r\nc"))
    panel.view.selectAll()

    data: QMimeData = panel.view.createMimeDataFromSelection()

    assert data.text() == "a\u00a0b\r\nc"


def test_the_header_tells_how_the_user_files_the_note(panel, qtbot):
    panel.show_note(note("one", tags=("garden",), importance=2))
    asked = []
    panel.filing_requested.connect(lambda filing, text: asked.append(filing))

    panel.header.pin.click()
    panel.header.importance.setValue(4)
    panel.header.category.chosen.emit(Category.FACT)
    panel.header.begin_tag()
    QTest.keyClicks(panel.header.tag_field, "#winter")
    QTest.keyClick(panel.header.tag_field, Qt.Key.Key_Return)
    QTest.keyClick(panel.header._chips[0], Qt.Key.Key_Delete)

    assert asked == [
        Filing(pinned=True),
        Filing(importance=4),
        Filing(category=Category.FACT),
        Filing(add_tags=("winter",)),
        Filing(remove_tags=("garden",)),
    ]


def test_the_menu_of_the_text_offers_undo_only_when_there_is_something(panel):
    panel.show_note(note("one"))
    before = {action.text(): action.isEnabled() for action in text_menu(panel.view).actions()}
    at_end(panel)
    keys(panel, "x")
    after = {action.text(): action.isEnabled() for action in text_menu(panel.view).actions()}

    assert before["Undo"] is False
    assert after["Undo"] is True
    assert after["Select all"] is True


def test_a_link_is_opened_with_ctrl_click(panel, qtbot):
    panel.show_note(note("see [[Gas bottles]] now"))
    cursor = QTextCursor(panel.view.document())
    cursor.setPosition(8)
    at = panel.view.cursorRect(cursor).center()

    with qtbot.waitSignal(panel.link_opened) as heard:
        QTest.mouseClick(
            panel.view.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.ControlModifier,
            at,
        )

    assert heard.args == ["Gas bottles"]


def test_another_theme_dresses_the_text_anew(panel, theme):
    panel.show_note(note("# One\n```\ncode\n```\n" * 200))
    panel.view.viewport().grab()
    try:
        theme.set_mode(ThemeMode.DARK)
        panel.show_note(note("other", "n2"))
        panel.show_note(note("# One\n```\ncode\n```\n" * 200))
        panel.view.viewport().grab()
        block = panel.view.document().firstBlock()
        inks = {run.format.foreground().color().name() for run in block.layout().formats()}
        assert theme.tokens.syntax in inks
    finally:
        theme.set_mode(ThemeMode.LIGHT)


def test_every_control_has_a_name(panel):
    panel.show_note(note("one", tags=("a",)))
    nameless = [
        part
        for part in panel.findChildren(object)
        if hasattr(part, "focusPolicy")
        and part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not part.accessibleName()
        and not getattr(part, "text", str)()
    ]

    assert [type(part).__name__ for part in nameless if part.isVisible()] == []


@pytest.mark.styled
def test_many_tags_never_widen_the_window(panel):
    tags = tuple(f"a rather long tag number {n}" for n in range(12))
    panel.show_note(note("one", tags=tags))
    panel.resize(500, 600)
    header = panel.header

    header.more_tags.menu().aboutToShow.emit()
    hidden = [action.text() for action in header.more_tags.menu().actions()]

    assert header.width() == 500
    assert header.more.geometry().right() <= 500
    assert header.more_tags.text() == f"+{len(hidden)}"
    assert hidden == list(tags[-len(hidden) :])


def shown_parts(header) -> list[QWidget]:
    """Return the parts of a header from left to right."""
    layout = header.layout()
    items = [layout.itemAt(number) for number in range(layout.count())]
    parts = [item.widget() for item in items if item.widget()] + list(header.chips)
    return sorted((part for part in parts if part.isVisible()), key=lambda part: part.x())


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.5])
@pytest.mark.parametrize(
    "tags", [("garden", "winter"), ("garden", "a rather long tag indeed", "winter"), ("x" * 90,)]
)
def test_tags_use_the_room_before_they_fold(panel, theme, tags, zoom):
    panel.show_note(note("one", tags=tags))
    header = panel.header
    theme.set_zoom(zoom)
    free = {}
    for width in range(round(420 * zoom), round(900 * zoom), 7):
        panel.resize(width, 600)
        QCoreApplication.processEvents()  # Qt lays out again with the next event
        parts = shown_parts(header)
        for left, right in pairwise(parts):
            assert left.geometry().right() < right.x()
        if header.more_tags.isVisible():
            free[width] = header.importance.x() - header.add_tag.geometry().right()
            assert header.category.text() == ""
    shown = [chip.isVisible() for chip in header.chips]
    theme.set_zoom(1.0)

    # a tag that is cut keeps 64 pixels and a gap; there is a gap on each side of the rest
    assert max(free.values(), default=0) <= round((64 + 8 + 3 * 8 + 8) * zoom)
    assert all(shown)
    assert header.category.text()


@pytest.mark.styled
def test_a_tag_that_is_cut_tells_its_name(panel):
    tag = "a rather long tag indeed"
    panel.show_note(note("one", tags=(tag, "winter")))
    header = panel.header
    chip = header.chips[0]
    whole = chip.sizeHint().width()

    panel.resize(1200, 600)
    untold = chip.toolTip()
    for width in range(1200, 420, -5):
        panel.resize(width, 600)
        QCoreApplication.processEvents()
        if chip.isVisible() and chip.width() < whole:
            break

    assert untold == ""
    assert chip.toolTip() == tag
    assert 64 <= chip.width() < whole


def test_a_click_beside_the_column_puts_the_caret_into_the_line(panel):
    panel.show_note(note("one\ntwo\nthree"))
    view = panel.view
    second = view.cursorRect(QTextCursor(view.document().findBlockByNumber(1))).center()
    beside = QPoint(view.width() - 20, view.viewport().y() + second.y())

    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=beside)

    assert view.textCursor().blockNumber() == 1
    assert view.textCursor().atBlockEnd()


def test_importance_is_set_with_the_pointer(panel, qtbot):
    panel.show_note(note("one"))
    dots = panel.header.importance

    with qtbot.waitSignal(panel.filing_requested) as heard:
        QTest.mouseClick(dots, Qt.MouseButton.LeftButton, pos=QPoint(dots.width() - 10, 10))

    assert heard.args[0] == Filing(importance=5)


def test_lines_chosen_together_are_moved_together(panel):
    panel.show_note(note("one\ntwo\nthree"))
    panel.view.selectAll()

    QTest.keyClick(panel.view, Qt.Key.Key_Tab)
    moved = panel.view.toPlainText()
    QTest.keyClick(panel.view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)

    assert moved == "  one\n  two\n  three"
    assert panel.view.toPlainText() == "one\ntwo\nthree"


def test_enter_in_code_and_in_wide_text_only_breaks_the_line(panel):
    panel.show_note(note("- \U0001f600 smile\n```\n- code"))
    at_end(panel)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    cursor = panel.view.textCursor()
    cursor.setPosition(len("- \U0001f600 smile") + 1)
    panel.view.setTextCursor(cursor)

    QTest.keyClick(panel.view, Qt.Key.Key_Return)

    assert panel.view.toPlainText() == "- \U0001f600 smile\n- \n```\n- code\n"


def test_the_place_in_a_long_note_is_kept_while_another_is_read(panel, qtbot):
    long = note("\n".join(f"line {n}" for n in range(500)))
    panel.show_note(long)
    bar = panel.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    bar.setValue(200)
    panel.show_note(note("other", "n2"))

    panel.show_note(long)

    assert bar.value() == 200
