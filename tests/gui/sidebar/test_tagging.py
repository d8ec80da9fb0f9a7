"""The tags of the sidebar, by what the user does with them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Counts
from notebrain.gui.core.locations import ALL_NOTES, TRASH, Location, LocationKind
from notebrain.gui.sidebar.model import Fold
from notebrain.gui.sidebar.panel import Sidebar


def tag(path: str) -> Location:
    return Location(LocationKind.TAG, tag=path)


def tags(sidebar) -> list[str]:
    entries = sidebar.top.entries.entries()
    return [entry.location.tag for entry in entries if entry.location and entry.location.tag]


def counted(sidebar) -> dict[str, int]:
    entries = sidebar.top.entries.entries()
    return {e.location.tag: e.count for e in entries if e.location and e.location.tag}


@pytest.fixture
def app(open_window, take, qtbot):
    """The window on a few notes with tags, some below others."""
    take("Frost", tags=("garden", "garden/winter"))
    take("Beans", tags=("garden/summer",))
    take("Kiosk", tags=("work/kiosk/db",))
    app = open_window()
    qtbot.waitUntil(lambda: bool(tags(app.sidebar)))
    return app


def click_chevron(qtbot, view, location: Location) -> None:
    rect = view.visualRect(view.entries.find(location))
    at = QPoint(rect.left() + 14, rect.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def menu_of(app, qtbot, location: Location, view=None) -> QMenu:
    """Open the menu of an entry with a right click."""
    view = view or app.sidebar.top
    at = view.visualRect(view.entries.find(location)).center()
    view.customContextMenuRequested.emit(at)
    qtbot.waitUntil(lambda: any(m.isVisible() for m in app.window.findChildren(QMenu)))
    menu = next(m for m in app.window.findChildren(QMenu) if m.isVisible())
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    menu.close()
    action.trigger()


def answer(app, qtbot, text: str) -> None:
    """Answer the question with this text."""
    qtbot.waitUntil(lambda: app.window.findChild(QInputDialog) is not None)
    dialog = app.window.findChild(QInputDialog)
    dialog.setTextValue(text)
    dialog.accept()


def test_tags_below_others_are_hidden_and_counted_with_them(app) -> None:
    assert counted(app.sidebar) == {"garden": 2, "work": 1}


def test_a_click_on_the_chevron_opens_and_closes_a_tag_and_goes_nowhere(app, qtbot) -> None:
    view = app.sidebar.top

    click_chevron(qtbot, view, tag("garden"))
    opened = tags(app.sidebar)
    click_chevron(qtbot, view, tag("garden"))

    assert opened == ["garden", "garden/summer", "garden/winter", "work"]
    assert tags(app.sidebar) == ["garden", "work"]
    assert app.browser.location == ALL_NOTES


def test_the_arrow_keys_open_a_tag_close_it_and_go_up(app, qtbot) -> None:
    view = app.sidebar.top
    app.browser.show_location(tag("work"))
    view.setFocus()

    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    inside = app.browser.location
    qtbot.keyClick(view, Qt.Key.Key_Left)
    above = app.browser.location
    qtbot.keyClick(view, Qt.Key.Key_Left)

    assert (inside, above) == (tag("work/kiosk"), tag("work"))
    assert tags(app.sidebar) == ["garden", "work"]


def test_a_tag_that_is_closed_over_the_chosen_one_is_chosen(app, qtbot) -> None:
    app.browser.show_location(tag("garden/winter"))

    click_chevron(qtbot, app.sidebar.top, tag("garden"))

    assert app.sidebar.top.entry().location == tag("garden")


def test_a_hidden_tag_comes_to_light_when_it_is_shown(app) -> None:
    app.browser.show_location(tag("work/kiosk/db"))

    assert tags(app.sidebar) == ["garden", "work", "work/kiosk", "work/kiosk/db"]
    assert app.sidebar.top.entry().location == tag("work/kiosk/db")


def test_open_tags_are_open_the_next_time(app, open_window, qtbot) -> None:
    click_chevron(qtbot, app.sidebar.top, tag("garden"))
    app.window.close()

    again = open_window()

    qtbot.waitUntil(
        lambda: tags(again.sidebar) == ["garden", "garden/summer", "garden/winter", "work"]
    )


def test_a_screen_reader_hears_the_whole_tag_and_whether_it_is_open(app, qtbot) -> None:
    view = app.sidebar.top
    role = Qt.ItemDataRole.AccessibleTextRole
    closed = view.entries.find(tag("garden")).data(role)

    click_chevron(qtbot, view, tag("garden"))

    assert closed == "garden, 2 notes, collapsed"
    assert view.entries.find(tag("garden/winter")).data(role) == "garden/winter, 1 note"


def test_a_tag_is_renamed_over_all_notes_and_back(app, services, qtbot) -> None:
    app.browser.show_location(tag("garden"))

    choose(menu_of(app, qtbot, tag("garden")), "Rename tag…")
    answer(app, qtbot, "plants")

    qtbot.waitUntil(lambda: "plants" in tags(app.sidebar))
    assert list(services.library.tags()) == [
        *("plants", "plants/summer", "plants/winter", "work/kiosk/db")
    ]
    assert app.browser.location == tag("plants")
    assert app.window.toast.text.text() == "Renamed the tag “garden”"
    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "garden" in tags(app.sidebar))
    assert "plants" not in tags(app.sidebar)


def test_a_right_click_on_a_tag_leaves_the_place_that_is_shown_chosen(app, qtbot) -> None:
    view = app.sidebar.top
    app.browser.show_location(tag("garden"))

    at = view.visualRect(view.entries.find(tag("work"))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=at)

    assert view.entry().location == tag("garden")


def test_a_tag_is_merged_into_another(app, services, qtbot) -> None:
    choose(menu_of(app, qtbot, tag("garden")), "Merge into another tag…")
    answer(app, qtbot, "work/kiosk/db")

    qtbot.waitUntil(lambda: tags(app.sidebar) == ["work"])
    assert list(services.library.tags()) == [
        *("work/kiosk/db", "work/kiosk/db/summer", "work/kiosk/db/winter")
    ]


def test_a_lonely_tag_has_nothing_to_merge_into(open_window, take, qtbot) -> None:
    take("One", tags=("alone",))
    app = open_window()
    qtbot.waitUntil(lambda: tags(app.sidebar) == ["alone"])

    choose(menu_of(app, qtbot, tag("alone")), "Merge into another tag…")

    qtbot.waitUntil(lambda: app.status.saved.text() == "There is no other tag")


def test_a_tag_is_deleted_with_those_below_it_and_comes_back(app, services, qtbot) -> None:
    app.browser.show_location(tag("garden"))

    choose(menu_of(app, qtbot, tag("garden")), "Delete tag")

    qtbot.waitUntil(lambda: tags(app.sidebar) == ["work"])
    assert app.browser.location == ALL_NOTES
    app.actions[CommandId.UNDO_FILING].trigger()
    qtbot.waitUntil(lambda: counted(app.sidebar) == {"garden": 2, "work": 1})


def test_a_tag_cannot_go_below_itself(app, qtbot) -> None:
    choose(menu_of(app, qtbot, tag("garden")), "Rename tag…")
    answer(app, qtbot, "garden/winter/more")

    qtbot.waitUntil(lambda: app.status.saved.text() == "A tag cannot be moved below itself.")


def test_the_trash_offers_to_be_emptied(app, qtbot) -> None:
    menu = menu_of(app, qtbot, TRASH, app.sidebar.foot)

    assert [action.text() for action in menu.actions()] == ["Empty trash…"]
    menu.close()


def test_two_thousand_tags_open_and_close_without_a_wait(theme, qtbot) -> None:
    sidebar = Sidebar(theme)
    qtbot.addWidget(sidebar)
    names = [f"area{number // 40}/t{number}" for number in range(2_000)]
    branches = tuple((f"area{number}", 40) for number in range(50))
    counts = Counts(
        notes=1,
        pinned=0,
        trashed=0,
        categories=(),
        tags=tuple((name, 1) for name in names),
        workspaces=(),
        branches=branches,
    )

    sidebar.show_counts(counts)
    sidebar.set_open_tags(name for name, _count in branches)

    assert len(tags(sidebar)) == 2_050
    assert sidebar.top.entries.entries()[-41].fold is Fold.OPEN


def test_opening_a_tag_far_down_leaves_the_list_where_it_is(theme, qtbot) -> None:
    sidebar = Sidebar(theme)
    qtbot.addWidget(sidebar)
    sidebar.resize(216, 400)
    sidebar.show()
    names = (*(f"t{number:03}" for number in range(200)), "t150/below")
    counts = Counts(
        notes=1,
        pinned=0,
        trashed=0,
        categories=(),
        tags=tuple((name, 1) for name in names),
        workspaces=(),
        branches=(("t150", 1),),
    )
    sidebar.show_counts(counts)
    bar = sidebar.top.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    sidebar.top.scrollTo(sidebar.top.entries.find(tag("t150")))
    before = bar.value()

    click_chevron(qtbot, sidebar.top, tag("t150"))

    assert "t150/below" in tags(sidebar)
    assert before > 0
    assert bar.value() == before
