"""Files go out beside the notes and come in with them: same bytes, same links, nothing from outside."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.app.core.clock import UuidIds
from notebrain.domain.notes.attachments import Sha, link_to
from notebrain.import_export.folder import MANIFEST
from notebrain.import_export.importer import Importer
from notebrain.notes.files import FileActs
from notebrain.storage.files import attachments
from notebrain.storage.files.blobs import Blobs
from tests.gui.attachments.test_cleaned_photos import PLACE, SERIAL, jpeg
from tests.unit.import_export.conftest import MOST_BYTES, Vault, open_vault
from tests.unit.import_export.test_exporting import files, keep
from tests.unit.import_export.test_importer import put

AT = datetime(2024, 3, 5, tzinfo=UTC)
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
PDF = b"%PDF-1.7 document"


def add(vault: Vault, data: bytes, name: str) -> str:
    """Add a file to a vault and return what shows it."""
    acts = FileActs(vault.store, vault.clock, lambda: MOST_BYTES)
    return acts.add_bytes(data, name).markdown


def bytes_of(vault: Vault, markdown: str) -> bytes:
    """Return the bytes that a link leads to."""
    sha = Sha(markdown.partition("attachment:")[2][:64])
    with vault.store.read() as db:
        assert attachments.get(db, sha) is not None
    return Blobs.beside(vault.store.path).path(sha).read_bytes()


def body(vault: Vault, path: str = "a.md") -> str:
    return vault.by_source()[path].body


def linked(vault: Vault, data: bytes, name: str, **more: object) -> str:
    """Return the link that an import should make of a file."""
    import hashlib

    sha = Sha(hashlib.sha256(data).hexdigest())
    known = attachments.described(sha, len(data), data, name, now=AT)
    return link_to(known, **more)  # type: ignore[arg-type]  # named in each test


# out


def test_an_export_writes_files_beside_the_notes(vault: Vault, tmp_path: Path) -> None:
    keep(vault, f"# Tap\n\n{add(vault, PNG, 'leak (1).png')} and {add(vault, PDF, 'bill.pdf')}")

    report = vault.exporter.run(tmp_path / "out")

    assert (report.written, report.files, report.problems) == (1, 2, [])
    assert files(tmp_path / "out")["Tap.md"].endswith(
        "# Tap\n\n![](attachments/leak%20%281%29.png) and [bill.pdf](attachments/bill.pdf)"
    )
    assert (tmp_path / "out/attachments/leak (1).png").read_bytes() == PNG
    assert (tmp_path / "out/attachments/bill.pdf").read_bytes() == PDF


def test_two_files_of_one_name_are_numbered(vault: Vault, tmp_path: Path) -> None:
    keep(vault, f"{add(vault, PNG, 'a.png')} {add(vault, PNG + b'2', 'A.png')}")

    vault.exporter.run(tmp_path / "out")

    (text,) = files(tmp_path / "out").values()
    assert "![](attachments/a.png) ![](attachments/A%202.png)" in text


def test_a_note_in_a_folder_leads_up_to_its_files(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    put(folder, "x/y/a.md", "![](../p.png)")
    put(folder, "x/p.png", PNG)
    vault.importer.run(folder)

    vault.exporter.run(tmp_path / "out")

    assert files(tmp_path / "out") == {"x/y/a.md": "![](../../attachments/p.png)"}


def test_a_missing_file_is_named_and_its_link_stays(vault: Vault, tmp_path: Path) -> None:
    link = f"![tap](attachment:{'0' * 64}/tap.png)"
    keep(vault, f"# A\n{link}")
    keep(vault, f"# B\n{link}")

    report = vault.exporter.run(tmp_path / "out")

    assert [problem.path for problem in report.problems] == ["A.md", "B.md"]
    assert all("tap.png is missing" in problem.reason for problem in report.problems)
    assert all(text.endswith(link) for text in files(tmp_path / "out").values())
    assert not (tmp_path / "out/attachments").exists()


def test_only_files_of_exported_notes_are_written(vault: Vault, tmp_path: Path) -> None:
    keep(vault, add(vault, PNG, "home.png"))
    keep(vault, add(vault, PDF, "work.pdf"), workspace="Work")

    vault.exporter.run(tmp_path / "out", workspace="Work")

    assert [one.name for one in (tmp_path / "out/attachments").iterdir()] == ["work.pdf"]


def test_a_second_export_writes_nothing_and_a_stranger_is_left_alone(
    vault: Vault, tmp_path: Path
) -> None:
    put(tmp_path / "out", "attachments/a.png", b"a stranger")
    keep(vault, f"# A\n{add(vault, PNG, 'a.png')}")
    vault.exporter.run(tmp_path / "out")

    again = vault.exporter.run(tmp_path / "out")

    assert (again.written, again.unchanged, again.files) == (0, 1, 1)
    assert (tmp_path / "out/attachments/a.png").read_bytes() == b"a stranger"
    assert (tmp_path / "out/attachments/a 2.png").read_bytes() == PNG
    assert len(list((tmp_path / "out/attachments").iterdir())) == 2


def test_a_file_in_place_of_the_folder_is_left_alone(vault: Vault, tmp_path: Path) -> None:
    put(tmp_path / "out", "attachments", b"a stranger")
    keep(vault, f"# A\n{add(vault, PNG, 'a.png')}")

    vault.exporter.run(tmp_path / "out")

    assert (tmp_path / "out/attachments").read_bytes() == b"a stranger"
    assert files(tmp_path / "out")["A.md"].endswith("![](a.png)")


def test_one_note_as_a_file_has_its_files_beside_it(vault: Vault, tmp_path: Path) -> None:
    keep(vault, f"# A\n{add(vault, PNG, 'a.png')}")
    (tmp_path / "out").mkdir()

    vault.exporter.write_file(
        tmp_path / "out/one.md",
        keys=[1],
        make=lambda notes: "".join(note.body for note in notes).encode(),
        has_files_beside=True,
    )

    assert (tmp_path / "out/one.md").read_text() == "# A\n![](attachments/a.png)"
    assert (tmp_path / "out/attachments/a.png").read_bytes() == PNG
    assert not (tmp_path / "out" / MANIFEST).exists()


def test_an_export_comes_back_with_the_same_texts_and_bytes(vault: Vault, tmp_path: Path) -> None:
    picture, bare = add(vault, PNG, "a.png"), f"![](attachment:{'1' * 64}/gone.png)"
    document, readme = add(vault, PDF, "rent & more.pdf"), add(vault, b"# Not a note", "read.md")
    sha = picture.partition(":")[2][:64]
    texts = [
        f"# Many\n\n{picture} ![tap|300]({picture[4:-1]}) {document} {readme}",
        f"{add(vault, PNG + b'2', 'a.png')} in the text",
        f"![](attachment:{sha}) without a name, ![](attachment:{sha}/con.png), `{picture}`",
        f"a definition\n\n[x]: attachment:{sha}/%61.png#page=3\n\n{bare}",
        f'[![x]({picture[4:-1]})]({document.partition("](")[2][:-1]}) ![a]({picture[4:-1]} "t")',
        f"![not a picture](attachment:{document.partition(':')[2]}",
    ]
    for text in texts:
        keep(vault, text)
    vault.exporter.run(tmp_path / "out")
    there = open_vault(tmp_path / "there")

    report = there.importer.run(tmp_path / "out")

    assert (report.imported, report.found, report.problems) == (6, 6, [])
    assert sorted(note.body for note in there.notes()) == sorted(texts)
    assert {note.title for note in there.notes()} == {note.title for note in vault.notes()}
    assert [note for note in there.notes() if note.title_is_set] == []
    here, others = Blobs.beside(vault.store.path), Blobs.beside(there.store.path)
    assert dict(here.all()) == dict(others.all())
    there.store.close()


# in


@pytest.mark.parametrize(
    ("written", "path", "link"),
    [
        ("![](img/a.png)", "img/a.png", "![]({})"),
        ("![alt](./img/a.png)", "img/a.png", "![alt]({})"),
        ("![alt|300](img/a.png)", "img/a.png", "![alt|300]({})"),
        ('![a](img/a.png "title")', "img/a.png", '![a]({} "title")'),
        ("![](<img/my a.png>)", "img/my a.png", "![]({})"),
        ("![](img/my%20a.png)", "img/my a.png", "![]({})"),
        ("![](img/K%C3%BCche.png)", "img/Ku\u0308che.png", "![]({})"),
        ("![](IMG/A.PNG)", "img/a.png", "![]({})"),
        ("![](img/a%20b.png)", "img/a%20b.png", "![]({})"),
        ("![](img\\a.png)", "img/a.png", "![]({})"),
        (r"![](a\_b.png)", "a_b.png", "![]({})"),
        ("![](a_(1).png)", "a_(1).png", "![]({})"),
        ("![](a.png?raw=true)", "a.png", "![]({})"),
        ("[x]: img/a.png\n\n![x]", "img/a.png", "[x]: {}\n\n![x]"),
        ("[![x](img/a.png)](https://a.b/c.png)", "img/a.png", "[![x]({})](https://a.b/c.png)"),
        ("![[a.png]]", "deep/er/a.png", "![]({})"),
        ("![[a.png|300]]", "deep/er/a.png", "![|300]({})"),
        ("![[a.png|tap|300x200]]", "deep/er/a.png", "![tap|300]({})"),
        ("![[er/a.png]]", "deep/er/a.png", "![]({})"),
        ("[[a.png]]", "deep/er/a.png", "[a.png]({})"),
        (r"| ![[a.png\|300]] |", "deep/er/a.png", "| ![|300]({}) |"),
        ('<img src="img/a%20b.png" width="120"/>', "img/a b.png", "![|120]({})"),
        ("<img width='9%' alt='my tap' src='img/a.png'>", "img/a.png", "![my tap]({})"),
    ],
)
def test_a_picture_comes_along(
    vault: Vault, folder: Path, written: str, path: str, link: str
) -> None:
    put(folder, "a.md", f"# A\n\n{written}\n")
    put(folder, path, PNG)

    report = vault.importer.run(folder)

    address = linked(vault, PNG, path.rpartition("/")[2])[4:-1]
    assert body(vault) == f"# A\n\n{link.format(address)}\n"
    assert (report.files, report.skipped, report.problems) == (1, 0, [])
    assert bytes_of(vault, body(vault)) == PNG


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("[the bill](files/a%20b.pdf)", "[the bill]({})"),
        ("[page](files/a%20b.pdf#page=3)", "[page]({}#page=3)"),
        ("![](files/a%20b.pdf)", "[a b.pdf]({})"),
        ("![bill](files/a%20b.pdf)", "[bill]({})"),
        ("![[a b.pdf]]", "[a b.pdf]({})"),
        ("[[a b.pdf|the bill]]", "[the bill]({})"),
    ],
)
def test_a_file_comes_along(vault: Vault, folder: Path, written: str, link: str) -> None:
    put(folder, "a.md", written)
    put(folder, "files/a b.pdf", PDF)

    vault.importer.run(folder)

    address = linked(vault, PDF, "a b.pdf").partition("](")[2][:-1]
    assert body(vault) == link.format(address)
    assert bytes_of(vault, body(vault)) == PDF


@pytest.mark.parametrize(
    "written",
    [
        "![](../secret.png)",
        "![](x/../../secret.png)",
        "![](..%2Fsecret.png)",
        "![](..\\secret.png)",
        "![](/etc/hosts)",
        "[x](file:///etc/hosts)",
        "![](C:/secret.png)",
        "![[../secret.png]]",
        "![](link.png)",
        "![](away/secret.png)",
        "![](none.png)",
        "[x](none.pdf)",
        "![[none.png]]",
        "![](a%00.png)",
        "![](huge.png)",
        "![](pipe.png)",
    ],
)
def test_what_cannot_come_along_stays_and_is_named(
    vault: Vault, folder: Path, written: str
) -> None:
    put(folder.parent, "secret.png", PNG)
    put(folder, "a.md", written)
    put(folder, "huge.png", PNG * MOST_BYTES)
    (folder / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "away").symlink_to(folder.parent)
    import os

    os.mkfifo(folder / "pipe.png")

    report = vault.importer.run(folder)

    (why,) = [problem.reason for problem in report.problems if problem.path == "a.md"]
    assert written.strip("![]x()") in why
    assert (body(vault), report.files, report.imported) == (written, 0, 1)
    assert list(Blobs.beside(vault.store.path).all()) == []


@pytest.mark.parametrize(
    "written",
    [
        "![](https://example.com/a.png) ![](//example.com/a.png) ![](data:image/png;base64,AA==)",
        "[mail](mailto:a@example.com) [up](#top) [note](other.md) [web](www.example.com)",
        "`![](a.png)`\n\n```\n![[a.png]]\n```",
        "[[Another note]] ![[Another note v1.2]] ![[b]] [^1]\n\n[^1]: words",
        "[0](i) call(1) a[1](2)",
    ],
)
def test_what_is_no_file_stays_and_is_not_named(vault: Vault, folder: Path, written: str) -> None:
    put(folder, "a.md", written)
    put(folder, "a.png", PNG)
    put(folder, "Another note v1.2.md", "here")

    report = vault.importer.run(folder)

    assert (body(vault), report.problems, report.skipped) == (written, [], 1)


@pytest.mark.parametrize("written", ['<img data-src="a.png">', '`<img src="a.png">`', "<img>"])
def test_html_that_shows_no_picture_stays(vault: Vault, folder: Path, written: str) -> None:
    put(folder, "a.md", written)
    put(folder, "a.png", PNG)

    assert vault.importer.run(folder).problems == []
    assert body(vault) == written


def test_a_second_import_changes_nothing(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "![](a.png) ![](none.png)")
    put(folder, "a.png", PNG)
    vault.importer.run(folder)
    before = vault.notes()

    again = vault.importer.run(folder)

    assert (again.unchanged, again.updated, again.files, again.problems) == (1, 0, 1, [])
    assert vault.notes() == before


def test_a_file_that_came_later_or_changed_reaches_its_note(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "![](a.png)")
    vault.importer.run(folder)
    put(folder, "a.png", PNG)

    later = vault.importer.run(folder)
    first = body(vault)
    put(folder, "a.png", PNG + b"new")
    changed = vault.importer.run(folder)

    assert (later.updated, changed.updated) == (1, 1)
    assert (bytes_of(vault, first), bytes_of(vault, body(vault))) == (PNG, PNG + b"new")


def test_a_stopped_import_goes_on_where_it_stopped(vault: Vault, folder: Path) -> None:
    for name in ("a", "b"):
        put(folder, f"{name}.md", f"![]({name}.png)")
        put(folder, f"{name}.png", PNG + name.encode())
    stops = iter([False, False, True])
    vault.importer.run(folder, canceled=lambda: next(stops, True))

    report = vault.importer.run(folder)

    assert report.problems == []
    assert bytes_of(vault, body(vault, "b.md")) == PNG + b"b"


def test_one_file_brings_what_lies_beside_it(vault: Vault, folder: Path) -> None:
    path = put(folder, "a.md", "![](img/a.png) ![](../b.png)")
    put(folder, "img/a.png", PNG)

    report = vault.importer.run(path)

    assert bytes_of(vault, body(vault)) == PNG
    assert len(report.problems) == 1


def test_a_list_of_an_export_cannot_lie_about_files(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "![](a.png)")
    put(folder, "a.png", PNG)
    lie = f'{{"files": {{}}, "attachments": {{"a.png": "attachment:{"0" * 64}/x.png"}}}}'
    put(folder, MANIFEST, lie)

    vault.importer.run(folder)

    assert bytes_of(vault, body(vault)) == PNG


def test_a_link_without_end_does_not_fill_the_report(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", f"![]({'a' * 100_000}.png)")

    (problem,) = vault.importer.run(folder).problems

    assert len(problem.reason) < 400


def test_a_photo_loses_where_it_was_taken_if_the_user_says_so(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "![](photo.jpg) ![](photo.jpg)")
    put(folder, "photo.jpg", jpeg())
    rules = FileActs(vault.store, vault.clock, lambda: MOST_BYTES, cleans=lambda: True)

    importer = Importer(vault.store, vault.clock, UuidIds(), rules)
    report = importer.run(folder)

    assert (report.files, report.problems) == (1, [])
    data = bytes_of(vault, body(vault))
    assert PLACE not in data
    assert SERIAL not in data
    assert PLACE in (folder / "photo.jpg").read_bytes()
    assert importer.run(folder).unchanged == 1


def test_a_photo_that_is_in_the_vault_as_it_is_stays_so(vault: Vault, folder: Path) -> None:
    put(folder, "a.md", "![](photo.jpg)")
    put(folder, "photo.jpg", jpeg())
    vault.importer.run(folder)

    rules = FileActs(vault.store, vault.clock, lambda: MOST_BYTES, cleans=lambda: True)
    report = Importer(vault.store, vault.clock, UuidIds(), rules).run(folder)

    assert report.unchanged == 1
    assert PLACE in bytes_of(vault, body(vault))


def test_a_photo_that_cannot_be_cleaned_comes_along_and_is_named(
    vault: Vault, folder: Path
) -> None:
    put(folder, "a.md", "![](photo.jpg)")
    put(folder, "photo.jpg", jpeg()[:200])

    rules = FileActs(vault.store, vault.clock, lambda: MOST_BYTES, cleans=lambda: True)
    report = Importer(vault.store, vault.clock, UuidIds(), rules).run(folder)

    (problem,) = report.problems
    assert (problem.path, report.files) == ("a.md", 1)
    assert "photo.jpg may still say where it was taken" in problem.reason


def test_an_exported_photo_comes_back_byte_by_byte_even_then(vault: Vault, tmp_path: Path) -> None:
    link = add(vault, jpeg(), "photo.jpg")
    keep(vault, f"# Photo\n\n{link}")
    vault.exporter.run(tmp_path / "out")
    other = open_vault(tmp_path / "other")

    rules = FileActs(other.store, other.clock, lambda: MOST_BYTES, cleans=lambda: True)
    Importer(other.store, other.clock, UuidIds(), rules).run(tmp_path / "out")

    assert body(other, "Photo.md").endswith(link)
    assert bytes_of(other, link) == jpeg()
    other.store.close()
