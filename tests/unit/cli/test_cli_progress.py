import io
import os
import signal
import sys

import pytest

from notebrain.cli.terminal import ProgressLine, stoppable


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_sees_one_line_that_rewrites_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    line = ProgressLine()

    line.show("1 of 2")
    line.show("2 of 2")
    line.clear()
    line.clear()

    assert screen.getvalue() == "\r1 of 2\x1b[K\r2 of 2\x1b[K\r\x1b[K"


def test_a_person_sees_the_end_of_a_text_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(screen, "fileno", lambda: 2)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(os, "get_terminal_size", lambda _file: os.terminal_size((12, 5)))
    line = ProgressLine()

    line.show_text("one two")
    line.show_text("one two\nthree four")
    line.show_text("")
    line.clear()

    assert screen.getvalue() == (
        "\rone two\x1b[K"
        "\rone two\x1b[K\nthree four\x1b[K"
        "\x1b[A\r\x1b[K\n\x1b[K\x1b[A"  # the second line is gone, and the cursor on the first
        "\r\x1b[K"
    )


def test_a_pipe_sees_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine()

    line.show("1 of 2")
    line.clear()

    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl+C there")
def test_the_first_ctrl_c_asks_and_the_second_ends() -> None:
    before = signal.getsignal(signal.SIGINT)

    with stoppable() as keep_going:
        at_first = keep_going()
        os.kill(os.getpid(), signal.SIGINT)
        after_one = keep_going()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)

    assert (at_first, after_one) == (True, False)
    assert signal.getsignal(signal.SIGINT) is before
