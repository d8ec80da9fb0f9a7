"""Notes shown live: marks are hidden except where the caret is, and the text stays as it is."""

import pytest
from hypothesis import given, settings, strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QInputMethodEvent, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import AT_ONCE, Highlighter
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme, ThemeMode

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


class Editor:
    """A text field with one note, as the panel sets it up."""

    def __init__(self, theme):
        self.view = NoteView(theme)
        self.view.resize(700, 600)
        self.view.show()
        self.formats = SyntaxFormats(theme)

    def open(self, text, mode=TextMode.LIVE, *, focus=True):
        self.formats.live = mode is not TextMode.RAW
        made = []
        self.document = NoteDocument(
            text, prepare=lambda empty: made.append(Highlighter(empty, self.formats))
        )
        (self.highlighter,) = made
        self.highlighter.begin()
        self.view.set_writable(True)
        self.view.set_mode(mode)
        self.view.show_document(self.document, self.highlighter)
        if focus:
            self.view.activateWindow()
            self.view.setFocus()
        else:
            self.view.clearFocus()
        self.view.grab()

    def show_as(self, mode):
        self.formats.live = mode is not TextMode.RAW
        self.view.set_mode(mode)
        self.highlighter.restyle()
        self.view.grab()

    def go_to(self, place):
        cursor = self.view.textCursor()
        cursor.setPosition(place)
        self.view.setTextCursor(cursor)
        self.view.grab()

    def width(self, part):
        """How wide a part of the text is on the screen."""
        start = self.document.stored.index(part)
        return abs(self.place(start + len(part)).x() - self.place(start).x())

    def place(self, at) -> QRect:
        cursor = QTextCursor(self.document)
        cursor.setPosition(at)
        return self.view.cursorRect(cursor)

    def centre_of(self, part) -> QPoint:
        start = self.document.stored.index(part)
        return self.place(start).united(self.place(start + len(part))).center()

    def click(self, at, modifier=Mod.NoModifier):
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, modifier, at)


@pytest.fixture(scope="module")
def shared(qapp):
    made = Editor(Theme(qapp, ThemeMode.LIGHT))
    yield made
    made.view.deleteLater()


@pytest.fixture
def editor(shared, qtbot):
    shared.open("")
    return shared


MARKED = "first\n\nsome **bold** and `code` and [words](https://example.org/long) and ~~gone~~"


@pytest.mark.parametrize("mark", ["**", "`", "](https://example.org/long)", "~~"])
def test_marks_take_no_room_on_lines_without_the_caret(editor, mark):
    editor.open(MARKED)

    assert editor.width(mark) <= 1


@pytest.mark.parametrize("mark", ["**", "`", "](https://example.org/long)", "~~"])
def test_marks_come_back_where_the_caret_is(editor, mark):
    editor.open(MARKED)

    editor.go_to(len(MARKED) - 1)

    assert editor.width(mark) > 4


def test_marks_are_hidden_again_when_the_caret_leaves_the_line(editor):
    editor.open(MARKED)
    editor.go_to(len(MARKED) - 1)

    editor.go_to(0)

    assert editor.width("**") <= 1


def test_no_marks_are_shown_in_a_field_without_the_keyboard(editor, qtbot):
    editor.open("# Title", focus=False)
    qtbot.waitUntil(lambda: not editor.view.hasFocus())

    assert editor.width("# ") <= 1


def test_a_match_of_the_search_shows_its_marks_though_the_keyboard_is_elsewhere(editor, qtbot):
    editor.open(MARKED, focus=False)
    start = MARKED.index("example")

    cursor = editor.view.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(start + 7, QTextCursor.MoveMode.KeepAnchor)
    editor.view.setTextCursor(cursor)

    assert editor.width("example") > 20


def test_a_line_that_enter_splits_hides_its_marks_above_and_shows_them_below(editor):
    editor.open("**one** **two**")
    editor.go_to(7)

    QTest.keyClick(editor.view, Key.Key_Return)
    editor.view.grab()

    assert editor.width("**") <= 1
    assert editor.document.stored == "**one**\n **two**"
    start = editor.document.stored.rindex("**")
    assert editor.place(start + 2).x() - editor.place(start).x() > 4


def test_text_does_not_move_under_a_pressed_button(editor):
    editor.open(MARKED)
    at = editor.centre_of("bold")

    QTest.mousePress(editor.view.viewport(), Qt.MouseButton.LeftButton, Mod.NoModifier, at)
    hidden = editor.width("**")
    QTest.mouseMove(editor.view.viewport(), at + QPoint(1, 0))
    QTest.mouseRelease(editor.view.viewport(), Qt.MouseButton.LeftButton, Mod.NoModifier, at)

    assert hidden <= 1
    assert editor.width("**") > 4
    assert not editor.view.textCursor().hasSelection()


def test_a_click_on_a_box_ticks_it_in_one_step_of_undo(editor):
    editor.open("words\n- [ ] milk\n- [x] bread")

    editor.click(editor.centre_of("[ ]"))
    ticked, width = editor.document.stored, editor.width("- ")
    editor.view.undo()

    assert ticked == "words\n- [x] milk\n- [x] bread"
    assert width <= 1, "the caret stayed where it was"
    assert editor.document.stored == "words\n- [ ] milk\n- [x] bread"


def test_a_box_can_be_ticked_and_unticked_while_reading_and_nothing_can_be_typed(editor):
    editor.open("words\n- [ ] milk", TextMode.READING)

    editor.click(editor.centre_of("[ ]"))
    QTest.keyClicks(editor.view, "abc")
    ticked = editor.document.stored
    editor.view.undo()

    assert ticked == "words\n- [x] milk"
    assert editor.document.stored == "words\n- [ ] milk"


def test_a_note_in_the_trash_cannot_be_ticked_while_reading(editor):
    editor.open("- [ ] milk", TextMode.READING)
    editor.view.set_writable(False)

    editor.click(editor.centre_of("[ ]"))

    assert editor.document.stored == "- [ ] milk"


def test_who_types_while_reading_is_told_how_to_write(editor):
    said: list[str] = []
    editor.view.message.connect(said.append)
    editor.open("words", TextMode.READING)

    QTest.keyClick(editor.view, Key.Key_A)
    QTest.keyClick(editor.view, Key.Key_Down)
    QTest.keyClick(editor.view, Key.Key_C, Mod.ControlModifier)

    assert len(said) == 1


@pytest.fixture
def opened(editor):
    """The links that are opened."""
    links: list[str] = []
    editor.view.link_opened.connect(links.append)
    yield links
    editor.view.link_opened.disconnect(links.append)


LINKED = "first\n\nsee [the words](https://example.org/a) of [[Gas|it]] and so on\n\n`[[code]]`"


@pytest.mark.parametrize(
    ("mode", "modifier", "opens"),
    [
        (TextMode.LIVE, Mod.NoModifier, True),
        (TextMode.LIVE, Mod.ShiftModifier, False),
        (TextMode.LIVE, Mod.ControlModifier, True),
        (TextMode.RAW, Mod.NoModifier, False),
        (TextMode.RAW, Mod.ControlModifier, True),
        (TextMode.READING, Mod.NoModifier, True),
    ],
)
def test_a_link_is_opened_by_its_words(editor, opened, mode, modifier, opens):
    editor.open(LINKED, mode)

    editor.click(editor.centre_of("the words"), modifier)

    assert opened == (["https://example.org/a"] if opens else [])


def test_a_click_that_opens_a_link_leaves_the_caret_where_it_was(editor, opened):
    editor.open(LINKED)

    editor.click(editor.centre_of("it"))

    assert opened == ["Gas|it"]
    assert editor.view.textCursor().position() == 0


def test_a_click_in_the_line_of_the_caret_puts_the_caret_into_the_link(editor, opened):
    editor.open(LINKED)
    editor.go_to(LINKED.index("so on"))

    editor.click(editor.centre_of("the words"))
    inside = editor.view.textCursor().position()
    editor.click(editor.centre_of("the words"), Mod.ControlModifier)

    start = LINKED.index("the words")
    assert start < inside < start + len("the words")
    assert opened == ["https://example.org/a"]


@pytest.mark.parametrize("beside", ["see", "so on", "code"])
def test_a_click_beside_a_link_or_in_code_puts_the_caret_there(editor, opened, beside):
    editor.open(LINKED)

    editor.click(editor.centre_of(beside))

    start = LINKED.index(beside)
    assert start <= editor.view.textCursor().position() <= start + len(beside)
    assert opened == []


def test_a_click_behind_a_link_at_the_end_of_a_line_puts_the_caret_there(editor, opened):
    editor.open("first\n\nsee [[Gas]]")
    end = editor.place(len("first\n\nsee [[Gas]]"))

    editor.click(end.center() + QPoint(6, 0))

    assert editor.view.textCursor().atEnd()
    assert opened == []


def test_whoever_drags_from_a_link_selects(editor, opened):
    editor.open(LINKED)
    viewport, left = editor.view.viewport(), Qt.MouseButton.LeftButton
    start, end = editor.place(LINKED.index("the words")), editor.place(LINKED.index("and so"))

    QTest.mousePress(viewport, left, Mod.NoModifier, start.center() + QPoint(1, 0))
    for at in (start.center() + QPoint(40, 0), end.center()):
        editor.view.mouseMoveEvent(moved(at))
    QTest.mouseRelease(viewport, left, Mod.NoModifier, end.center())

    assert editor.view.textCursor().selectedText().startswith("the words](https:")
    assert opened == []


def test_two_clicks_on_a_link_open_it_once_and_select_nothing(editor, opened):
    editor.open(LINKED)
    at = editor.centre_of("it")

    editor.click(at)
    QTest.mouseDClick(editor.view.viewport(), Qt.MouseButton.LeftButton, Mod.NoModifier, at)

    assert "Gas|it" in opened
    assert not editor.view.textCursor().hasSelection()


def test_the_mouse_shows_what_a_click_on_a_link_does(editor):
    editor.open(LINKED)

    editor.view.mouseMoveEvent(moved(editor.centre_of("it"), held=Qt.MouseButton.NoButton))
    hand, tip = editor.view.viewport().cursor().shape(), editor.view.viewport().toolTip()
    editor.go_to(LINKED.index("so on"))
    editor.view.mouseMoveEvent(moved(editor.centre_of("it]]"), held=Qt.MouseButton.NoButton))

    assert (hand, tip) == (Qt.CursorShape.PointingHandCursor, "Gas|it")
    assert editor.view.viewport().cursor().shape() is Qt.CursorShape.IBeamCursor
    assert "Ctrl+click opens the link" in editor.view.viewport().toolTip()


def moved(at: QPoint, held=Qt.MouseButton.LeftButton) -> QMouseEvent:
    none, where = Qt.MouseButton.NoButton, QPointF(at)
    return QMouseEvent(QEvent.Type.MouseMove, where, where, none, held, Mod.NoModifier)


TABLE = "x\n\n| Seed | Sown |\n|:--|--:|\n| Tomato, the *black* one | May |\n| Pea | April |\n\ny"


def test_the_cells_of_a_table_stand_below_each_other(editor):
    editor.open(TABLE)

    seeds = [editor.place(TABLE.index(cell)).x() for cell in ("Seed", "Tomato", "Pea")]
    ends = [editor.place(TABLE.index(cell) + len(cell)).x() for cell in ("Sown", "May", "April")]

    assert max(seeds) - min(seeds) <= 1
    assert max(ends) - min(ends) <= 1, "aligned at the right"
    assert editor.width("*black*") < editor.width("black") + 2


def test_a_table_shows_its_marks_in_all_rows_while_the_caret_is_in_one(editor):
    editor.open(TABLE)

    editor.go_to(TABLE.index("Pea"))
    inside = editor.width("|:--|--:|")
    editor.go_to(0)

    assert inside > 20
    assert editor.width("|:--|--:|") <= 1


def test_tab_and_enter_go_through_a_table_and_each_is_one_step_of_undo(editor):
    untidy = "x\r\n\r\n|Seed|Sown|\r\n|---|---|\r\n|Pea|April|\r\n\r\ny"
    editor.open(untidy)
    editor.go_to(editor.document.toPlainText().index("Pea"))

    QTest.keyClick(editor.view, Key.Key_Tab)
    lined_up, behind = editor.document.stored, editor.view.textCursor().positionInBlock()
    QTest.keyClick(editor.view, Key.Key_Tab)
    QTest.keyClicks(editor.view, "Bean")
    QTest.keyClick(editor.view, Key.Key_Return)
    longer = editor.document.stored
    for _step in range(3):
        editor.view.undo()
    last_but_one = editor.document.stored
    editor.view.undo()

    rows = "x\r\n\r\n| Seed | Sown  |\r\n| ---- | ----- |\r\n| Pea  | April |\r\n"
    assert lined_up == f"{rows}\r\ny"
    assert behind == len("| Pea  | April")
    assert longer == f"{rows}| Bean |       |\r\n|      |       |\r\n\r\ny"
    assert last_but_one == lined_up
    assert editor.document.stored == untidy


def test_tab_in_code_with_pipes_indents_as_before(editor):
    editor.open("```\n| a | b |\n|---|---|\n```")
    editor.go_to(6)

    QTest.keyClick(editor.view, Key.Key_Tab)

    assert editor.document.stored == "```\n| \ta | b |\n|---|---|\n```"


def test_a_table_too_wide_for_the_column_stays_as_it_was_written(editor):
    wide = f"x\n\n| {'wide ' * 20}| b |\n|---|---|\n| c | {'long ' * 20}|\n\ny"

    editor.open(wide)

    assert editor.width("|---|---|") > 20


def test_a_table_whose_caret_leaves_by_deleting_it_is_a_grid_again(editor):
    editor.open(TABLE)
    editor.go_to(TABLE.index("| Pea | April |") + len("| Pea | April |"))

    QTest.keyClick(editor.view, Key.Key_Return)
    QTest.keyClick(editor.view, Key.Key_Return)
    editor.view.grab()

    assert editor.width("|:--|--:|") <= 1


def test_painting_again_styles_no_line_again(editor, monkeypatch):
    editor.open(TABLE + "\n\n" + MARKED, focus=False)
    editor.view.grab()
    styled: list[str] = []
    plain = Highlighter.highlightBlock

    def counted(self: Highlighter, text: str) -> None:
        styled.append(text)
        plain(self, text)

    monkeypatch.setattr(Highlighter, "highlightBlock", counted)

    for _time in range(3):
        editor.view.grab()

    assert styled == []


def test_the_lines_after_the_first_of_an_item_begin_below_its_words(editor):
    text = "x\n- " + "words " * 40
    editor.open(text)

    first, last = editor.place(4), editor.place(len(text) - 6)

    assert last.y() > first.y()
    assert abs(editor.place(text.index("words")).x() - first.x()) <= 1
    block = editor.document.findBlockByNumber(1)
    assert block.layout().lineAt(1).x() > block.layout().lineAt(0).x()


def test_tab_in_a_code_block_leaves_its_numbers_alone(editor):
    text = "x\n\n```\n1. one\n2. two\n9. three\n```"
    editor.open(text)
    editor.go_to(text.index("2. two"))

    QTest.keyClick(editor.view, Key.Key_Tab)
    QTest.keyClick(editor.view, Key.Key_Backtab)

    assert editor.document.stored == text


def test_what_an_input_method_composes_becomes_text_only_when_it_is_done(editor):
    editor.open("**one**\n**two**")
    editor.go_to(3)

    QApplication.sendEvent(editor.view, QInputMethodEvent("にほん", []))
    editor.view.grab()
    before = editor.document.stored
    done = QInputMethodEvent()
    done.setCommitString("日本")
    QApplication.sendEvent(editor.view, done)

    assert before == "**one**\n**two**"
    assert editor.document.stored == "**o日本ne**\n**two**"


def test_hebrew_and_arabic_lines_hide_their_marks_and_keep_their_order(editor):
    text = "x\n\n- [ ] **שלום** עולם\n- مرحبا **بالعالم**"

    editor.open(text)

    assert editor.width("**") <= 1
    assert editor.place(text.index("ש")).x() > editor.place(text.index("ם")).x()
    assert editor.place(text.index("[ ]")).x() > editor.place(text.index("ש")).x()


def test_the_first_visible_line_stays_when_the_mode_changes(editor):
    editor.open(
        "\n\n".join(
            f"{n} **bold** [word](https://example.org/{n}) {'x ' * 60}" for n in range(3 * AT_ONCE)
        )
    )
    bar = editor.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    editor.view.grab()
    before = editor.view.firstVisibleBlock().blockNumber()

    seen = []
    for mode in (TextMode.READING, TextMode.RAW, TextMode.LIVE):
        editor.show_as(mode)
        seen.append(editor.view.firstVisibleBlock().blockNumber())

    assert seen == [before] * 3


PARTS = st.sampled_from(
    [
        *(
            "# Head\n",
            "**bold**",
            "*i*",
            "`a",
            "`",
            "``",
            "\n",
            "\n\n",
            "> ",
            "> [!note] t\n",
            "- [ ] x\n",
            "- ",
        ),
        *(
            "1. ",
            "| a | b |\n",
            "|---|:-:|\n",
            "| c **d** | |\n",
            "```py\n",
            "```\n",
            "---\n",
            "[w](u)",
        ),
        *(
            "[[A|b]]",
            "[^1]",
            "[^1]: ",
            "$a_b$",
            "\\*",
            "~~s~~",
            "שלום ",
            "\U0001f600",
            "\u2028",
            "\x00",
            "\r\n",
        ),
        *("\t", "x" * 90, " "),
    ]
)
ACTS = st.one_of(
    st.tuples(st.just("go"), st.integers(0, 300)),
    st.tuples(st.just("select"), st.integers(0, 300)),
    st.tuples(st.just("mode"), st.sampled_from(list(TextMode))),
    st.tuples(
        st.just("key"), st.sampled_from([Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Home])
    ),
    st.tuples(st.just("type"), st.sampled_from(["a", "`", "*", "|", "\n", ">", " "])),
    st.tuples(st.just("undo"), st.just(0)),
    st.tuples(st.just("click"), st.integers(0, 600)),
)


def act(editor, what, value, typed):
    view = editor.view
    if what in ("go", "select"):
        cursor = view.textCursor()
        keep = (
            QTextCursor.MoveMode.KeepAnchor if what == "select" else QTextCursor.MoveMode.MoveAnchor
        )
        cursor.setPosition(min(value, editor.document.units), keep)
        view.setTextCursor(cursor)
    elif what == "mode":
        editor.show_as(value)
    elif what == "key":
        QTest.keyClick(view, value)
    elif what == "undo" and typed:
        view.undo()
    elif what == "type" and typed:
        if value == "\n":
            QTest.keyClick(view, Key.Key_Return)
        else:
            QTest.keyClicks(view, value)
    elif what == "click" and typed:
        editor.click(QPoint(value, value))
    view.grab()


@settings(max_examples=60, deadline=None)
@given(st.lists(PARTS, max_size=14).map("".join), st.lists(ACTS, max_size=8))
def test_looking_at_a_note_in_any_way_never_changes_it(shared, text, acts):
    shared.open(text)

    for what, value in acts:
        act(shared, what, value, typed=False)

    assert shared.document.stored == text
    assert not shared.document.isUndoAvailable()


@settings(max_examples=60, deadline=None)
@given(st.lists(PARTS, max_size=14).map("".join), st.lists(ACTS, max_size=10))
def test_undo_leads_back_to_the_text_however_it_is_shown(shared, text, acts):
    shared.open(text)

    for what, value in acts:
        act(shared, what, value, typed=True)
    shown = shared.document.text.shown
    assert shown == shared.document.toRawText().replace("\u2029", "\n")
    while shared.document.isUndoAvailable():
        shared.view.undo()

    assert shared.document.stored == text


@settings(max_examples=40, deadline=None)
@given(st.lists(PARTS, max_size=14).map("".join), st.lists(ACTS, max_size=10))
def test_lines_look_as_if_the_note_had_just_been_opened(shared, qapp, text, acts):
    shared.open(text)
    for what, value in acts:
        act(shared, what, value, typed=True)
    shared.show_as(TextMode.READING)
    for _round in range(4):
        qapp.processEvents()
        shared.view.grab()
    looks = _looks(shared)

    stored, shared_before = shared.document.stored, looks
    shared.open(stored, TextMode.READING)

    assert _looks(shared) == shared_before


def _looks(editor):
    """The state of each line, and the ranges and widths of its letters."""
    found: list[object] = []
    block = editor.document.begin()
    while block.isValid() and len(found) < 15:
        formats = [
            (
                one.start,
                one.length,
                one.format.font().pixelSize(),
                one.format.foreground().color().name(),
            )
            for one in block.layout().formats()
        ]
        found.append((block.userState(), formats))
        block = block.next()
    return found
