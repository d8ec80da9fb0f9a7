"""The folder `attachments` beside exported notes, and the relative links that lead into it."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from notebrain.domain.errors import DamagedVault
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import (
    SCHEME,
    Attachment,
    Sha,
    clean_name,
    encoded,
    name_in,
    sha_in,
)
from notebrain.domain.notes.file_references import file_references
from notebrain.domain.notes.note import Note
from notebrain.domain.text.file_names import Names, numbered
from notebrain.import_export.folder import reason
from notebrain.import_export.reports import ExportReport, Problem
from notebrain.storage.files import attachments
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.store import Store

FOLDER: Final = "attachments"
_FRAGMENT: Final = re.compile(r"#.*\Z")

Copy = Callable[[str, Path, Sha], bool | None]
"""Writes a file under a path; returns whether that was necessary, or None if a foreign file is there."""


class ExportedFiles:
    """Writes the files of the notes of one export, each once for every name that links give it.

    Args:
        copy: Writes a file of the vault.
        has_stranger_for_folder: Returns whether something is where a path needs a folder.
        names: The paths used by the export so far.
        folder: Where the files go; "" puts them beside the notes.
    """

    def __init__(
        self,
        store: Store,
        copy: Copy,
        has_stranger_for_folder: Callable[[str], bool],
        names: Names,
        report: ExportReport,
        folder: str = FOLDER,
    ) -> None:
        self._store = store
        self._blobs = Blobs.beside(store.path)
        self._copy = copy
        self._has_stranger_for_folder = has_stranger_for_folder
        self._names = names
        self._report = report
        self._folder = folder
        self._paths: dict[str, str | None] = {}

    @property
    def addresses(self) -> dict[str, str]:
        """The address in the notes of each file that was written, by its path."""
        return {path: address for address, path in self._paths.items() if path is not None}

    def with_relative_links(self, note: Note, note_path: str) -> Note:
        """Write the files that a note links to; return the note with links that lead to them.

        A link to a file that is missing stays, and is named in the report.

        Args:
            note_path: Where the note will be.
        """
        body = note.body
        if SCHEME not in body:
            return note
        up = "../" * note_path.count("/")
        pieces, at = list[str](), 0
        for link in file_references(body):
            address = _FRAGMENT.sub("", link.address)
            sha = sha_in(address)
            path = None if sha is None else self._path(address, sha, note_path)
            if path is not None:
                fragment = link.address[len(address) :]
                pieces += [body[at : link.address_start], encoded(up + path), fragment]
                at = link.address_end
        return replace(note, body="".join([*pieces, body[at:]]))

    def _path(self, address: str, sha: Sha, note_path: str) -> str | None:
        """Return where the file with an address is, written if need be, or None if it cannot be had."""
        if address not in self._paths:
            self._paths[address] = self._written(address, sha, note_path)
        elif self._paths[address] is None:
            self._report.problems.append(Problem(note_path, _missing(name_in(address) or sha[:12])))
        return self._paths[address]

    def _written(self, address: str, sha: Sha, note_path: str) -> str | None:
        known, is_changed = self._known(sha)
        name = name_in(address) or (known.name if known else sha[:12])
        size = self._blobs.size(sha)
        if size is None or (known is not None and known.size != size):
            self._report.problems.append(Problem(note_path, _missing(name)))
            return None
        wanted = clean_name(name, known.media_type if known else "")
        wanted = f"{self._folder}/{wanted}" if self._folder else wanted
        if self._has_stranger_for_folder(wanted):
            wanted = wanted.rpartition("/")[2]
        path, number = self._names.unused(wanted), 1
        try:
            while self._copy(path, self._blobs.path(sha), sha) is None:
                number += 1
                path = self._names.unused(numbered(wanted, number))
        except OSError as error:
            self._report.problems.append(Problem(path, reason(error)))
            return None
        if is_changed:
            text = _("differs from the file that was added; its disk may be failing")
            self._report.problems.append(Problem(path, text))
        self._report.files += 1
        return path

    def _known(self, sha: Sha) -> tuple[Attachment | None, bool]:
        """Return what is known of a file, and whether its bytes are not what they were."""
        try:
            with self._store.read() as db:
                return attachments.get(db, sha), attachments.fault_of(db, sha) is Fault.CHANGED
        except DamagedVault:
            return None, False


def _missing(name: str) -> str:
    return _("the file {name} is missing on this computer; the link to it stays as it is").format(
        name=name
    )
