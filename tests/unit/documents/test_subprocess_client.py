"""A process that dies or hangs on a file costs that file its text, and nothing else."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.documents.subprocess_client import ApartReader, page_frame, page_in, text_in
from notebrain.domain.errors import Unavailable, UserError
from notebrain.domain.notes.file_texts import LONGEST, PDF, ReadState
from notebrain.domain.web_pages.page import LONGEST_TEXT, Part, page_of
from notebrain.embedders.subprocess_client import start
from tests.fakes.documents import pdf

if TYPE_CHECKING:
    import subprocess

pytestmark = pytest.mark.slow
HANGS = "import sys; sys.stdin.buffer.read(4); import time; time.sleep(60)"
DIES = "import sys, os; sys.stdin.buffer.read(4); os._exit(3)"
LIES = "import sys; sys.stdout.buffer.write(b'\\xff' * 100); sys.stdout.flush(); sys.stdin.read()"
GREEDY = """
from notebrain.documents import reader, subprocess_main
reader._READERS["application/pdf"] = lambda _path: iter([bytearray(600_000_000)])
subprocess_main.main([])
"""
ENDED = "import sys, os; sys.stdin.buffer.read(4); os.kill(os.getpid(), 15)"


def instead(code: str) -> Callable[[Sequence[str]], "subprocess.Popen[bytes]"]:
    """Return what starts another program in place of the one that reads."""
    return lambda _options: start(["-c", code], [sys.executable])


@pytest.fixture
def reader() -> Iterator[ApartReader]:
    reader = ApartReader(start)
    yield reader
    reader.release()


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "bill.pdf").write_bytes(pdf(["Rent for May"]))
    return str(tmp_path / "bill.pdf")


def test_a_file_is_read_in_another_process(reader: ApartReader, path: str) -> None:
    text = reader.read(path, PDF)

    assert [(piece.text, piece.page) for piece in text.pieces] == [("Rent for May", 1)]
    assert reader.process_id is not None


def test_the_process_stays_for_the_next_file(reader: ApartReader, path: str) -> None:
    reader.read(path, PDF)
    first = reader.process_id

    assert reader.read(path, "text/plain").state is ReadState.READ
    assert reader.process_id == first


@pytest.mark.parametrize("code", [DIES, LIES])
def test_a_file_that_ends_the_process_has_no_text(path: str, code: str) -> None:
    assert ApartReader(instead(code)).read(path, PDF).state is ReadState.DIED


def test_a_file_that_takes_too_long_has_no_text(path: str) -> None:
    reader = ApartReader(instead(HANGS), most_s=0.2)

    assert reader.read(path, PDF).state is ReadState.TOO_SLOW
    assert reader.process_id is None


def test_a_process_that_was_told_to_end_is_not_held_against_the_file(path: str) -> None:
    with pytest.raises(Unavailable):
        ApartReader(instead(ENDED)).read(path, PDF)


def test_a_process_killed_between_two_files_is_started_again(
    reader: ApartReader, path: str
) -> None:
    reader.read(path, PDF)
    process = reader._process
    assert process is not None
    process.send_signal(signal.SIGTERM)
    process.wait()

    assert reader.read(path, PDF).state is ReadState.READ


def test_reading_can_be_stopped_for_good(reader: ApartReader, path: str) -> None:
    reader.read(path, PDF)

    reader.stop()

    with pytest.raises(Unavailable):
        reader.read(path, PDF)


def test_a_program_that_does_not_start_is_said(path: str) -> None:
    def fails(_options: Sequence[str]) -> "subprocess.Popen[bytes]":
        raise FileNotFoundError(2, "No such file")

    with pytest.raises(Unavailable, match="No such file"):
        ApartReader(fails).read(path, PDF)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process so")
def test_a_file_that_needs_too_much_memory_has_no_text(path: str) -> None:
    reader = ApartReader(instead(GREEDY))

    greedy, after = reader.read(path, PDF), reader.read(path, "text/plain")
    reader.release()

    assert (greedy.state, after.state) == (ReadState.TOO_LARGE, ReadState.READ)


HTML = "<title>Tap</title><article><p>It drips a lot.</p><img src=tap.png alt=Tap></article>"


def test_a_web_page_is_read_in_another_process(reader: ApartReader) -> None:
    html = f"{HTML}<meta name=date content=2026-03-14>\ud800 \U0001f6b0"

    page = reader.read_page(html, "https://tap.example/a", Part.ARTICLE)

    assert page == page_of(html, "https://tap.example/a")
    assert page.published is not None
    assert page.pictures
    assert reader.process_id is not None


def test_of_a_web_page_the_selection_is_read(reader: ApartReader) -> None:
    chosen = "<p>It drips.</p>"

    page = reader.read_page(HTML, "https://tap.example/a", Part.SELECTION, chosen)

    assert page.text == "It drips."


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows priorities otherwise")
def test_a_web_page_is_waited_for_and_a_file_is_not(reader: ApartReader, path: str) -> None:
    def priority() -> int:
        assert reader.process_id is not None
        return os.getpriority(os.PRIO_PROCESS, reader.process_id)

    reader.read_page(HTML, "https://tap.example/a", Part.ARTICLE)
    assert priority() == os.getpriority(os.PRIO_PROCESS, 0)

    reader.read(path, PDF)
    assert priority() == 19


def test_why_a_web_page_becomes_no_note_is_said(reader: ApartReader) -> None:
    with pytest.raises(UserError, match="where it is from"):
        reader.read_page(HTML, "", Part.ARTICLE)
    with pytest.raises(UserError, match="no text in the page"):
        reader.read_page("<p></p>", "https://tap.example/a", Part.ARTICLE)


@pytest.mark.parametrize("code", [DIES, LIES, HANGS])
def test_a_web_page_that_ends_the_process_or_takes_too_long_is_refused(code: str) -> None:
    reader = ApartReader(instead(code), most_s=0.02 if code == HANGS else 30)

    with pytest.raises(UserError, match="too large to be read"):
        reader.read_page(HTML, "https://tap.example/a", Part.ARTICLE)

    assert reader.process_id is None


@pytest.mark.parametrize(
    "change",
    [
        {"text": "x" * (LONGEST_TEXT + 1)},
        {"pictures": [["one", "two"]]},
        {"pictures": None},
        {"published": "soon"},
        {"published": 7},
        {"title": ...},
    ],
)
def test_what_is_no_web_page_is_not_believed(change: dict[str, object]) -> None:
    frame = {**page_frame(page_of(HTML, "https://tap.example/a")), **change}

    assert page_in({name: value for name, value in frame.items() if value is not ...}) is None


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"state": "read"},
        {"state": "odd", "pages": 1, "pieces": []},
        {"state": "read", "pages": "x", "pieces": []},
        {"state": "read", "pages": 1, "pieces": [["a"]]},
        {"state": "read", "pages": 1, "pieces": [["a" * (LONGEST + 1), 1]]},
    ],
)
def test_what_the_process_sends_is_not_believed(frame: dict[str, object]) -> None:
    assert text_in(frame) is None
