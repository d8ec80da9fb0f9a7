"""Backups for people who never open the window: short commands, each a process of its own."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return ForkedProgram(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


def texts_in(backup: Path) -> set[str]:
    with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as db:
        return {row[0] for row in db.execute("select body from note")}


def backups(program: Program) -> list[Path]:
    return sorted((program.vault / "backups").glob("*.db"))


def newest_texts(program: Program) -> set[str]:
    return texts_in(backups(program)[-1])


def test_who_only_takes_notes_from_the_command_line_has_a_backup_every_day_of_use(
    program: Program,
) -> None:
    program.capture("monday")
    program.clock_off_days = 0.5
    program.capture("noon")
    noon = len(backups(program))
    program.clock_off_days = 1.1
    program.capture("tuesday")

    assert noon == 0
    assert newest_texts(program) == {"monday", "noon", "tuesday"}


def test_days_add_up_whatever_the_dates_say(program: Program) -> None:
    program.capture("one")
    program.clock_off_days = -900.0
    program.capture("in the past")

    assert any("in the past" in texts_in(copy) for copy in backups(program))


def test_two_hundred_changed_notes_are_not_left_without_a_backup(
    program: Program, tmp_path: Path
) -> None:
    program.capture("first")
    (tmp_path / "notes").mkdir()
    for number in range(198):
        (tmp_path / "notes" / f"{number}.md").write_text(f"note {number}\n", "utf-8")

    program.run("import", str(tmp_path / "notes"))
    before = len(backups(program))
    program.capture("the two hundredth")

    assert before == 0
    assert len(newest_texts(program)) == 200


def test_a_backup_that_cannot_be_made_leaves_the_command_done(program: Program) -> None:
    program.capture("first")
    (program.vault / "backups").write_text("a file is in the way")
    program.clock_off_days = 2.0

    done = program.run("capture", "kept all the same")

    assert done.code == 0
    assert "No backup" in done.line
    rows = json.loads(program.run("list", "--json").out)
    assert done.text.strip() in [row["note_id"] for row in rows]


def test_reading_makes_no_backup(program: Program) -> None:
    program.capture("one")
    program.clock_off_days = 2.0

    program.run("list")

    assert backups(program) == []
