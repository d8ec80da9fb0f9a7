"""Import: every file once, both sides kept, bad files told."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.notes.links import Destination, Links
from notebrain.domain.errors import UserError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.note import Category, Note
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions, tags
from notebrain.storage.notes.rewrite import Rewrite, rewrite
from tests.unit.import_export.conftest import Vault

if TYPE_CHECKING:
    from notebrain.import_export.reports import Progress

MODIFIED = datetime(2024, 3, 5, 10, 20, 30, 123_000, UTC)


def put(folder: Path, path: str, data: str | bytes, at: datetime = MODIFIED) -> Path:
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data.encode() if isinstance(data, str) else data)
    ns = int(at.timestamp() * 1000) * 1_000_000
    os.utime(place, ns=(ns, ns))
    return place


def edit(vault: Vault, path: str, body: str) -> None:
    note = vault.by_source()[path]

    def act(db: Connection) -> None:
        key = notes.key_of(db, note.id)
        new = Rewrite(
            title=note.title, title_is_set=note.title_is_set, body=body, reason="edit",
            session="s", at=vault.clock.now(),
        )  # fmt: skip
        rewrite(db, note.id, key, new)

    vault.store.write(act).result()


def test_a_folder_becomes_notes_with_their_paths_bodies_and_dates(
    vault: Vault, folder: Path
) -> None:
    put(folder, "bread.md", "# Bread\r\nflour, [[oven]] \u2028\u00a0\t\r\n")
    put(folder, "food/oven/pizza.MARKDOWN", "hot")
    put(folder, "picture.png", b"\x89PNG")
    put(folder, ".git/config.md", "hidden")
    put(folder, "._bread.md", b"\x00\x05\x16\x07")
    put(folder, ".part", "hidden")
    put(folder, "..md", "the command `.`")

    report = vault.importer.run(folder)

    assert (report.found, report.imported, report.skipped, report.problems) == (3, 3, 1, [])
    found = vault.by_source()
    bread, pizza = found["bread.md"], found["food/oven/pizza.MARKDOWN"]
    assert (bread.title, bread.title_is_set) == ("Bread", False)
    assert bread.body == "# Bread\r\nflour, [[oven]] \u2028\u00a0\t\r\n"
    assert (pizza.title, pizza.title_is_set) == ("pizza", True)
    assert pizza.created_at == pizza.updated_at == MODIFIED


def test_front_matter_is_read_and_kept_beside_the_body(vault: Vault, folder: Path) -> None:
    front_matter = (
        "---\ntitle: The loaf\ntags: [baking, kitchen/oven]\ncreated: 2020-01-02T03:04:05Z\n"
        "modified: 2021-01-02T03:04:05Z\npinned: true\nimportance: 5\ncategory: decision\n"
        "workspace: Home\nlocal_only: yes\ncustom: kept\n---\n\n"
    )
    put(folder, "a.md", front_matter + "# Bread\n")

    vault.importer.run(folder)

    (note,) = vault.notes()
    assert (note.body, note.front_matter) == ("# Bread\n", front_matter)
    assert (note.title, note.title_is_set) == ("The loaf", True)
    assert note.tags == ("baking", "kitchen/oven")
    assert note.created_at == datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert note.updated_at == datetime(2021, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert (note.pinned, note.importance, note.category) == (True, 5, Category.DECISION)
    assert (note.workspace, note.local_only) == ("Home", True)


def test_front_matter_that_makes_no_sense_is_passed_over(vault: Vault, folder: Path) -> None:
    put(
        folder,
        "a.md",
        "---\ntitle:\ntags: 5\ncreated: soon\npinned: maybe\nimportance: 9\ncategory: odd\n---\nx",
    )

    vault.importer.run(folder)

    (note,) = vault.notes()
    assert (note.title, note.tags, note.created_at) == ("a", ("5",), MODIFIED)
    assert (note.pinned, note.importance, note.category) == (False, 3, Category.GENERAL)


def test_a_single_file_is_named_by_itself_and_known_again_in_its_folder(
    vault: Vault, folder: Path
) -> None:
    file = put(folder, "bread.txt", "flour")
    markdown = put(folder, "pizza.md", "hot")

    report = vault.importer.run(file)
    vault.importer.run(markdown)
    again = vault.importer.run(folder)

    assert report.imported == 1
    assert sorted(vault.by_source()) == ["bread.txt", "pizza.md"]
    assert (again.found, again.unchanged, again.skipped) == (1, 1, 1)


def test_a_second_run_changes_nothing(vault: Vault, folder: Path) -> None:
    for number in range(500):
        put(folder, f"{number}.md", f"note {number}")
    vault.importer.run(folder)
    heard: list[Changes] = []
    vault.store.subscribe(heard.append)
    seen: list[Progress] = []

    report = vault.importer.run(folder, progress=seen.append)

    assert (report.found, report.unchanged, report.imported) == (500, 500, 0)
    assert heard == []
    assert seen[-1].done <= 500


def test_a_file_changed_on_disk_updates_its_note_and_keeps_the_old_text(
    vault: Vault, folder: Path
) -> None:
    put(folder, "a.md", "---\ntags: [old, both]\n---\nfirst")
    vault.importer.run(folder)
    (before,) = vault.notes()

    def add_tag(db: Connection) -> None:
        tags.put(db, notes.key_of(db, before.id), ("both", "mine", "old"))

    vault.store.write(add_tag).result()
    later = MODIFIED.replace(year=2025)
    put(folder, "a.md", "---\ntags: [new, both]\npinned: true\n---\nsecond", later)

    report = vault.importer.run(folder)

    (after,) = vault.notes()
    assert (report.updated, report.imported) == (1, 0)
    assert (after.id, after.body, after.updated_at) == (before.id, "second", later)
    assert (after.tags, after.pinned) == (("both", "mine", "new"), True)
    with vault.store.read() as db:
        assert [one.body for one in revisions.history(db, after.id)] == ["first"]


def test_a_file_that_is_only_filed_otherwise_keeps_its_date(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "---\ntags: [old]\n---\nsame")
    vault.importer.run(folder)
    put(folder, "a.md", "---\ntags: [new]\ncategory: fact\n---\nsame", MODIFIED.replace(year=2025))

    report = vault.importer.run(folder)

    (note,) = vault.notes()
    assert report.updated == 1
    assert (note.tags, note.category, note.updated_at) == (("new",), Category.FACT, MODIFIED)


def test_a_note_changed_here_and_on_disk_is_kept_twice(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "first")
    vault.importer.run(folder)
    edit(vault, "a.md", "changed here")
    put(folder, "a.md", "changed there")

    report = vault.importer.run(folder)
    again = vault.importer.run(folder)

    assert (report.kept_both, report.both) == (1, ["a.md"])
    assert sorted(note.body for note in vault.notes()) == ["changed here", "changed there"]
    assert again.unchanged == 1


def test_the_same_change_on_both_sides_is_no_conflict(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "first")
    vault.importer.run(folder)
    edit(vault, "a.md", "same")
    put(folder, "a.md", "same")

    report = vault.importer.run(folder)

    assert (report.unchanged, len(vault.notes())) == (1, 1)


def test_a_note_changed_only_here_stays_as_it_is(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "first")
    vault.importer.run(folder)
    edit(vault, "a.md", "changed here")

    report = vault.importer.run(folder)

    assert report.unchanged == 1
    assert vault.notes()[0].body == "changed here"


def test_a_note_in_the_trash_stays_there_until_its_file_changes(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "first")
    vault.importer.run(folder)
    (note,) = vault.notes()
    vault.store.write(lambda db: notes.trash(db, note.id, at=vault.clock.now())).result()

    unchanged = vault.importer.run(folder)
    put(folder, "a.md", "second")
    changed = vault.importer.run(folder)

    assert (unchanged.unchanged, changed.imported) == (1, 1)
    assert [note.body for note in vault.notes()] == ["second"]


def test_a_note_removed_for_good_is_imported_anew(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "first")
    vault.importer.run(folder)
    (note,) = vault.notes()
    vault.store.write(lambda db: notes.remove(db, [note.id])).result()

    assert vault.importer.run(folder).imported == 1


def test_bad_files_are_told_one_by_one_and_the_others_imported(
    vault: Vault, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.domain.notes.draft.MOST_BYTES", 1000)
    put(folder, "good.md", "good")
    put(folder, "binary.md", b"\x89PNG\x00\x01")
    put(folder, "huge.md", "x" * 1001)
    put(folder, "utf16.md", b"\xff\xfea")
    (folder / "link.md").symlink_to(folder / "nowhere.md")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    (folder / "circle").symlink_to(folder)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.md")

    report = vault.importer.run(folder)

    told = {problem.path: problem.reason for problem in report.problems}
    assert report.imported == 1
    assert report.found == report.imported + report.failed == 4
    assert "not a text file" in told["binary.md"]
    assert "too much for a note" in told["huge.md"]
    assert "is not valid in it" in told["utf16.md"]
    assert {told[name] for name in ("link.md", "loop.md", "circle")} == {
        "is a link; links are not followed"
    }
    assert "not a regular file" in told.get("pipe.md", "not a regular file")
    assert all(str(problem).startswith(problem.path) for problem in report.problems)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("swapped", ["deep", "deep/b.md"])
def test_a_link_put_there_after_the_look_is_not_followed_either(
    vault: Vault, folder: Path, tmp_path: Path, swapped: str
) -> None:
    put(folder, "a.md", "first")
    put(folder, "deep/b.md", "second")
    put(tmp_path, "outside/b.md", "of somebody else")

    def swap() -> bool:
        place = folder / swapped
        if not place.is_symlink():
            place.rename(tmp_path / "away")
            place.symlink_to(tmp_path / "outside" / swapped.removeprefix("deep").lstrip("/"))
        return False

    report = vault.importer.run(folder, canceled=swap)

    assert [note.body for note in vault.notes()] == ["first"]
    assert [problem.path for problem in report.problems] == ["deep/b.md"]


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="permissions do not stop this user"
)
def test_a_file_that_may_not_be_read_is_told(vault: Vault, folder: Path) -> None:
    put(folder, "secret.md", "x").chmod(0)

    report = vault.importer.run(folder)

    assert "permissions" in report.problems[0].reason


def test_nothing_at_the_path_is_told(vault: Vault, folder: Path) -> None:
    with pytest.raises(UserError, match=r"no file or folder .*nowhere"):
        vault.importer.run(folder / "nowhere")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_file_name_that_is_no_text_is_spelled_out(vault: Vault, folder: Path) -> None:
    with open(os.fsencode(folder) + b"/caf\xe9.md", "wb") as file:  # noqa: PTH123 - a name of bytes
        file.write(b"coffee")

    vault.importer.run(folder)
    again = vault.importer.run(folder)

    assert [(note.source, note.title) for note in vault.notes()] == [
        ("import:caf\\xe9.md", "caf\\xe9")
    ]
    assert again.unchanged == 1


def test_progress_is_told_and_reaches_the_end(vault: Vault, folder: Path) -> None:
    for number in range(100):
        put(folder, f"{number:03}.md", f"note {number}")
    seen: list[Progress] = []

    vault.importer.run(folder, progress=seen.append)

    assert len(seen) > 1
    assert (seen[-1].done, seen[-1].total, seen[-1].path) == (100, 100, "099.md")


def test_a_canceled_import_keeps_what_it_has_and_the_next_takes_the_rest(
    vault: Vault, folder: Path
) -> None:
    for number in range(100):
        put(folder, f"{number}.md", f"note {number}")
    asked = 0

    def canceled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 150  # each file is read twice: first for its links

    first = vault.importer.run(folder, canceled=canceled)
    second = vault.importer.run(folder)

    assert (first.canceled, first.imported) == (True, 50)
    assert (second.canceled, second.imported, second.unchanged) == (False, 50, 50)


def test_every_commit_is_heard_as_an_import(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "a")
    heard: list[Changes] = []
    vault.store.subscribe(heard.append)

    vault.importer.run(folder)

    assert [(change.act, len(change.notes), change.text) for change in heard] == [
        (Act.IMPORT, 1, True)
    ]


def test_the_users_workspace_goes_before_the_files(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "---\nworkspace: Theirs\n---\na")

    vault.importer.run(folder, workspace="Mine")

    assert vault.notes()[0].workspace == "Mine"


def test_deep_folders_are_no_trouble(vault: Vault, folder: Path) -> None:
    deep = "/".join(["d"] * 300)
    put(folder, f"{deep}/a.md", "deep down")

    report = vault.importer.run(folder)

    assert report.imported == 1


def exported(vault: Vault, folder: Path) -> Note:
    """Export two notes, and return the one that tells of gas."""
    put(folder, "first/gas.md", "# Gas\n\nA bottle.\n")
    put(folder, "first/dal.md", "# Dal\n")
    vault.importer.run(folder / "first")
    vault.exporter.run(folder / "out")
    return next(note for note in vault.notes() if note.title == "Gas")


def test_an_export_of_the_same_vault_brings_nothing_twice(vault: Vault, folder: Path) -> None:
    exported(vault, folder)
    before = vault.notes()

    report = vault.importer.run(folder / "out")
    alone = vault.importer.run(folder / "out" / "gas.md")

    assert (report.imported, report.unchanged) == (0, 2)
    assert (alone.imported, alone.unchanged) == (0, 1)
    assert vault.notes() == before


def test_a_note_changed_since_its_export_keeps_its_text(vault: Vault, folder: Path) -> None:
    exported(vault, folder)
    edit(vault, "gas.md", "# Gas\n\nTwo bottles.\n")

    report = vault.importer.run(folder / "out")

    assert (report.imported, report.unchanged) == (0, 2)
    assert vault.by_source()["gas.md"].body == "# Gas\n\nTwo bottles.\n"


def test_a_file_changed_since_its_export_updates_its_note(vault: Vault, folder: Path) -> None:
    gas = exported(vault, folder)
    place = folder / "out" / "gas.md"
    place.write_text(place.read_text().replace("A bottle", "Three bottles"))

    report = vault.importer.run(folder / "out")

    assert (report.imported, report.updated, report.unchanged) == (0, 1, 1)
    assert vault.by_source()["gas.md"].body == "# Gas\n\nThree bottles.\n"
    assert [note for note, _version in report.former] == [gas.id]


def test_an_export_brings_deleted_notes_back(vault: Vault, folder: Path) -> None:
    gas = exported(vault, folder)
    vault.store.write(lambda db: notes.trash(db, gas.id, at=vault.clock.now())).result()

    report = vault.importer.run(folder / "out")

    assert (report.imported, report.unchanged) == (1, 1)
    assert sorted(note.title for note in vault.notes()) == ["Dal", "Gas"]


@pytest.mark.parametrize("said", ['"x"', '{"a.md": 5}', '{"a.md": ["x", "y"]}', "[]"])
def test_a_list_of_exported_notes_that_makes_no_sense_is_no_list(
    vault: Vault, folder: Path, said: str
) -> None:
    put(folder, ".notebrain-export.json", '{"files": {}, "notes": ' + said + "}")
    put(folder, "a.md", "# A")

    assert vault.importer.run(folder).imported == 1


def test_links_to_a_file_lead_to_its_note_although_its_heading_differs(
    vault: Vault, folder: Path
) -> None:
    put(folder, "Garden.md", "# Trees\n\nApple.\n")
    put(folder, "plan.md", "# Plan\n\nSee [[garden#Apples|the trees]], `[[code]]`.\n")
    put(folder, "code.md", "# Program\n")

    report = vault.importer.run(folder)

    found = vault.by_source()
    assert (found["Garden.md"].title, found["Garden.md"].body) == ("Garden", "# Trees\n\nApple.\n")
    assert (found["plan.md"].title, found["code.md"].title) == ("Plan", "Program")
    assert report.problems == []


def test_notes_of_an_obsidian_vault_keep_the_names_they_have_there(
    vault: Vault, folder: Path
) -> None:
    put(folder, ".obsidian/app.json", "{}")
    put(folder, "Daily/2026-11-20.md", "## Morning\n")
    put(folder, "Gas.md", "---\ntitle: The bottle\n---\n# Gas\n")

    vault.importer.run(folder)

    found = vault.by_source()
    assert found["Daily/2026-11-20.md"].title == "2026-11-20"
    assert found["Gas.md"].title == "The bottle"


def test_links_to_the_path_of_a_file_lead_to_its_note(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "[[old/Shed#Door]]")
    put(folder, "old/Shed.md", "# The shed\n\n## Door\n")

    report = vault.importer.run(folder)

    shed, links = vault.by_source()["old/Shed.md"], Links(vault.store)
    assert (shed.title, report.problems) == ("Shed", [])
    assert links.find("old/Shed#Door") == Destination(shed.id, shed.body.index("## Door"))
    assert links.find("../old/Shed.md") == Destination(shed.id)


def test_links_that_lead_nowhere_after_the_import_are_reported(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "[[Garden]]")
    put(folder, "Garden.md", "---\ntitle: My trees\n---\n")

    report = vault.importer.run(folder)

    assert vault.by_source()["Garden.md"].title == "My trees"
    assert [str(problem) for problem in report.problems] == [
        "Garden.md: links to “Garden” do not lead here: the note has the title “My trees”",
    ]
