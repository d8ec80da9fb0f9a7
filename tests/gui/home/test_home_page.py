"""Home, by what the user does and sees there."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.table import START_PAGE
from notebrain.domain.notes.home import OWN_ENOUGH
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, ListFilter
from notebrain.domain.review.cards import CardKind
from notebrain.gui.core.locations import ALL_NOTES
from notebrain.gui.home.controller import HomeController
from notebrain.gui.home.page import HomePage
from notebrain.gui.home.review_section import kinds_text
from notebrain.gui.window.pages import HOME
from notebrain.gui.window.status_bar import StatusBar
from tests.fakes.context import Alone

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def home_in_window(open_window, qtbot):
    """Open a whole window on Home; return it and the page once it shows the notes."""

    def home():
        app = open_window()
        app.actions[CommandId.HOME].trigger()
        page = app.window.findChild(HomePage)
        qtbot.waitUntil(lambda: bool(page.date.text()))
        return app, page

    return home


@pytest.fixture
def home(context, editor, acts, services, theme, qtbot):
    """Show Home alone; return its context and the page once it shows the notes."""

    def home():
        HomeController(context, editor, acts, Keys(services.settings), StatusBar(theme))
        context.actions[CommandId.HOME].trigger()
        page = context.window.findChild(HomePage)
        qtbot.waitUntil(lambda: bool(page.date.text()))
        return Alone(context=context, editor=editor, acts=acts), page

    return home


@pytest.fixture
def take_old(take, clock):
    """Take a note that was written so many days ago."""
    return lambda body, days, **more: take(
        body, created_at=clock.now() - timedelta(days=days), **more
    )


def bodies(services) -> list[str]:
    rows = services.library.list(ListFilter())
    return [services.library.note(row.id).body for row in rows]


def write(qtbot, page, text: str, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClicks(page.field.edit, text)
    qtbot.keyClick(page.field.edit, Qt.Key.Key_Return, modifier)


def test_it_shows_the_day_and_what_is_recent_with_the_caret_in_the_field(
    home_in_window, take, qtbot
) -> None:
    take("Older")
    take("Newer")

    app, page = home_in_window()

    assert page.date.text() == "Thursday, 19 November"
    assert page.recent.titles() == ["Newer", "Older"]
    assert page.field.edit.hasFocus()
    assert app.sidebar.top.entry().page == HOME
    assert not app.status.words.isVisible()


def test_a_line_becomes_a_note_with_enter_and_can_be_taken_back(home, services, qtbot) -> None:
    app, page = home()

    write(qtbot, page, "Buy salt")

    qtbot.waitUntil(lambda: page.recent.titles() == ["Buy salt"])
    assert page.field.edit.text() == ""
    qtbot.waitUntil(lambda: app.window.last_done == "Saved “Buy salt”")
    app.acts.undo()
    qtbot.waitUntil(lambda: page.recent.titles() == [])


def test_enter_in_an_empty_field_keeps_nothing(home, services, qtbot) -> None:
    _app, page = home()

    write(qtbot, page, "  ")

    assert bodies(services) == []


def test_ctrl_enter_keeps_the_line_and_goes_on_in_the_editor(home, services, qtbot) -> None:
    app, page = home()

    write(qtbot, page, "A plan", CTRL)

    qtbot.waitUntil(app.editor.view.hasFocus)
    assert app.editor.note.body == "A plan"


def test_a_line_belongs_to_the_workspace_that_is_shown(home, take, services, qtbot) -> None:
    take("Minutes", workspace="Work")
    app, page = home()
    app.navigator.show_workspace("Work")
    app.pages.show(HOME)

    write(qtbot, page, "Agenda")

    qtbot.waitUntil(lambda: page.recent.titles() == ["Agenda", "Minutes"])
    assert len(services.library.list(ListFilter(workspace="Work"))) == 2


def test_a_line_that_cannot_be_kept_comes_back(home, services, qtbot) -> None:
    app, page = home()
    services.store.close()

    write(qtbot, page, "Do not lose me")

    qtbot.waitUntil(lambda: page.field.edit.text() == "Do not lose me")
    assert app.messages.text == "The notes are already closed."


def test_switching_the_workspace_stays_on_home(home_in_window, take, qtbot) -> None:
    take("Mine")
    take("Minutes", workspace="Work")
    app, page = home_in_window()
    menu = app.sidebar.switcher.menu()
    qtbot.waitUntil(lambda: "Work" in app.browser.counts.workspace_names)
    menu.aboutToShow.emit()

    next(action for action in menu.actions() if action.data() == "Work").trigger()

    qtbot.waitUntil(lambda: page.recent.titles() == ["Minutes"])
    assert app.pages.current == HOME


@pytest.mark.parametrize("by_key", [True, False])
def test_a_recent_note_opens(home, take, qtbot, by_key) -> None:
    take("Older")
    take("Newer")
    app, page = home()
    view = page.recent

    if by_key:
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_Down)
        qtbot.keyClick(view, Qt.Key.Key_Return)
    else:
        at = view.visualRect(view.model().index(1, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert app.editor.note.title == "Older"
    assert app.window.shows_notes


def test_all_notes_are_one_click_away(home, take, qtbot) -> None:
    for number in range(12):
        take(f"note {number}")
    app, page = home()

    assert len(page.recent.titles()) == 11
    assert page.all_button.text() == "All 12 notes"
    qtbot.mouseClick(page.all_button, Qt.MouseButton.LeftButton)

    assert app.window.shows_notes
    assert app.navigator.location == ALL_NOTES


def test_ticking_a_box_changes_one_character_of_its_note_and_is_undone(
    home, take, services, qtbot
) -> None:
    body = "# List\r\n- [ ] salt\u00a0\r\n- [x] oil\r\n"
    note = take(body)
    app, page = home()
    (box,) = page.tasks.boxes
    box.setFocus()

    qtbot.keyClick(box, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: not page.to_do.isVisible())
    assert services.library.note(note).body == body.replace("[ ]", "[x]")
    app.actions[CommandId.UNDO_FILING].trigger()
    qtbot.waitUntil(lambda: services.library.note(note).body == body)
    qtbot.waitUntil(lambda: [box.text() for box in page.tasks.boxes] == ["salt"])


def test_the_keyboard_stays_at_the_next_box(home, take, qtbot) -> None:
    take("- [ ] a\n- [ ] b\n- [ ] c")
    app, page = home()
    page.tasks.boxes[1].setFocus()

    qtbot.keyClick(page.tasks.boxes[1], Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: [box.text() for box in page.tasks.boxes] == ["a", "c"])
    assert app.window.focusWidget() is page.tasks.boxes[1]


def test_no_row_is_pressed_together_when_boxes_come(
    home, take, take_old, services, clock, qtbot
) -> None:
    take("- [ ] salt")
    take_old("A long thought about the garden. " * 20, 400)
    app, page = home()
    app.window.resize(1280, 500)
    qtbot.waitUntil(lambda: len(page.tasks.boxes) == 1)
    overview = services.home.content(DEFAULT_WORKSPACE, now=clock.now())

    page.show_overview(replace(overview, tasks=overview.tasks * 20))

    assert len(page.tasks.boxes) == 20
    assert all(box.height() >= box.minimumSizeHint().height() for box in page.tasks.boxes)


def test_what_was_typed_last_is_kept_when_a_box_is_ticked(
    home_in_window, take, services, qtbot
) -> None:
    note = take("- [ ] salt\n")
    app, page = home_in_window()
    app.browser.open_note(note)
    app.editor.setFocus()
    qtbot.keyClick(app.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(app.editor.view, "and oil")
    app.pages.show(HOME)
    qtbot.waitUntil(lambda: len(page.tasks.boxes) == 1)

    qtbot.mouseClick(page.tasks.boxes[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.library.note(note).body == "- [x] salt\nand oil")
    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == "- [x] salt\nand oil")


def test_the_note_of_a_box_opens(home, take, qtbot) -> None:
    note = take("List & more\n- [ ] salt")
    app, page = home()

    qtbot.mouseClick(page.tasks.notes[0], Qt.MouseButton.LeftButton)

    assert app.editor.note.id == note


def test_a_note_of_long_ago_comes_back_and_opens(home, take_old, qtbot) -> None:
    note = take_old("Frost dates\n\nAlways after a clear Sunday.", 365)
    app, page = home()
    qtbot.waitUntil(page.resurfaced.isVisible)

    assert page.resurfaced.note.text() == "Frost dates"
    assert page.resurfaced.written.text() == "Written a year ago"
    qtbot.mouseClick(page.resurfaced.note, Qt.MouseButton.LeftButton)

    assert app.editor.note.id == note


def test_there_is_another_one_and_after_the_last_the_first_again(home, take_old, qtbot) -> None:
    take_old("One", 100)
    take_old("Two", 101)
    _app, page = home()
    first = page.resurfaced.note.text()

    qtbot.mouseClick(page.resurfaced.another, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.resurfaced.note.text() != first)
    qtbot.mouseClick(page.resurfaced.another, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: page.resurfaced.note.text() == first)


def test_not_again_is_for_good_unless_it_is_undone(home, take_old, qtbot) -> None:
    take_old("Old love letter", 100)
    app, page = home()
    qtbot.waitUntil(page.resurfaced.isVisible)

    qtbot.mouseClick(page.resurfaced.never, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.resurfaced.isVisible())
    app.acts.undo()

    qtbot.waitUntil(page.resurfaced.isVisible)


def test_the_days_are_drawn_once_there_are_fourteen(home, take, take_old, qtbot) -> None:
    take("Young")
    _app, page = home()
    assert not page.days.isVisible()

    take_old("First", 20)

    qtbot.waitUntil(page.days.isVisible)
    assert page.strip_words.text() == "1 note"
    assert page.strip.accessibleName() == "1 note in the last 14 days"
    assert page.strip.grab().width() > 0


def test_without_notes_it_says_what_will_be_there(home) -> None:
    _app, page = home()

    assert page.nothing.isVisible()
    assert not page.recents.isVisible()


def test_a_day_of_the_strip_lists_the_notes_written_on_it(
    home_in_window, take_old, services, qtbot
) -> None:
    take_old("First", 20)
    wanted = [take_old("Two days ago", 2), take_old("On the same day", 2)]
    take_old("Yesterday", 1)
    app, page = home_in_window()
    qtbot.waitUntil(page.strip.isVisible)

    width = page.strip.width() / 14
    qtbot.mouseClick(
        page.strip,
        Qt.MouseButton.LeftButton,
        pos=QPoint(round(width * 11.5), page.strip.height() // 2),
    )

    qtbot.waitUntil(lambda: app.notes.isVisible() and app.notes.model.rowCount() == len(wanted))
    assert [row.id for row in services.library.rows(app.notes.model.keys)] == wanted[::-1]
    assert app.browser.location.title == "Tuesday, 17 November"
    app.notes.back.click()
    assert page.isVisible()


def test_a_day_of_the_strip_is_chosen_by_keys_unless_it_has_no_notes(home, take_old, qtbot) -> None:
    take_old("First", 20)
    take_old("Yesterday", 1)
    _app, page = home()
    qtbot.waitUntil(page.strip.isVisible)
    page.strip.setFocus()
    chosen: list[date] = []
    page.day_requested.connect(chosen.append)

    qtbot.keyClick(page.strip, Qt.Key.Key_Return)
    assert chosen == []  # nothing was written today
    assert page.strip.accessibleDescription() == "Thursday, 19 November: 0 notes"
    qtbot.keyClick(page.strip, Qt.Key.Key_Left)
    qtbot.keyClick(page.strip, Qt.Key.Key_Return)

    assert [day.isoformat() for day in chosen] == ["2026-11-18"]


def test_days_to_come_are_listed_and_lead_to_their_notes(home, take, qtbot) -> None:
    note = take("Teeth\n\n- [ ] **Dentist** on 3 December")
    take("Tax\n\nCall on 2026-11-20.\n\nIt was 18 November.")
    app, page = home()
    qtbot.waitUntil(page.upcoming.isVisible)

    assert [line.text() for line in page.upcoming.lines] == [
        "Call on 2026-11-20.",
        "Dentist on 3 December",
    ]
    page.upcoming.lines[1].click()

    assert app.navigator.note.id == note


def test_a_short_line_leaves_the_others_their_room(home, take, qtbot) -> None:
    take("Plan\n\n20 November")
    take("Tax\n\nCall the office on 2026-11-21.")
    _app, page = home()
    qtbot.waitUntil(page.upcoming.isVisible)

    qtbot.waitUntil(lambda: page.upcoming.lines[1].width() > 1)
    assert [line.shown for line in page.upcoming.lines] == [
        "20 November",
        "Call the office on 2026-11-21.",
    ]


def test_without_days_to_come_there_is_no_such_section(home, take, qtbot) -> None:
    take("It was 18 November")
    _app, page = home()
    qtbot.waitUntil(page.recents.isVisible)

    assert not page.upcoming.isVisible()


def test_titles_and_tasks_are_cut_at_their_end_between_words(home, take, qtbot) -> None:
    words = "alpha beta gamma " * 12
    take(f"{words}\n\n- [ ] {words}")
    _app, page = home()
    qtbot.waitUntil(page.to_do.isVisible)

    (note,) = page.tasks.notes

    assert note.width() <= page.to_do.width()
    assert note.shown.startswith("alpha beta")
    assert note.shown.removesuffix("…").split()[-1] in ("alpha", "beta", "gamma")
    assert note.shown.endswith("…")


@pytest.mark.parametrize(("own", "offered"), [(OWN_ENOUGH - 1, True), (OWN_ENOUGH, False)])
def test_the_welcome_line_goes_with_the_first_notes_of_ones_own(
    home_in_window, take, services, qtbot, own, offered
) -> None:
    services.welcome.write().result()
    for number in range(own):
        take(f"Note {number}")

    app, page = home_in_window()

    qtbot.waitUntil(app.actions[CommandId.REMOVE_WELCOME].isEnabled)
    assert page.tour.isVisible() is offered


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ({CardKind.CONTRADICTION: 2, CardKind.OVERLAP: 1}, "2 may disagree, 1 overlaps"),
        (
            {
                CardKind.CONTRADICTION: 4,
                CardKind.OVERLAP: 3,
                CardKind.FLAGGED: 2,
                CardKind.REPEAT: 1,
            },
            "4 may disagree, 3 overlap, 3 more",
        ),
        ({}, ""),
    ],
)
def test_the_review_line_names_the_most_frequent_kinds(counts, text) -> None:
    assert kinds_text(counts) == text


@pytest.mark.parametrize(
    ("choice", "left_at", "shown"),
    [
        ("last", HOME, HOME),
        ("last", "", ""),
        ("home", "", HOME),
        ("notes", HOME, ""),
    ],
)
def test_the_window_opens_where_the_user_wants(
    open_window, take, services, choice, left_at, shown
) -> None:
    take("One")
    services.settings.put(START_PAGE, choice).result()
    before = open_window()
    if left_at:
        before.pages.show(left_at)
    else:
        before.browser.leave_page()
    before.window.close()

    app = open_window()

    assert app.pages.current == shown


@pytest.mark.styled
def test_in_a_narrow_window_one_column_follows_the_other(home_in_window, take, qtbot) -> None:
    take("One\n- [ ] box")
    app, page = home_in_window()
    app.window.resize(1280, 820)
    qtbot.waitUntil(lambda: page.to_do.mapTo(page, page.to_do.rect().topLeft()).x() > 400)

    app.window.resize(720, 600)

    qtbot.waitUntil(lambda: page.to_do.mapTo(page, page.to_do.rect().topLeft()).x() < 100)
    qtbot.waitUntil(lambda: page.recents.width() <= page.width())


@pytest.mark.styled
def test_it_is_painted_dark_and_large_without_a_warning(
    home_in_window, take, take_old, theme
) -> None:
    take("One\n- [ ] box")
    take_old("Old", 100)
    app, page = home_in_window()

    theme.set_zoom(1.5)

    assert page.grab().width() > 0
    assert page.field.height() == 66
    assert app.window.grab().width() > 0


def test_every_part_has_a_name_for_screen_readers(home, take, take_old, qtbot) -> None:
    take("One\n- [ ] box")
    take_old("Old", 100)
    _app, page = home()
    parts = [page.field.edit, page.recent, *page.tasks.boxes, *page.tasks.notes]
    parts += [page.resurfaced.note, page.resurfaced.another, page.resurfaced.never]

    names = [
        QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name) for part in parts
    ]

    assert all(names)
    row = page.recent.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row.startswith("One. 19 November 2026")


def test_a_box_is_read_without_the_marks_of_its_text(home, take) -> None:
    take("- [ ] see [[Gas]] and **hurry**")

    _app, page = home()

    assert [box.text() for box in page.tasks.boxes] == ["see Gas and hurry"]


def test_esc_leads_from_home_to_the_notes_and_keeps_what_was_typed(
    home_in_window, take, qtbot
) -> None:
    take("One")
    app, page = home_in_window()
    qtbot.keyClicks(page.field.edit, "half a li")

    qtbot.keyClick(page.field.edit, Qt.Key.Key_Escape)

    assert app.window.shows_notes
    assert app.notes.view.hasFocus()
    assert page.field.edit.text() == "half a li"


def test_esc_in_the_search_goes_back_to_home(home_in_window, take, qtbot) -> None:
    take("One")
    app, page = home_in_window()
    app.actions[CommandId.SEARCH].trigger()

    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Escape)

    assert app.pages.current == HOME
    assert page.field.edit.hasFocus()
    app.browser.leave_page()
    app.actions[CommandId.SEARCH].trigger()
    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Escape)
    assert app.window.shows_notes


def test_read_from_right_to_left_nothing_stands_on_top_of_another(home, take, qapp) -> None:
    take("A title\n\nand its text\n- [ ] box", tags=("a/b",))
    _app, page = home()
    before = page.recent.grab().toImage()

    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        after = page.recent.grab().toImage()
        assert page.grab().width() > 0
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    # the icon is at the other end, the same line otherwise
    ground = before.pixelColor(before.width() - 2, 8)
    icon = [x for x in range(20) if before.pixelColor(x, before.height() // 2) != ground]
    seen = [x for x in range(20) if after.pixelColor(after.width() - 1 - x, 20) != ground]
    assert icon
    assert seen
