"""The tags of the sidebar, by what the user does with them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Counts
from notebrain.gui.notes.locations import ALL_NOTES, TRASH, Location, LocationKind
from notebrain.gui.sidebar.model import Fold
from notebrain.gui.sidebar.panel import Sidebar


def tag(path: str) -> Location:
    return Location(LocationKind.TAG, tag=path)


def tags(sidebar) -> list[str]:
    entries = sidebar.top.entries.entries()
    return [entry.place.tag for entry in entries if entry.place and entry.place.tag]


def counted(sidebar) -> dict[str, int]:
    entries = sidebar.top.entries.entries()
    return {e.place.tag: e.count for e in entries if e.place and e.place.tag}


@pytest.fixture
def desk(open_desk, take, qtbot):
    """The window on a few notes with tags, some below others."""
    take("Frost", tags=("garden", "garden/winter"))
    take("Beans", tags=("garden/summer",))
    take("Kiosk", tags=("work/kiosk/db",))
    desk = open_desk()
    qtbot.waitUntil(lambda: bool(tags(desk.sidebar)))
    return desk


def click_chevron(qtbot, view, place: Location) -> None:
    rect = view.visualRect(view.entries.find(place))
    at = QPoint(rect.left() + 14, rect.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def menu_of(desk, qtbot, place: Location, view=None) -> QMenu:
    """Open the menu of an entry with a right click."""
    view = view or desk.sidebar.top
    at = view.visualRect(view.entries.find(place)).center()
    view.customContextMenuRequested.emit(at)
    qtbot.waitUntil(lambda: any(m.isVisible() for m in desk.window.findChildren(QMenu)))
    menu = next(m for m in desk.window.findChildren(QMenu) if m.isVisible())
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    menu.close()
    action.trigger()


def answer(desk, qtbot, text: str) -> None:
    """Answer the question with this text."""
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue(text)
    dialog.accept()


def test_tags_below_others_are_hidden_and_counted_with_them(desk) -> None:
    assert counted(desk.sidebar) == {"garden": 2, "work": 1}


def test_a_click_on_the_chevron_opens_and_closes_a_tag_and_goes_nowhere(desk, qtbot) -> None:
    view = desk.sidebar.top

    click_chevron(qtbot, view, tag("garden"))
    opened = tags(desk.sidebar)
    click_chevron(qtbot, view, tag("garden"))

    assert opened == ["garden", "garden/summer", "garden/winter", "work"]
    assert tags(desk.sidebar) == ["garden", "work"]
    assert desk.browser.place == ALL_NOTES


def test_the_arrow_keys_open_a_tag_close_it_and_go_up(desk, qtbot) -> None:
    view = desk.sidebar.top
    desk.browser.show_place(tag("work"))
    view.setFocus()

    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    inside = desk.browser.place
    qtbot.keyClick(view, Qt.Key.Key_Left)
    above = desk.browser.place
    qtbot.keyClick(view, Qt.Key.Key_Left)

    assert (inside, above) == (tag("work/kiosk"), tag("work"))
    assert tags(desk.sidebar) == ["garden", "work"]


def test_a_tag_that_is_closed_over_the_chosen_one_is_chosen(desk, qtbot) -> None:
    desk.browser.show_place(tag("garden/winter"))

    click_chevron(qtbot, desk.sidebar.top, tag("garden"))

    assert desk.sidebar.top.entry().place == tag("garden")


def test_a_hidden_tag_comes_to_light_when_it_is_shown(desk) -> None:
    desk.browser.show_place(tag("work/kiosk/db"))

    assert tags(desk.sidebar) == ["garden", "work", "work/kiosk", "work/kiosk/db"]
    assert desk.sidebar.top.entry().place == tag("work/kiosk/db")


def test_open_tags_are_open_the_next_time(desk, open_desk, qtbot) -> None:
    click_chevron(qtbot, desk.sidebar.top, tag("garden"))
    desk.window.close()

    again = open_desk()

    qtbot.waitUntil(
        lambda: tags(again.sidebar) == ["garden", "garden/summer", "garden/winter", "work"]
    )


def test_a_screen_reader_hears_the_whole_tag_and_whether_it_is_open(desk, qtbot) -> None:
    view = desk.sidebar.top
    role = Qt.ItemDataRole.AccessibleTextRole
    closed = view.entries.find(tag("garden")).data(role)

    click_chevron(qtbot, view, tag("garden"))

    assert closed == "garden, 2 notes, folded"
    assert view.entries.find(tag("garden/winter")).data(role) == "garden/winter, 1 note"


def test_a_tag_is_renamed_over_all_notes_and_back(desk, services, qtbot) -> None:
    desk.browser.show_place(tag("garden"))

    choose(menu_of(desk, qtbot, tag("garden")), "Rename tag…")
    answer(desk, qtbot, "plants")

    qtbot.waitUntil(lambda: "plants" in tags(desk.sidebar))
    assert list(services.library.tags()) == [
        *("plants", "plants/summer", "plants/winter", "work/kiosk/db")
    ]
    assert desk.browser.place == tag("plants")
    assert desk.window.toast.text.text() == "Renamed the tag “garden”"
    qtbot.mouseClick(desk.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "garden" in tags(desk.sidebar))
    assert "plants" not in tags(desk.sidebar)


def test_a_right_click_on_a_tag_leaves_the_place_that_is_shown_chosen(desk, qtbot) -> None:
    view = desk.sidebar.top
    desk.browser.show_place(tag("garden"))

    at = view.visualRect(view.entries.find(tag("work"))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=at)

    assert view.entry().place == tag("garden")


def test_a_tag_is_merged_into_another(desk, services, qtbot) -> None:
    choose(menu_of(desk, qtbot, tag("garden")), "Merge into another tag…")
    answer(desk, qtbot, "work/kiosk/db")

    qtbot.waitUntil(lambda: tags(desk.sidebar) == ["work"])
    assert list(services.library.tags()) == [
        *("work/kiosk/db", "work/kiosk/db/summer", "work/kiosk/db/winter")
    ]


def test_a_lonely_tag_has_nothing_to_merge_into(open_desk, take, qtbot) -> None:
    take("One", tags=("alone",))
    desk = open_desk()
    qtbot.waitUntil(lambda: tags(desk.sidebar) == ["alone"])

    choose(menu_of(desk, qtbot, tag("alone")), "Merge into another tag…")

    qtbot.waitUntil(lambda: desk.status.saved.text() == "There is no other tag")


def test_a_tag_is_deleted_with_those_below_it_and_comes_back(desk, services, qtbot) -> None:
    desk.browser.show_place(tag("garden"))

    choose(menu_of(desk, qtbot, tag("garden")), "Delete tag")

    qtbot.waitUntil(lambda: tags(desk.sidebar) == ["work"])
    assert desk.browser.place == ALL_NOTES
    desk.actions[CommandId.UNDO_FILING].trigger()
    qtbot.waitUntil(lambda: counted(desk.sidebar) == {"garden": 2, "work": 1})


def test_a_tag_cannot_go_below_itself(desk, qtbot) -> None:
    choose(menu_of(desk, qtbot, tag("garden")), "Rename tag…")
    answer(desk, qtbot, "garden/winter/more")

    qtbot.waitUntil(lambda: desk.status.saved.text() == "A tag cannot be moved below itself.")


def test_the_trash_offers_to_be_emptied(desk, qtbot) -> None:
    menu = menu_of(desk, qtbot, TRASH, desk.sidebar.foot)

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

    sidebar.tell_counts(counts)
    sidebar.tell_open_tags(name for name, _count in branches)

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
    sidebar.tell_counts(counts)
    bar = sidebar.top.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    sidebar.top.scrollTo(sidebar.top.entries.find(tag("t150")))
    before = bar.value()

    click_chevron(qtbot, sidebar.top, tag("t150"))

    assert "t150/below" in tags(sidebar)
    assert before > 0
    assert bar.value() == before
