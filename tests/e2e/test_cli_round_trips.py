"""Texts that a person pipes through the real program come back byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.fakes.command_line import Program

pytestmark = pytest.mark.e2e

EVERYTHING = (
    "#ff0000\r\ncr\ronly\xa0nbsp\u2028line\u2029paragraph\x85next\ttab  \n\n\n"
    "🧠👩‍💻 e\u0301 \ufeff ```py\nprint('x')  \n``` \0 nul \x1b[31m\n\n "
)


@pytest.fixture
def notebrain(tmp_path: Path) -> Program:
    return Program(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


def test_every_hard_character_survives_capture_edit_and_history(notebrain: Program) -> None:
    body = EVERYTHING.encode()

    note_id = notebrain.run("capture", "-", stdin=body).text.strip()
    captured = notebrain.run("show", note_id, "--raw").out
    notebrain.run("edit", note_id, "-", stdin=EVERYTHING[::-1].encode())
    edited = notebrain.run("show", note_id, "--body").out
    earlier = notebrain.run("history", note_id, "--version", "1").out

    assert captured == body
    assert edited == EVERYTHING[::-1].encode()
    assert earlier == body


@pytest.mark.slow
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_survives_the_real_program(notebrain: Program, body: str) -> None:
    note_id = notebrain.capture(body)

    assert notebrain.run("show", note_id, "--raw").out == body.encode()


def test_a_text_argument_survives_a_locale_without_utf8(tmp_path: Path) -> None:
    notebrain = Program(tmp_path, {"LC_ALL": "C", "LANG": "C"})

    note_id = notebrain.run("capture", "Grüße 🧠".encode()).text.strip()

    assert notebrain.run("show", note_id, "--raw").out == "Grüße 🧠".encode()
    assert "Grüße 🧠" in notebrain.run("list").text


def test_a_reader_that_goes_away_early_hears_no_complaint(notebrain: Program) -> None:
    notebrain.capture("x" * 2_000_000)
    note_id = notebrain.run("list", "--json").json[0]["note_id"]

    process = notebrain.start(
        "show", note_id, "--raw", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr is not None
    complaint = process.stderr.read()
    process.stderr.close()

    assert (process.wait(30), complaint) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_answer_that_cannot_be_written_is_told(notebrain: Program) -> None:
    notebrain.capture("x")

    with Path("/dev/full").open("wb") as full:
        process = notebrain.start("list", stdout=full, stderr=subprocess.PIPE)
        _out, err = process.communicate(timeout=30)

    assert process.returncode == 1
    assert err.decode() == "notebrain: The system says: [Errno 28] No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_a_person_at_a_terminal_gets_a_line_end_after_the_text(notebrain: Program) -> None:
    import pty

    note_id = notebrain.capture("no line end")
    try:
        main, side = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo terminals here: {error}")

    process = notebrain.start("show", note_id, "--body", stdout=side)
    process.wait(30)

    os.close(side)
    shown = os.read(main, 100)
    os.close(main)
    assert shown == b"no line end\r\n"
