"""The files that imported notes link to, which come along into the vault.

The folder may have been made by somebody else. So nothing outside it is read, no link is followed, and nothing is
fetched from the network.
"""

import hashlib
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, Protocol

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import (
    SCHEME,
    Attachment,
    Sha,
    address_of,
    clean_name,
    decoded,
    link_to,
    sha_in,
)
from notebrain.domain.notes.file_references import FileReference, file_references
from notebrain.domain.ports import Clock
from notebrain.domain.text.file_names import ending_of
from notebrain.import_export.folder import Listing, is_markdown, reason
from notebrain.import_export.tree import Kind, Tree
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs, discard
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_DRIVE: Final = re.compile(r"[a-z]:", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_EXACT: Final = re.compile(r"attachment:[0-9a-f]{64}(?:/[^()<>\s#]*)?")
_LONGEST_SHOWN: Final = 200

Edit = tuple[int, int, str]


class _NotTaken(Exception):
    """A link leads to no file that can be taken along; the text says why, worded to follow the name of its note."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The text of a note whose links lead to files of the vault.

    Attributes:
        shas: Those files, in the order of the links.
        problems: Why other links stay as they are, worded to follow the name of the note.
    """

    body: str
    shas: tuple[Sha, ...] = ()
    problems: tuple[str, ...] = ()


class FileRules(Protocol):
    """What the user set for files in notes."""

    def most_bytes(self) -> int:
        """Return how large a file may be."""
        ...

    def cleans(self) -> bool:
        """Return whether to leave out of photos where they were taken."""
        ...


class ImportedFiles:
    """Takes the files along that the notes of one import link to, each once.

    Photos are cleaned if the user set it, but not those that are in the vault as they are or that an export wrote.

    Args:
        keep_going: Asked while a file is copied.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        listing: Listing,
        rules: FileRules,
        *,
        keep_going: Callable[[], bool],
    ) -> None:
        self._store = store
        self._clock = clock
        self._listing = listing
        self._tree = Tree(listing.root)
        self._blobs = Blobs.beside(store.path)
        self._most_bytes = rules.most_bytes()
        self._cleans = rules.cleans()
        self._keep_going = keep_going
        self._warnings: dict[str, str] = {}
        self._taken: dict[str, Attachment | str] = {}

    @property
    def taken(self) -> set[str]:
        """The paths of the files that came along or are in the vault already."""
        return {path for path, found in self._taken.items() if isinstance(found, Attachment)}

    def rewrite(self, body: str, note_path: str) -> Rewritten:
        """Take the files along that a note links to, and return its text with links to them.

        Args:
            note_path: The note's file, relative to the imported folder.

        Raises:
            Unwritable, VaultError: A file cannot be stored.
            Interrupted: `keep_going` returned False.
        """
        edits: list[Edit] = []
        shas: list[Sha] = []
        problems: dict[str, None] = {}
        folder = note_path.rpartition("/")[0]
        for link in file_references(body):
            try:
                path = self._find(link, folder)
                if path is not None:
                    file = self._take(path, link)
                    shas.append(file.sha)
                    if path in self._warnings:
                        problems[self._warnings.pop(path)] = None
                    edits += self._edits(link, path, file, body)
            except _NotTaken as error:
                problems[str(error)] = None
        pieces, at = list[str](), 0
        for start, end, new in sorted(edits):
            pieces += [body[at:start], new]
            at = end
        return Rewritten("".join([*pieces, body[at:]]), tuple(shas), tuple(problems))

    def _find(self, link: FileReference, folder: str) -> str | None:
        """Return the path of the file that a link in a folder's note names; None if it names something else."""
        address = link.address
        is_web = address.startswith(("//", "#", "?", "www.")) or not address
        if is_web or (_SCHEME.match(address) and not address.lower().startswith("file:")):
            return None
        names_file = self._names_a_file(link, re.split(r"[#?]", address)[0])
        if (
            address.startswith(("/", "\\", "file:"))
            or _SCHEME.match(address)
            or _DRIVE.match(address)
        ):
            if names_file or address.lower().startswith("file:"):
                raise _NotTaken(_outside(address))
            return None
        is_outside = False
        for spelled in _spellings(link):
            wanted = _joined(folder, spelled)
            is_outside = is_outside or wanted is None
            found = self._there(wanted) or self._there(_joined("", spelled))
            if found is None and link.is_wiki and wanted is not None:
                found = self._by_name(spelled)
            if found is not None:
                return found
        if is_outside and names_file:
            raise _NotTaken(_outside(address))
        if names_file:
            text = _("“{link}” leads to no file in the imported folder; the link stays as it is")
            raise _NotTaken(text.format(link=_shown(address)))
        return None

    def _there(self, path: str | None) -> str | None:
        """Return the path of what is there, whatever the case and form of its letters; None if nothing is."""
        is_note = (
            path is not None
            and is_markdown(path)
            and path not in self._listing.exported.attachments
        )
        if not path or "\0" in path or is_note:
            return None
        if self._tree.kind(path) not in (None, Kind.FOLDER):
            return path
        return self._by_path.get(_folded(path))

    def _by_name(self, wanted: str) -> str | None:
        """Return the file with a name, or with a path that ends so, that lies least deep; None if there is none."""
        folded = _folded(wanted)
        found = [
            path
            for path in self._by_last_name.get(folded.rpartition("/")[2], ())
            if f"/{_folded(path)}".endswith(f"/{folded}")
        ]
        return min(found, key=lambda path: (path.count("/"), path), default=None)

    @cached_property
    def _by_path(self) -> dict[str, str]:
        return {_folded(path): path for path in reversed(self._listing.others)}

    @cached_property
    def _by_last_name(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path in self._listing.others:
            names.setdefault(_folded(path.rpartition("/")[2]), []).append(path)
        return names

    @cached_property
    def _notes(self) -> frozenset[str]:
        return frozenset(_folded(PurePosixPath(path).stem) for path in self._listing.paths)

    def _names_a_file(self, link: FileReference, plain: str) -> bool:
        """Return whether a link that leads nowhere is one to a file, not to a note."""
        if is_markdown(plain):
            return False
        if not link.is_wiki:
            return link.is_picture or bool(ending_of(plain))
        is_note = _folded(plain.rpartition("/")[2].strip()) in self._notes
        return link.is_picture and bool(ending_of(plain)) and not is_note

    def _take(self, path: str, link: FileReference) -> Attachment:
        """Return a file of the imported folder, which is in the vault now, under the name it has there."""
        if path not in self._taken:
            try:
                self._taken[path] = self._copied(path)
            except OSError as error:
                self._taken[path] = reason(error)
            except UserError as error:
                self._taken[path] = str(error)
        found = self._taken[path]
        if isinstance(found, str):
            text = _("“{link}” stays a link, because the file did not come along: {reason}")
            raise _NotTaken(text.format(link=_shown(link.address), reason=found))
        return found

    def _copied(self, path: str) -> Attachment:
        name, cleans = path.rpartition("/")[2], self._cleans
        with self._tree.opened(path) as handle, open(handle, "rb", closefd=False) as stream:
            if os.fstat(handle).st_size <= self._most_bytes:
                sha = Sha(hashlib.file_digest(stream, "sha256").hexdigest())
                cleans = cleans and sha != self._exported(path)
                with self._store.read() as db:
                    known, fault = attachments.get(db, sha), attachments.fault_of(db, sha)
                is_there = known is not None and self._blobs.size(sha) == known.size
                if known is not None and is_there and fault is Fault.NONE:
                    return replace(known, name=clean_name(name, known.media_type))
                stream.seek(0)
            staged = self._blobs.stage_open(
                stream, name=name, most_bytes=self._most_bytes, keep_going=self._keep_going
            )
        try:
            if cleans:
                staged, warning = self._blobs.without_traces(staged)
                self._warnings |= {path: warning} if warning else {}
            added = attachments.described(
                staged.sha, staged.size, staged.head, name, now=self._clock.now()
            )

            def act(db: Connection) -> None:
                is_changed = attachments.fault_of(db, staged.sha) is Fault.CHANGED
                self._blobs.keep(staged, anew=is_changed)
                attachments.add(db, added)

            outcome(self._store.write(act))
        finally:
            discard(staged.path)
        return added

    def _exported(self, path: str) -> Sha | None:
        """Return the file of a vault that an export wrote under a path; None if it was something else."""
        return sha_in(self._listing.exported.attachments.get(path, ""))

    def _edits(self, link: FileReference, path: str, file: Attachment, body: str) -> list[Edit]:
        """Return the changes that make a link lead to a file of the vault."""
        exact = self._listing.exported.attachments.get(path, "")
        is_written_anew = link.is_wiki or link.is_html
        if not is_written_anew and _EXACT.fullmatch(exact) and sha_in(exact) == file.sha:
            return [(link.address_start, link.address_end, exact + _fragment(link.address))]
        if is_written_anew:
            is_shown = link.is_picture and file.is_picture
            alt = link.alt or (None if is_shown else file.name)
            text = link_to(file, alt=alt, width=link.width if is_shown else None)
            return [(link.start, link.end, text if is_shown else text.removeprefix("!"))]
        address = address_of(file.sha, file.name) + _fragment(link.address)
        edits = [(link.address_start, link.address_end, address)]
        if link.is_picture and not file.is_picture:
            edits.append((link.start, link.start + 1, ""))
            if body.startswith("![](", link.start):
                name = link_to(file)[1:].partition(f"]({SCHEME}")[0]
                edits.append((link.start + 2, link.start + 2, name))
        return edits


def _spellings(link: FileReference) -> list[str]:
    """Return what an address may mean as a path, the likeliest first."""
    address = link.address
    plain = _ESCAPED.sub(r"\1", address)
    meant = [address] if link.is_wiki else [decoded(plain), plain]
    meant += [re.split(r"[#?]", one)[0].strip() for one in list(meant)]
    return list(dict.fromkeys(one.replace("\\", "/") for one in meant if one))


def _joined(folder: str, path: str) -> str | None:
    """Return a path seen from a folder, as one from the imported folder; None if it leads outside."""
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    has_drive = os.name == "nt" and any(":" in part for part in parts)
    return None if has_drive else "/".join(parts)


def _fragment(address: str) -> str:
    """Return the part of an address after the file, such as `#page=3`; a name may have such a sign only encoded."""
    _plain, mark, rest = address.partition("#")
    return mark + rest if re.fullmatch(r"[^\s()<>]*", rest) else ""


def _outside(address: str) -> str:
    return _("“{link}” leads outside the imported folder; the link stays as it is").format(
        link=_shown(address)
    )


def _shown(address: str) -> str:
    return address if len(address) <= _LONGEST_SHOWN else f"{address[:_LONGEST_SHOWN]}…"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
