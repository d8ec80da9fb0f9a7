"""Notes stand below headings by date, and everything else in the list works as without them."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from notebrain.domain.notes.note import ListFilter, SortKey
from notebrain.gui.core.locations import ALL_NOTES, TRASH, Location, LocationKind
from notebrain.gui.note_list.order import ListOrder
from notebrain.gui.note_list.view import NoteListView
from notebrain.notes.service import Edit

NOW = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dated(take, clock):
    """Take notes on several days; their titles are their days."""

    def at(*days: datetime) -> list[str]:
        notes = []
        for day in days:
            clock.moment = day
            notes.append(take(f"{day:%d %B %Y}"))
        clock.moment = NOW
        return notes

    return at


@pytest.fixture
def listed(bench, dated):
    """The list with two notes of today, one of yesterday, one of this week, and one of last year."""
    bench.notes = dated(
        datetime(2025, 3, 3, 12, tzinfo=UTC),
        datetime(2026, 11, 17, 12, tzinfo=UTC),
        datetime(2026, 11, 18, 12, tzinfo=UTC),
        datetime(2026, 11, 19, 8, tzinfo=UTC),
        datetime(2026, 11, 19, 12, tzinfo=UTC),
    )
    bench.loader.show(ListFilter(), grouped=True)
    return bench


def headings(bench) -> list[tuple[int, str]]:
    return [tuple(heading) for heading in bench.model.headings]


def place(view: NoteListView, row: int):
    return view.visualRect(view.model().index(row, 0))


def test_notes_stand_below_today_yesterday_this_week_and_months(listed) -> None:
    assert headings(listed) == [(0, "Today"), (2, "Yesterday"), (3, "This week"), (4, "March 2025")]


def test_a_month_of_this_year_needs_no_year(bench, dated) -> None:
    dated(datetime(2026, 3, 3, 12, tzinfo=UTC))

    bench.loader.show(ListFilter(), grouped=True)

    assert headings(bench) == [(0, "March")]


@pytest.mark.parametrize("wanted", [ListFilter(sort=SortKey.TITLE), ListFilter()])
def test_titles_and_a_list_without_groups_have_no_headings(listed, wanted) -> None:
    listed.loader.show(wanted, grouped=wanted.sort is SortKey.TITLE)

    assert headings(listed) == []
    assert place(listed.panel.view, 0).top() == 0


def test_a_heading_takes_room_above_the_first_note_of_its_group(listed) -> None:
    view = listed.panel.view
    row, heading = view.row_height(), view.heading_height()

    tops = [place(view, number).top() for number in range(5)]

    assert tops == [
        heading,
        heading + row,
        2 * heading + 2 * row,
        3 * heading + 3 * row,
        4 * heading + 4 * row,
    ]
    for number in range(5):
        assert view.indexAt(place(view, number).topLeft()).row() == number
        assert view.indexAt(place(view, number).bottomRight()).row() == number
    for number in (0, 2, 3, 4):
        above = place(view, number).topLeft() - QPoint(0, 1)
        assert not view.indexAt(above).isValid()
        assert view.is_on_heading(above)
    assert not view.is_on_heading(place(view, 4).bottomLeft() + QPoint(0, 1))


def test_the_last_note_can_be_scrolled_to_and_the_first_one_shows_its_heading(listed) -> None:
    listed.panel.resize(312, 250)
    view = listed.panel.view
    listed.panel.select_first()

    QTest.keyClick(view, Qt.Key.Key_End)
    last = place(view, 4)
    QTest.keyClick(view, Qt.Key.Key_Home)

    assert last.bottom() <= view.viewport().rect().bottom()
    assert view.verticalScrollBar().value() == 0


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ([Qt.Key.Key_Down], 1),
        ([Qt.Key.Key_Down] * 2, 2),
        ([Qt.Key.Key_End], 4),
        ([Qt.Key.Key_End, Qt.Key.Key_Down], 4),
        ([Qt.Key.Key_End, Qt.Key.Key_Up], 3),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], 0),
        ([Qt.Key.Key_PageDown], 4),
        ([Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Up], 0),
    ],
)
def test_keys_go_from_note_to_note_past_the_headings(listed, keys, row) -> None:
    listed.panel.select_first()

    for key in keys:
        QTest.keyClick(listed.panel.view, key)

    assert listed.panel.view.currentIndex().row() == row
    assert listed.panel.selected_count() == 1


def test_several_notes_are_chosen_across_groups_by_key_and_by_click(listed) -> None:
    view = listed.panel.view
    listed.panel.select_first()

    for _step in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down, SHIFT)
    by_key = listed.panel.selected_count()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 1).center())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, SHIFT, place(view, 4).center())
    by_click = listed.panel.selected_keys()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, CTRL, place(view, 2).center())

    assert by_key == 4
    assert by_click == listed.model.keys[1:5]
    assert listed.panel.selected_count() == 3


def test_a_click_on_a_heading_changes_nothing(listed) -> None:
    view = listed.panel.view
    listed.panel.select_first()

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 5))

    assert listed.panel.selected_count() == 1
    assert listed.panel.view.currentIndex().row() == 0


def test_all_notes_are_chosen_by_ctrl_a(listed) -> None:
    listed.panel.select_first()

    QTest.keyClick(listed.panel.view, Qt.Key.Key_A, CTRL)

    assert listed.panel.selected_count() == 5


def test_the_first_note_of_a_group_is_read_aloud_with_its_heading(listed) -> None:
    spoken = [listed.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    view = QAccessible.queryAccessibleInterface(listed.panel.view)

    assert spoken[0].startswith("Today. 19 November 2026.")
    assert spoken[1].startswith("19 November 2026.")
    assert spoken[2].startswith("Yesterday. 18 November 2026.")
    assert view.role() is QAccessible.Role.List
    assert view.childCount() == 5
    at = listed.panel.view.viewport().mapToGlobal(place(listed.panel.view, 2).center())
    assert view.childAt(at.x(), at.y()).text(QAccessible.Text.Name) == spoken[2]


@pytest.mark.parametrize("grouped", [True, False])
def test_an_edited_note_moves_to_today_and_stays_chosen_and_in_sight(
    listed, services, qtbot, clock, grouped
) -> None:
    listed.panel.resize(312, 250)
    listed.loader.show(ListFilter(), grouped=grouped)
    oldest = listed.notes[0]
    listed.panel.select(oldest)
    clock.forward(minutes=5)

    services.notes.edit(oldest, Edit("Changed", session="s")).result()

    qtbot.waitUntil(lambda: listed.titles()[0] == "Changed")
    view = listed.panel.view
    qtbot.waitUntil(lambda: view.viewport().rect().contains(place(view, 0)))
    assert listed.panel.current() == oldest
    assert [row.id for row in listed.panel.selected()] == [oldest]
    if grouped:
        assert headings(listed) == [(0, "Today"), (3, "Yesterday"), (4, "This week")]


def test_a_list_scrolled_away_from_the_edited_note_does_not_move(
    listed, services, qtbot, clock
) -> None:
    listed.panel.resize(312, 250)
    newer, newest = listed.notes[-2:]
    listed.panel.select(newer)
    bar = listed.panel.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    clock.forward(minutes=5)

    services.notes.edit(newer, Edit("Changed", session="s")).result()

    qtbot.waitUntil(lambda: listed.titles()[0] == "Changed")
    assert bar.value() == bar.maximum()
    assert listed.panel.current() == newer != newest


def test_an_edit_within_today_reads_no_keys_again(listed, services, clock, monkeypatch) -> None:
    reads = []
    monkeypatch.setattr(listed.reader, "read", lambda what, *_work, **_more: reads.append(what))
    clock.forward(minutes=5)

    changes = services.notes.edit(listed.notes[-2], Edit("Changed", session="s")).result()
    listed.loader.apply(changes)

    assert listed.titles()[0] == "Changed"
    assert not reads
    assert headings(listed)[:2] == [(0, "Today"), (2, "Yesterday")]


def test_with_the_oldest_first_an_edited_note_goes_to_the_end(
    listed, services, qtbot, clock
) -> None:
    listed.loader.show(ListFilter(oldest_first=True), grouped=True)
    assert headings(listed)[0] == (0, "March 2025")

    for note in (listed.notes[-2], listed.notes[0]):
        clock.forward(minutes=5)
        services.notes.edit(note, Edit(f"Changed {note}", session="s")).result()

        qtbot.waitUntil(lambda note=note: listed.titles()[-1] == f"Changed {note}")

    qtbot.waitUntil(lambda: headings(listed) == [(0, "This week"), (1, "Yesterday"), (2, "Today")])


def test_a_new_day_gives_the_groups_new_names(listed, qtbot, clock) -> None:
    clock.forward(days=1)

    listed.loader._midnight.timeout.emit()

    qtbot.waitUntil(
        lambda: headings(listed) == [(0, "Yesterday"), (2, "This week"), (4, "March 2025")]
    )


def test_the_first_edit_of_a_new_day_is_of_today(listed, services, qtbot, clock) -> None:
    clock.forward(days=1)

    services.notes.edit(listed.notes[-1], Edit("Changed", session="s")).result()

    qtbot.waitUntil(lambda: headings(listed)[:2] == [(0, "Today"), (1, "Yesterday")])


def test_the_trash_is_grouped_by_the_day_of_deletion(listed, services, clock) -> None:
    services.notes.forget([listed.notes[0]]).result()

    listed.loader.show(ListFilter(trashed=True), grouped=True)

    assert headings(listed) == [(0, "Today")]
    assert listed.panel.view.itemDelegate().end_text(listed.model.row(0)) == "14:05"


def test_the_menu_turns_the_order_around_and_groups_off(bench, qtbot) -> None:
    menu = bench.panel.order_menu
    bench.panel.show_location(ALL_NOTES, ListOrder())

    with qtbot.waitSignal(bench.panel.order_chosen) as turned:
        menu.oldest_first.trigger()
    with qtbot.waitSignal(bench.panel.order_chosen) as ungrouped:
        menu.grouped.trigger()

    assert turned.args == [ListOrder(oldest_first=True)]
    assert ungrouped.args == [ListOrder(oldest_first=True, grouped=False)]


@pytest.mark.parametrize(
    ("location", "order", "offered"),
    [
        (ALL_NOTES, ListOrder(), True),
        (ALL_NOTES, ListOrder(SortKey.TITLE), False),
        (TRASH, ListOrder(SortKey.TITLE), True),
        (Location(LocationKind.CHOSEN), ListOrder(), False),
    ],
)
def test_switches_for_dates_are_offered_where_dates_are_the_order(
    bench, location, order, offered
) -> None:
    bench.panel.show_location(location, order)

    assert bench.panel.order_menu.grouped.isEnabled() is offered
    assert bench.panel.order_menu.oldest_first.isEnabled() is offered


def test_order_and_groups_are_remembered(open_window, take) -> None:
    take("A note")
    open_window().browser.set_order(ListOrder(SortKey.CREATED, oldest_first=True, grouped=False))

    app = open_window()

    menu = app.notes.order_menu
    assert menu.sorts[SortKey.CREATED].isChecked()
    assert menu.oldest_first.isChecked()
    assert not menu.grouped.isChecked()
    assert not app.notes.model.headings


def test_a_window_groups_its_notes_unless_they_were_chosen_by_a_page(open_window, take) -> None:
    note = take("A note")
    app = open_window()
    grouped = [heading.text for heading in app.notes.model.headings]

    app.browser.show_location(Location(LocationKind.CHOSEN, name="Hits", notes=(note,)))

    assert grouped == ["Today"]
    assert not app.notes.model.headings


def test_headings_are_painted_in_both_directions_without_a_warning(listed) -> None:
    view = listed.panel.view
    left = view.grab()

    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)

    assert view.grab().toImage() != left.toImage()
