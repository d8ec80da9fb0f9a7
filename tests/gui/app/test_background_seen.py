"""What happens beside the window is seen in it."""

from concurrent.futures import Future
from contextlib import closing

from PySide6.QtCore import QCoreApplication

from notebrain.app.account.connection import Connection
from notebrain.app.api import Brain
from notebrain.app.events import BackgroundFailed, ChangedElsewhere, RaiseWindow
from notebrain.app.settings.table import ACCOUNT_CONNECTION, INDEX_PAUSED
from notebrain.storage import settings
from notebrain.storage.connection import connect
from tests.fakes.window import titles


def test_what_the_command_line_changes_is_seen(open_window, take, services, qtbot) -> None:
    take("Here")
    app = open_window()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    app.events.publish(ChangedElsewhere())

    qtbot.waitUntil(lambda: "From elsewhere" in titles(app))


def test_coming_back_to_the_window_shows_what_others_wrote(
    open_window, take, services, qtbot
) -> None:
    take("Here")
    app = open_window()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    app.window.activated.emit()

    qtbot.waitUntil(lambda: "From elsewhere" in titles(app))


def test_coming_back_reads_again_only_what_others_changed(
    open_window, take, services, qtbot, monkeypatch
) -> None:
    take("Here")
    app = open_window()
    read_again: list[bool] = []
    monkeypatch.setattr(app.browser, "on_changed_elsewhere", lambda: read_again.append(True))
    answers: list[Future[bool]] = [Future(), Future()]
    waiting = iter(answers)
    monkeypatch.setattr(services.store, "changed_elsewhere", lambda: next(waiting))
    take("Mine")

    app.window.activated.emit()
    answers[0].set_result(False)
    QCoreApplication.processEvents()
    after_own = list(read_again)
    take("Another")
    app.window.activated.emit()
    answers[1].set_result(True)

    qtbot.waitUntil(lambda: read_again == [True])
    assert after_own == []


def test_coming_back_shows_what_others_wrote_while_another_program_holds_the_notes(
    open_window, take, services, qtbot
) -> None:
    take("Here")
    app = open_window()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    with closing(connect(services.store.path)) as holder:
        holder.execute("begin immediate")
        app.window.activated.emit()

        qtbot.waitUntil(lambda: "From elsewhere" in titles(app))


def test_an_account_connected_elsewhere_is_noticed_though_its_message_was_lost(
    open_window, take, services, qtbot
) -> None:
    take("Here")
    app = open_window()
    cloud = services.cloud
    qtbot.waitUntil(lambda: cloud.syncing is not None and cloud.syncing.progress is not None)
    syncing = cloud.syncing
    before = syncing.has_account
    with closing(connect(services.store.path)) as other:
        account = Connection("account", "database", "notebrain", "vault").to_text()
        settings.put(other, ACCOUNT_CONNECTION.name, account)

    app.window.activated.emit()

    qtbot.waitUntil(lambda: syncing.has_account)
    assert not before


def test_a_second_start_brings_the_window_forward(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.window.showMinimized()

    app.events.publish(RaiseWindow())

    qtbot.waitUntil(lambda: not app.window.isMinimized())


def test_a_fault_of_the_background_is_told_with_a_way_on(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.events.publish(BackgroundFailed("Indexing stopped. Notes are safe."))

    qtbot.waitUntil(lambda: app.status.saved.text() == "Indexing stopped. Notes are safe.")
    app.status.act.click()


def test_pausing_is_remembered(open_window, take, services, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.status.pause_requested.emit()
    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is True)
    app.status.resume_requested.emit()

    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is False)


def test_notes_become_searchable_by_meaning_and_the_line_says_so(open_window, take, qtbot) -> None:
    take("Dal")

    app = open_window()

    qtbot.waitUntil(
        lambda: app.status.meaning.text() == "1 note searchable by meaning", timeout=10_000
    )
