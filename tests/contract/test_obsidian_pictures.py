"""A folder of Markdown as Obsidian writes it: 300 notes and their pictures, in every spelling, right or broken.

Every file that a note leads to comes in with the bytes it had, and everything that leads nowhere is named in the
report.
"""

import hashlib
import random
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import pytest

from notebrain.app.services import Services
from notebrain.domain.notes.attachments import find_in
from notebrain.domain.notes.note import NoteId
from notebrain.storage.files.blobs import Blobs

NOTES, PICTURES = 300, 240
_NAMES = (
    "tap",
    "Küche",
    "my picture",
    "a (1)",
    "100% sure",
    "日本",
    "it's & so",
    "plan [b]",
    "x#y",
)
_ENDINGS = (
    (".png", b"\x89PNG\r\n\x1a\n"),
    (".jpg", b"\xff\xd8\xff\xe0"),
    (".pdf", b"%PDF-1.7\n"),
    (".gif", b"GIF89a"),
)
_FOLDERS = ("", "attachments", "img/2024", "Diary/bilder", "Deep/er/still")


@dataclass
class Folder:
    """What was written.

    Attributes:
        used: The hash of each file that a note leads to, by the title of the note.
        broken: What leads nowhere, by the path of the note.
    """

    root: Path
    used: dict[str, list[str]] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    rng, made = random.Random(16), Folder(tmp_path_factory.mktemp("obsidian") / "Vault")
    pictures = [_picture(made.root, number) for number in range(PICTURES)]
    for number in range(NOTES):
        path = made.root / ("", "Diary", "Projects/House")[number % 3] / f"Note {number:03}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        title, lines = f"Note {number:03}", [f"# Note {number:03}", "", "Some words."]
        for picture in rng.sample(pictures, rng.randrange(4)):
            lines += ["", _written(rng, path, picture)]
            made.used.setdefault(title, []).append(_sha(picture))
        if number % 7 == 0:
            gone, spelled = _broken(rng, number)
            lines += ["", spelled]
            made.broken.setdefault(str(path.relative_to(made.root)), []).append(gone)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return made


def _picture(root: Path, number: int) -> Path:
    ending, head = _ENDINGS[number % len(_ENDINGS)]
    name = f"{_NAMES[number % len(_NAMES)]} {number}{ending}"
    path = root / _FOLDERS[number % len(_FOLDERS)] / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + str(number).encode() * (number + 1))
    return path


def _written(rng: random.Random, note: Path, picture: Path) -> str:
    up = len(note.parent.relative_to(_root_of(note)).parts)
    relative = "../" * up + picture.relative_to(_root_of(note)).as_posix()
    wiki = rng.choice(
        [f"![[{picture.name}]]", f"![[{picture.name}|300]]", f"[[{picture.name}|words]]"]
    )
    spellings = [
        f"![alt]({quote(relative)})",
        f"![alt|200](<{relative}>)" if "<" not in relative else f"![]({quote(relative)})",
        f'[the file]({quote(relative, safe="/()")} "title")',
    ]
    if not set("[]#|") & set(picture.name):  # Obsidian writes no wiki link to such a name
        spellings += [wiki, wiki]
    return rng.choice(spellings)


def _root_of(note: Path) -> Path:
    return next(parent for parent in note.parents if parent.name == "Vault")


def _broken(rng: random.Random, number: int) -> tuple[str, str]:
    gone = f"gone {number}.png"
    return gone, rng.choice(
        [f"![]({quote(gone)})", f"![[{gone}]]", f"![x](../../../{quote(gone)})", f"![](<{gone}>)"]
    )


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_every_file_comes_in_with_its_bytes_or_is_named(services: Services, folder: Folder) -> None:
    report = services.importer.run(folder.root)

    assert report.imported == NOTES
    shas: dict[str, list[str]] = {}
    for title, note in _notes(services):
        found = list(find_in(services.library.note(note).body))
        if found:
            shas[title] = [link.sha for link in found]
    assert shas == folder.used
    used = {sha for some in folder.used.values() for sha in some}
    blobs = Blobs.beside(services.store.path)
    assert {
        sha: hashlib.sha256(blobs.path(sha).read_bytes()).hexdigest() for sha, _ in blobs.all()
    } == {sha: sha for sha in used}
    named = {problem.path: problem.reason for problem in report.problems}
    assert set(named) == set(folder.broken)
    for path, gone in folder.broken.items():
        assert all(name in named[path] or quote(name) in named[path] for name in gone), named[path]


def test_a_second_import_changes_nothing(services: Services, folder: Folder) -> None:
    services.importer.run(folder.root)
    before = [services.library.note(note) for _title, note in _notes(services)]

    again = services.importer.run(folder.root)

    assert (again.imported, again.updated, again.unchanged) == (0, 0, NOTES)
    assert [services.library.note(note) for _title, note in _notes(services)] == before


def test_the_folder_is_left_as_it_was(services: Services, folder: Folder) -> None:
    before = {path: path.read_bytes() for path in folder.root.rglob("*") if path.is_file()}

    services.importer.run(folder.root)

    assert {path: path.read_bytes() for path in folder.root.rglob("*") if path.is_file()} == before


def _notes(services: Services) -> list[tuple[str, NoteId]]:
    with services.store.read() as db:
        rows = db.execute("select title, id from note order by title").fetchall()
    return [(title, NoteId(note)) for title, note in rows]
