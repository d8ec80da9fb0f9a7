"""Results of other threads reach the window on its own thread."""

import threading
import time
from concurrent.futures import Future

import pytest

from notebrain.app.events import SavingWaits
from notebrain.domain.errors import UserError
from notebrain.gui.core import dialogs
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.core.threads import BackgroundReader, EventBridge


def slowly(answer: str) -> str:
    time.sleep(0.03)
    return answer


@pytest.fixture
def bridge(qapp):
    return EventBridge()


def test_an_event_of_another_thread_arrives_on_the_windows_thread(bridge, qtbot) -> None:
    seen: list[tuple[object, str]] = []

    bridge.saving_waits.connect(
        lambda reason: seen.append((reason, threading.current_thread().name))
    )

    threading.Thread(target=lambda: bridge.publish(SavingWaits("news"))).start()

    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [("news", "MainThread")]


def test_a_result_is_handed_over_on_the_windows_thread(bridge, qtbot) -> None:
    seen: list[tuple[int, str]] = []
    future: Future[int] = Future()
    bridge.when_done(future, lambda n: seen.append((n, threading.current_thread().name)))

    threading.Thread(target=lambda: future.set_result(7)).start()

    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(7, "MainThread")]


def test_a_failure_goes_where_it_was_asked_to_or_to_everyone(bridge, qtbot) -> None:
    asked: list[Exception] = []
    mine: Future[None] = Future()
    other: Future[None] = Future()
    bridge.when_done(mine, failed=asked.append)
    bridge.when_done(other)
    mine.set_exception(UserError("mine"))

    with qtbot.waitSignal(bridge.failed) as heard:
        other.set_exception(UserError("other"))

    assert str(asked[0]) == "mine"
    assert str(heard.args[0]) == "other"


def test_a_canceled_act_tells_nobody(bridge, qtbot) -> None:
    future: Future[int] = Future()
    seen: list[int] = []
    bridge.when_done(future, seen.append)

    future.cancel()

    qtbot.wait(20)
    assert seen == []


def test_while_a_thing_is_read_only_the_newest_request_follows(bridge, qtbot) -> None:
    reader = BackgroundReader(bridge)
    answers: list[str] = []
    reader.read("list", lambda: slowly("first"), answers.append)
    reader.read("list", lambda: "second", answers.append)
    reader.read("list", lambda: "third", answers.append)

    qtbot.waitUntil(lambda: len(answers) == 2)
    qtbot.wait(30)

    assert answers == ["first", "third"]
    reader.close()


def test_a_read_that_fails_is_told_and_the_next_one_follows(bridge, qtbot) -> None:
    reader = BackgroundReader(bridge)
    answers: list[str] = []
    errors: list[Exception] = []
    bridge.failed.connect(errors.append)

    def fail() -> str:
        raise UserError("unreadable")

    reader.read("list", fail, answers.append)
    reader.read("list", lambda: "next", answers.append)

    qtbot.waitUntil(lambda: answers == ["next"])
    assert [str(error) for error in errors] == ["unreadable"]
    reader.close()


def test_a_closed_reader_reads_nothing(bridge, qtbot) -> None:
    reader = BackgroundReader(bridge)
    reader.close()

    reader.read("list", lambda: "late", pytest.fail)


def test_a_read_that_was_forgotten_is_not_answered(bridge, qtbot) -> None:
    reader = BackgroundReader(bridge)
    answers: list[str] = []
    reader.read("list", lambda: slowly("late"), answers.append)

    reader.forget("list")

    qtbot.wait(60)
    assert answers == []
    reader.close()


@pytest.fixture
def tasks(qapp):
    errors: list[Exception] = []
    tasks = Tasks(errors.append)
    tasks.errors = errors  # type: ignore[attr-defined]  # for the tests to look at
    yield tasks
    tasks.close()


def test_a_coroutine_waits_for_the_result_of_a_thread(tasks, qtbot) -> None:
    future: Future[int] = Future()
    seen: list[int] = []

    async def work() -> None:
        seen.append(await tasks.result(future))

    tasks.start(work())
    threading.Thread(target=lambda: future.set_result(3)).start()

    qtbot.waitUntil(lambda: seen == [3])


def test_an_error_of_a_coroutine_is_told(tasks, qtbot) -> None:
    async def work() -> None:
        raise UserError("no")

    tasks.start(work())

    qtbot.waitUntil(lambda: bool(tasks.errors))
    assert str(tasks.errors[0]) == "no"


def test_closing_lets_go_of_what_waits(qapp, qtbot) -> None:
    tasks = Tasks(lambda _error: None)
    future: Future[int] = Future()

    async def work() -> None:
        await tasks.result(future)

    tasks.start(work())
    qtbot.wait(10)

    tasks.close()
    tasks.close()


def test_a_question_is_answered_without_stopping_the_world(tasks, qtbot) -> None:
    from PySide6.QtWidgets import QInputDialog, QWidget

    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    answers: list[str | None] = []

    async def work() -> None:
        answers.append(await dialogs.ask_text(tasks, window, title="New", label="Name"))

    tasks.start(work())
    qtbot.waitUntil(lambda: bool(window.findChildren(QInputDialog)))
    (dialog,) = window.findChildren(QInputDialog)
    dialog.setTextValue("  garden ")
    dialog.accept()

    qtbot.waitUntil(lambda: answers == ["garden"])


@pytest.mark.parametrize(("agree", "answer"), [(True, True), (False, False)])
def test_the_user_is_asked_before_something_is_lost(tasks, qtbot, agree, answer) -> None:
    from PySide6.QtWidgets import QMessageBox, QWidget

    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    answers: list[bool] = []

    async def work() -> None:
        answers.append(
            await dialogs.confirm(tasks, window, title="Sure?", text="Really?", yes="Do it")
        )

    tasks.start(work())
    qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)))
    (box,) = window.findChildren(QMessageBox)
    chosen_in_advance = box.defaultButton()
    assert chosen_in_advance.text() != "Do it"
    (box.buttons()[0] if agree else chosen_in_advance).click()

    qtbot.waitUntil(lambda: answers == [answer])
