"""Notes let go over the sidebar are filed there."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from notebrain.domain.notes.note import Category, ListFilter, NoteId
from notebrain.gui.core.locations import ALL_NOTES, PINNED, TRASH, Location, LocationKind
from notebrain.gui.notes.drag import mime_of, note_ids
from notebrain.gui.sidebar.drop_target import DropList
from notebrain.gui.sidebar.view import EntryView

COPY = Qt.DropAction.MoveAction
BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drag(widget, data, at: QPoint, *, drop: bool = True) -> bool:
    """Hold notes over a widget, let them go there if wanted; tell whether it would take them."""
    enter = QDragEnterEvent(at, COPY, data, BUTTON, NO_KEY)
    QApplication.sendEvent(widget, enter)
    move = QDragMoveEvent(at, COPY, data, BUTTON, NO_KEY)
    QApplication.sendEvent(widget, move)
    if drop and move.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(at), COPY, data, BUTTON, NO_KEY))
    return move.isAccepted()


def leave(widget) -> None:
    QApplication.sendEvent(widget, QDragLeaveEvent())


def over(view: EntryView, location: Location | str) -> QPoint:
    return view.visualRect(view.entries.find(location)).center()


@pytest.fixture
def notes(take):
    return [take("Dal"), take("Oats")]


@pytest.fixture
def app(open_window, take, notes, qtbot):
    take("Other", tags=("recipes",), workspace="Work")
    app = open_window()
    tags = Location(LocationKind.TAG, tag="recipes")
    qtbot.waitUntil(lambda: app.sidebar.top.entries.find(tags).isValid())
    return app


@pytest.mark.parametrize(
    ("location", "seen"),
    [
        (PINNED, {"pinned": True}),
        (Location(LocationKind.CATEGORY, category=Category.FACT), {"category": Category.FACT}),
        (Location(LocationKind.TAG, tag="recipes"), {"tags": ("recipes",)}),
    ],
)
def test_notes_are_filed_where_they_are_let_go_and_back(
    app, notes, services, qtbot, location, seen
) -> None:
    def filed() -> list[dict[str, object]]:
        found = [services.library.note(note) for note in notes]
        return [{name: getattr(note, name) for name in seen} for note in found]

    before = filed()
    view = app.sidebar.top

    taken = drag(view.viewport(), mime_of(notes), over(view, location))

    assert taken
    qtbot.waitUntil(lambda: filed() == [seen, seen])
    qtbot.waitUntil(app.window.toast.isVisible)
    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: filed() == before)


def test_notes_let_go_over_the_trash_go_there(app, notes, services, qtbot) -> None:
    view = app.sidebar.foot

    drag(view.viewport(), mime_of([*notes, NoteId("gone")]), over(view, TRASH))

    qtbot.waitUntil(lambda: services.library.counts().trashed == 2)


def test_what_is_no_place_takes_nothing(app, notes) -> None:
    view = app.sidebar.top
    heading = view.visualRect(view.entries.index(6)).center()

    for at in (over(view, ALL_NOTES), over(view, "search"), heading, QPoint(5, 9_000)):
        assert not drag(view.viewport(), mime_of(notes), at)


def test_the_place_under_the_notes_is_tinted_until_they_leave(app, notes, theme) -> None:
    view = app.sidebar.top
    rect = view.visualRect(view.entries.find(PINNED))
    spot = QPoint(rect.left() + 60, rect.top() + 3)
    tint = theme.tokens.color("accent_tint")
    assert view.viewport().grab().toImage().pixelColor(spot) != tint

    drag(view.viewport(), mime_of(notes), rect.center(), drop=False)
    during = view.viewport().grab().toImage().pixelColor(spot)
    leave(view.viewport())

    assert during == tint
    assert view.viewport().grab().toImage().pixelColor(spot) != tint


def test_the_workspaces_open_below_the_switcher_and_take_notes(app, notes, services, qtbot) -> None:
    switcher = app.sidebar.switcher
    drag(switcher, mime_of(notes), switcher.rect().center(), drop=False)
    drops = app.window.findChild(DropList)
    qtbot.waitUntil(drops.isVisible)
    names = [entry.text for entry in drops.view.entries.entries()]
    at = drops.view.visualRect(drops.view.entries.index(names.index("Work"))).center()

    leave(switcher)
    drag(drops.view.viewport(), mime_of(notes), at)

    qtbot.waitUntil(lambda: len(services.library.list(ListFilter(workspace="Work"))) == 3)
    assert not drops.isVisible()


def test_the_workspaces_go_when_the_notes_go(app, notes, qtbot) -> None:
    switcher = app.sidebar.switcher
    drag(switcher, mime_of(notes), switcher.rect().center(), drop=False)
    drops = app.window.findChild(DropList)
    qtbot.waitUntil(drops.isVisible)

    leave(switcher)

    qtbot.waitUntil(lambda: not drops.isVisible())


def test_the_ids_of_notes_come_through(notes) -> None:
    assert note_ids(mime_of(notes)) == notes
