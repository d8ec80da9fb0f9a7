"""The sidebar, by what one sees and does."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible

from notebrain.app.events import SyncProgress, SyncState
from notebrain.domain.notes.note import Category, Counts
from notebrain.gui.core.locations import ALL_NOTES, PINNED, TRASH, Location, LocationKind
from notebrain.gui.sidebar.model import sync_mark
from notebrain.gui.sidebar.panel import Sidebar

COUNTS = Counts(
    notes=1284,
    pinned=6,
    trashed=4,
    categories=((Category.FACT, 211), (Category.GENERAL, 900)),
    tags=(("garden", 42), ("work", 318)),
    workspaces=(("Personal", 1284),),
)


@pytest.fixture
def sidebar(theme, qtbot):
    sidebar = Sidebar(theme, new_key="Ctrl+N", search_key="Ctrl+Shift+F")
    qtbot.addWidget(sidebar)
    sidebar.resize(216, 700)
    sidebar.show()
    sidebar.show_counts(COUNTS)
    sidebar.select(ALL_NOTES)
    return sidebar


def texts(view) -> list[str]:
    model = view.entries
    return [model.index(row).data() for row in range(model.rowCount())]


def click(qtbot, view, location: Location | str | None) -> None:
    rect = view.visualRect(view.entries.find(location))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_it_shows_places_categories_and_tags_in_use(sidebar) -> None:
    assert texts(sidebar.top) == [
        *("Search", "Notes", "Pinned"),
        *("Categories", "Facts", "Decisions", "Preferences", "Projects"),
        *("Tags", "garden", "work"),
    ]
    assert texts(sidebar.foot) == ["Trash"]


def test_without_tags_there_is_no_heading_for_them(sidebar) -> None:
    sidebar.show_counts(None)

    assert "Tags" not in texts(sidebar.top)


def test_an_entry_says_its_count_to_a_screen_reader(sidebar) -> None:
    index = sidebar.top.entries.find(ALL_NOTES)

    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Notes, 1,284 notes"


def test_a_click_leads_to_the_place(sidebar, qtbot) -> None:
    with qtbot.waitSignal(sidebar.location_chosen) as asked:
        click(qtbot, sidebar.top, Location(LocationKind.TAG, tag="garden"))

    assert asked.args == [Location(LocationKind.TAG, tag="garden")]


def test_a_click_on_the_search_means_to_type_there(sidebar, qtbot) -> None:
    with qtbot.waitSignal(sidebar.page_chosen) as asked:
        click(qtbot, sidebar.top, "search")

    assert asked.args == ["search", True]


def test_a_click_on_a_heading_leads_nowhere(sidebar, qtbot) -> None:
    rect = sidebar.top.visualRect(sidebar.top.entries.index(3))

    with qtbot.assertNotEmitted(sidebar.location_chosen):
        qtbot.mouseClick(sidebar.top.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_a_click_into_the_void_leads_nowhere(sidebar, qtbot) -> None:
    with qtbot.assertNotEmitted(sidebar.location_chosen):
        qtbot.mouseClick(sidebar.top.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 600))


def test_arrow_keys_run_through_all_places_into_the_trash_and_back(sidebar, qtbot) -> None:
    went: list[Location] = []
    sidebar.location_chosen.connect(went.append)
    sidebar.top.setFocus()

    for _ in range(8):
        qtbot.keyClick(sidebar.top, Qt.Key.Key_Down)
    assert went[-1] == TRASH
    assert sidebar.foot.hasFocus()
    assert PINNED in went
    qtbot.keyClick(sidebar.foot, Qt.Key.Key_Up)

    assert went[-1] == Location(LocationKind.TAG, tag="work")
    assert sidebar.top.hasFocus()


def test_arrow_keys_show_the_search_without_taking_the_keyboard(sidebar, qtbot) -> None:
    sidebar.top.setFocus()

    with qtbot.waitSignal(sidebar.page_chosen) as asked:
        qtbot.keyClick(sidebar.top, Qt.Key.Key_Up)

    assert asked.args == ["search", False]


def test_enter_opens_the_chosen_place(sidebar, qtbot) -> None:
    sidebar.select(PINNED)

    with qtbot.waitSignal(sidebar.location_chosen) as asked:
        qtbot.keyClick(sidebar.top, Qt.Key.Key_Return)

    assert asked.args == [PINNED]


def test_the_chosen_place_stays_marked_when_tags_come_and_go(sidebar) -> None:
    sidebar.select(Location(LocationKind.TAG, tag="work"))

    sidebar.show_counts(
        Counts(notes=1, pinned=0, trashed=0, categories=(), tags=(("work", 1),), workspaces=())
    )

    entry = sidebar.top.entry()
    assert entry is not None
    assert entry.location == Location(LocationKind.TAG, tag="work")


def test_only_one_part_has_a_chosen_entry(sidebar) -> None:
    sidebar.select(TRASH)

    assert sidebar.top.entry() is None
    assert sidebar.foot.entry().location == TRASH


def test_it_names_the_workspace(sidebar) -> None:
    sidebar.show_workspace("Garden & house")
    named = sidebar.switcher.accessibleName()
    sidebar.show_workspace(None)

    assert named == "Workspace: Garden & house"
    assert sidebar.switcher.text() == "All workspaces"


def test_the_pencil_asks_for_a_new_note(sidebar, qtbot) -> None:
    with qtbot.waitSignal(sidebar.new_note_requested):
        qtbot.mouseClick(sidebar.new_button, Qt.MouseButton.LeftButton)


def test_focus_goes_to_the_chosen_entry(sidebar) -> None:
    sidebar.select(TRASH)

    sidebar.focus_entries()

    assert sidebar.foot.hasFocus()


@pytest.mark.styled
def test_it_is_painted_dark_and_large_without_a_warning(sidebar, theme) -> None:
    theme.set_zoom(1.5)

    assert sidebar.grab().width() > 0
    assert sidebar.top.visualRect(sidebar.top.entries.index(1)).height() == 44


def test_every_part_has_a_name_for_screen_readers(sidebar) -> None:
    parts = (sidebar.top, sidebar.foot, sidebar.switcher, sidebar.new_button)
    for part in parts:
        assert QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name)


def test_pages_are_led_to_as_soon_as_there_are_some(sidebar, qtbot) -> None:
    sidebar.add_page("home")
    sidebar.add_page("settings")

    assert texts(sidebar.top)[:4] == ["Home", "Search", "Notes", "Pinned"]
    assert texts(sidebar.foot) == ["Trash", "Settings"]
    with qtbot.waitSignal(sidebar.page_chosen) as asked:
        click(qtbot, sidebar.foot, "settings")
    assert asked.args == ["settings", True]


def test_the_review_is_there_once_it_has_a_count(sidebar) -> None:
    before = texts(sidebar.top)
    sidebar.show_review_count(7)
    index = sidebar.top.entries.find("review")

    assert "Review" not in before
    assert texts(sidebar.top)[:4] == ["Search", "Notes", "Review", "Pinned"]
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Review, 7 cards"
    assert sidebar.grab().width() > 0


@pytest.mark.styled
def test_in_a_narrow_sidebar_the_name_of_the_search_goes_before_its_key(sidebar, theme) -> None:
    theme.set_zoom(2.0)
    sidebar.resize(216, 700)
    view = sidebar.top
    row = view.visualRect(view.entries.index(0))

    image = view.viewport().grab(row).toImage()

    left = round(image.width() * 0.3)
    inked = {
        image.pixelColor(x, y).name() for x in range(left, left + 50) for y in range(row.height())
    }
    assert theme.tokens.color("text").name() in inked


@pytest.mark.parametrize(
    ("progress", "icon", "count", "spoken"),
    [
        (SyncProgress(SyncState.IDLE), "cloud", None, "Sync, In sync"),
        (SyncProgress(SyncState.IDLE, waiting=1), "cloud", 1, "Sync, 1 change waiting"),
        (
            SyncProgress(SyncState.WORKING, waiting=9),
            "cloud",
            9,
            "Sync, Syncing, 9 changes waiting",
        ),
        (
            SyncProgress(SyncState.WAITING, waiting=3),
            "cloud-off",
            3,
            "Sync, Cloudflare cannot be reached, 3 changes waiting",
        ),
        (
            SyncProgress(SyncState.ASKS_DELETION, waiting=3, asks=42),
            "triangle-alert",
            42,
            "Sync, Syncing has a question, 3 changes waiting",
        ),
        (
            SyncProgress(SyncState.IDLE, failed=2),
            "triangle-alert",
            2,
            "Sync, 2 changes could not be sent",
        ),
        (
            SyncProgress(SyncState.NEEDS_YOU),
            "circle-alert",
            None,
            "Sync, Syncing needs your attention",
        ),
        (SyncProgress(SyncState.PAUSED), "pause", None, "Sync, Syncing is paused"),
    ],
)
def test_the_entry_of_syncing_says_quietly_how_it_stands(
    sidebar, progress, icon, count, spoken
) -> None:
    sidebar.show_sync(sync_mark(progress))

    entry = sidebar.foot.entries.entries()[-1]
    assert (entry.text, entry.icon, entry.count, entry.spoken) == ("Sync", icon, count, spoken)


def test_the_entry_of_syncing_is_reached_by_the_arrow_keys_and_goes_with_the_account(
    sidebar, qtbot
) -> None:
    sidebar.show_sync(sync_mark(SyncProgress(SyncState.IDLE)))
    sidebar.select(TRASH)
    sidebar.focus_entries()

    with qtbot.waitSignal(sidebar.page_chosen) as chosen:
        qtbot.keyClick(sidebar.foot, Qt.Key.Key_Down)
    assert chosen.args == ["sync", False]
    sidebar.show_sync(None)

    assert texts(sidebar.foot) == ["Trash"]


def test_a_line_keeps_tags_that_continue_below_apart_from_the_trash(sidebar, qtbot) -> None:
    tags = tuple((f"tag{number:02}", 1) for number in range(40))
    bar = sidebar.top.verticalScrollBar()
    before = sidebar.edge.isVisible(), sidebar.foot.y()

    sidebar.show_counts(replace(COUNTS, tags=tags))
    qtbot.waitUntil(sidebar.edge.isVisible)
    foot = sidebar.foot.y()
    bar.setValue(bar.maximum())

    assert before == (False, foot)
    assert sidebar.top.geometry().bottom() < sidebar.edge.y() < foot
    assert not sidebar.edge.isVisible()


@pytest.mark.styled
def test_a_name_for_all_workspaces_without_room_gives_way_to_a_shorter_one(sidebar) -> None:
    sidebar.show_workspace(None)
    switcher = sidebar.switcher
    switcher.setFixedWidth(switcher.sizeHint().width())
    assert switcher.shown_text() == "All workspaces"

    switcher.setFixedWidth(switcher.sizeHint().width() - 20)

    assert switcher.shown_text() == "All notes"
    assert switcher.toolTip() == "All workspaces"
