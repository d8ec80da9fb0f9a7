"""The list of notes, by what one sees and does."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtTest import QAbstractItemModelTester

from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.note import ListFilter, SortKey
from notebrain.gui.core.locations import ALL_NOTES, PINNED, Location, LocationKind
from notebrain.gui.note_list.model import ROW_ROLE, ListSource, Steps, steps
from notebrain.gui.note_list.order import ListOrder
from notebrain.notes.service import Edit
from tests.fakes.note_list import FIRST


def test_the_newest_note_stands_first(bench, take, qtbot) -> None:
    take("Older")
    take("Newer")

    bench.loader.show(ListFilter())

    assert bench.titles() == ["Newer", "Older"]


def test_a_large_vault_shows_the_first_notes_at_once_and_the_rest_soon(bench, take, qtbot) -> None:
    for number in range(FIRST + 20):
        take(f"Note {number}")

    bench.loader.show(ListFilter())
    at_once = bench.model.rowCount()

    assert at_once == FIRST
    qtbot.waitUntil(lambda: bench.model.rowCount() == FIRST + 20)


def test_selection_stays_on_its_note_while_others_come_and_go(bench, take, services, qtbot) -> None:
    take("A")
    chosen = take("B")
    gone = take("C")
    bench.loader.show(ListFilter())
    bench.panel.select(chosen)

    take("D")
    services.notes.forget([gone]).result()

    qtbot.waitUntil(lambda: bench.titles() == ["D", "B", "A"])
    assert bench.panel.current() == chosen
    assert bench.chosen == [chosen]


def test_a_note_that_goes_makes_room_for_its_neighbor(bench, take, services, qtbot) -> None:
    below = take("Below")
    going = take("Going")
    bench.loader.show(ListFilter())
    bench.panel.select(going)

    services.notes.forget([going]).result()

    qtbot.waitUntil(lambda: bench.titles() == ["Below"])
    assert bench.chosen[-1] == below


def test_an_edited_note_moves_to_the_top_and_shows_its_new_title(
    bench, take, services, clock, qtbot
) -> None:
    note = take("First words")
    take("Another")
    bench.loader.show(ListFilter())
    assert bench.titles() == ["Another", "First words"]
    clock.forward(minutes=1)

    services.notes.edit(note, Edit("New words", session="s")).result()

    qtbot.waitUntil(lambda: bench.titles() == ["New words", "Another"])


def test_selection_and_scroll_position_survive_a_large_import(bench, take, services, qtbot) -> None:
    for number in range(40):
        take(f"Note {number}")
    bench.loader.show(ListFilter())
    bench.panel.step(8)
    bench.panel.step(1)
    chosen = bench.panel.current()
    bench.panel.view.verticalScrollBar().setValue(100)

    with qtbot.waitSignal(bench.loader.loaded):
        for number in range(150):
            take(f"Imported {number}")

    qtbot.waitUntil(lambda: bench.model.rowCount() == 190)
    assert bench.panel.current() == chosen
    assert [row.id for row in bench.panel.selected()] == [chosen]


def test_a_stream_of_notes_moves_the_list_at_its_rests_and_is_there_in_the_end(
    bench, take, qtbot, monkeypatch
) -> None:
    bench.loader.show(ListFilter())
    reads: list[str] = []
    read = bench.reader.read

    def counted(what: str, *rest: object) -> None:
        reads.append(what)
        read(what, *rest)

    monkeypatch.setattr(bench.reader, "read", counted)
    bench.bridge.notes_changed.disconnect(bench.loader.apply)
    for number in range(12):
        note = take(f"Imported {number}")
        bench.loader.apply(touched(Act.IMPORT, [note], text=True))

    assert reads == ["note list"]
    qtbot.waitUntil(lambda: bench.model.rowCount() == 12)
    assert len(reads) <= 3


def test_selection_survives_a_list_that_is_shown_anew(bench, take, qtbot) -> None:
    for number in range(5):
        take(f"Note {number}")
    bench.loader.show(ListFilter())
    bench.panel.step(2)
    chosen = bench.panel.current()

    bench.model.follow(Steps(bench.model.keys[::-1], whole=True))

    assert bench.titles() == [f"Note {number}" for number in range(5)]
    assert bench.panel.current() == chosen
    assert [row.id for row in bench.panel.selected()] == [chosen]


def test_notes_that_come_between_others_stand_there_and_the_view_stays_on_its_own(
    bench, take, qtbot
) -> None:
    for number in range(6):
        take(f"Note {number}")
    bench.loader.show(ListFilter())
    kept = list(bench.model.keys)
    bench.model.show_keys([kept[0], kept[5]])
    chosen = bench.model.id_at(bench.model.index(1))
    bench.panel.select(chosen)
    tester = QAbstractItemModelTester(bench.model)  # a wrong announcement is a warning, and fails

    bench.model.follow(steps(bench.model.keys, kept))

    assert bench.titles() == [f"Note {number}" for number in reversed(range(6))]
    assert bench.panel.current() == chosen
    tester.deleteLater()


class ThreadsOfRows:
    """A source that notes down which threads asked for rows."""

    def __init__(self, source: ListSource) -> None:
        self._source = source
        self.key_of = source.key_of
        self.asked: list[tuple[str, int]] = []

    def rows(self, keys):
        if keys:
            self.asked.append((threading.current_thread().name, len(keys)))
        return self._source.rows(keys)


def test_what_an_import_brings_into_view_is_read_beside_the_window(bench, take, qtbot) -> None:
    bench.loader.show(ListFilter())
    take("Before")
    qtbot.waitUntil(lambda: bench.titles() == ["Before"])
    source = bench.model._source = ThreadsOfRows(bench.source)

    with qtbot.waitSignal(bench.loader.loaded):
        take("Imported")

    assert bench.titles() == ["Imported", "Before"]
    assert [(thread.startswith("reader"), rows) for thread, rows in source.asked] == [(True, 1)]


def test_a_row_read_ahead_is_dropped_when_its_note_changed_meanwhile(
    bench, take, services, qtbot
) -> None:
    note = take("As it was")
    key = bench.source.key_of(note)
    ahead = bench.model.read_ahead([key])
    services.notes.edit(note, Edit("As it is", session="s")).result()
    bench.model.refresh([note])

    bench.model.learn(ahead)
    bench.model.follow(steps([], [key]))

    assert bench.titles() == ["As it is"]


def test_no_row_read_ahead_outlives_news_of_another_program(bench, take, services) -> None:
    note = take("As it was")
    key = bench.source.key_of(note)
    ahead = bench.model.read_ahead([key])
    services.notes.edit(note, Edit("As it is", session="s")).result()
    bench.model.refresh_all()

    bench.model.learn(ahead)
    bench.model.follow(steps([], [key]))

    assert bench.titles() == ["As it is"]


def test_an_empty_place_says_so_and_leads_on(bench, qtbot) -> None:
    bench.panel.show_location(Location(LocationKind.TAG, tag="garden"), ListOrder())
    bench.loader.show(ListFilter(tag="garden"))

    assert bench.panel.empty.isVisible()
    with qtbot.waitSignal(bench.panel.all_requested):
        bench.panel.empty.act.click()


def test_an_empty_vault_offers_a_new_note(bench, qtbot) -> None:
    bench.panel.show_location(ALL_NOTES, ListOrder())
    bench.loader.show(ListFilter())

    with qtbot.waitSignal(bench.panel.new_note_requested):
        bench.panel.empty.act.click()


@pytest.mark.parametrize(
    "location",
    [ALL_NOTES, PINNED, Location(LocationKind.TRASH), Location(LocationKind.TAG, tag="x")],
)
def test_every_empty_place_has_words_of_its_own(bench, location) -> None:
    bench.panel.empty.show_location(location)

    assert bench.panel.empty.title.text()
    assert bench.panel.empty.hint.text()


def test_arrow_keys_move_on_and_enter_asks_to_write(bench, take, qtbot) -> None:
    older = take("Older")
    newer = take("Newer")
    bench.loader.show(ListFilter())
    bench.panel.select_first()
    bench.panel.view.setFocus()

    qtbot.keyClick(bench.panel.view, Qt.Key.Key_Down)

    assert bench.chosen == [newer, older]
    with qtbot.waitSignal(bench.panel.entered):
        qtbot.keyClick(bench.panel.view, Qt.Key.Key_Return)


def test_several_notes_can_be_chosen(bench, take, qtbot) -> None:
    take("A")
    take("B")
    bench.loader.show(ListFilter())
    bench.panel.select_first()

    qtbot.keyClick(bench.panel.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    assert [row.title for row in bench.panel.selected()] == ["B", "A"]


def test_the_menu_key_asks_for_the_menu_of_the_chosen_note(bench, take, qtbot) -> None:
    take("A")
    bench.loader.show(ListFilter())
    bench.panel.select_first()

    with qtbot.waitSignal(bench.panel.menu_requested):
        bench.panel.view.customContextMenuRequested.emit(QPoint(-1, -1))


def test_a_row_speaks_its_whole_sentence(bench, take) -> None:
    take("Title\nand more", tags=("garden",), pinned=True, local_only=True)
    bench.loader.show(ListFilter())

    spoken = bench.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert spoken.startswith("Title. pinned. only on this computer.")
    assert "tags: garden" in spoken
    assert spoken.endswith("and more")


def test_the_order_is_chosen_from_a_menu(bench, take, qtbot) -> None:
    actions = bench.panel.sort_button.menu().actions()

    with qtbot.waitSignal(bench.panel.order_chosen) as asked:
        actions[2].trigger()

    assert asked.args == [ListOrder(SortKey.TITLE)]


def test_titles_stand_as_in_a_dictionary(bench, take) -> None:
    for title in ("Zebra", "öl", "Note 10", "Apfel", "Note 9", "Ähre", "Ofen"):
        take(title)

    bench.loader.show(ListFilter(sort=SortKey.TITLE))

    assert bench.titles() == ["Ähre", "Apfel", "Note 9", "Note 10", "Ofen", "öl", "Zebra"]


def test_the_first_of_many_notes_are_in_the_order_of_titles_at_once(bench, take, qtbot) -> None:
    for number in reversed(range(FIRST + 5)):
        take(f"Note {number}")

    bench.loader.show(ListFilter(sort=SortKey.TITLE))
    at_once = bench.titles()

    assert at_once == [f"Note {number}" for number in range(FIRST)]
    qtbot.waitUntil(lambda: bench.model.rowCount() == FIRST + 5)


def test_compact_rows_show_title_and_text_on_two_lines(bench, take, theme) -> None:
    from notebrain.gui.theme.look import Density, Look

    take("Title\nand more", tags=("garden", "winter"), pinned=True)
    bench.loader.show(ListFilter())
    tall = bench.panel.view.visualRect(bench.model.index(0)).height()

    theme.set_look(Look(density=Density.COMPACT))

    assert bench.panel.view.grab().height() > 0
    assert bench.panel.view.visualRect(bench.model.index(0)).height() < tall
    theme.set_look(Look())


def test_a_note_that_is_gone_leaves_an_empty_row_not_an_error(bench, take) -> None:
    take("A")
    bench.model.show_keys([1, 999])

    assert bench.model.index(1).data(ROW_ROLE) is None
    assert bench.model.index(0).data() == "A"
    assert bench.panel.view.grab().width() > 0


def test_rows_far_away_are_let_go_of(bench, take) -> None:
    for number in range(3):
        take(f"Note {number}")
    bench.loader.show(ListFilter())
    bench.titles()

    bench.model.refresh_all()

    assert bench.titles() == ["Note 2", "Note 1", "Note 0"]


def test_typing_letters_in_the_list_reads_no_titles(bench, take, qtbot) -> None:
    take("Alpha")
    take("Beta")
    bench.loader.show(ListFilter())
    bench.panel.select_first()

    qtbot.keyClick(bench.panel.view, Qt.Key.Key_A)

    assert bench.panel.current() is not None
    assert bench.titles()[bench.panel.view.currentIndex().row()] == "Beta"


def test_dark_and_large_rows_are_painted_without_a_warning(bench, take, theme, qtbot) -> None:
    take("A" * 300, tags=tuple(f"tag{n}" for n in range(12)), pinned=True)
    take("")
    bench.loader.show(ListFilter())
    bench.panel.select_first()

    theme.set_zoom(1.5)

    assert bench.panel.view.grab().height() > 0
    assert bench.panel.view.visualRect(bench.model.index(0)).height() == 114


def test_the_list_has_a_name_for_screen_readers(bench) -> None:
    interface = QAccessible.queryAccessibleInterface(bench.panel.view)

    assert interface.text(QAccessible.Text.Name) == "Notes"


def test_dates_are_short_and_say_what_helps() -> None:
    from notebrain.gui.core import date_format

    now = datetime(2026, 11, 19, 12, 0).astimezone(UTC)

    assert date_format.short(now, now) == "12:00"
    assert date_format.short(now - timedelta(days=1), now) == "Yesterday"
    assert date_format.short(now - timedelta(days=11), now) == "8 Nov"
    assert date_format.short(now - timedelta(days=400), now) == "15 Oct 2025"
    assert date_format.stamp(now, now) == "today, 12:00"
    assert date_format.stamp(now - timedelta(days=11), now) == "8 Nov"
    days = (0, 1, 11, 400)
    within = [date_format.within(now - timedelta(days=one), now) for one in days]
    assert within == ["today", "yesterday", "8 November", "15 October 2025"]


def test_a_screen_reader_hears_which_note_was_reached(bench, take, qtbot, monkeypatch) -> None:
    for number in range(3):
        take(f"Note {number}")
    bench.loader.show(ListFilter())
    view = bench.panel.view
    heard: list[tuple[QAccessible.Event, int]] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(view, "hasFocus", lambda: True)

    def update(event: QAccessibleEvent) -> None:
        heard.append((event.type(), event.child()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", update)
    view.setCurrentIndex(bench.model.index(2, 0))

    assert (QAccessible.Event.Focus, 2) in heard
    assert (QAccessible.Event.SelectionAdd, 2) in heard
