"""The window for people who read from right to left: what is painted stands where it belongs."""

from collections import Counter
from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.gui.command_palette.panel import PalettePanel
from notebrain.gui.editor.header_chips import ImportanceDots
from notebrain.gui.history.pane import HistoryPane
from notebrain.gui.home.page import HomePage
from notebrain.gui.sidebar.view import EntryView
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.painting import BidiPainter
from notebrain.gui.window.pages import SEARCH

pytestmark = pytest.mark.styled

_RTL, _LTR = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
_APART = 7  # wider than a blank between words
_NEAR = 4


@pytest.fixture
def turn(qapp):
    """Turn the whole window."""

    def turn(direction: Qt.LayoutDirection) -> None:
        qapp.setLayoutDirection(direction)
        QApplication.processEvents()

    yield turn
    qapp.setLayoutDirection(_LTR)


def blocks(widget, band: tuple[int, int]) -> list[tuple[int, int]]:
    """Return from where to where something is painted in these lines of a widget."""
    picture = widget.grab().toImage()
    top, bottom = band
    rows = [[picture.pixel(x, y) for x in range(picture.width())] for y in range(top, bottom)]
    grounds = [Counter(row).most_common(1)[0][0] for row in rows]
    full = [
        any(row[x] != ground for row, ground in zip(rows, grounds, strict=True))
        for x in range(picture.width())
    ]
    found: list[tuple[int, int]] = []
    x = 0
    for inked, run in groupby(full):
        width = len(list(run))
        if inked and found and x - found[-1][1] < _APART:
            found[-1] = (found[-1][0], x + width)
        elif inked:
            found.append((x, x + width))
        x += width
    return found


def names(view: EntryView) -> list[str]:
    return [str(view.entries.index(row).data()) for row in range(view.entries.rowCount())]


def assert_turned(widget, turn, *bands: tuple[int, int], least: int) -> None:
    """Everything in these lines stands as far from the right as it stood from the left."""
    turn(_LTR)
    before = [blocks(widget, band) for band in bands]
    turn(_RTL)
    after = [blocks(widget, band) for band in bands]

    for was, now in zip(before, after, strict=True):
        width = widget.width()
        mirrored = [(width - right, width - left) for left, right in reversed(was)]
        assert len(was) >= least
        assert len(now) == len(mirrored)
        for is_at, belongs in zip(now, mirrored, strict=True):
            assert abs(is_at[0] - belongs[0]) <= _NEAR
            assert abs(is_at[1] - belongs[1]) <= _NEAR


def test_rows_of_the_note_list(open_window, take, turn) -> None:
    take("# Gas\nA bottle", tags=("home", "winter"), pinned=True, local_only=True)
    app = open_window()
    app.editor.setFocus()
    view = app.notes.view
    view.selectionModel().clear()

    top = view.visualRect(view.model().index(0, 0)).top()  # below the heading of the day
    assert_turned(view.viewport(), turn, (top + 10, top + 29), (top + 48, top + 64), least=2)


def test_entries_of_the_sidebar_fold_where_their_chevron_is(open_window, take, turn, qtbot) -> None:
    take("Pastry", tags=("recipes/bread",))
    app = open_window()
    turn(_RTL)
    lists = app.sidebar.findChildren(EntryView)
    view = next(view for view in lists if "recipes" in names(view))
    rect = view.visualRect(view.entries.index(names(view).index("recipes")))

    with qtbot.waitSignal(view.folded):
        at = QPoint(rect.right() - app.theme.px(14), rect.center().y())
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_hits_of_a_search(open_window, take, turn, qtbot) -> None:
    take("# Gas bottle\nA", pinned=True)
    app = open_window()
    app.pages.show(SEARCH)
    app.search.panel.search("gas ")
    view = app.search.panel.results.view
    qtbot.waitUntil(lambda: any(row.hit for row in app.search.panel.results.model.rows))

    assert_turned(view.viewport(), turn, (12, 28), (76, 92), least=3)


def test_why_a_note_is_first(open_window, take, turn, qtbot) -> None:
    take("# Gas bottle\nA")
    app = open_window()
    app.pages.show(SEARCH)
    app.search.panel.search("gas ")
    pane = app.search.panel.ranking.why
    qtbot.waitUntil(lambda: not pane.grab().toImage().isNull() and bool(pane.accessibleName()))
    top = app.theme.px(32)

    assert_turned(pane, turn, (top, top + 26), (top + 78, top + 104), least=3)


def test_rows_of_the_palette_and_its_keys(open_window, turn, qtbot) -> None:
    app = open_window()
    app.actions[CommandId.PALETTE].trigger()
    panel = app.window.findChild(PalettePanel)
    qtbot.keyClicks(panel.edit, "note")
    view = panel.view
    qtbot.waitUntil(lambda: view.model().rowCount() > 3)
    row = view.visualRect(view.model().index(2, 0))

    assert_turned(view.viewport(), turn, (row.top() + 10, row.bottom() - 10), least=3)
    assert_turned(panel.foot, turn, (6, panel.foot.height() - 6), least=3)


def test_recent_notes_and_boxes_on_home(open_window, take, turn, qtbot) -> None:
    take("# Gas\n- [ ] Order a bottle")
    app = open_window()
    app.actions[CommandId.HOME].trigger()
    page = app.window.findChild(HomePage)
    qtbot.waitUntil(lambda: bool(page.tasks.boxes) and page.tasks.boxes[0].isVisible())

    assert_turned(page.recent.viewport(), turn, (8, 36), least=3)
    assert_turned(page.tasks.boxes[0], turn, (4, 24), least=2)


def test_states_of_the_history(open_window, take, turn, qtbot) -> None:
    take("# Gas\nA bottle")
    app = open_window()
    app.side.open("history")
    pane = app.side.findChild(HistoryPane)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 1)
    view = pane.list
    view.selectionModel().clear()
    row = view.visualRect(view.model().index(1, 0))

    assert_turned(view.viewport(), turn, (row.top() + 8, row.top() + 26), least=3)


def test_importance_is_set_where_its_dots_are(theme, turn, qtbot) -> None:
    turn(_RTL)
    dots = ImportanceDots(theme)
    qtbot.addWidget(dots)
    dots.resize(dots.sizeHint())
    dots.show()

    at = QPoint(dots.width() - 6, dots.height() // 2)
    QTest.mouseClick(dots, Qt.MouseButton.LeftButton, pos=at)

    assert dots.value() == 1


@pytest.mark.parametrize("kind", [Label, ElidedLabel])
def test_a_sentence_keeps_the_order_of_its_words(theme, turn, qtbot, kind) -> None:
    label = kind(theme, "1      WWWW", role=Role.BODY)
    qtbot.addWidget(label)
    label.resize(label.sizeHint() + QSize(40, 0))
    label.show()

    turn(_RTL)

    number, word = blocks(label, (0, label.height()))
    assert number[1] - number[0] < word[1] - word[0]
    assert label.width() - word[1] <= _NEAR


def test_what_is_mirrored_once_more_is_where_it_was() -> None:
    seen = BidiPainter(_RTL, QRect(10, 0, 200, 20))

    assert seen.rect(QRect(10, 0, 30, 20)) == QRect(180, 0, 30, 20)
    assert seen.exact(QRectF(10, 0, 30.5, 20)) == QRectF(179.5, 0, 30.5, 20)
    assert seen.exact(seen.exact(QRectF(12.5, 1, 7, 3))) == QRectF(12.5, 1, 7, 3)
    assert seen.x(10) == 210
