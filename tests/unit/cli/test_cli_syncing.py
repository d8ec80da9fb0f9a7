"""sync: two vaults and an account of the stand-in."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.services import INDEXER_LOCK
from notebrain.domain.notes import draft
from notebrain.storage.file_lock import Lease
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.command_line import InProcess


@pytest.fixture
def account(notebrain: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


@pytest.fixture
def pair(tmp_path: Path, notebrain: InProcess, account: Standin) -> tuple[InProcess, InProcess]:
    other = InProcess(tmp_path / "other")
    for one in (notebrain, other):
        assert one.run("account", "connect", "--yes").code == 0
    return notebrain, other


@pytest.mark.slow
def test_what_one_computer_has_the_other_gets(pair: tuple[InProcess, InProcess]) -> None:
    one, two = pair
    ids = {one.capture(f"note {number}", "--at", "2026-01-02") for number in range(3)}

    sent = one.run("sync")
    fetched = two.run("sync", "--json").json

    assert (sent.code, sent.text) == (0, "3 sent, 0 fetched.\n")
    assert fetched.pop("last_reached")
    assert fetched == {
        "sent": 0,
        "fetched": 3,
        "merged": 0,
        "conflicts": 0,
        "withdrawn": 0,
        "asks": 0,
        "waiting": 0,
        "failed": [],
        "set_aside": [],
        "requests": 3,
        "renewal": None,
        "missing": None,
        "problem": None,
        "clock": None,
        "files": {
            "sent": 0,
            "fetched": 0,
            "in_account": 0,
            "in_account_bytes": 0,
            "waiting": 0,
            "waiting_bytes": 0,
            "missing": 0,
            "missing_bytes": 0,
            "why": "",
            "reason": "",
        },
    }
    assert {note["note_id"] for note in two.run("list", "--json").json} == ids


@pytest.mark.slow
def test_two_texts_that_are_too_long_together_are_both_kept_and_the_round_goes_on(
    pair: tuple[InProcess, InProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    monkeypatch.setattr(draft, "MOST_BYTES", 1_000)
    middle = "a line in the middle\n" * 20
    note = one.capture(middle, "--at", "2026-01-02")
    one.run("sync")
    two.run("sync")
    above, below = "above\n" * 60 + middle, middle + "below\n" * 60
    one.run("edit", note, "-", stdin=above.encode())
    two.run("edit", note, "-", stdin=below.encode())
    other = one.capture("another", "--at", "2026-01-02")
    one.run("sync")

    done = two.run("sync", "--json")

    assert (done.code, done.json["conflicts"], done.json["set_aside"]) == (0, 1, [])
    assert two.run("show", note, "--raw").text == below
    (card,) = two.run("review", "list", "--json").json
    assert {card["older"]["body"], card["newer"]["body"]} == {above, below}
    assert two.run("show", other, "--raw").text == "another"
    assert one.run("sync").code == 0
    assert two.run("sync").code == 0


def test_a_note_saved_a_moment_ago_is_waited_for(pair: tuple[InProcess, InProcess]) -> None:
    one, _two = pair
    one.capture("just now")

    done = one.run("sync", "--json")

    assert done.json["sent"] == 1


@pytest.mark.slow
def test_many_removals_wait_for_an_answer(pair: tuple[InProcess, InProcess]) -> None:
    one, two = pair
    ids = [one.capture(f"note {number}", "--at", "2026-01-02") for number in range(8)]
    one.run("sync")
    two.run("sync")
    one.run("forget", *ids[:6])
    one.run("sync")

    asked = two.run("sync")
    assert asked.code == 1
    assert "6 notes" in asked.err
    assert [line for line in asked.err.splitlines() if line.startswith("  ")] == [
        f"  note {number}" for number in range(6)
    ]
    assert len(two.run("list", "--json").json) == 8

    assert two.run("sync", "--remove").code == 0
    assert len(two.run("list", "--json").json) == 2


@pytest.mark.slow
def test_a_picture_comes_with_its_note(pair: tuple[InProcess, InProcess], tmp_path: Path) -> None:
    one, two = pair
    picture = tmp_path / "rose.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"rose" * 100)
    one.run("capture", "roses", "--attach", str(picture), "--at", "2026-01-02")

    sent = one.run("sync", "--json")
    fetched = two.run("sync", "--json")

    assert sent.json["files"]["sent"] == 1
    assert sent.json["files"]["in_account"] == 1
    assert fetched.json["files"]["fetched"] == 1
    (file,) = two.run("files", "list", "--json").json
    two.run("files", "save", file["file_id"], str(tmp_path / "copy.png"))
    assert (tmp_path / "copy.png").read_bytes() == picture.read_bytes()


@pytest.mark.slow
def test_without_r2_notes_go_and_the_file_says_why_it_waits(
    pair: tuple[InProcess, InProcess], account: Standin, tmp_path: Path
) -> None:
    one, two = pair
    account.r2.enabled = False
    song = tmp_path / "song.mp3"
    song.write_bytes(b"la" * 100)
    one.run("capture", "a song", "--attach", str(song), "--at", "2026-01-02")

    done = one.run("sync", "--json")
    status = one.run("sync", "status", "--json")

    assert done.code == 0
    assert done.json["waiting"] == 0
    assert status.json["files"] | {"reason": ""} == {
        "in_account": 0,
        "in_account_bytes": 0,
        "waiting": 1,
        "waiting_bytes": 200,
        "missing": 0,
        "missing_bytes": 0,
        "why": "off",
        "reason": "",
    }
    assert "R2" in one.run("sync", "status").text
    assert two.run("sync", "--json").json["fetched"] >= 1
    assert two.run("sync", "status", "--json").json["files"]["missing"] == 1


@pytest.mark.slow
def test_files_rest_by_themselves_and_the_status_says_what_sending_them_takes(
    pair: tuple[InProcess, InProcess], tmp_path: Path
) -> None:
    one, two = pair
    song = tmp_path / "song.mp3"
    song.write_bytes(b"la" * 100)
    one.run("capture", "a song", "--attach", str(song), "--at", "2026-01-02")

    paused = one.run("sync", "pause-files")
    done = one.run("sync", "--json").json
    status = one.run("sync", "status")

    assert (paused.code, paused.text) == (0, "Files are paused; notes still sync.\n")
    assert (done["sent"], done["files"]["why"]) == (1, "paused")
    assert "1 file, 200 B; your account keeps 10 GB for free" in status.text
    estimate = one.run("sync", "status", "--json").json["files_estimate"]
    assert (estimate["files"], estimate["measured"]) == (1, False)

    two.run("sync")
    (row,) = two.run("files", "list", "--json").json
    assert (row["file"], row["place"], row["why"]) == (None, "to fetch", "elsewhere")
    one.run("sync", "resume-files")
    assert one.run("sync", "--json").json["files"]["sent"] == 1
    assert two.run("files", "fetch", row["file_id"][:8]).code == 0
    assert two.run("sync", "--json").json["files"]["fetched"] == 1
    assert "In your account, too" in two.run("files", "list").text


def test_a_file_is_fetched_only_from_an_account(notebrain: InProcess) -> None:
    notebrain.capture(f"![rose](attachment:{'a' * 64}/rose.png)")

    assert "Not on this computer" not in notebrain.run("files", "list").text
    done = notebrain.run("files", "fetch", "aaaa")

    assert done.code == 1
    assert "not connected to an account" in done.line
    assert notebrain.run("files", "fetch", "bbbb").code == 1


def test_without_an_account_it_says_how_to_connect_one(notebrain: InProcess) -> None:
    notebrain.capture("a note")

    done = notebrain.run("sync")

    assert done.code == 1
    assert "notebrain account connect" in done.line


def test_a_problem_is_told_in_one_line_and_the_notes_wait(
    pair: tuple[InProcess, InProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _two = pair
    one.capture("a note", "--at", "2026-01-02")
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", "cfut_a-token-that-was-taken-back")

    done = one.run("sync", "--json")

    assert done.code == 1
    document = json.loads(done.out)
    assert document["waiting"] == 1
    assert document["problem"]


def test_beside_another_process_it_says_so(pair: tuple[InProcess, InProcess]) -> None:
    one, _two = pair
    lease = Lease(one.vault / INDEXER_LOCK)
    assert lease.acquire()

    done = one.run("sync")

    lease.release()
    assert done.code == 1
    assert "Another NoteBrain" in done.line


@pytest.mark.slow
def test_verify_finds_what_the_account_lost_and_repairs_it(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    one.capture("a note", "--at", "2026-01-02")
    one.run("sync")
    assert one.run("verify").text == "One note compared.\nNothing differs.\n"
    account.d1.database("notebrain").run([Statement("delete from item")])

    found = one.run("verify")
    assert found.code == 1
    assert "Missing in the account: 1" in found.text
    assert one.run("verify", "--repair", "--json").json["repaired"]

    assert one.run("verify").text == "One note compared.\nNothing differs.\n"


@pytest.mark.slow
def test_verify_compares_files_and_sends_again_what_is_damaged(
    pair: tuple[InProcess, InProcess], account: Standin, tmp_path: Path
) -> None:
    one, _two = pair
    song = tmp_path / "song.mp3"
    song.write_bytes(b"la" * 100)
    one.run("capture", "a song", "--attach", str(song), "--at", "2026-01-02")
    one.run("sync")
    [bucket] = account.r2.buckets
    [part, _list] = sorted(account.r2.objects(bucket))
    assert "One file compared by its hashes." in one.run("verify").text

    account.r2.put(bucket, part, b"lo" * 100)
    found = one.run("verify")
    mended = one.run("verify", "--repair", "--read-back")

    assert found.code == 1
    assert "Files damaged in the account: 1" in found.text
    assert "  song.mp3: damaged in the account" in found.text
    assert mended.code == 0
    assert "song.mp3: damaged in the account, repaired" in mended.text
    again = one.run("verify", "--read-back", "--json").json["files"]
    assert again == {
        "compared": 1,
        "read_back": True,
        "nowhere": 0,
        "problem": "",
        "differences": [],
    }


@pytest.mark.slow
def test_what_cannot_be_read_is_named_and_the_rest_arrives(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, two = pair
    ids = [one.capture(f"note {number}", "--at", "2026-01-02") for number in range(3)]
    one.run("sync")
    database = account.d1.database("notebrain")
    database.look("update item set content = 'from the year 2031' where id = ?", ids[1])

    done = two.run("sync")

    assert (done.code, done.text) == (0, "0 sent, 2 fetched.\n")
    assert done.err.splitlines() == [
        "1 change from another computer is set aside:",
        "  A note that is not here yet: a newer NoteBrain wrote it",
        "  NoteBrain will try again after an update. Everything else continues.",
    ]
    (aside,) = two.run("sync", "--json").json["set_aside"]
    assert aside == {"kind": "note", "id": ids[1], "newer": True, "fault": None}


@pytest.mark.slow
def test_a_note_that_another_computer_keeps_to_itself_is_told_of(
    pair: tuple[InProcess, InProcess],
) -> None:
    one, two = pair
    note = one.capture("plover", "--at", "2026-01-02")
    one.run("sync")
    two.run("sync")
    one.run("file", note, "--local-only")
    one.run("sync")

    done = two.run("sync")

    assert done.code == 0
    assert done.err == (
        "1 note is now local only on another computer; your copy stays here or is in the trash.\n"
    )
    assert two.run("list", "--trash", "--json").json[0]["note_id"] == note


@pytest.mark.slow
def test_an_account_that_was_taken_back_is_told_of_until_it_is_compared(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    note = one.capture("lime", "--at", "2026-01-02")
    one.run("sync")
    database = account.d1.database("notebrain")
    before = database.look("select name, value from meta")
    row = database.look("select rev, base, content, seq from item where id = ?", note)[0]
    one.run("edit", note, "-", stdin=b"lime in autumn")
    one.run("sync")
    database.look("delete from meta")
    for each in before:
        database.look("insert into meta (name, value) values (?, ?)", *each)
    database.look(
        "update item set rev = ?, base = ?, content = ?, seq = ? where id = ?", *row, note
    )

    told = one.run("sync")
    assert told.code == 1
    assert "reset to an earlier state" in told.err
    compared = one.run("verify")
    assert compared.code == 1
    assert "notebrain verify --repair" in compared.err
    assert one.run("sync").code == 1

    assert one.run("verify", "--repair").code == 0
    assert one.run("sync").code == 0
    assert one.run("verify", "--json").json["lost"] is None
    assert one.run("show", note, "--raw").text == "lime in autumn"
    content = database.look("select content from item where id = ?", note)[0][0]
    assert json.loads(content)["body"] == "lime in autumn"
