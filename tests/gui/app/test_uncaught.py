"""What nobody caught: problems are told, faults are reported as before."""

import sys

import pytest

from notebrain.domain.errors import VaultError
from notebrain.gui.app.application import Uncaught


@pytest.fixture
def reported(monkeypatch) -> list[BaseException]:
    """What reaches the hook that was there before."""
    reported: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: reported.append(error))
    return reported


def test_a_problem_of_ours_is_told_and_not_reported(reported) -> None:
    told: list[Exception] = []
    uncaught = Uncaught(told.append)
    problem, fault = VaultError("The disk is full."), ValueError("a fault")

    sys.excepthook(VaultError, problem, None)
    sys.excepthook(ValueError, fault, None)
    uncaught.end()

    assert (told, reported) == ([problem], [fault])


def test_a_problem_met_by_a_method_that_qt_called_is_told_in_its_own_words(reported) -> None:
    told: list[str] = []
    uncaught = Uncaught(lambda error: told.append(str(error)))
    called = "Error calling Python override of "
    problem = VaultError(
        f"{called}QMainWindow::event(): {called}QWidget::1:sizeHint(): The disk is full."
    )

    sys.excepthook(VaultError, problem, None)
    uncaught.end()

    assert told == ["The disk is full."]


def test_after_its_end_everything_is_reported(reported) -> None:
    told: list[Exception] = []
    Uncaught(told.append).end()
    problem = VaultError("The disk is full.")

    sys.excepthook(VaultError, problem, None)

    assert (told, reported) == ([], [problem])
