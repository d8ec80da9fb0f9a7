"""The model in a process of its own: it comes when asked for, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from notebrain.app.core.resources import resource
from notebrain.domain.errors import NoEmbedder
from notebrain.embedders import subprocess_client
from notebrain.embedders.bundled import ENGLISH
from notebrain.embedders.subprocess_client import ApartEmbedder, Kind, receive, send
from notebrain.embedders.subprocess_main import serve
from tests.fakes.embedder import FakeEmbedder

_ASK_AND_STAY = """
import sys, time
from pathlib import Path
from notebrain.embedders.bundled import ENGLISH
from notebrain.embedders.subprocess_client import ApartEmbedder
embedder = ApartEmbedder(Path(sys.argv[1]), ENGLISH)
embedder.embed(["a note"])
print(embedder.process_id, flush=True)
time.sleep(60)
"""


@pytest.fixture
def embedder() -> Iterator[ApartEmbedder]:
    made = ApartEmbedder(resource("models", "english"), ENGLISH)
    yield made
    made.release()


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_no_process_runs_before_the_first_question(embedder: ApartEmbedder) -> None:
    assert embedder.space.dimensions == 384
    assert embedder.process_id is None


@pytest.mark.slow
def test_letting_go_ends_the_process(embedder: ApartEmbedder) -> None:
    embedder.embed(["a note"])
    process = embedder.process_id or 0

    embedder.release()

    assert embedder.process_id is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.slow
def test_a_process_that_was_killed_is_started_again(embedder: ApartEmbedder) -> None:
    before = embedder.embed(["a note"])
    first = embedder.process_id or 0
    os.kill(first, signal.SIGKILL)

    after = embedder.embed(["a note"])

    assert after == before
    assert embedder.process_id != first


def test_a_process_that_ends_by_itself_leaves_the_words() -> None:
    embedder = ApartEmbedder(Path("unused"), ENGLISH, program("pass"))

    with pytest.raises(NoEmbedder, match=r"keeps exiting.* found by their words"):
        embedder.embed(["a note"])


def test_an_answer_that_breaks_off_is_no_answer() -> None:
    torn = "import os, sys; sys.stdin.buffer.read(1); os.write(1, b'v\\0\\6\\0\\0half')"

    with pytest.raises(NoEmbedder, match="keeps exiting"):
        ApartEmbedder(Path("unused"), ENGLISH, program(torn)).embed(["a note"])


def test_a_process_that_cannot_be_started_leaves_the_words(tmp_path: Path) -> None:
    embedder = ApartEmbedder(Path("unused"), ENGLISH, [str(tmp_path / "no-such-program")])

    with pytest.raises(NoEmbedder, match="does not start"):
        embedder.embed(["a note"])


def test_a_process_that_does_not_end_when_asked_is_ended() -> None:
    deaf = "import os, sys, time; sys.stdin.buffer.read(1); os.close(1); time.sleep(60)"
    embedder = ApartEmbedder(Path("unused"), ENGLISH, program(deaf))

    with pytest.raises(NoEmbedder):
        embedder.count_tokens("a note")

    assert embedder.process_id is None


@pytest.mark.slow
def test_a_missing_model_is_named(tmp_path: Path) -> None:
    embedder = ApartEmbedder(tmp_path, ENGLISH)

    with pytest.raises(NoEmbedder, match=f"{tmp_path}.* is missing or damaged"):
        embedder.embed(["a note"])

    embedder.release()


@pytest.mark.skipif(sys.platform == "win32", reason="asks POSIX whether a process is there")
def test_it_does_not_outlive_a_window_that_was_killed() -> None:
    window = subprocess.Popen(
        [*program(_ASK_AND_STAY), str(resource("models", "english"))],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert window.stdout is not None
    process = int(window.stdout.readline())

    window.kill()
    window.wait()
    # the pipe to us ends with its last holder: the process has inherited none of it
    window.stdout.close()

    wait_until_gone(process)


def wait_until_gone(process: int) -> None:
    """Wait for the end of a process that is not ours; the test's time limit is the longest wait."""
    descriptor = os.pidfd_open(process)
    try:
        import select

        assert select.select([descriptor], [], [], 20)[0]
    finally:
        os.close(descriptor)


def test_it_answers_until_nobody_asks_any_more() -> None:
    asked, answers = BytesIO(), BytesIO()
    send(asked, Kind.COUNT, b"two words")
    send(asked, Kind.EMBED, b"two words")
    asked.seek(0)

    serve(FakeEmbedder(), asked, answers)

    answers.seek(0)
    assert receive(answers) == (Kind.NUMBER, b"\2\0\0\0")
    assert receive(answers) == (Kind.VECTOR, FakeEmbedder().embed(["two words"])[0])
    assert receive(answers) is None


def test_it_ends_when_its_answer_reaches_nobody() -> None:
    class Gone(BytesIO):
        def write(self, _data: object) -> int:
            raise BrokenPipeError

    asked = BytesIO()
    send(asked, Kind.COUNT, b"one")
    send(asked, Kind.COUNT, b"two")
    asked.seek(0)

    serve(FakeEmbedder(), asked, Gone())

    assert receive(asked) == (Kind.COUNT, b"two")


def test_a_built_app_asks_its_program_for_the_terminal_where_there_are_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "notebrain-gui.exe"))

    alone = subprocess_client.this_program()
    (tmp_path / "notebrain.exe").touch()
    beside = subprocess_client.this_program()

    assert alone[0] == str(tmp_path / "notebrain-gui.exe")
    assert beside[0] == str(tmp_path / "notebrain.exe")
