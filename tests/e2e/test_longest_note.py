"""A note holds 20 MB of text: what is more is refused by name, and not even read to its end."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

import notebrain
from notebrain.domain.errors import BadText
from tests.fakes.command_line import Program

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

MEGABYTE = b"x" * 999_999 + b"\n"
LIMIT = "notebrain: A note can hold at most 20 MB of text; this would be more. Nothing was saved."


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_an_endless_text_is_refused_and_not_read_to_its_end(program: Program) -> None:
    pipe = subprocess.PIPE
    process = program.start("capture", "-", stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None
    assert process.stderr is not None

    sent = 0
    with contextlib.suppress(BrokenPipeError):
        while sent < 1_000:
            process.stdin.write(MEGABYTE)
            sent += 1
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    said = process.stderr.read().decode().strip()
    process.wait(timeout=30)
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        stream.close()

    assert (process.returncode, said) == (1, LIMIT)
    assert sent < 30
    assert program.run("list", "--json").json == []


def test_a_huge_file_is_named_and_the_others_come_in(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "good.md").write_text("good")
    (folder / "long.md").write_bytes(MEGABYTE * 21)
    with (folder / "huge.md").open("wb") as huge:
        huge.truncate(210_000_000)

    done = program.run("import", str(folder))

    assert (done.code, done.text) == (1, "3 files found, 1 new, 2 failed.\n")
    reason = "has more than 20 MB of text, too much for a note"
    assert done.err.splitlines() == [f"huge.md: {reason}", f"long.md: {reason}"]


def test_whatever_makes_a_note_longer_is_refused_and_the_note_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.domain.notes.draft.MOST_BYTES", 1_000)
    with notebrain.open(tmp_path) as brain:
        note = brain.capture("é" * 450)
        longest = brain.capture("x" * 1_000)

        for refused in (
            lambda: brain.capture("é" * 501),
            lambda: brain.append(note, "x" * 100),
            lambda: brain.edit(note, "x" * 1_001),
            lambda: brain.append(longest, "y"),
        ):
            with pytest.raises(BadText, match="at most"):
                refused()

        assert brain.show(note).body == "é" * 450
        assert len(brain.list()) == 2
        assert brain.edit(longest, "x" * 999)


def test_a_note_from_before_the_limit_may_be_shortened_but_not_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with notebrain.open(tmp_path) as brain:
        note = brain.capture("x" * 1_500)
        monkeypatch.setattr("notebrain.domain.notes.draft.MOST_BYTES", 1_000)

        assert brain.edit(note, "x" * 1_400)
        with pytest.raises(BadText, match="at most"):
            brain.edit(note, "x" * 1_401)
