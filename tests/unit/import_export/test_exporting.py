"""Export: everything given back, strangers left alone."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.core.clock import UuidIds
from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Category, Note
from notebrain.import_export.folder import MANIFEST
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.review.filing import file_note
from tests.unit.import_export.conftest import Vault
from tests.unit.import_export.test_importer import edit, put

if TYPE_CHECKING:
    from notebrain.import_export.reports import Progress

IDS = UuidIds()
AT = datetime(2024, 3, 5, 10, 20, 30, 123_000, UTC)


def keep(vault: Vault, body: str, **more: object) -> Note:
    draft = Draft(body, **{"created_at": AT, **more})  # type: ignore[arg-type]  # named in each test
    note = new_note(draft, IDS.new(AT), now=AT)
    vault.store.write(
        lambda db: notes.add(db, note, lane=Lane.EDIT, now=vault.clock.now())
    ).result()
    return note


def files(folder: Path) -> dict[str, str]:
    return {
        place.relative_to(folder).as_posix(): place.read_bytes().decode()
        for place in sorted(folder.rglob("*.md"))
    }


def test_a_typed_note_becomes_a_file_with_its_dates(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "# Bread\r\nflour", tags=("baking",), pinned=True, importance=4)

    report = vault.exporter.run(tmp_path / "out")

    assert (report.found, report.written, report.problems) == (1, 1, [])
    assert files(tmp_path / "out") == {
        "Bread.md": "---\ncreated: 2024-03-05T10:20:30.123Z\nupdated: 2024-03-05T10:20:30.123Z\n"
        "tags: [baking]\npinned: true\nimportance: 4\n---\n\n# Bread\r\nflour"
    }


def test_an_imported_folder_comes_back_byte_for_byte(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    put(folder, "a.md", "plain\r\n")
    put(folder, "sub/b.md", "---\r\ntitle: B\r\ncustom: {x: 1}\r\n---\r\n\r\nbody")
    put(folder, "c.md", "---\nnot front matter\n---\nbody")
    put(folder, "d.md", "---\ndate: 2020-01-01\n---\n\n\n\nbody \u2028 \u00a0")
    vault.importer.run(folder)

    report = vault.exporter.run(tmp_path / "out")

    assert report.written == 4
    assert files(tmp_path / "out") == files(folder)
    assert (tmp_path / "out/a.md").stat().st_mtime_ns == (folder / "a.md").stat().st_mtime_ns


def test_only_what_changed_is_changed_in_the_front_matter(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    put(folder, "a.md", "---\nTitle: Old  # mine\ndate: 2020-01-01T00:00:00Z\nx: 1\n---\nbody")
    vault.importer.run(folder)
    edit(vault, "a.md", "\nnew body")
    note = vault.notes()[0]
    vault.store.write(lambda db: file_note(db, note.id, "pinned", 1)).result()

    vault.exporter.run(tmp_path / "out")

    assert files(tmp_path / "out")["a.md"].splitlines() == [
        "---",
        "Title: Old  # mine",
        "date: 2020-01-01T00:00:00Z",
        "x: 1",
        "pinned: true",
        "---",
        "",
        "",
        "new body",
    ]


def test_notes_of_one_title_get_files_of_their_own(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "Same\none")
    keep(vault, "same\ntwo")
    keep(vault, "")

    vault.exporter.run(tmp_path)

    assert sorted(files(tmp_path)) == ["Note.md", "Same.md", "same 2.md"]


def test_files_of_others_are_left_alone(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "Bread.md").write_text("a stranger")
    (tmp_path / "Cake.md").mkdir()
    keep(vault, "Bread")
    keep(vault, "Cake")

    first = vault.exporter.run(tmp_path)
    second = vault.exporter.run(tmp_path)

    assert (tmp_path / "Bread.md").read_text() == "a stranger"
    assert first.renamed == ["Bread 2.md", "Cake 2.md"]
    assert (second.written, second.unchanged) == (0, 2)


def test_a_second_export_writes_only_what_changed(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    put(folder, "a.md", "one")
    put(folder, "b.md", "two")
    vault.importer.run(folder)
    out = tmp_path / "out"
    vault.exporter.run(out)
    edit(vault, "a.md", "changed")

    report = vault.exporter.run(out)

    assert (report.written, report.unchanged, report.renamed) == (1, 1, [])
    assert "changed" in files(out)["a.md"]


def test_a_file_edited_after_an_export_is_a_stranger(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "Bread")
    vault.exporter.run(tmp_path)
    (tmp_path / "Bread.md").write_text("edited by hand")

    report = vault.exporter.run(tmp_path)

    assert (tmp_path / "Bread.md").read_text() == "edited by hand"
    assert report.renamed == ["Bread 2.md"]


def test_a_manifest_that_is_damaged_makes_all_files_strangers(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "Bread")
    vault.exporter.run(tmp_path)
    (tmp_path / MANIFEST).write_text("[]")

    report = vault.exporter.run(tmp_path)

    assert (report.unchanged, report.renamed) == (1, [])


def test_the_trash_and_other_workspaces_stay_out(vault: Vault, tmp_path: Path) -> None:
    trashed = keep(vault, "Trashed")
    keep(vault, "Home", workspace="Home")
    keep(vault, "Work", workspace="Work")
    vault.store.write(lambda db: notes.trash(db, trashed.id, at=AT)).result()

    report = vault.exporter.run(tmp_path, workspace="Home")

    assert (report.found, list(files(tmp_path))) == (1, ["Home.md"])


def test_a_folder_that_is_a_file_is_told(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")

    with pytest.raises(UserError, match="cannot be created"):
        vault.exporter.run(tmp_path / "out")


def test_a_note_whose_folder_is_a_file_goes_beside_it(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    put(folder, "a/b.md", "inside")
    vault.importer.run(folder)
    out = tmp_path / "out"
    out.mkdir()
    (out / "a").write_text("in the way")

    report = vault.exporter.run(out)

    assert (report.written, report.renamed) == (1, ["b.md"])
    assert files(out) == {"b.md": "inside"}


def test_no_half_written_file_stays_when_the_disk_refuses(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(vault, "Bread")

    def full(*_names: object, **_folders: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(UserError, match="No space left"):
            vault.exporter.run(tmp_path / "out")

    assert list((tmp_path / "out").iterdir()) == []


def test_progress_is_told_and_cancel_is_heard(vault: Vault, tmp_path: Path) -> None:
    for number in range(3):
        keep(vault, f"Note {number}")
    seen: list[Progress] = []

    whole = vault.exporter.run(tmp_path / "whole", progress=seen.append)
    none = vault.exporter.run(tmp_path / "none", canceled=lambda: True)

    assert [(one.done, one.total) for one in seen] == [(3, 3)]
    assert (whole.canceled, whole.written) == (False, 3)
    assert (none.canceled, none.written) == (True, 0)


def test_what_only_notebrain_knows_is_in_the_front_matter(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "x", title="Of its own", category=Category.FACT, workspace="Home", local_only=True)

    vault.exporter.run(tmp_path)

    text = files(tmp_path)["Of its own.md"]
    assert "category: fact\nworkspace: Home\nlocal_only: true\n" in text


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="paths are shorter there")
def test_folders_in_folders_a_thousandfold_are_written(vault: Vault, tmp_path: Path) -> None:
    deep = "/".join(["d"] * 1500)
    for name in ("a", "b"):
        keep(vault, name, source=f"import:{deep}/{name}.md")
    keep(vault, "plain")

    report = vault.exporter.run(tmp_path / "out")

    at = os.open(tmp_path / "out", os.O_RDONLY)
    for _ in range(1500):
        at, above = os.open("d", os.O_RDONLY, dir_fd=at), at
        os.close(above)
    names = sorted(os.listdir(at))  # noqa: PTH208 - a descriptor has no path
    os.close(at)
    # what clears the folder away otherwise goes into each of them by calling itself
    subprocess.run(["rm", "-rf", str(tmp_path / "out")], check=True)
    assert (report.written, report.problems, names) == (3, [], ["a.md", "b.md"])


@pytest.mark.parametrize("stored", ["x'ff00'", "7", "cast(x'61ff62' as text)"])
def test_a_body_that_is_no_text_is_written_as_far_as_it_can_be_read(
    vault: Vault, tmp_path: Path, stored: str
) -> None:
    note = keep(vault, "body", title="Damaged")
    keep(vault, "plain")

    def damage(db: Connection) -> int:
        db.execute(f"update note set body = {stored} where id = ?", (note.id,))
        return db.execute("update note set text_hash = x'00' where id = ?", (note.id,)).rowcount

    vault.store.write(damage).result()

    report = vault.exporter.run(tmp_path / "out")

    assert report.written == 2
    assert [problem.path for problem in report.problems] == ["Damaged.md"]
    assert "damaged" in report.problems[0].reason
