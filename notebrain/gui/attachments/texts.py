"""What the page of files says of them: type, state, notes, and a whole row in one sentence."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from notebrain.app.notes.files import Fault, FileRow
from notebrain.app.sync.file_texts import progress_text, status_text
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.attachments import size_text
from notebrain.domain.notes.file_texts import state_text
from notebrain.domain.sync.file_transfer import FilePlace, FileWait, MovingFile
from notebrain.gui.core import date_format

_WRITTEN: Final = ("text/", "message/", "application/rtf", "application/epub")
_OFFICE: Final = ("opendocument", "openxmlformats")
_ARCHIVES: Final = ("zip", "gzip", "7z", "rar")
_NAMED: Final = {
    "image/svg+xml": "SVG",
    "image/vnd.microsoft.icon": "ICO",
    "application/pdf": "PDF",
    "text/markdown": "Markdown",
    "text/csv": "CSV",
    "text/html": "HTML",
    "application/json": "JSON",
    "application/xml": "XML",
    "application/epub+zip": "EPUB",
}


def family(row: FileRow) -> str:
    """Return what kind of file it is: `picture`, `media`, `document`, `archive`, or an empty string if unknown."""
    kind = row.attachment.media_type if row.attachment else ""
    if kind.startswith("image/"):
        return "picture"
    if kind.startswith(("audio/", "video/")):
        return "media"
    if kind in _NAMED or kind.startswith(_WRITTEN) or any(part in kind for part in _OFFICE):
        return "document"
    return "archive" if kind.endswith(_ARCHIVES) else ""


_MARKS: Final = {
    FilePlace.BOTH: "cloud",
    FilePlace.TO_SEND: "upload",
    FilePlace.TO_FETCH: "download",
    FilePlace.LEFT_THERE: "download",
}
ICONS: Final = {"picture": "image", "media": "play", "document": "file-text", "archive": "archive"}
"""The icon of each family; other files have a paper clip."""


def kind_text(row: FileRow) -> str:
    """Return the type of a file in words, for example "PNG picture"; empty if it was never here."""
    if row.attachment is None:
        return ""
    kind = row.attachment.media_type
    short = _NAMED.get(kind) or kind.rpartition("/")[2].removeprefix("x-").upper()
    match family(row):
        case "picture":
            return _("{kind} picture").format(kind=short)
        case "media":
            return _("Sound") if kind.startswith("audio/") else _("Video")
        case "archive":
            return _("Archive")
        case "document":
            return _document(kind)
        case _:
            return _("File")


def _document(kind: str) -> str:
    if kind in _NAMED:
        return _("{kind} document").format(kind=_NAMED[kind])
    if "presentation" in kind:
        return _("Presentation")
    if "sheet" in kind:
        return _("Spreadsheet")
    if kind == "message/rfc822":
        return _("Email")
    return _("Text") if kind == "text/plain" else _("Text document")


def measure(row: FileRow) -> str:
    """Return the width and height of a picture; empty if they are unknown."""
    known = row.attachment
    return f"{known.width} × {known.height}" if known and known.width and known.height else ""


def size(row: FileRow) -> str:
    """Return how large a file is; empty if that is not known."""
    return "" if row.size is None else size_text(row.size)


def reading(row: FileRow) -> str:
    """Return how many pages a file has, and why its words cannot be found; empty for nothing to say."""
    if row.reading is None or row.fault is Fault.MISSING:
        return ""
    pages = row.reading.pages or 0
    text = ngettext("{n} page", "{n} pages", pages).format(n=date_format.number(pages))
    return " · ".join(
        part for part in (text if pages else "", state_text(row.reading.state)) if part
    )


def notes(row: FileRow) -> str:
    """Return how many notes use a file."""
    if not row.notes:
        return _("no note")
    n = date_format.number(row.notes)
    return ngettext("{n} note", "{n} notes", row.notes).format(n=n)


def state(row: FileRow, moving: MovingFile | None = None) -> tuple[str, str]:
    """Return what is special about a file, and the color token for it; empty texts for nothing.

    Args:
        moving: The file that is on its way.
    """
    if moving is not None and moving.sha == row.sha:
        return progress_text(moving), "accent"
    if row.status.place in (FilePlace.TO_FETCH, FilePlace.LEFT_THERE):
        return _of_account(row)
    if row.fault is Fault.CHANGED:
        return _("Changed on disk, no longer what was added"), "danger"
    if row.fault is Fault.MISSING:
        return _("Not on this computer"), "danger"
    return _of_account(row) if row.status.place is FilePlace.TO_SEND else _of_use(row)


def _of_account(row: FileRow) -> tuple[str, str]:
    status = row.status
    waits = status.place is not FilePlace.LEFT_THERE and status.why is not FileWait.NONE
    return status_text(status), "warning" if waits else "text2"


def _of_use(row: FileRow) -> tuple[str, str]:
    if row.used:
        return ("", "") if row.notes else (_("Only in the trash or in earlier versions"), "text2")
    if row.days_left is None:
        return _("Unused, kept"), "text2"
    if row.days_left == 0:
        return _("Unused, deleted today"), "warning"
    text = ngettext("Unused, deleted in {n} day", "Unused, deleted in {n} days", row.days_left)
    return text.format(n=date_format.number(row.days_left)), "warning"


def mark(row: FileRow) -> tuple[str, str]:
    """Return the icon that says how a file and the account stand to each other, and its color; empty for nothing."""
    waits = row.status.place is not FilePlace.BOTH and row.status.why is not FileWait.NONE
    return _MARKS.get(row.status.place, ""), "warning" if waits else "muted"


def sentence(row: FileRow, now: datetime, moving: MovingFile | None = None) -> str:
    """Return everything the row of a file shows, for a screen reader."""
    known = row.attachment
    added = ""
    if known is not None:
        added = _("added {when}").format(when=date_format.within(known.added_at, now))
    there = status_text(row.status) if row.status.place is FilePlace.BOTH else ""
    kind = (row.name, kind_text(row), measure(row), reading(row))
    parts = (*kind, size(row), notes(row), added, state(row, moving)[0], there)
    return ", ".join(part for part in parts if part)


def total(shown: Sequence[FileRow], of: int, chosen: Sequence[FileRow] = ()) -> str:
    """Return how many files are shown and how large they are together, and the same of several that are chosen.

    Args:
        of: How many files there are, with those that are filtered out.
    """
    if not of:
        return ""
    text = ngettext("{n} of {count} file, {size}", "{n} of {count} files, {size}", of)
    if len(shown) == of:
        text = ngettext("{n} file, {size}", "{n} files, {size}", of)
    said = text.format(
        n=date_format.number(len(shown)), count=date_format.number(of), size=_together(shown)
    )
    if len(chosen) <= 1:
        return said
    n = date_format.number(len(chosen))
    return f"{said} · " + _("{n} chosen, {size}").format(n=n, size=_together(chosen))


def _together(rows: Sequence[FileRow]) -> str:
    return size_text(sum(row.size or 0 for row in rows))
