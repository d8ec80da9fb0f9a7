"""What happens beside the window is seen in it."""

from notebrain.app.api import Brain
from notebrain.app.events import BackgroundFailed, ChangedElsewhere, RaiseWindow
from notebrain.app.settings.table import INDEX_PAUSED
from tests.fakes.window import titles


def test_what_the_command_line_changes_is_seen(open_desk, take, services, qtbot) -> None:
    take("Here")
    desk = open_desk()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    desk.bridge.publish(ChangedElsewhere())

    qtbot.waitUntil(lambda: "From elsewhere" in titles(desk))


def test_coming_back_to_the_window_shows_what_others_wrote(
    open_desk, take, services, qtbot
) -> None:
    take("Here")
    desk = open_desk()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    desk.window.activated.emit()

    qtbot.waitUntil(lambda: "From elsewhere" in titles(desk))


def test_a_second_start_brings_the_window_forward(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.window.showMinimized()

    desk.bridge.publish(RaiseWindow())

    qtbot.waitUntil(lambda: not desk.window.isMinimized())


def test_a_fault_of_the_background_is_told_with_a_way_on(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.bridge.publish(BackgroundFailed("Indexing stopped. Notes are safe."))

    qtbot.waitUntil(lambda: desk.status.saved.text() == "Indexing stopped. Notes are safe.")
    desk.status.act.click()


def test_pausing_is_remembered(open_desk, take, services, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.status.pause_requested.emit()
    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is True)
    desk.status.resume_requested.emit()

    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is False)


def test_notes_become_searchable_by_meaning_and_the_line_says_so(open_desk, take, qtbot) -> None:
    take("Dal")

    desk = open_desk()

    qtbot.waitUntil(
        lambda: desk.status.meaning.text() == "1 note searchable by meaning", timeout=10_000
    )
