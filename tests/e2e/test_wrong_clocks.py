"""Computers whose clocks are wrong, as processes of their own: no date of one takes a note from another, or from it."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

import notebrain
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

FAST, CENTURY, SLOW = 40.0, 3653.0, -900.0
PLUMS = "Plums\n\nThe tree behind the shed bears every second year.\n"


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def pair(tmp_path: Path, account: Standin) -> tuple[Program, Program]:
    environ = {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
        "NOTEBRAIN_CF_TOKEN": account.token,
        "NOTEBRAIN_CF_ACCOUNT": account.account,
    }
    return ForkedProgram(tmp_path / "one", environ), ForkedProgram(tmp_path / "two", environ)


@pytest.fixture
def lone(tmp_path: Path) -> Program:
    """A computer without an account."""
    return ForkedProgram(tmp_path / "lone", {"XDG_RUNTIME_DIR": str(tmp_path)})


def connect(*computers: Program) -> None:
    for computer in computers:
        assert computer.run("account", "connect", "--yes", "--json").json["connected"]


def sync(*computers: Program) -> None:
    for computer in computers:
        done = computer.run("sync")
        assert done.code == 0, done.err


def upkeep(*computers: Program) -> None:
    for computer in computers:
        done = computer.run("index")
        assert done.code == 0, done.err


def is_kept(computer: Program, note: str) -> bool:
    return computer.run("show", note, "--raw").text == PLUMS


def is_in_trash(computer: Program, note: str) -> bool:
    trash = computer.run("list", "--trash", "--json").json
    return note in [one["note_id"] for one in trash]


def told_of_the_clock(computer: Program) -> str:
    """Return what `doctor` says of the clock."""
    checks = json.loads(computer.run("doctor", "--json").out)["checks"]
    (text,) = (str(one["text"]) for one in checks if one["name"] == "clock")
    return text


def backups(computer: Program) -> list[Path]:
    return sorted((computer.vault / "backups").glob("*.db"))


def texts_in(backup: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as db:
        return [row[0] for row in db.execute("select body from note")]


@pytest.mark.parametrize(
    ("off", "wrote"),
    [
        (CENTURY, "one"),
        (SLOW, "two"),
        pytest.param(FAST, "one", marks=pytest.mark.long),
        pytest.param(SLOW, "one", marks=pytest.mark.long),
    ],
)
def test_a_wrong_clock_removes_nothing_from_any_computer(
    pair: tuple[Program, Program], off: float, wrote: str
) -> None:
    one, two = pair
    writer = one if wrote == "one" else two
    writer.clock_off_days = off if writer is two else 0
    connect(one, two)
    note = writer.capture(PLUMS)
    sync(writer, one, two)
    writer.run("forget", note)
    sync(writer, one)

    two.clock_off_days = off
    said = two.run("sync")
    upkeep(two)
    sync(two)
    upkeep(two)
    sync(two, one)
    upkeep(one)

    assert is_in_trash(one, note)
    assert is_in_trash(two, note)
    assert f"{abs(off):,.0f} days" in said.err
    assert f"{abs(off):,.0f} days" in told_of_the_clock(two)
    two.clock_off_days = 0
    sync(two)
    upkeep(two)
    sync(two)
    assert is_in_trash(two, note)
    assert "agrees" in told_of_the_clock(two)
    one.run("restore", note)
    sync(one, two)
    assert is_kept(one, note)
    assert is_kept(two, note)


@pytest.mark.parametrize("off", [pytest.param(FAST, marks=pytest.mark.long), CENTURY])
def test_one_run_with_a_wrong_clock_empties_no_trash_and_stops_no_backup(
    lone: Program, off: float
) -> None:
    note = lone.capture(PLUMS)
    upkeep(lone)
    lone.run("forget", note)
    upkeep(lone)
    before = backups(lone)

    lone.clock_off_days = off
    upkeep(lone)
    upkeep(lone)
    wrong = set(backups(lone)) - set(before)
    lone.clock_off_days = 0
    upkeep(lone)
    lone.run("import", str(two_hundred_notes(lone.vault.parent)))
    upkeep(lone)

    assert is_in_trash(lone, note)
    assert wrong <= set(backups(lone))
    new = set(backups(lone)) - wrong - set(before)
    assert [len(texts_in(one)) for one in new] == [201]


def two_hundred_notes(folder: Path) -> Path:
    place = folder / "notes"
    place.mkdir()
    for number in range(200):
        (place / f"{number}.md").write_text(f"note {number}\n", "utf-8")
    return place


def test_what_is_restored_somewhere_wins_over_a_removal_that_computer_has_not_seen(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, two = pair
    connect(one, two)
    note = one.capture(PLUMS)
    one.run("forget", note)
    sync(one, two)
    upkeep(one, two)
    for computer in pair:
        computer.clock_off_days = 31
    account.clock.forward(days=31)

    two.run("restore", note)
    sync(one)
    upkeep(one)
    sync(one)
    gone = one.run("show", note).code != 0
    sync(two, one)

    assert gone
    assert is_kept(one, note)
    assert is_kept(two, note)


def test_after_its_days_a_note_leaves_every_computer_and_a_backup_has_it(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, two = pair
    connect(one, two)
    note = one.capture(PLUMS)
    one.run("forget", note)
    sync(one, two)
    upkeep(one, two)
    account.clock.forward(days=31)
    for computer in pair:
        computer.clock_off_days = 31

    # the account has not told the time yet
    upkeep(one)
    waits = is_in_trash(one, note)
    sync(one)
    upkeep(one)
    sync(one, two)

    assert waits
    for computer in pair:
        assert computer.run("show", note).code != 0
        assert any(PLUMS in texts_in(copy) for copy in backups(computer))


def test_what_another_computer_removed_goes_once_a_backup_here_has_it(
    pair: tuple[Program, Program],
) -> None:
    one, two = pair
    connect(one, two)
    note = one.capture("Plums\n")
    sync(one, two)
    one.run("edit", note, PLUMS)
    one.run("forget", note)
    sync(one, two)
    with notebrain.open(one.vault) as brain:
        brain.purge(note)
    sync(one)
    before = backups(two)
    (two.vault / "backups").rename(two.vault / "kept")
    (two.vault / "backups").write_text("a file is in the way")

    refused = two.run("sync")
    stays = is_in_trash(two, note)
    (two.vault / "backups").unlink()
    (two.vault / "kept").rename(two.vault / "backups")
    sync(two)

    assert not any(PLUMS in texts_in(copy) for copy in before)
    assert "backup" in refused.err
    assert stays
    assert two.run("show", note).code != 0
    assert any(PLUMS in texts_in(copy) for copy in backups(two))


def test_without_an_account_the_user_is_asked_for_the_date_before_a_purge(lone: Program) -> None:
    note = lone.capture(PLUMS)
    lone.run("forget", note)
    upkeep(lone)

    lone.clock_off_days = FAST
    upkeep(lone)
    stays, told = is_in_trash(lone, note), told_of_the_clock(lone)
    confirmed = lone.run("doctor", "--confirm-date")
    upkeep(lone)

    assert stays
    assert "--confirm-date" in told
    assert confirmed.code == 0, confirmed.err
    assert lone.run("show", note).code != 0
    assert any(PLUMS in texts_in(copy) for copy in backups(lone))
    assert "--confirm-date" not in told_of_the_clock(lone)


def test_a_trash_of_an_account_that_does_not_answer_stays(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, _two = pair
    connect(one)
    note = one.capture(PLUMS)
    one.run("forget", note)
    sync(one)
    upkeep(one)
    account.close()

    one.clock_off_days = (timedelta(days=31)).days
    upkeep(one)
    confirmed = one.run("doctor", "--confirm-date")
    upkeep(one)

    assert is_in_trash(one, note)
    assert confirmed.code == 1
