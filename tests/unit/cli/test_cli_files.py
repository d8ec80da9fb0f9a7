"""The files in notes from the command line."""

import hashlib
import json
from contextlib import closing
from pathlib import Path

import pytest

import notebrain as package
from notebrain.app.services import open_services
from notebrain.app.settings.table import FILE_TRACES
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.maintenance import backup, backup_files
from notebrain.storage.store import FILE_NAME
from tests.fakes.command_line import InProcess

PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000280000001e00802000000") + b"\0" * 8
SHA = hashlib.sha256(PNG).hexdigest()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "the tap.png"
    path.write_bytes(PNG)
    return path


@pytest.fixture
def bill(tmp_path: Path) -> Path:
    path = tmp_path / "bill.pdf"
    path.write_bytes(b"%PDF-1.7 bill")
    return path


def blobs(notebrain: InProcess) -> Blobs:
    return Blobs.beside(notebrain.vault / FILE_NAME)


def test_a_note_is_taken_with_its_files(notebrain: InProcess, picture: Path, bill: Path) -> None:
    options = ["--attach", str(picture), "--attach", str(bill)]

    note_id = notebrain.run("capture", "The tap drips.", *options).text.strip()

    pdf = hashlib.sha256(bill.read_bytes()).hexdigest()
    assert notebrain.run("show", note_id, "--raw").text == (
        f"The tap drips.\n\n![](attachment:{SHA}/the%20tap.png)\n\n[bill.pdf](attachment:{pdf}/bill.pdf)\n"
    )
    assert blobs(notebrain).path(SHA).read_bytes() == PNG  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_what_was_added_before_a_file_that_fails_is_printed(
    notebrain: InProcess, picture: Path, bill: Path, options: list[str]
) -> None:
    gone = picture.with_name("gone.txt")

    done = notebrain.run("files", "add", str(picture), str(gone), str(bill), *options)

    assert done.code == 1
    assert "gone.txt" in done.err
    assert f"attachment:{SHA}" in done.text
    assert done.text.count("](attachment:") == 1
    if options:
        assert [one["file_id"] for one in json.loads(done.text)] == [SHA]


def test_a_photo_that_may_say_where_it_was_taken_is_named(
    notebrain: InProcess, tmp_path: Path, bill: Path
) -> None:
    photo = tmp_path / "cat.heic"
    photo.write_bytes(b"\0\0\0\x18ftypheic and where")
    with closing(open_services(notebrain.vault)) as services:
        services.settings.put(FILE_TRACES, True).result()

    done = notebrain.run("capture", "Cat", "--attach", str(photo), "--attach", str(bill))

    assert done.code == 0
    assert done.err == "cat.heic may still say where it was taken: it was added as it is.\n"
    assert len(done.text.split()) == 1  # the id of the note


def test_a_file_alone_is_a_note_named_after_it(notebrain: InProcess, picture: Path) -> None:
    notebrain.run("capture", "--attach", str(picture))

    (note,) = notebrain.run("list", "--json").json
    assert note["title"] == "the tap.png"


def test_a_note_with_a_file_that_cannot_be_read_is_not_saved(
    notebrain: InProcess, picture: Path, tmp_path: Path
) -> None:
    done = notebrain.run("capture", "x", "--attach", str(picture), "--attach", str(tmp_path / "no"))

    assert done.code == 1
    assert "no cannot be read: No such file or directory" in done.line
    assert notebrain.run("list", "--json").json == []
    assert not [path for path in blobs(notebrain).folder.rglob("*") if path.is_file()]


def test_the_list_says_who_uses_a_file(notebrain: InProcess, picture: Path, bill: Path) -> None:
    notebrain.run("capture", "x", "--attach", str(picture))
    notebrain.run("files", "add", str(bill))

    lines = notebrain.run("files", "list").text.splitlines()
    unused = notebrain.run("files", "list", "--unused").text

    assert [line.split("  ")[1:] for line in lines] == [
        ["13 B", "application/pdf", "bill.pdf", "unused, deleted in 30 days, text not read yet"],
        ["37 B", "image/png", "the tap.png", "1 note"],
    ]
    assert unused.splitlines() == lines[:1]


def test_the_list_in_json_has_everything_that_is_known(notebrain: InProcess, picture: Path) -> None:
    notebrain.run("capture", "x", "--attach", str(picture))

    (row,) = notebrain.run("files", "list", "--json").json

    added_at = row["file"].pop("added_at")
    assert added_at.endswith("+00:00")
    assert row == {
        "file_id": SHA,
        "name": "the tap.png",
        "file": {
            "file_id": SHA,
            "name": "the tap.png",
            "size": 37,
            "media_type": "image/png",
            "width": 640,
            "height": 480,
            "length_ms": None,
        },
        "notes": 1,
        "used": True,
        "fault": "",
        "days_left": None,
        "kept": False,
        "place": "here",
        "why": "",
        "reason": "",
        "computer": "",
        "text": None,
        "pages": None,
        "characters": 0,
    }


def test_a_file_that_was_never_here_is_in_the_list(notebrain: InProcess) -> None:
    notebrain.run("capture", f"![](attachment:{SHA}/tap.png)")

    (row,) = notebrain.run("files", "list", "--json").json

    assert (row["name"], row["file"], row["fault"]) == ("tap.png", None, "missing")
    assert "never on this computer, 1 note" in notebrain.run("files", "list").text
    assert notebrain.run("files", "check").code == 1


def test_an_added_file_is_printed_as_markdown(notebrain: InProcess, picture: Path) -> None:
    done = notebrain.run("files", "add", str(picture))
    (document,) = notebrain.run("files", "add", str(picture), "--json").json

    assert done.text == f"![](attachment:{SHA}/the%20tap.png)\n"
    assert document["markdown"] == done.text.strip()
    assert document["file_id"] == SHA


def test_a_copy_is_saved_beside_what_is_there(
    notebrain: InProcess, picture: Path, tmp_path: Path
) -> None:
    notebrain.run("files", "add", str(picture))

    one = notebrain.run("files", "save", "the tap.png", str(tmp_path), "--json").json
    other = notebrain.run("files", "save", SHA[:8], str(tmp_path / "new.png")).text.strip()
    refused = notebrain.run("files", "save", SHA[:8], str(picture))

    assert one == {"file_id": SHA, "path": str(tmp_path / "the tap 2.png")}
    assert Path(other).read_bytes() == Path(one["path"]).read_bytes() == PNG
    assert (refused.code, refused.line.endswith("is there already; it was left as it is.")) == (
        1,
        True,
    )


def test_a_removal_is_announced_and_undone(notebrain: InProcess, picture: Path) -> None:
    notebrain.run("files", "add", str(picture))

    gone = notebrain.run("files", "remove", SHA)
    kept = notebrain.run("files", "remove", SHA, "--undo", "--json").json

    assert gone.line == "the tap.png: unused, deleted in 30 days"
    assert (kept[0]["days_left"], kept[0]["kept"]) == (None, True)


def test_a_file_of_a_note_is_not_removed(notebrain: InProcess, picture: Path) -> None:
    notebrain.run("capture", "The kitchen", "--attach", str(picture))

    done = notebrain.run("files", "remove", SHA)

    assert done.code == 1
    assert "cannot be removed: the note “The kitchen” uses it." in done.line


def test_a_check_names_what_is_missing_and_exits_with_a_problem(
    notebrain: InProcess, picture: Path, bill: Path
) -> None:
    notebrain.run("capture", "x", "--attach", str(picture), "--attach", str(bill))
    good = notebrain.run("files", "check")
    blobs(notebrain).remove(SHA)  # type: ignore[arg-type]

    done, quiet = notebrain.run("files", "check"), notebrain.run("files", "check", "--json")

    assert good.text.startswith("2 files are as they were added.\n")
    assert done.text.startswith(f"{SHA[:12]} the tap.png is missing.\n")
    assert (done.code, quiet.code) == (1, 1)
    assert b'"missing":[{"file_id":"' + SHA.encode() in quiet.out
    doctor = notebrain.run("doctor")
    assert "!!  1 file is missing or was changed on disk, the tap.png" in doctor.text


def test_the_doctor_names_a_file_whose_bytes_were_found_changed(
    notebrain: InProcess, picture: Path
) -> None:
    notebrain.run("capture", "x", "--attach", str(picture))
    path = blobs(notebrain).path(SHA)  # type: ignore[arg-type]
    path.chmod(0o600)
    path.write_bytes(bytes(path.stat().st_size))
    before = notebrain.run("doctor").text
    notebrain.run("files", "check")

    assert "changed on disk" not in before  # that takes reading all bytes
    assert (
        "!!  1 file is missing or was changed on disk, the tap.png" in notebrain.run("doctor").text
    )


def test_the_newest_backup_comes_back_with_its_files(notebrain: InProcess, picture: Path) -> None:
    note_id = notebrain.run("capture", "x", "--attach", str(picture)).text.strip()
    notebrain.run("doctor", "--backup")
    blobs(notebrain).remove(SHA)  # type: ignore[arg-type]

    document = notebrain.run("doctor", "--restore-backup", "--json").json

    assert document["missing_files"] == []
    assert blobs(notebrain).path(SHA).read_bytes() == PNG  # type: ignore[arg-type]
    assert SHA in notebrain.run("show", note_id).text


def test_a_backup_without_its_files_says_so_before_it_comes_back(
    notebrain: InProcess, picture: Path
) -> None:
    notebrain.run("capture", "x", "--attach", str(picture))
    notebrain.run("doctor", "--backup")
    (made,) = backup.list_backups(notebrain.vault / "backups")
    for kept in (blobs(notebrain), backup_files.of(made.path)):
        kept.remove(SHA)  # type: ignore[arg-type]

    doctor = notebrain.run("doctor")
    done = notebrain.run("doctor", "--restore-backup")

    assert "1 file of the newest is not in the folder of backups." in doctor.text
    assert done.code == 0
    assert "lacks the file the tap.png; it will be missing in the notes." in done.err


def test_a_rescued_vault_has_the_files(notebrain: InProcess, picture: Path, tmp_path: Path) -> None:
    notebrain.run("capture", "x", "--attach", str(picture))
    rescued = InProcess(tmp_path / "rescued")

    notebrain.run("doctor", "--rescue", str(rescued.vault))

    (row,) = rescued.run("files", "list", "--json").json
    assert (row["name"], row["notes"], row["fault"]) == ("the tap.png", 1, "")
    assert rescued.run("files", "check").code == 0


@pytest.mark.parametrize(
    "words",
    [["add"], ["save"], ["save", "a", "b", "c"], ["remove"], ["list", "x"], ["check", "x"], ["no"], []],
)  # fmt: skip
def test_wrong_usage_is_explained(notebrain: InProcess, words: list[str]) -> None:
    assert notebrain.run("files", *words).code == 2


@pytest.mark.parametrize("wanted", ["abc", "*", "no such.png", "é", "\udcff"])
def test_a_file_that_is_not_there_is_not_found(
    notebrain: InProcess, picture: Path, wanted: str
) -> None:
    notebrain.run("files", "add", str(picture))

    done = notebrain.run("files", "save", wanted)

    assert done.code == 1
    assert "There is no file" in done.line


def test_python_does_the_same(notebrain: InProcess, picture: Path, tmp_path: Path) -> None:
    with package.open(notebrain.vault) as brain:
        note = brain.capture("The tap", files=[picture])
        added = brain.add_file(picture, alt="The tap")
        saved = brain.save_file("the tap.png", tmp_path / "copy.png")
        (row,) = brain.files()

        assert brain.show(note).body == f"The tap\n\n![](attachment:{SHA}/the%20tap.png)\n"
        assert added.markdown == f"![The tap](attachment:{SHA}/the%20tap.png)"
        assert saved.read_bytes() == PNG
        assert (row.sha, row.notes) == (SHA, 1)
        assert brain.check_files().is_good


def test_files_that_were_read_or_cannot_be_are_told(
    notebrain: InProcess, picture: Path, bill: Path, tmp_path: Path
) -> None:
    (tmp_path / "rent.txt").write_text("The deposit is due in May", "utf-8")
    notebrain.run("capture", "Flat", "--attach", str(tmp_path / "rent.txt"), "--attach", str(bill))
    before = notebrain.run("search", "deposit")
    notebrain.run("index")

    after = notebrain.run("search", "deposit")
    (hit,) = notebrain.run("search", "deposit", "--json").json["hits"]
    check = notebrain.run("files", "check").text.splitlines()

    assert "2 files in notes are not read yet" in before.err
    assert "rent.txt\n     The deposit is due in May" in after.text
    assert (hit["file"]["name"], hit["file"]["page"]) == ("rent.txt", None)
    assert "not read yet" not in after.err
    assert check[1:] == [
        "The words of 1 file can be found.",
        f"{check[2][:12]} bill.pdf: text cannot be read: damaged or of another type.",
    ]
