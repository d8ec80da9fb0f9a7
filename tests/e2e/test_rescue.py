"""After damage everything that can be read comes out, with where it came from; the damaged file stays as it is."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from notebrain import open as open_brain
from tests.fakes.command_line import InProcess, Program

pytestmark = pytest.mark.e2e

PAGE = 8192
NOTES = 80


def text(number: int) -> str:
    words = " ".join(hashlib.sha256(f"{number} {part}".encode()).hexdigest() for part in range(8))
    return f"Note {number}\n\n{words}"


@pytest.fixture
def notebrain(tmp_path: Path) -> InProcess:
    return InProcess(tmp_path / "vault")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A vault with the notes in it, and the text of each by its id."""
    vault = tmp_path_factory.mktemp("written") / "vault"
    with open_brain(vault) as brain:
        return vault, {brain.capture(text(number)): text(number) for number in range(NOTES)}


@pytest.fixture
def ids(notebrain: InProcess, written: tuple[Path, dict[str, str]]) -> dict[str, str]:
    """Put the notes into the vault, and return the text of each by its id."""
    vault, ids = written
    shutil.copytree(vault, notebrain.vault)
    return ids


def zero_page_of(vault: Path, said: str) -> None:
    """Damage the page of the notes' table that a text lies on."""
    file = vault / "notebrain.db"
    data = bytearray(file.read_bytes())
    at = data.index(said.encode()) // PAGE * PAGE
    data[at : at + PAGE] = bytes(PAGE)
    file.write_bytes(data)


def said_in(folder: Path) -> dict[str, str]:
    with open_brain(folder) as brain:
        return {row.id: brain.show(row.id).body for row in brain.list()}


def test_export_goes_on_after_what_it_cannot_read(
    notebrain: InProcess, ids, tmp_path: Path
) -> None:
    zero_page_of(notebrain.vault, text(40))

    done = Program(notebrain.vault).run("export", str(tmp_path / "out"), "--json")

    written = {path.read_text() for path in (tmp_path / "out").glob("*.md")}
    lost = [number for number in range(NOTES) if not any(text(number) in one for one in written)]
    assert done.code == 1
    assert 40 in lost
    assert len(lost) < 20
    assert done.err.count("damaged part of the disk") == len(lost)
    assert "Traceback" not in done.err


def test_a_rescue_says_where_each_text_came_from(notebrain: InProcess, ids, tmp_path: Path) -> None:
    first, *_others, last = ids
    notebrain.run("doctor", "--backup")
    new = notebrain.capture("Written after the backup, " + "and long. " * 50)
    notebrain.run("edit", last, "-", stdin=b"Changed after the backup")
    file = notebrain.vault / "notebrain.db"
    zero_page_of(notebrain.vault, text(3))
    zero_page_of(notebrain.vault, "and long. " * 30)
    before = file.read_bytes()

    done = Program(notebrain.vault).run("doctor", "--rescue", str(tmp_path / "new"), "--json")

    rescued = said_in(tmp_path / "new")
    origins = {one["note_id"]: one["from"] for one in json.loads(done.out)["notes"]}
    assert file.read_bytes() == before
    assert {path.name for path in notebrain.vault.iterdir() if path.suffix == ".db"} == {
        "notebrain.db"
    }
    assert rescued[first] == ids[first]
    assert rescued.keys() >= ids.keys()
    for note_id, said in ids.items():
        if origins[note_id] == "file" and note_id != last:
            assert rescued[note_id] == said
    assert [origin for origin in origins.values() if origin == "earlier"]
    assert origins[new] == "words"
    assert rescued[new].startswith("written after the backup")
    assert done.code == 1
    assert "from notebrain-" in done.err
    sound = Program(tmp_path / "new").run("doctor", "--json").json["checks"]
    assert {one["severity"] for one in sound if one["name"] in ("file", "texts", "words")} == {
        "good"
    }


def test_a_lost_note_comes_from_its_history(notebrain: InProcess, ids, tmp_path: Path) -> None:
    note = next(iter(ids))
    notebrain.run("edit", note, "-", stdin=b"Something else " * 100)
    zero_page_of(notebrain.vault, "Something else " * 30)

    notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    assert said_in(tmp_path / "new")[note] == ids[note]


@pytest.mark.parametrize("how", ["missing", "nonsense", "cut"])
def test_without_its_head_a_file_still_gives_what_it_has(
    notebrain: InProcess, ids, tmp_path: Path, how: str
) -> None:
    file = notebrain.vault / "notebrain.db"
    data = file.read_bytes()
    head = {"missing": b"", "nonsense": b"\xa5" * PAGE, "cut": data[: PAGE // 2]}[how]
    file.write_bytes(head + (b"" if how == "cut" else data[PAGE:]))
    if how == "missing":  # every page is one place too early; it is no database at all
        notebrain.run("doctor", "--rescue", str(tmp_path / "new"))
        assert "Traceback" not in notebrain.run("list").err
        return

    done = notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    assert "Unexpected" not in done.err
    if how == "nonsense":
        assert said_in(tmp_path / "new") == ids


def test_a_folder_that_holds_something_is_left_alone(
    notebrain: InProcess, ids, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine.txt").write_text("mine")

    done = notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    assert (done.code, "is not empty" in done.line) == (1, True)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["mine.txt"]


def test_after_a_backup_is_back_the_newer_notes_can_be_brought_in(
    notebrain: InProcess, ids
) -> None:
    first, *_others, last = ids
    notebrain.run("doctor", "--backup")
    new = [notebrain.capture(f"New {number} " + "and long. " * 50) for number in range(14)]
    notebrain.run("edit", first, "-", stdin=b"Changed after the backup")
    zero_page_of(notebrain.vault, text(40))

    done = notebrain.run("doctor", "--restore-backup", "--json").json
    told = notebrain.run("list", "--json").json
    taken = notebrain.run("doctor", "--newer-from", done["replaced"], "--json").json

    assert done["newer"] == 15
    assert len(told) == NOTES
    assert set(taken["notes"]) == {*new, first}
    assert notebrain.run("show", new[3], "--raw").text.startswith("New 3 ")
    assert notebrain.run("show", first, "--raw").text == "Changed after the backup"
    assert notebrain.run("history", first, "--version", "1").text == ids[first]
    assert notebrain.run("show", last, "--raw").text == ids[last]
    assert notebrain.run("doctor", "--newer-from", done["replaced"], "--json").json == {"notes": []}


def test_what_was_removed_for_good_does_not_come_back(
    notebrain: InProcess, ids, tmp_path: Path
) -> None:
    from notebrain.app.api import Brain

    gone = list(ids)[20:40]
    with Brain.open(notebrain.vault) as brain:
        brain.forget(*gone)
        brain.purge(*gone)
    zero_page_of(notebrain.vault, text(60))

    notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    assert not said_in(tmp_path / "new").keys() & set(gone)


def test_an_earlier_text_that_was_to_stay_here_stays_in_the_rescued_vault(
    notebrain: InProcess, ids, tmp_path: Path
) -> None:
    from notebrain.app.api import Brain, Filing

    with Brain.open(notebrain.vault) as brain:
        note = brain.capture("the code of the door is 4711", local_only=True)
        brain.edit(note, "nothing to see")
        brain.file([note], Filing(local_only=False))
    zero_page_of(notebrain.vault, text(60))

    notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    with Brain.open(tmp_path / "new") as brain:
        earlier = brain.history(note)
    assert [(one.body, one.local_only) for one in earlier] == [
        ("the code of the door is 4711", True)
    ]


def test_the_own_bytes_of_an_imported_file_are_rescued(
    notebrain: InProcess, ids, tmp_path: Path
) -> None:
    old = "Grüße aus der Küche\n".encode("latin-1")
    (tmp_path / "old.md").write_bytes(old)
    notebrain.run("import", str(tmp_path / "old.md"))
    note = notebrain.run("list", "--json").json[0]["note_id"]
    zero_page_of(notebrain.vault, text(60))

    notebrain.run("doctor", "--rescue", str(tmp_path / "new"))

    assert InProcess(tmp_path / "new").run("show", note, "--original").out == old
