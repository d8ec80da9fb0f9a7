from pathlib import Path

import pytest

from tests.fakes.command_line import InProcess


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.md").write_bytes(b"# One\r\n\r\ntext")
    (folder / "deep" / "two.md").write_text("---\ntags: [a, b]\n---\nTwo\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


def test_a_folder_comes_in_with_counts(notebrain: InProcess, folder: Path) -> None:
    done = notebrain.run("import", str(folder))

    assert (done.code, done.err) == (0, "")
    assert done.text == "2 files found, 2 new, 1 other file skipped.\n"
    sources = {note["source"] for note in notebrain.run("list", "--json").json}
    assert sources == {"import:one.md", "import:deep/two.md"}


def test_an_import_twice_brings_nothing_new(notebrain: InProcess, folder: Path) -> None:
    notebrain.run("import", str(folder))

    report = notebrain.run("import", str(folder), "--json").json

    assert report == {
        "root": str(folder),
        "found": 2,
        "imported": 0,
        "updated": 0,
        "unchanged": 2,
        "kept_both": 0,
        "kept_both_paths": [],
        "asked": 0,
        "procedures": 0,
        "originals": 0,
        "tagged": 0,
        "failed": 0,
        "files": 0,
        "skipped": 1,
        "blocks": [],
        "blocks_beside": [],
        "cancelled": False,
        "problems": [],
    }


def test_a_bad_file_is_named_and_does_not_stop_the_others(
    notebrain: InProcess, folder: Path
) -> None:
    (folder / "bad\n.md").write_bytes(b"\0\xff\xfe\x01\x02" * 50)

    done = notebrain.run("import", str(folder))

    assert done.code == 1
    assert done.line.startswith("bad .md: ")
    assert done.text.startswith("3 files found, 2 new, 1 failed")


def test_one_bad_byte_is_named_and_the_rest_of_the_file_is_right(
    notebrain: InProcess, folder: Path
) -> None:
    (folder / "cheese.md").write_bytes("Käse, Brötchen\n".encode() + b"sp\xe4t\n")

    done = notebrain.run("import", str(folder))

    assert done.code == 1
    line = "cheese.md: imported; a byte in line 2 is not UTF-8 (0xE4) and was read as “ä”"
    assert done.line == line
    (hit,) = notebrain.run("search", "Brötchen", "--mode", "keyword", "--json").json["hits"]
    assert notebrain.run("show", hit["note_id"], "--raw").text == "Käse, Brötchen\nspät\n"


def test_new_notes_go_to_the_workspace_asked_for(notebrain: InProcess, folder: Path) -> None:
    notebrain.run("import", str(folder), "--workspace", "Old notes")

    assert len(notebrain.run("list", "--workspace", "Old notes", "--json").json) == 2


def test_a_path_that_is_not_there_is_told(notebrain: InProcess, tmp_path: Path) -> None:
    done = notebrain.run("import", str(tmp_path / "none"))

    assert done.code == 1
    assert str(tmp_path / "none") in done.line


def test_an_export_comes_back_as_the_same_notes(
    notebrain: InProcess, folder: Path, tmp_path: Path
) -> None:
    notebrain.run("import", str(folder))
    notebrain.capture("three #ff0000", "--tag", "c", "--pin")

    done = notebrain.run("export", str(tmp_path / "out"))
    again = notebrain.run("export", str(tmp_path / "out"), "--json")
    other = InProcess(tmp_path / "other")
    other.run("import", str(tmp_path / "out"))

    assert done.text == "3 notes, 3 written.\n"
    assert (again.json["found"], again.json["written"], again.json["unchanged"]) == (3, 0, 3)
    for mine, theirs in zip(
        notebrain.run("list", "--sort", "title", "--json").json,
        other.run("list", "--sort", "title", "--json").json,
        strict=True,
    ):
        same = ["title", "tags", "pinned", "importance", "category", "created_at", "updated_at"]
        assert {key: mine[key] for key in same} == {key: theirs[key] for key in same}


def test_only_one_workspace_can_be_exported(notebrain: InProcess, tmp_path: Path) -> None:
    notebrain.capture("mine")
    notebrain.capture("work", "--workspace", "Work")

    done = notebrain.run("export", str(tmp_path / "out"), "--workspace", "Work", "--json")

    assert (done.json["found"], done.json["written"]) == (1, 1)


def test_an_export_into_a_file_is_told(notebrain: InProcess, tmp_path: Path) -> None:
    notebrain.capture("x")
    (tmp_path / "out").write_text("a file")

    done = notebrain.run("export", str(tmp_path / "out"))

    assert done.code == 1
    assert str(tmp_path / "out") in done.line


def test_folders_and_typed_tags_become_tags_when_asked(notebrain: InProcess, folder: Path) -> None:
    (folder / "one.md").write_text("One, #typed\n")

    done = notebrain.run("import", str(folder), "--folders-as-tags", "--text-tags")

    assert done.text == "2 files found, 2 new, 2 tagged by folder or text, 1 other file skipped.\n"
    tags = {note["source"]: note["tags"] for note in notebrain.run("list", "--json").json}
    assert tags == {"import:one.md": ["typed"], "import:deep/two.md": ["a", "b", "deep"]}
