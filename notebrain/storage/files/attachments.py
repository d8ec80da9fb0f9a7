"""What is known of the files in notes, and which of them the user can be shown."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Attachment, Sha, clean_name, find_in
from notebrain.domain.notes.media import length_ms, media_type, picture_size
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms


class Fault(StrEnum):
    """What a check found of the bytes of a file."""

    NONE = ""
    MISSING = "missing"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class AttachmentRow:
    """A file as shown in a list.

    Attributes:
        notes: How many notes outside the trash use it.
        used: Whether any text uses it, including the trash, earlier versions and cards.
        unused_since: The day on which it was first seen unused; None if it is used or was not seen yet.
        unused_for: How long it has been unused, in the vault's own time.
        kept: Whether the user wants to keep it although nothing uses it.
    """

    attachment: Attachment
    notes: int
    used: bool
    fault: Fault
    unused_since: datetime | None
    unused_for: timedelta
    kept: bool


_COLUMNS: Final = "sha, size, media_type, name, added_at, width, height, length_ms"
_ROW: Final = f"""select {", ".join(f"attachment.{one.strip()}" for one in _COLUMNS.split(","))},
    (select count(*) from attachment_use join note on attachment_use.source = 'note' and note.rowid = owner
        where attachment_use.sha = attachment.sha and deleted_at is null),
    exists (select 1 from attachment_use where attachment_use.sha = attachment.sha),
    fault, day, max(0, coalesce((select passed from vault_time), 0) - coalesce(since, 0)), coalesce(kept, 0)
    from attachment left join attachment_unused on attachment_unused.sha = attachment.sha"""


def described(sha: Sha, size: int, head: bytes, name: str, *, now: datetime) -> Attachment:
    """Return what can be said of a file from its first bytes and its name."""
    kind = media_type(head, name)
    width, height = picture_size(head) or (None, None)
    return Attachment(sha, size, kind, clean_name(name, kind), now, width, height, length_ms(head))


def add(db: Connection, attachment: Attachment) -> Attachment:
    """Record a file whose bytes are there; return it as it is known, with the name it was first added with."""
    db.execute(
        f"""insert into attachment ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do update set fault = ''""",
        (
            attachment.sha,
            attachment.size,
            attachment.media_type,
            attachment.name,
            to_ms(attachment.added_at),
            attachment.width,
            attachment.height,
            attachment.length_ms,
        ),
    )
    # whoever adds it again is about to use it
    db.execute("delete from attachment_unused where sha = ?", (attachment.sha,))
    return get(db, attachment.sha) or attachment


def drop(db: Connection, shas: Collection[Sha]) -> None:
    """Forget files that were added and never used."""
    db.executemany("delete from attachment where sha = ?", [(sha,) for sha in shas])


def get(db: Connection, sha: Sha) -> Attachment | None:
    """Return what is known of a file, or None."""
    row = db.execute(f"select {_COLUMNS} from attachment where sha = ?", (sha,)).fetchone()
    return None if row is None else _attachment(row)


def fault_of(db: Connection, sha: Sha) -> Fault:
    """Return what the last check found of a file; `MISSING` if it is not known here."""
    row = db.execute("select fault from attachment where sha = ?", (sha,)).fetchone()
    return Fault.MISSING if row is None else Fault(row[0])


def find(db: Connection, wanted: str) -> Attachment:
    """Return the one file whose hash begins with `wanted`, or that has this name.

    Raises:
        NotFound: No file matches, or several do.
    """
    rows = db.execute(
        f"""select {_COLUMNS} from attachment where sha glob ? || '*' and ? not glob '*[^0-9a-f]*'
        union select {_COLUMNS} from attachment where name = ? collate nocase limit 2""",
        # SQLite takes no lone surrogates, and no name has one
        (wanted.encode(errors="replace").decode(),) * 3,
    ).fetchall()
    if len(rows) > 1:
        raise NotFound(_("Several files match {file}; give more of the id.").format(file=wanted))
    if not rows:
        raise NotFound(_("There is no file {file} here.").format(file=wanted))
    return _attachment(rows[0])


def rows(db: Connection) -> Sequence[AttachmentRow]:
    """Return all files, last added first."""
    found = db.execute(f"{_ROW} order by added_at desc, attachment.sha")
    return [_row(row) for row in found]


def row(db: Connection, sha: Sha) -> AttachmentRow | None:
    """Return one file as in `rows`."""
    found = db.execute(f"{_ROW} where attachment.sha = ?", (sha,)).fetchone()
    return None if found is None else _row(found)


def absent(db: Connection) -> list[tuple[Sha, str]]:
    """Return the files that notes use and this vault never had, with the name in the newest link to each."""
    found = db.execute(
        """select sha, body from attachment_use join note on attachment_use.source = 'note' and note.rowid = owner
        where not exists (select 1 from attachment where attachment.sha = attachment_use.sha)
        order by updated_at"""
    )
    return sorted({Sha(sha): _name_in(body, Sha(sha)) for sha, body in found}.items())


def all_sizes(db: Connection) -> dict[Sha, int]:
    """Return how many bytes each file has."""
    return {Sha(sha): size for sha, size in db.execute("select sha, size from attachment")}


def named(db: Connection, sha: Sha) -> str:
    """Return the name that links give a file whose own name is not known; an empty string if there is none."""
    found = db.execute(
        """select body from attachment_use
        join note on attachment_use.source = 'note' and note.rowid = owner where sha = ?
        union all select revision.body from attachment_use join revision
        on attachment_use.source = 'revision' and revision.id = owner where sha = ?""",
        (sha, sha),
    )
    return next((name for (body,) in found if (name := _name_in(body, sha))), "")


def _name_in(body: str, sha: Sha) -> str:
    return next((link.name or link.alt for link in find_in(body) if link.sha == sha), "")


def rename(db: Connection, sha: Sha, name: str) -> None:
    """Give a file another name in the list; what links call it is for `notes.file_links`."""
    db.execute("update attachment set name = ? where sha = ?", (name, sha))


def names(db: Connection) -> list[str]:
    """Return the names of the files, each once, last added first."""
    rows = db.execute("select name from attachment group by name order by max(added_at) desc")
    return [row[0] for row in rows]


def is_any(db: Connection) -> bool:
    """Return whether there are files, or texts that name some."""
    row = db.execute(
        "select exists (select 1 from attachment) or exists (select 1 from attachment_use)"
    ).fetchone()
    return bool(row[0])


def changed(db: Connection) -> list[Sha]:
    """Return the files whose bytes are not what was added, as the last check of each found."""
    rows = db.execute("select sha from attachment where fault = ?", (Fault.CHANGED,))
    return [Sha(row[0]) for row in rows]


def missing(db: Connection) -> dict[Sha, int]:
    """Return how many bytes each file had that the last check did not find."""
    rows = db.execute("select sha, size from attachment where fault = ?", (Fault.MISSING,))
    return {Sha(sha): size for sha, size in rows}


def set_fault(db: Connection, faults: Collection[tuple[Sha, Fault]]) -> None:
    """Record what a check found."""
    db.executemany(
        "update attachment set fault = ? where sha = ? and fault <> ?",
        [(fault, sha, fault) for sha, fault in faults],
    )


def longest_unchecked(db: Connection) -> Iterator[tuple[Sha, int]]:
    """Yield the files whose bytes were compared with their hash longest ago first, with their size."""
    for sha, size in db.execute("select sha, size from attachment order by checked, sha"):
        yield Sha(sha), size


def set_checked(db: Connection, sha: Sha, *, at: datetime) -> None:
    """Record when the bytes of a file were compared with its hash."""
    db.execute("update attachment set checked = ? where sha = ?", (to_ms(at), sha))


def checked_today(db: Connection, day: int) -> int:
    """Return how many bytes were compared with their hashes on a day."""
    row = db.execute("select bytes from attachment_checked where day = ?", (day,)).fetchone()
    return 0 if row is None else int(row[0])


def count_checked(db: Connection, day: int, size: int) -> None:
    """Count bytes that were compared with their hash on a day."""
    db.execute(
        """insert into attachment_checked (one, day, bytes) values (1, ?1, ?2) on conflict do update
        set bytes = case when day = excluded.day then bytes else 0 end + excluded.bytes, day = excluded.day""",
        (day, size),
    )


def _attachment(row: Sequence[Any]) -> Attachment:
    return Attachment(Sha(row[0]), row[1], row[2], row[3], from_ms(row[4]), row[5], row[6], row[7])


def _row(row: Sequence[Any]) -> AttachmentRow:
    return AttachmentRow(
        _attachment(row),
        row[8],
        bool(row[9]),
        Fault(row[10]),
        None if row[11] is None else from_ms(row[11]),
        timedelta(milliseconds=0 if row[11] is None else row[12]),
        bool(row[13]),
    )
