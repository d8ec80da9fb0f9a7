"""Files as JSON documents; scripts depend on their structure."""

from typing import TYPE_CHECKING, TypedDict

from notebrain.cli.json.notes import stamp
from notebrain.domain.notes.attachments import Attachment
from notebrain.domain.sync.file_estimate import FREE_BYTES, FileEstimate

if TYPE_CHECKING:
    from notebrain.app.maintenance.file_care import FileCheck
    from notebrain.app.notes.files import FileRow
    from notebrain.domain.sync.file_transfer import FileStanding


class FileDocument(TypedDict):
    """A file in the output of `files add`."""

    file_id: str
    name: str
    size: int
    media_type: str
    width: int | None
    height: int | None
    length_ms: int | None
    added_at: str


class AddedDocument(FileDocument):
    """A file in the output of `files add`, with the Markdown that shows it."""

    markdown: str


class FileRowDocument(TypedDict):
    """A file in the output of `files list`; a file that was never here has only an id and a name."""

    file_id: str
    name: str
    file: FileDocument | None
    notes: int
    used: bool
    fault: str
    days_left: int | None
    kept: bool
    place: str
    why: str
    reason: str
    computer: str
    text: str | None
    pages: int | None
    characters: int


class FileStandingDocument(TypedDict):
    """The files of shared notes and the account, in the output of `sync` and `account status`."""

    in_account: int
    in_account_bytes: int
    waiting: int
    waiting_bytes: int
    missing: int
    missing_bytes: int
    why: str
    reason: str


class FileEstimateDocument(TypedDict):
    """What sending the files takes that are not in the account, in the output of `sync status`."""

    files: int
    bytes: int
    free_bytes: int
    seconds: int
    bytes_per_second: int
    measured: bool
    days: int
    dollars_a_month: float


class NamedDocument(TypedDict):
    """A file in the output of `files check`."""

    file_id: str
    name: str


class CheckDocument(TypedDict):
    """The output of `files check`."""

    ok: bool
    files: int
    missing: list[NamedDocument]
    changed: list[NamedDocument]
    absent: list[NamedDocument]
    mended: list[NamedDocument]
    adopted: list[NamedDocument]


def file_document(file: Attachment) -> FileDocument:
    """Return a file."""
    return {
        "file_id": file.sha,
        "name": file.name,
        "size": file.size,
        "media_type": file.media_type,
        "width": file.width,
        "height": file.height,
        "length_ms": file.length_ms,
        "added_at": stamp(file.added_at),
    }


def row_document(row: "FileRow") -> FileRowDocument:
    """Return a file for the output of `files list`."""
    return {
        "file_id": row.sha,
        "name": row.name,
        "file": None if row.attachment is None else file_document(row.attachment),
        "notes": row.notes,
        "used": row.used,
        "fault": row.fault.value,
        "days_left": row.days_left,
        "kept": row.kept,
        "place": row.status.place.value,
        "why": row.status.why.value,
        "reason": row.status.reason,
        "computer": row.status.computer,
        "text": None if row.reading is None else row.reading.state.value,
        "pages": None if row.reading is None else row.reading.pages,
        "characters": 0 if row.reading is None else row.reading.characters,
    }


def check_document(check: "FileCheck") -> CheckDocument:
    """Return the result of checking all files."""
    return {
        "ok": check.is_good,
        "files": check.files,
        "missing": [_named(one) for one in check.missing],
        "changed": [_named(one) for one in check.changed],
        "absent": [{"file_id": sha, "name": name} for sha, name in check.absent],
        "mended": [_named(one) for one in check.mended],
        "adopted": [_named(one) for one in check.adopted],
    }


def _named(file: Attachment) -> NamedDocument:
    return {"file_id": file.sha, "name": file.name}


def file_estimate(estimate: FileEstimate) -> FileEstimateDocument:
    """Return what sending files takes."""
    return {
        "files": estimate.files,
        "bytes": estimate.size,
        "free_bytes": FREE_BYTES,
        "seconds": round(estimate.seconds),
        "bytes_per_second": round(estimate.bytes_s),
        "measured": estimate.is_measured,
        "days": estimate.days,
        "dollars_a_month": round(estimate.dollars, 2),
    }


def file_standing(files: "FileStanding") -> FileStandingDocument:
    """Return how the files of shared notes and the account stand to each other."""
    return {
        "in_account": files.sent,
        "in_account_bytes": files.sent_bytes,
        "waiting": files.waiting,
        "waiting_bytes": files.waiting_bytes,
        "missing": files.missing,
        "missing_bytes": files.missing_bytes,
        "why": files.why.value,
        "reason": files.reason,
    }
