"""The Markdown files of a folder and of the folders in it."""

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import MOST_BYTES
from notebrain.exchange.reports import Problem
from notebrain.exchange.tree import Entry, Kind, Tree, not_followed, not_regular

MARKDOWN: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mkdn"})


@dataclass(slots=True)
class Listing:
    """What there is to import.

    Attributes:
        root: The folder that paths are relative to; with a path it identifies a note's file.
        paths: The Markdown files, relative to the root, in the order of their names.
        skipped: How many other files there are.
    """

    root: Path
    paths: list[str] = field(default_factory=list[str])
    skipped: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])


def list_markdown(path: Path) -> Listing:
    """Return the Markdown files under `path`; a single file is taken whatever its ending.

    Hidden folders (`.git`, `.obsidian`) and hidden files of other kinds are passed over. Links, pipes, sockets and
    devices are left out, each with a problem that names it; only a folder named by the user may be a link.

    Raises:
        UserError: There is nothing at `path`.
    """
    try:
        given = path.expanduser()
        if not given.is_dir():
            return Listing(given.parent.resolve(strict=True), [_present(given).name])
        listing = Listing(given.resolve(strict=True))
    except (OSError, RuntimeError) as error:
        raise UserError(_("There is no file or folder {path}.").format(path=path)) from error
    for found in _files(listing):
        if _is_markdown(found):
            listing.paths.append(found)
        else:
            listing.skipped += 1
    return listing


def _present(path: Path) -> Path:
    path.lstat()
    return path


def _files(listing: Listing) -> Iterator[str]:
    """Yield the files below the root: paths relative to it, with `/` between the names."""
    tree = Tree(listing.root)
    waiting = [(entry, "") for entry in _entries(listing, tree, "")]
    while waiting:
        entry, inside = waiting.pop()
        path = inside + entry.name
        match entry.kind:
            case Kind.FOLDER:
                waiting += [(one, f"{path}/") for one in _entries(listing, tree, path)]
            case Kind.FILE:
                yield path
            case Kind.LINK:
                listing.problems.append(Problem(printable_path(path), not_followed()))
            case Kind.SPECIAL:
                listing.problems.append(Problem(printable_path(path), not_regular()))


def _entries(listing: Listing, tree: Tree, path: str) -> list[Entry]:
    """Return what is in a folder, last name first, without what is hidden."""
    try:
        shown = [entry for entry in tree.entries(path) if _is_shown(entry)]
    except OSError as error:
        listing.problems.append(Problem(printable_path(path or str(listing.root)), reason(error)))
        return []
    return sorted(shown, key=lambda entry: entry.name, reverse=True)


def _is_shown(entry: Entry) -> bool:
    if not entry.name.startswith("."):
        return True
    # macOS keeps what other file systems cannot hold in `._name` beside each file
    is_folder = entry.kind is Kind.FOLDER
    return _is_markdown(entry.name) and not entry.name.startswith("._") and not is_folder


def _is_markdown(path: str) -> bool:
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
    """Say why a file cannot become a note."""
    return _("holds more than {limit} MB of text, too much for a note").format(
        limit=MOST_BYTES // 1_000_000
    )


def printable_path(path: str) -> str:
    """Return a path as text that can be kept: bytes that are no UTF-8 are spelled out."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def reason(error: OSError) -> str:
    """Return in words why a file could not be read."""
    if isinstance(error, FileNotFoundError):
        return _("is not there")
    if error.errno == errno.ELOOP:
        return not_followed()
    if isinstance(error, PermissionError):
        return _("may not be read; check its permissions")
    return error.strerror or str(error)
