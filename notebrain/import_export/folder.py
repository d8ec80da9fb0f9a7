"""List the Markdown files of a folder and decode their text."""

import errno
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from notebrain.domain.errors import BadText, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import MOST_BYTES
from notebrain.domain.notes.note import NoteId
from notebrain.import_export.reports import Problem
from notebrain.import_export.tree import Entry, Kind, Tree, not_followed, not_regular

MARKDOWN: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mkdn"})
_TEXT: Final = frozenset({".txt", ".text"})


MANIFEST: Final = ".notebrain-export.json"
"""A file beside exported notes that lists what the export wrote: the next may overwrite it, and an import knows what
was a file in a note."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an export wrote to a folder.

    Attributes:
        files: The hash of each file, by its path.
        attachments: The address in the notes of each file that was a file in notes, by its path.
        notes: The note that each other file was written from, and the version of the note, by the path of the file.
    """

    files: dict[str, str] = field(default_factory=dict[str, str])
    attachments: dict[str, str] = field(default_factory=dict[str, str])
    notes: dict[str, tuple[NoteId, int]] = field(default_factory=dict[str, tuple[NoteId, int]])


def read_manifest(tree: Tree) -> Manifest:
    """Return what an export wrote; nothing if the list is missing or is not ours, so that every file is foreign."""
    try:
        text, _state = read_file(tree, MANIFEST)
        read = json.loads(text.decode())
        return Manifest(
            {str(path): str(digest) for path, digest in read["files"].items()},
            {str(path): str(one) for path, one in read.get("attachments", {}).items()},
            {
                str(path): (NoteId(str(note)), int(version))
                for path, (note, version) in read.get("notes", {}).items()
            },
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Manifest()


@dataclass(slots=True)
class Listing:
    """The files to import.

    Attributes:
        root: The folder that paths are relative to; root and path together identify a note's file.
        paths: The Markdown files, relative to the root, sorted by name.
        others: The other files; those that an export says were files in notes are among them.
        exported: What an export wrote to the folder.
    """

    root: Path
    paths: list[str] = field(default_factory=list[str])
    others: list[str] = field(default_factory=list[str])
    exported: Manifest = field(default_factory=Manifest)
    problems: list[Problem] = field(default_factory=list[Problem])

    @property
    def is_obsidian(self) -> bool:
        """Whether this is an Obsidian vault, in which a note is called like its file and `#tag` in a text is a tag."""
        return (self.root / ".obsidian").is_dir()


def list_markdown(path: Path) -> Listing:
    """Return the Markdown files under `path`; a single file may also be a text file.

    Hidden folders (`.git`, `.obsidian`) and hidden files of other kinds are skipped. Links, pipes, sockets and devices
    are left out, each reported as a problem; only a folder chosen by the user may be a link.

    Raises:
        UserError: There is nothing at `path`, or a file of another kind.
    """
    try:
        given = path.expanduser()
        if not given.is_dir():
            root, name = given.parent.resolve(strict=True), _text_file(given).name
            return Listing(root, [name], exported=read_manifest(Tree(root)))
        listing = Listing(given.resolve(strict=True))
    except (OSError, RuntimeError) as error:
        raise UserError(_("There is no file or folder {path}.").format(path=path)) from error
    listing.exported = read_manifest(Tree(listing.root))
    for found in _files(listing):
        is_note = is_markdown(found) and found not in listing.exported.attachments
        (listing.paths if is_note else listing.others).append(found)
    return listing


def _text_file(path: Path) -> Path:
    """Return the path if there is something that its name says to be Markdown or text."""
    path.lstat()
    if not is_markdown(path.name) and path.suffix.lower() not in _TEXT:
        raise UserError(
            _(
                "{path} does not look like Markdown or text, so nothing was imported. To import it, give it a name "
                "that ends in .md or .txt."
            ).format(path=path)
        )
    return path


def _files(listing: Listing) -> Iterator[str]:
    """Yield the files below the root as paths relative to it, with `/` between the names."""
    tree = Tree(listing.root)
    waiting = [(entry, "") for entry in _entries(listing, tree, "")]
    while waiting:
        entry, inside = waiting.pop()
        path = inside + entry.name
        match entry.kind:
            case Kind.FOLDER:
                waiting += [(name, f"{path}/") for name in _entries(listing, tree, path)]
            case Kind.FILE:
                yield path
            case Kind.LINK:
                listing.problems.append(Problem(printable_path(path), not_followed()))
            case Kind.SPECIAL:
                listing.problems.append(Problem(printable_path(path), not_regular()))


def _entries(listing: Listing, tree: Tree, path: str) -> list[Entry]:
    """Return the entries of a folder without hidden ones, in reverse order of their names."""
    try:
        shown = [entry for entry in tree.entries(path) if _is_shown(entry)]
    except OSError as error:
        listing.problems.append(Problem(printable_path(path or str(listing.root)), reason(error)))
        return []
    return sorted(shown, key=lambda entry: entry.name, reverse=True)


def _is_shown(entry: Entry) -> bool:
    if not entry.name.startswith("."):
        return True
    # macOS stores what other file systems do not support in `._name` beside each file
    is_folder = entry.kind is Kind.FOLDER
    return is_markdown(entry.name) and not entry.name.startswith("._") and not is_folder


def is_markdown(path: str) -> bool:
    """Return whether a path is that of a Markdown file."""
    return PurePath(path).suffix.lower() in MARKDOWN


def read_file(
    tree: Tree, path: str, *, most_bytes: int | None = None
) -> tuple[bytes, os.stat_result]:
    """Return the bytes and the state of a regular file.

    Raises:
        OSError: It cannot be read, is a link, pipe, socket or device, or has more than `most_bytes`.
    """
    with (
        tree.opened(path) as descriptor,
        open(descriptor, "rb", buffering=0, closefd=False) as file,
    ):
        state = os.fstat(descriptor)
        if most_bytes is not None and state.st_size > most_bytes:
            raise OSError(errno.EFBIG, too_large())
        return file.read(), state


def too_large() -> str:
    """Return a sentence that says why a file is too large for a note."""
    return _("has more than {limit} MB of text, too much for a note").format(
        limit=MOST_BYTES // 1_000_000
    )


def printable_path(path: str) -> str:
    """Return a path as a valid text: bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def reason(error: OSError) -> str:
    """Return in words why a file could not be read."""
    if isinstance(error, FileNotFoundError):
        return _("does not exist")
    if error.errno == errno.ELOOP:
        return not_followed()
    if isinstance(error, PermissionError):
        return _("cannot be read; check its permissions")
    return error.strerror or str(error)


_BYTE_ORDER_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CONTROLS: Final = bytes((*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
# Python represents a byte that is not UTF-8 as U+DC00 plus the byte
_FIRST_ESCAPE: Final = 0xDC00
_STRAY: Final = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII: Final = re.compile("[^\x00-\x7f\udc80-\udcff]")
_SAMPLE: Final = 65_536
_MOST_CONTROL: Final = 0.1  # share of control characters above which valid UTF-8 is data, not text


@dataclass(frozen=True, slots=True)
class Stray:
    """A byte that is invalid in its file's encoding; `line` counts from 1, and `read_as` replaces it in the text."""

    line: int
    byte: int
    read_as: str


def decode(data: bytes) -> tuple[str, Sequence[Stray]]:
    """Return the text of a file, and its bytes that are invalid in its encoding.

    A file with a byte order mark is UTF-8, UTF-16 or UTF-32. Without one it is UTF-8 if more of its characters beyond
    ASCII are valid UTF-8 than are not, with each of the others read as Windows-1252; otherwise it is Windows-1252. Line
    ends, blanks and control characters are preserved; only the byte order mark is removed.

    Raises:
        BadText: The file is binary.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding), ()
    text = data.decode("utf-8", "surrogateescape")
    strays = () if data.isascii() else _STRAY.findall(text)
    if strays and len(_BEYOND_ASCII.findall(text)) <= len(strays):
        return _old_windows_text(data), ()
    sample = text[:_SAMPLE]
    # most files have none
    any_control = len(data.translate(None, _CONTROLS)) < len(data)
    controls = len(_CONTROL.findall(sample)) if any_control else 0
    if controls > _MOST_CONTROL * len(sample) and not text.startswith("---"):
        raise _binary()
    if not strays:
        return text, ()
    return _STRAY.sub(lambda found: _meant(found[0]), text), _named(text)


def is_exact(data: bytes) -> bool:
    """Return whether a file's bytes can be restored from its text: it has a byte order mark or is valid UTF-8."""
    if any(data.startswith(mark) for mark, _encoding in _BYTE_ORDER_MARKS):
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _named(text: str) -> list[Stray]:
    """Return the invalid bytes in order."""
    found: list[Stray] = []
    line, upto = 1, 0
    for stray in _STRAY.finditer(text):
        line += text.count("\n", upto, stray.start())
        upto = stray.start()
        found.append(Stray(line, ord(stray[0]) - _FIRST_ESCAPE, _meant(stray[0])))
    return found


def _meant(escaped: str) -> str:
    """Return the meaning of an invalid byte in Windows-1252, the most likely encoding."""
    byte = bytes([ord(escaped) - _FIRST_ESCAPE])
    try:
        return byte.decode("cp1252")
    except UnicodeDecodeError:  # five bytes are undefined in Windows-1252
        return byte.decode("latin-1")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadText(
            _("is marked as {encoding}, but byte {position} is not valid in it").format(
                encoding=encoding.upper(), position=error.start + 1
            )
        ) from error


def _old_windows_text(data: bytes) -> str:
    """Decode text that is not Unicode; any control character shows that it is not text."""
    text = data.decode("latin-1")
    if _CONTROL.search(text):
        raise _binary()
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes are undefined in Windows-1252
        return text


def _binary() -> BadText:
    return BadText(_("is not a text file"))
