"""The status line tells the truth in words."""

from datetime import UTC, datetime

import pytest
from PySide6.QtGui import QAccessible

from notebrain.app.events import IndexProgress, IndexState, SyncProgress, SyncState
from notebrain.gui.window.status_bar import StatusBar

pytestmark = pytest.mark.styled


@pytest.fixture
def line(theme, qtbot):
    line = StatusBar(theme)
    qtbot.addWidget(line)
    line.resize(1200, 28)
    line.show()
    return line


def test_it_says_that_notes_stay_here(line) -> None:
    assert line.account.text() == "No account: notes stay on this computer"


def test_it_says_how_many_notes_there_are_before_anything_is_saved(line) -> None:
    line.show_ready(1284)
    assert line.saved.text() == "Ready, 1,284 notes"

    line.show_ready(0)
    assert line.saved.text() == "Ready, no notes yet"


def test_it_counts_anew_only_while_it_counts(line) -> None:
    line.show_ready(307)

    line.recount(308)
    counted = line.saved.text()
    line.show_info("Undone")
    line.recount(309)

    assert counted == "Ready, 308 notes"
    assert line.saved.text() == "Undone"


def test_it_says_when_the_last_words_were_saved(line) -> None:
    line.show_saved(datetime(2026, 11, 19, 14, 2).astimezone(UTC))

    assert line.saved.text() == "Saved on this computer, 14:02"


@pytest.mark.parametrize(
    ("state", "done", "said", "button"),
    [
        (IndexState.WORKING, 1240, "1,240 of 1,284 notes searchable by meaning", "Pause"),
        (IndexState.PAUSED, 1240, "1,240 of 1,284 notes searchable by meaning, paused", "Resume"),
        (IndexState.IDLE, 1284, "1,284 notes searchable by meaning", None),
        (IndexState.OFF, 0, "Search by words only: meaning is not available", None),
    ],
)
def test_it_says_what_can_be_found_by_meaning(line, state, done, said, button) -> None:
    line.show_index(IndexProgress(state, done, 1284, "no model"))

    assert line.meaning.text() == said
    assert line.pause.isVisible() == (button is not None)
    if button:
        assert line.pause.text() == button


@pytest.mark.parametrize(
    ("on_battery", "end"),
    [
        (False, "; parts of words: 540,000 left"),
        (True, "; parts of words wait for mains power"),
    ],
)
def test_it_says_what_the_index_of_parts_of_words_lacks(line, on_battery, end) -> None:
    line.show_index(IndexProgress(IndexState.WORKING, 12, 12, parts=540_000, on_battery=on_battery))

    assert line.meaning.text() == f"12 notes searchable by meaning{end}"
    assert line.meaning.toolTip() == line.meaning.text()


def test_while_another_model_reads_the_notes_search_goes_on(line) -> None:
    line.show_index(IndexProgress(IndexState.WORKING, 12, 1284, renewing=True))

    assert line.meaning.text() == "12 of 1,284 notes read again; search works as before"
    assert line.pause.isVisible()


def test_an_empty_vault_says_nothing_of_meaning(line) -> None:
    line.show_index(IndexProgress(IndexState.IDLE, 0, 0))

    assert not line.meaning.isVisible()


def test_indexing_is_paused_and_resumed_from_here(line, qtbot) -> None:
    line.show_index(IndexProgress(IndexState.WORKING, 1, 2))
    with qtbot.waitSignal(line.pause_requested):
        line.pause.click()

    line.show_index(IndexProgress(IndexState.PAUSED, 1, 2))
    with qtbot.waitSignal(line.resume_requested):
        line.pause.click()


def test_an_error_offers_one_act(line) -> None:
    tried: list[bool] = []

    line.show_problem("The disk is full.", "Try again", lambda: tried.append(True))
    line.act.click()

    assert line.saved.text() == "The disk is full."
    assert tried == [True]


def test_what_was_not_done_has_a_mark_of_its_own_and_no_tick(line) -> None:
    line.show_info("Done")
    tick = line._saved_icon.pixmap().toImage()

    line.show_warning("Pictures cannot be added yet.")

    assert line.saved.text() == "Pictures cannot be added yet."
    assert line._saved_icon.pixmap().toImage() != tick
    assert not line.act.isVisibleTo(line)


def test_a_save_ends_what_was_offered(line) -> None:
    line.show_offer("A link has no note yet", "Create it", lambda: None)

    line.show_saved(datetime(2026, 11, 19, 14, 2, tzinfo=UTC))

    assert not line.act.isVisible()


def test_an_offer_that_passes_outlives_a_save_and_gives_way_to_it(line) -> None:
    line.show_offer("Added tap.png", "Describe…", lambda: None, passing=True)

    line.show_saved(datetime(2026, 11, 19, 14, 2, tzinfo=UTC))
    assert line.saved.text() == "Added tap.png"

    line.passing.timeout.emit()
    assert line.saved.text().startswith("Saved on this computer")
    assert not line.act.isVisible()


def test_words_are_counted_only_where_there_is_a_note(line) -> None:
    line.show_word_count(1)
    assert line.words.text() == "1 word"

    line.show_word_count(None)
    assert not line.words.isVisible()


def test_a_narrow_window_cuts_texts_instead_of_covering_buttons(line) -> None:
    line.show_index(IndexProgress(IndexState.WORKING, 1240, 1284))
    line.resize(480, 28)

    assert line.pause.geometry().right() <= line.account.geometry().left()
    assert line.grab().width() == 480


def test_what_was_done_with_a_long_title_leaves_the_states_readable(line) -> None:
    line.show_index(IndexProgress(IndexState.IDLE, 4, 4))
    line.show_account(SyncProgress(SyncState.IDLE))
    line.resize(900, 28)

    line.show_info("Moved “" + "a long title " * 12 + "” to the trash")

    for state in (line.meaning, line.account):
        assert state.width() >= state.sizeHint().width()


def test_notes_that_the_indexer_has_not_seen_yet_are_counted(line) -> None:
    line.recount(4, 4)
    line.show_index(IndexProgress(IndexState.IDLE, 4, 4))
    assert line.meaning.text() == "4 notes searchable by meaning"

    line.recount(17, 17)

    assert line.meaning.text() == "4 of 17 notes searchable by meaning"
    line.show_index(IndexProgress(IndexState.IDLE, 17, 17))
    assert line.meaning.text() == "17 notes searchable by meaning"


@pytest.mark.parametrize("show", [StatusBar.show_info, StatusBar.show_warning])
def test_a_message_gives_way_after_a_while(line, show) -> None:
    line.recount(3, 3)
    show(line, "The id was copied")
    assert line.passing.isActive()

    line.passing.timeout.emit()

    assert line.saved.text() == "Ready, 3 notes"


def test_a_message_after_a_save_gives_way_to_the_time_of_the_save(line) -> None:
    line.show_saved(datetime(2026, 3, 5, 14, 2, tzinfo=UTC))
    saved = line.saved.text()
    line.show_info("The id was copied")

    line.passing.timeout.emit()

    assert line.saved.text() == saved


def test_what_needs_the_user_stays(line) -> None:
    line.show_info("The id was copied")

    line.show_problem("The disk is full", "Try again")

    assert not line.passing.isActive()
    line.show_info("The id was copied")
    line.show_offer("1 note still links to “Gas”", "Update the links", lambda: None)
    assert not line.passing.isActive()


def test_a_screen_reader_hears_what_was_done_but_not_every_save(line, monkeypatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: heard.append(event.message())
    )

    line.show_info("Moved to the trash")
    line.show_saved(datetime(2026, 11, 26, tzinfo=UTC))
    line.show_ready(2)
    line.show_problem("The disk is full")

    assert heard == ["Moved to the trash", "The disk is full"]
