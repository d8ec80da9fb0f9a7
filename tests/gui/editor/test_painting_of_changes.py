"""What is on the screen after any edit is what a full repaint would show, though only what changed is painted."""

import random

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme, ThemeMode

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier

PICTURE = f"![p](attachment:{'ab12cd' + '0' * 58}/picture.png)"
LONG = (
    "words **bold** and `code` and [a link](https://example.org/a) that go on until they wrap here"
)
PARTS = (
    "# A heading that is long enough to wrap in a narrow window\n",
    f"{LONG}\n",
    "\n",
    f"- {LONG}\n",
    "  - [ ] a box\n",
    f"> {LONG}\n",
    "> [!note] A title\n> body\n",
    "```python\n",
    "for x in y:  # comment\n",
    "```\n",
    "| a | bb |\n|---|---|\n| c | d |\n",
    "---\n",
    f"{PICTURE}\n",
    "שלום עולם words\n",
    "one`\n",
)
LETTERS = "abc e  *`#>-[]|~_.1"
KEYS = (
    *[(Key.Key_Return, Mod.NoModifier)] * 3,
    *[(Key.Key_Backspace, Mod.NoModifier)] * 4,
    (Key.Key_Delete, Mod.NoModifier),
    (Key.Key_Up, Mod.NoModifier),
    (Key.Key_Down, Mod.NoModifier),
    (Key.Key_Home, Mod.NoModifier),
    (Key.Key_PageDown, Mod.NoModifier),
    (Key.Key_Tab, Mod.NoModifier),
    (Key.Key_Down, Mod.ShiftModifier),
    (Key.Key_Z, Mod.ControlModifier),
    (Key.Key_Z, Mod.ControlModifier | Mod.ShiftModifier),
    (Key.Key_Home, Mod.ControlModifier),
    (Key.Key_End, Mod.ControlModifier),
)


class Sizes:
    """Says that every picture has the same size."""

    def box_of(self, _link, _room):
        return QSize(120, 90)


class Screen:
    """A narrow text field on the screen, which shows pictures and misspelled words."""

    def __init__(self, theme):
        self.formats = SyntaxFormats(theme)
        self.formats.pictures = Sizes()
        self.view = NoteView(theme)
        self.view.resize(480, 420)
        self.view.live.paint_picture = lambda painter, _link, place, _room: painter.fillRect(
            place, QColor("#a08030")
        )
        self.view.spelling.on = True
        self.view.spelling.asked.connect(self._spell, Qt.ConnectionType.QueuedConnection)
        self.view.show()

    def open(self, text, mode):
        self.formats.live = mode is not TextMode.RAW
        made = []
        self.document = NoteDocument(
            text, prepare=lambda empty: made.append(Highlighter(empty, self.formats))
        )
        (self.highlighter,) = made
        self.highlighter.begin()
        self.view.set_mode(mode)
        self.view.show_document(self.document, self.highlighter)
        self.view.activateWindow()
        self.view.setFocus()
        settle()

    def go_to(self, place):
        cursor = self.view.textCursor()
        cursor.setPosition(place)
        self.view.setTextCursor(cursor)

    def paste(self, text):
        data = QMimeData()
        data.setText(text)
        self.view.insertFromMimeData(data)

    def edit_elsewhere(self, place, text):
        cursor = QTextCursor(self.document)
        cursor.setPosition(place)
        cursor.insertText(text)

    def compose(self, text):
        QApplication.sendEvent(self.view, QInputMethodEvent(text, []))

    def picture(self) -> QImage:
        settle()
        return self.view.screen().grabWindow(self.view.winId()).toImage()

    def differs(self) -> bool:
        """Whether anything changes on the screen when all of it is painted again."""
        before = self.picture()
        self.view.viewport().update()
        return before != self.picture()

    def _spell(self, words):
        self.view.spelling.learn({word: len(word) % 3 != 0 for word in words})


def settle():
    for _time in range(6):
        QApplication.processEvents()


@pytest.fixture(scope="module")
def shared(qapp):
    flash = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    made = Screen(Theme(qapp, ThemeMode.LIGHT))
    yield made
    made.view.deleteLater()
    qapp.setCursorFlashTime(flash)


@pytest.fixture
def screen(shared, qtbot):
    shared.open("", TextMode.LIVE)
    return shared


class Painted(QObject):
    """The area of a widget that was painted since, and how often."""

    def __init__(self, widget):
        super().__init__(widget)
        self.area, self.times = QRect(), 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        if event.type() is QEvent.Type.Paint:
            self.area = self.area.united(event.rect())
            self.times += 1
        return False


@pytest.mark.parametrize("mode", [TextMode.LIVE, TextMode.RAW])
def test_a_key_paints_only_the_lines_around_it(screen, mode, monkeypatch):
    monkeypatch.setattr(screen.view.spelling, "on", False)  # else the marks of each new word follow
    screen.open("\n".join(["some **bold** words"] * 20), mode)
    screen.go_to(len("some **bold** words"))
    QTest.keyClicks(screen.view, "x")
    settle()
    painted = Painted(screen.view.viewport())

    QTest.keyClicks(screen.view, "y")
    settle()

    height = screen.view.cursorRect().height()
    assert 0 < painted.area.height() < 4 * height < screen.view.viewport().height() / 2


@pytest.mark.parametrize("mode", [TextMode.LIVE, TextMode.RAW])
def test_lines_that_scroll_into_view_are_painted_once(screen, mode, monkeypatch):
    monkeypatch.setattr(screen.view.spelling, "on", False)
    screen.open("\n".join(["some **bold** words"] * 1_000), mode)
    painted = Painted(screen.view.viewport())

    screen.view.verticalScrollBar().setValue(500)
    settle()

    assert painted.times == 1


def a_line_that_wraps(screen):
    screen.go_to(LONG.index("wrap"))
    QTest.keyClicks(screen.view, "and some more words")


def a_heading_typed_before_words(screen):
    screen.go_to(0)
    QTest.keyClicks(screen.view, "# ")


def marks_that_come_back(screen):
    screen.go_to(screen.document.stored.index("item") + 3)
    QTest.keyClicks(screen.view, "x")


def a_picture_whose_address_is_shown(screen):
    screen.go_to(screen.document.stored.index(PICTURE) + 2)


def a_picture_whose_address_is_broken(screen):
    screen.edit_elsewhere(screen.document.stored.index("attachment"), "x")


def many_lines_pasted(screen):
    screen.paste("one\n# two\n- three\n")


def a_long_text_undone(screen):
    screen.go_to(3)
    screen.paste(LONG)
    screen.picture()
    screen.view.undo()


def a_line_that_grows_and_shrinks_between_two_paints(screen):
    screen.edit_elsewhere(3, LONG)
    screen.edit_elsewhere(screen.document.stored.index("item") + 3, "x")
    screen.view.undo()
    screen.view.undo()


def words_that_are_composed(screen):
    screen.go_to(LONG.index("wrap"))
    screen.compose("にほん" * 12)


def a_cell_that_grows_elsewhere(screen):
    screen.edit_elsewhere(screen.document.stored.index(" d |"), "a longer one")


def a_callout_begun_in_a_callout(screen):
    screen.edit_elsewhere(screen.document.stored.index("> second") + 2, "[!note]")


def a_misspelled_word_left_by_an_arrow(screen):
    screen.go_to(len(LONG))
    QTest.keyClicks(screen.view, " abcabc")
    screen.picture()
    QTest.keyClick(screen.view, Key.Key_Down)


@pytest.mark.parametrize("mode", [TextMode.LIVE, TextMode.RAW])
@pytest.mark.parametrize(
    "act",
    [
        a_line_that_wraps,
        a_heading_typed_before_words,
        marks_that_come_back,
        a_picture_whose_address_is_shown,
        a_picture_whose_address_is_broken,
        many_lines_pasted,
        a_long_text_undone,
        a_line_that_grows_and_shrinks_between_two_paints,
        words_that_are_composed,
        a_cell_that_grows_elsewhere,
        a_callout_begun_in_a_callout,
        a_misspelled_word_left_by_an_arrow,
    ],
)
def test_the_screen_shows_all_of(screen, act, mode):
    screen.open(
        f"{LONG}\n- **item** of many words\n{PICTURE}\n\n| a | b |\n|---|---|\n| c | d |\n\n"
        "> [!note] Title\n> first\n> second\n\nlast",
        mode,
    )

    act(screen)

    assert not screen.differs()


@pytest.mark.parametrize("mode", [TextMode.LIVE, TextMode.RAW])
def test_a_line_end_that_comes_back_leaves_the_line_below_whole(screen, mode):
    screen.open(f"{LONG}\nab\nef\n\n", mode)
    screen.go_to(screen.document.units)
    cursor = QTextCursor(screen.document)
    cursor.setPosition(screen.document.stored.index("ab"), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("\n")
    settle()

    screen.document.undo()

    assert not screen.differs()
    block = screen.document.findBlockByNumber(1)
    assert block.text() == "ab"
    assert block.layout().lineAt(0).textLength() == len("ab")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mode", [TextMode.LIVE, TextMode.RAW])
def test_the_screen_shows_all_of_any_edits(screen, seed, mode):
    chance = random.Random(seed)
    screen.open("".join(chance.choices(PARTS, k=chance.randint(1, 14))), mode)
    screen.go_to(chance.randint(0, screen.document.units))

    for _step in range(25):
        for _act in range(chance.choice((1, 1, 1, 3))):
            any_act(screen, chance)
        assert not screen.differs()


def any_act(screen, chance):
    kind = chance.random()
    if kind < 0.6:
        QTest.keyClicks(screen.view, chance.choice(LETTERS))
    elif kind < 0.88:
        QTest.keyClick(screen.view, *chance.choice(KEYS))
    elif kind < 0.93:
        screen.paste("".join(chance.choices(PARTS, k=2)))
    elif kind < 0.97:
        screen.go_to(chance.randint(0, screen.document.units))
    else:
        screen.edit_elsewhere(chance.randint(0, screen.document.units), "some words ")
