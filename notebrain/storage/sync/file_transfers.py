"""Which files of notes are to be sent or fetched, which are in the account, and which wait and why.

A file goes to the account only for a note that is shared, and comes only for a note that names it.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.file_transfer import FileFacts, FileStanding, FileWait
from notebrain.domain.sync.remote import Kind
from notebrain.domain.sync.reports import ReceiptKind
from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms, waits

AHEAD_BYTES: Final = 16 * 1024 * 1024
"""Files up to this size go before the notes that name them; text does not wait for a larger one."""
ASK_AGAIN: Final = timedelta(hours=1)
_LARGE_BYTES: Final = 1_000_000
_LATER: Final = f"(why <> '' and {waits('retry_at')})"
# The notes that are in the account or will be, as far as the user has not decided otherwise.
_IS_SHARED: Final = """not note.local_only
    and (exists (select 1 from sync_note where sync_note.note_rowid = note.rowid and rev is not null and not gone)
        or exists (select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'send'))"""
_SHARED: Final = (
    f"attachment_use.source = 'note' and note.rowid = attachment_use.owner and {_IS_SHARED}"
)
_USED: Final = "max(max(updated_at, coalesce(last_accessed_at, 0)))"
# small before large; among those alike, the ones of the notes that were used last
_ORDER: Final = f"size > {AHEAD_BYTES}, size > {_LARGE_BYTES}, used desc, size"
# Almost all files are in the account and here: only for the others are notes looked at.
_UNSENT: Final = f"""with unsent as materialized (
        select attachment.sha, attachment.size as size, name, fault, why, retry_at
        from attachment left join sync_file on sync_file.sha = attachment.sha where sent is null)
    select sha, size, name,
        (select {_USED} from attachment_use join note where attachment_use.sha = unsent.sha and {_SHARED}) as used
    from unsent where used is not null"""
_TO_SEND: Final = f"{_UNSENT} and fault = '' and not coalesce({_LATER}, 0)"
_TO_FETCH: Final = f"""select attachment_use.sha, coalesce(attachment.size, sync_file.size) as size, {_USED} as used,
        coalesce(wanted, 0), coalesce(why, ''), coalesce(not {_LATER}, 1)
    from attachment_use left join attachment on attachment.sha = attachment_use.sha
    left join sync_file on sync_file.sha = attachment_use.sha
    cross join note on note.rowid = attachment_use.owner
    where attachment_use.source = 'note' and (attachment.sha is null or fault <> '')
    group by attachment_use.sha"""
_FACTS: Final = f"""select one.sha, attachment.sha is not null and fault = '', sent is not null,
        exists (select 1 from attachment_use join note where attachment_use.sha = one.sha and {_SHARED}),
        coalesce(attachment.size, sync_file.size), coalesce(wanted, 0), coalesce(why, ''), coalesce(reason, ''),
        sync_file.size
    from one left join attachment on attachment.sha = one.sha left join sync_file on sync_file.sha = one.sha"""
_EVERY: Final = (
    "select sha from attachment union select sha from attachment_use where source = 'note'"
)


@dataclass(frozen=True, slots=True)
class FileToSend:
    """A file that is here and not in the account."""

    sha: Sha
    size: int
    name: str


@dataclass(frozen=True, slots=True)
class FileToFetch:
    """A file that notes name and whose bytes are not here.

    Attributes:
        size: How many bytes it has, or None if that is not known yet.
        used_ms: When one of its notes was last used.
        wanted: Whether the user wants to see it.
        is_due: Whether it may be asked for now.
    """

    sha: Sha
    size: int | None
    used_ms: int
    wanted: bool
    why: FileWait
    is_due: bool


def to_send(db: Connection, *, now: datetime, limit: int) -> list[FileToSend]:
    """Return the files that can be sent now, in the order in which they go."""
    rows = db.execute(f"{_TO_SEND} order by {_ORDER} limit ?2", (to_ms(now), limit))
    return [FileToSend(Sha(row[0]), row[1], row[2]) for row in rows]


def to_fetch(db: Connection, *, now: datetime) -> list[FileToFetch]:
    """Return the files that are not here, in the order in which they come as far as their size is known."""
    rows = db.execute(_TO_FETCH, (to_ms(now),))
    found = [
        FileToFetch(Sha(row[0]), row[1], row[2], bool(row[3]), FileWait(row[4]), bool(row[5]))
        for row in rows
    ]
    return sorted(found, key=_place)


def _place(file: FileToFetch) -> tuple[object, ...]:
    size = file.size or 0
    return (size > AHEAD_BYTES, size > _LARGE_BYTES, -file.used_ms, size, file.sha)


def sizes_to_send(db: Connection, *, connected: bool) -> list[int]:
    """Return the sizes of the files that are to go to the account, or would go if the vault had one (`connected`)."""
    rows = db.execute(
        f"select size from ({_UNSENT} and fault = '')"
        if connected
        else """select size from attachment where fault = '' and exists (select 1 from attachment_use
            join note on note.rowid = owner where attachment_use.sha = attachment.sha
            and attachment_use.source = 'note' and not local_only)"""
    )
    return [row[0] for row in rows]


def is_shared(db: Connection, sha: Sha) -> bool:
    """Return whether a shared note uses this file."""
    row = db.execute(
        f"select 1 from attachment_use join note where sha = ? and {_SHARED} limit 1", (sha,)
    ).fetchone()
    return row is not None


def to_withdraw(db: Connection) -> list[Sha]:
    """Return the files in the account that are now used only by notes that stay on this computer."""
    sent = db.execute("select sha from sync_file where sent is not null")
    return only_here(db, [row[0] for row in sent])


def only_here(db: Connection, shas: Collection[str]) -> list[Sha]:
    """Return those of the files that are used only by notes that stay on this computer."""
    rows = db.execute(
        f"""select distinct attachment_use.sha from attachment_use
        join note on note.rowid = attachment_use.owner and note.local_only
        join json_each(?) as one on one.value = attachment_use.sha
        where attachment_use.source = 'note'
            and not exists (select 1 from attachment_use as other join note on note.rowid = other.owner
                where other.sha = attachment_use.sha and other.source = 'note' and {_IS_SHARED})""",
        (json.dumps(list(shas)),),
    )
    return [Sha(row[0]) for row in rows]


def begin(db: Connection, shas: Collection[Sha]) -> None:
    """Record that files are about to be sent, so that the account is asked what is left of them."""
    db.executemany("insert or ignore into sync_file (sha) values (?)", [(sha,) for sha in shas])


def put_unsent(db: Connection, sha: Sha) -> None:
    """Record that a file is not in the account, so that it is sent again."""
    db.execute("update sync_file set sent = null where sha = ?", (sha,))


def put_withdrawn(db: Connection, sha: Sha, *, at: datetime) -> None:
    """Record that a file was taken back from the account, with a receipt."""
    put_unsent(db, sha)
    db.execute(
        """insert into sync_receipt (at, note_id, what, bytes)
        values (?1, ?2, ?3, coalesce((select size from attachment where sha = ?2), 0))""",
        (to_ms(at), sha, ReceiptKind.FILE_TAKEN_OUT),
    )


def taken_back(db: Connection) -> tuple[int, int]:
    """Return how many files were taken back from the account since it was connected, and how many bytes they have."""
    number, size = db.execute(
        """select count(*), coalesce(sum(bytes), 0) from (
            select max(bytes) as bytes from sync_receipt where what = ? group by note_id)""",
        (ReceiptKind.FILE_TAKEN_OUT,),
    ).fetchone()
    return number, size


def to_hold(db: Connection, *, now: datetime) -> set[Sha]:
    """Return the files for which notes that are to be sent have to wait."""
    rows = db.execute(f"{_TO_SEND} and size <= {AHEAD_BYTES}", (to_ms(now),))
    return {Sha(row[0]) for row in rows}


def held(db: Connection) -> set[Sha]:
    """Return the files for which notes wait."""
    return {Sha(row[0]) for row in db.execute("select sha from sync_file where holds")}


def hold(db: Connection, shas: Collection[Sha]) -> None:
    """Let notes wait for these files, and for no others."""
    db.execute("update sync_file set holds = 0 where holds")
    db.executemany(
        "insert into sync_file (sha, holds) values (?, 1) on conflict do update set holds = 1",
        [(sha,) for sha in shas],
    )


def put_sent(db: Connection, sha: Sha, *, at: datetime) -> None:
    """Record that the account has the whole file."""
    db.execute(
        """insert into sync_file (sha, sent) values (?, ?) on conflict do update set sent = excluded.sent,
            holds = 0, wanted = 0, why = '', reason = '', retry_at = 0, attempts = 0""",
        (sha, to_ms(at)),
    )


def put_off(db: Connection, sha: Sha, why: FileWait, reason: str, *, until: datetime) -> None:
    """Record that a file waits; notes do not wait for it."""
    db.execute(
        """insert into sync_file (sha, why, reason, retry_at, attempts) values (?, ?, ?, ?, 1)
        on conflict do update set why = excluded.why, reason = excluded.reason, retry_at = excluded.retry_at,
            attempts = attempts + 1, holds = 0, sent = null""",
        (sha, why, reason, to_ms(until)),
    )


def attempts(db: Connection, sha: Sha) -> int:
    """Return how often in a row a file was put off."""
    row = db.execute("select attempts from sync_file where sha = ?", (sha,)).fetchone()
    return 0 if row is None else int(row[0])


def want(db: Connection, sha: Sha) -> None:
    """Fetch a file whatever its size, because the user wants to see it."""
    db.execute(
        """insert into sync_file (sha, wanted) values (?, 1)
        on conflict do update set wanted = 1, why = '', reason = '', retry_at = 0""",
        (sha,),
    )


def put_sizes(db: Connection, sizes: Mapping[Sha, int]) -> None:
    """Record the sizes of files that are not here."""
    db.executemany(
        "insert into sync_file (sha, size) values (?, ?) on conflict do update set size = excluded.size",
        list(sizes.items()),
    )


def check(db: Connection, there: Mapping[str, int], *, at: datetime) -> None:
    """Compare what was sent with what the account has; what it lacks is sent again.

    Args:
        there: The size of every whole file in the account.
    """
    rows = db.execute(
        """select sync_file.sha, attachment.size from sync_file left join attachment using (sha)
        where sent is not null"""
    ).fetchall()
    for sha, size in rows:
        is_there = sha in there and size in (None, there[sha])
        sent = to_ms(at) if is_there else None
        db.execute("update sync_file set sent = ? where sha = ?", (sent, sha))


def pause(db: Connection, why: FileWait, reason: str, *, until: datetime) -> None:
    """Record what all files wait for; notes do not wait for files meanwhile."""
    db.execute(
        "insert or replace into sync_file_pause (one, why, reason, retry_at) values (1, ?, ?, ?)",
        (why, reason, to_ms(until)),
    )
    db.execute("update sync_file set holds = 0 where holds")


def is_paused(db: Connection, *, now: datetime) -> bool:
    """Return whether all files wait for something."""
    row = db.execute(
        f"select 1 from sync_file_pause where {waits('retry_at')}", (to_ms(now),)
    ).fetchone()
    return row is not None


def paused_by(db: Connection) -> FileWait | None:
    """Return what all files wait for, or waited for until now; None if they do not."""
    row = db.execute("select why from sync_file_pause").fetchone()
    return None if row is None else FileWait(row[0])


def end_pause(db: Connection) -> None:
    """Record that files need not wait."""
    db.execute("delete from sync_file_pause")


def try_again(db: Connection) -> None:
    """Retry everything that waits, now."""
    end_pause(db)
    db.execute("update sync_file set retry_at = 0 where why <> ''")


def moved_on(db: Connection, day: int) -> int:
    """Return how many bytes were moved on a day."""
    row = db.execute("select bytes from sync_file_day where day = ?", (day,)).fetchone()
    return 0 if row is None else int(row[0])


def count_moved(db: Connection, day: int, size: int) -> None:
    """Count bytes that were moved on a day."""
    db.execute(
        """insert into sync_file_day (one, day, bytes) values (1, ?1, ?2) on conflict do update
        set bytes = case when day = excluded.day then bytes else 0 end + excluded.bytes, day = excluded.day""",
        (day, size),
    )


def standing(db: Connection) -> FileStanding:
    """Return how the files here and in the account stand to each other."""
    sent, sent_bytes = db.execute(
        """select count(*), coalesce(sum(attachment.size), 0) from attachment join sync_file using (sha)
        where sent is not null"""
    ).fetchone()
    waiting, waiting_bytes = db.execute(
        f"select count(*), coalesce(sum(size), 0) from ({_UNSENT} and fault = '')"
    ).fetchone()
    missing, missing_bytes = db.execute(
        f"select count(*), coalesce(sum(size), 0) from ({_TO_FETCH})", (0,)
    ).fetchone()
    why, reason = _waits_for(db) if waiting or missing else (FileWait.NONE, "")
    return FileStanding(
        sent, sent_bytes, waiting, waiting_bytes, missing, missing_bytes, why, reason
    )


def _waits_for(db: Connection) -> tuple[FileWait, str]:
    """Return what all files wait for, or else most of them."""
    rows: Sequence[tuple[str, str]] = db.execute(
        """select why, reason from sync_file_pause union all
        select why, reason from (select why, reason from sync_file where why <> ''
            and exists (select 1 from attachment_use where attachment_use.sha = sync_file.sha and source = 'note')
            group by why order by count(*) desc limit 1) limit 1"""
    ).fetchall()
    return (FileWait(rows[0][0]), rows[0][1]) if rows else (FileWait.NONE, "")


def facts(db: Connection, sha: Sha | None = None) -> dict[Sha, FileFacts]:
    """Return what is known of every file that is here or that a note names, or only of one."""
    every, values = (_EVERY, ()) if sha is None else ("values (?)", (sha,))
    rows = db.execute(f"with one (sha) as materialized ({every}) {_FACTS}", values).fetchall()
    paused = db.execute("select why, reason from sync_file_pause").fetchone()
    # which computer it is matters only for a file that no other place has; looking it up takes a while
    is_asked = any(row[6] == FileWait.ELSEWHERE for row in rows)
    writers = _writers(db, sha) if is_asked else {}
    return {Sha(row[0]): _facts(row, paused, writers.get(row[0], "")) for row in rows}


def _facts(row: Sequence[Any], paused: tuple[str, str] | None, computer: str) -> FileFacts:
    why, reason = (row[6], row[7]) if row[6] or paused is None else paused
    return FileFacts(
        is_here=bool(row[1]),
        is_there=bool(row[2]) or (row[8] is not None and row[6] != FileWait.ELSEWHERE),
        is_shared=bool(row[3]),
        size=row[4],
        wanted=bool(row[5]),
        why=FileWait(why),
        reason=reason,
        computer=computer,
    )


def _writers(db: Connection, sha: Sha | None) -> dict[str, str]:
    """Return which computer wrote a note with a file last, by the file, as far as the recent rounds tell."""
    rows = db.execute(
        """select attachment_use.sha, computer.name from sync_run, json_each(things)
        join computer on computer.device = json_extract(value, '$[2]')
        join note on note.id = json_extract(value, '$[1]')
        join attachment_use on attachment_use.source = 'note' and attachment_use.owner = note.rowid
        where json_extract(value, '$[0]') = ? and ?2 in (attachment_use.sha, '') order by sync_run.id""",
        (Kind.NOTE.value, sha or ""),
    )
    return dict(rows.fetchall())


def absent_in(db: Connection, note_id: NoteId) -> list[Sha]:
    """Return the files of a note that are not here."""
    rows = db.execute(
        """select attachment_use.sha from attachment_use join note on note.rowid = owner
        left join attachment on attachment.sha = attachment_use.sha
        where attachment_use.source = 'note' and note.id = ? and coalesce(fault, 'missing') <> ''""",
        (note_id,),
    )
    return [Sha(row[0]) for row in rows]
