"""Import: folders and `#tags` in the text become tags, once."""

from pathlib import Path

import pytest

from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import TagsFrom
from notebrain.import_export.importer import preview
from notebrain.storage.notes import notes, tags
from tests.unit.import_export.conftest import Vault
from tests.unit.import_export.test_importer import edit, put

BOTH = TagsFrom.FOLDERS | TagsFrom.TEXT


def retag(vault: Vault, note: Note, *names: str) -> None:
    vault.store.write(lambda db: _put(db, note, names)).result()


def _put(db, note: Note, names: tuple[str, ...]):
    tags.put(db, notes.key_of(db, note.id), names)


def tags_here(vault: Vault) -> dict[str, tuple[str, ...]]:
    return {path: note.tags for path, note in vault.by_source().items()}


@pytest.fixture
def tree(folder: Path) -> Path:
    put(folder, "top.md", "nothing here")
    put(folder, "food/oven/pizza.md", "---\ntags: [dinner]\n---\nhot #cheese\n```\n#code\n```\n")
    return folder


def test_folders_and_typed_tags_join_the_tags_of_the_front_matter(vault: Vault, tree: Path) -> None:
    report = vault.importer.run(tree, tags_from=BOTH)

    assert tags_here(vault) == {
        "top.md": (),
        "food/oven/pizza.md": ("cheese", "dinner", "food/oven"),
    }
    assert (report.imported, report.tagged) == (2, 1)


def test_without_being_asked_only_front_matter_gives_tags(vault: Vault, tree: Path) -> None:
    report = vault.importer.run(tree)

    assert tags_here(vault)["food/oven/pizza.md"] == ("dinner",)
    assert report.tagged == 0


def test_notes_that_are_in_already_get_their_tags_with_a_second_import_and_no_double(
    vault: Vault, tree: Path
) -> None:
    vault.importer.run(tree)
    edit(vault, "food/oven/pizza.md", "changed here")

    report = vault.importer.run(tree, tags_from=BOTH)

    assert (report.unchanged, report.kept_both, report.tagged) == (2, 0, 1)
    assert tags_here(vault)["food/oven/pizza.md"] == ("cheese", "dinner", "food/oven")
    assert vault.by_source()["food/oven/pizza.md"].body == "changed here"


def test_a_tag_taken_off_here_does_not_come_back(vault: Vault, tree: Path) -> None:
    vault.importer.run(tree, tags_from=BOTH)
    retag(vault, vault.by_source()["food/oven/pizza.md"], "mine")

    again = vault.importer.run(tree, tags_from=BOTH)
    without = vault.importer.run(tree)
    once_more = vault.importer.run(tree, tags_from=TagsFrom.TEXT)

    assert tags_here(vault)["food/oven/pizza.md"] == ("mine",)
    assert [one.tagged for one in (again, without, once_more)] == [0, 0, 0]
    assert [one.unchanged for one in (again, without, once_more)] == [2, 2, 2]


def test_a_changed_file_carries_over_only_what_changed_in_its_tags(
    vault: Vault, tree: Path
) -> None:
    vault.importer.run(tree, tags_from=BOTH)
    retag(vault, vault.by_source()["food/oven/pizza.md"], "cheese", "dinner", "mine")
    put(tree, "food/oven/pizza.md", "---\ntags: [dinner]\n---\nhot #basil")

    report = vault.importer.run(tree, tags_from=BOTH)

    assert tags_here(vault)["food/oven/pizza.md"] == ("basil", "dinner", "mine")
    assert (report.updated, report.tagged) == (1, 1)


def test_a_note_in_the_trash_is_left_there(vault: Vault, tree: Path) -> None:
    vault.importer.run(tree)
    note = vault.by_source()["food/oven/pizza.md"]
    vault.store.write(lambda db: notes.trash(db, note.id, at=vault.clock.now())).result()

    report = vault.importer.run(tree, tags_from=BOTH)

    assert list(tags_here(vault)) == ["top.md"]
    assert report.imported == 0


def test_a_look_ahead_names_the_tags_of_the_folders_and_knows_an_obsidian_vault(
    tree: Path,
) -> None:
    put(tree, "food/dal.md", "dal")
    plain = preview(tree)
    (tree / ".obsidian").mkdir()

    assert (plain.files, plain.folder_tags) == (3, ("food", "food/oven"))
    assert (plain.is_obsidian, preview(tree).is_obsidian) == (False, True)
