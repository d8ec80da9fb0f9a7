"""The Markdown files of a folder and of the folders in it."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.messages import _
from notebrain.exchange.reports import Problem

# does not wait for the other end of a pipe, which is told apart afterwards
_READ: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

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

    Hidden folders (`.git`, `.obsidian`) and hidden files of other kinds are passed over. Links are followed, but no
    folder is entered twice.

    Raises:
        UserError: There is nothing at `path`.
    """
    try:
        real = path.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise UserError(_("There is no file or folder {path}.").format(path=path)) from error
    if not real.is_dir():
        return Listing(real.parent, [real.name])
    listing = Listing(real)
    for found in _files(listing):
        if _is_markdown(found):
            listing.paths.append(found)
        else:
            listing.skipped += 1
    return listing


def _files(listing: Listing) -> Iterator[str]:
    """Yield the files below the root: paths relative to it, with `/` between the names."""
    entered: set[tuple[int, int]] = set()
    waiting = [(entry, "") for entry in _entries(listing, listing.root, "", entered)]
    while waiting:
        entry, inside = waiting.pop()
        if _is_folder(entry):
            below = f"{inside}{entry.name}/"
            found = _entries(listing, Path(entry.path), below, entered)
            waiting += [(one, below) for one in found]
        else:
            yield inside + entry.name


def _entries(
    listing: Listing, folder: Path, inside: str, entered: set[tuple[int, int]]
) -> list[os.DirEntry[str]]:
    """Return what is in a folder, last name first, without what is hidden."""
    try:
        state = folder.stat()
        if (state.st_dev, state.st_ino) in entered:
            why = _("links back to a folder that is imported already")
            listing.problems.append(Problem(inside, why))
            return []
        entered.add((state.st_dev, state.st_ino))
        with os.scandir(folder) as entries:
            shown = [entry for entry in entries if _is_shown(entry)]
    except OSError as error:
        listing.problems.append(Problem(inside or str(folder), reason(error)))
        return []
    return sorted(shown, key=lambda entry: entry.name, reverse=True)


def _is_shown(entry: os.DirEntry[str]) -> bool:
    if not entry.name.startswith("."):
        return True
    # macOS keeps what other file systems cannot hold in `._name` beside each file
    return _is_markdown(entry.name) and not entry.name.startswith("._") and not _is_folder(entry)


def _is_markdown(path: str) -> bool:
    return PurePath(path).suffix.lower() in MARKDOWN


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def read_file(path: str) -> tuple[bytes, os.stat_result]:
    """Return the bytes and the state of a regular file.

    Raises:
        OSError: It cannot be read, or is a pipe or device (reading one could wait for ever).
    """
    with open(os.open(path, _READ), "rb", buffering=0) as file:  # noqa: PTH123 - of a descriptor
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise OSError(_("is not a regular file"))
        return file.read(), state


def reason(error: OSError) -> str:
    """Return in words why a file could not be read."""
    if isinstance(error, FileNotFoundError):
        return _("is not there, or is a link that leads nowhere")
    if isinstance(error, PermissionError):
        return _("may not be read; check its permissions")
    return error.strerror or str(error)
