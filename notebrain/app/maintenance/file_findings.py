"""What the doctor says of the files in notes and in backups."""

from collections.abc import Iterator
from pathlib import Path

from notebrain.app.core.findings import Finding, Severity
from notebrain.domain.i18n import _, ngettext
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, uses
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.maintenance import backup_files

_FEW_FILES = 3


def file_findings(db: Connection, vault: Path, command: str) -> Iterator[Finding]:
    """Yield what is wrong with the files in notes, by size and by the last look at their bytes; nothing if none are.

    Args:
        vault: The database, beside which the files are.
        command: What to type to check and mend them.
    """
    sizes, blobs = attachments.all_sizes(db), Blobs.beside(vault)
    changed = set(attachments.changed(db))
    damaged_ = [sha for sha, size in sizes.items() if blobs.size(sha) != size or sha in changed]
    absent = attachments.absent(db)
    if damaged_:
        text = ngettext(
            "{n} file is missing or was changed on disk, {names}; {command} says more, and brings back what the "
            "backups have.",
            "{n} files are missing or were changed on disk, such as {names}; {command} says more, and brings back "
            "what the backups have.",
            len(damaged_),
        )
        names = ", ".join(
            one.name for sha in damaged_[:_FEW_FILES] if (one := attachments.get(db, sha))
        )
        text = text.format(n=len(damaged_), names=names, command=command)
        yield Finding("files", Severity.BAD, text)
    if absent:
        text = ngettext(
            "{n} file that a note names was never on this computer.",
            "{n} files that notes name were never on this computer.",
            len(absent),
        )
        yield Finding("files", Severity.HINT, text.format(n=len(absent)))
    if uses.unindexed(db):
        text = _("The list of which note uses which file is damaged; {command} repairs it.")
        yield Finding("files", Severity.BAD, text.format(command=command))
    elif sizes and not damaged_:
        text = ngettext("{n} file is there.", "{n} files are there.", len(sizes))
        yield Finding("files", Severity.GOOD, text.format(n=len(sizes)))


def lacking_text(copy: Path) -> str:
    """Return how many of its files a backup lacks, as a sentence that follows another; empty if it is whole."""
    lacking = backup_files.not_kept(copy)
    if not lacking:
        return ""
    text = ngettext(
        "{n} file of the newest is not in the folder of backups.",
        "{n} files of the newest are not in the folder of backups.",
        lacking,
    )
    return f". {text.format(n=lacking)}"
