"""The notes to send, and the content that is sent."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category
from notebrain.domain.notes.tags import clean_tags
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.notes.rewrite import REST
from notebrain.storage.sql import to_ms, waits
from notebrain.storage.sync.inventory import IS_MISSING
from notebrain.storage.sync.outgoing import Outgoing

_REST_MS = int(REST.total_seconds() * 1000)
_READ_AT_ONCE = 50
_NEVER_MS = 253_370_764_800_000  # in the year 9999; every change of the note makes it due again

# An unedited welcome note belongs to the program: every computer has its own. A note that changed a moment ago is still
# being typed, but a date in the future does not mean that.
_MINE = f"""outbox.kind = 'send' and outbox.note_rowid = note.rowid and not note.local_only
    and not (note.version = 1 and note.id in (
        select one.value from setting join json_each(setting.value) as one
        where scope = '{settings.APP}' and name = '{settings.WELCOME}'))"""
_MISSING = IS_MISSING.format(kind="'note'", id="note.id")
_WAITS = f"""{_MINE}
    and not exists (select 1 from sync_held where sync_held.kind = 'note' and sync_held.id = note.id)
    and not exists (select 1 from sync_gone where note_id = note.id and key is not null)
    and not {_MISSING}
    and not exists (select 1 from attachment_use join sync_file using (sha)
        where attachment_use.source = 'note' and attachment_use.owner = note.rowid and holds)
    and not exists (select 1 from sync_note as sent
        where sent.note_rowid = note.rowid and sent.sending_rev is not null)"""
_LATER = waits("retry_at")
_NEW_KEY = "lower(hex(randomblob(16)))"


class NoteSource:
    """The `Source` of notes."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:
        """Return what was sent without an answer."""
        rows = db.execute(
            f"""select note_rowid, id, sending_rev, rev, sending from sync_note
            join note on note.rowid = note_rowid where sending_rev is not null and not {_MISSING} limit ?""",
            (limit,),
        )
        return [Outgoing(Name(Kind.NOTE, row[1]), row[0], row[2], row[3], row[4]) for row in rows]

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:
        """Return notes that rest and were not just rejected: the user's edits first, then the newest."""
        now_ms = to_ms(now)
        jobs = db.execute(
            f"""select note.rowid, note.id, idempotency_key, attempts,
                coalesce((select rev from sync_note where note_rowid = note.rowid),
                    (select rev from sync_gone where note_id = note.id))
            from outbox, note where {_WAITS} and not {_LATER}
            and (updated_at <= ?1 - {_REST_MS} or updated_at > ?1)
            order by lane, retry_at desc, outbox.id desc limit ?2""",
            (now_ms, limit),
        ).fetchall()
        found: list[Outgoing] = []
        for start in range(0, len(jobs), _READ_AT_ONCE):
            some = jobs[start : start + _READ_AT_ONCE]
            texts = of_keys(db, [job[0] for job in some])
            for key, note_id, rev, attempts, base in some:
                content = texts[key].to_json()
                outgoing = Outgoing(Name(Kind.NOTE, note_id), key, rev, base, content, attempts)
                size -= outgoing.size
                if found and size < 0:
                    return found
                found.append(outgoing)
        return found

    def begin(self, db: Connection, sent: Sequence[Outgoing]) -> list[Outgoing]:
        """Save what is about to be sent; leave out what was edited, removed or made local only meanwhile."""
        return [outgoing for outgoing in sent if self._begin(db, outgoing)]

    def is_wanted(self, db: Connection, outgoing: Outgoing) -> bool:
        """Return whether the note is still here and not local only."""
        row = db.execute(
            "select 1 from sync_note where note_rowid = ? and sending_rev = ?",
            (outgoing.key, outgoing.rev),
        ).fetchone()
        return row is not None

    def accepted(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that the account has it; later edits are sent later, based on it."""
        changed = db.execute(
            """update sync_note set rev = sending_rev, sending_rev = null, sending = null, gone = 0,
                base = case when exists (select 1 from outbox where outbox.note_rowid = sync_note.note_rowid
                    and kind = 'send' and idempotency_key <> ?2) then sending end
            where note_rowid = ?1 and sending_rev = ?2""",
            (outgoing.key, outgoing.rev),
        )
        if changed.rowcount:
            db.execute(
                "delete from outbox where note_rowid = ? and kind = 'send' and idempotency_key = ?",
                (outgoing.key, outgoing.rev),
            )
        else:
            db.execute(
                "update sync_gone set rev = ?2, sending_rev = null where note_id = ?1 and sending_rev = ?2",
                (outgoing.name.id, outgoing.rev),
            )

    def passed_over(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that another write came first; this write's name is not used again."""
        self._stop_sending(db, outgoing)
        db.execute(
            f"""update outbox set idempotency_key = {_NEW_KEY}
            where note_rowid = ? and kind = 'send' and idempotency_key = ?""",
            (outgoing.key, outgoing.rev),
        )

    def failed(
        self, db: Connection, outgoing: Outgoing, *, reason: str, retry_at: datetime
    ) -> None:
        """Record that the account rejected it; an edit is retried at once."""
        self._stop_sending(db, outgoing)
        db.execute(
            """update outbox set attempts = attempts + 1, last_error = ?, retry_at = ?
            where note_rowid = ? and kind = 'send' and idempotency_key = ?""",
            (reason, to_ms(retry_at), outgoing.key, outgoing.rev),
        )

    def next_ms(self, db: Connection, *, now: datetime) -> int | None:
        """Return when the next note becomes ready, in milliseconds since 1970."""
        now_ms = to_ms(now)
        moment: int | None = db.execute(
            f"""select min(max(retry_at, case when updated_at > ?1 then 0 else updated_at + {_REST_MS} end))
            from outbox, note where {_WAITS}
            and ({_LATER} or (updated_at > ?1 - {_REST_MS} and updated_at <= ?1))""",
            (now_ms,),
        ).fetchone()[0]
        return moment

    def is_ready(self, db: Connection, *, now: datetime) -> bool:
        """Return whether a note can be sent now."""
        row = db.execute(
            f"""select 1 from outbox, note where {_WAITS} and not {_LATER}
            and (updated_at <= ?1 - {_REST_MS} or updated_at > ?1) limit 1""",
            (to_ms(now),),
        ).fetchone()
        return row is not None

    def counts(self, db: Connection) -> tuple[int, int]:
        """Return how many notes are waiting, and how many the account rejected."""
        waiting, failed = db.execute(
            f"""select coalesce(sum(last_error is null), 0), coalesce(sum(last_error is not null), 0)
            from outbox, note where {_MINE}"""
        ).fetchone()
        return waiting, failed

    def waiting_titles(self, db: Connection, *, limit: int) -> Sequence[str]:
        """Return the titles of the notes that are waiting, the ones edited last first."""
        rows = db.execute(
            f"""select title from outbox, note where {_MINE} and last_error is null
            order by updated_at desc limit ?""",
            (limit,),
        )
        return [title for (title,) in rows]

    def _begin(self, db: Connection, outgoing: Outgoing) -> bool:
        if not self._is_intact(db, outgoing):
            return False
        begun = db.execute(
            """insert into sync_note (note_rowid, rev, sending_rev, sending) select ?1, ?2, ?3, ?4
            where exists (select 1 from outbox where note_rowid = ?1 and kind = 'send' and idempotency_key = ?3)
            on conflict (note_rowid) do update set sending_rev = excluded.sending_rev, sending = excluded.sending""",
            (outgoing.key, outgoing.base, outgoing.rev, outgoing.content),
        )
        if begun.rowcount:
            db.execute(
                """update sync_note set revived = 1 where note_rowid = ?
                and exists (select 1 from sync_gone where note_id = ? and withdrawn)""",
                (outgoing.key, outgoing.name.id),
            )
            db.execute("delete from sync_gone where note_id = ?", (outgoing.name.id,))
        return begun.rowcount > 0

    def _is_intact(self, db: Connection, outgoing: Outgoing) -> bool:
        """Return whether the text is what was written; a text damaged by the disk stays here until it changes."""
        note = notes.get_by_key(db, outgoing.key)
        if note is None or note.is_intact:
            return True
        db.execute(
            "update outbox set last_error = ?, retry_at = ? where note_rowid = ? and kind = 'send'",
            (
                _("Its text is damaged on the disk; notebrain doctor shows more."),
                _NEVER_MS,
                outgoing.key,
            ),
        )
        return False

    def _stop_sending(self, db: Connection, outgoing: Outgoing) -> None:
        db.execute(
            """update sync_note set sending_rev = null, sending = null
            where note_rowid = ? and sending_rev = ?""",
            (outgoing.key, outgoing.rev),
        )
        db.execute(
            "update sync_gone set sending_rev = null where note_id = ? and sending_rev = ?",
            (outgoing.name.id, outgoing.rev),
        )


_AT_ONCE = 500
_RECORD = """select note.rowid, id, workspace, title, title_is_set, body, front_matter, category, importance, pinned,
    source, (select json_group_array(name) from tag where tag.note_rowid = note.rowid), created_at, updated_at,
    deleted_at, extra, (select json_group_array(name) from tag where tag.note_rowid = note.rowid and from_text)
    from note left join sync_note on sync_note.note_rowid = note.rowid"""


def of_keys(db: Connection, keys: Sequence[int]) -> dict[int, NoteRecord]:
    """Return the content of these notes by key, leaving out missing ones."""
    found: dict[int, NoteRecord] = {}
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        for row in db.execute(f"{_RECORD} where note.rowid in ({marks})", tuple(some)):
            found[row[0]] = _record(row)
    return found


def of(db: Connection, key: int) -> NoteRecord:
    """Return the content of an existing note."""
    return _record(db.execute(f"{_RECORD} where note.rowid = ?", (key,)).fetchone())


def extra_text(record: NoteRecord) -> str | None:
    """Return the parts of a note that only a newer version understands, as stored beside it, or None."""
    return json.dumps(dict(record.extra), sort_keys=True) if record.extra else None


def _record(row: Sequence[Any]) -> NoteRecord:
    return NoteRecord(
        id=row[1],
        workspace=row[2],
        title=row[3],
        title_is_set=bool(row[4]),
        body=row[5],
        front_matter=row[6],
        category=Category(row[7]),
        importance=row[8],
        pinned=bool(row[9]),
        source=row[10],
        tags=clean_tags(cast("list[str]", json.loads(row[11]))),
        created_at=row[12],
        updated_at=row[13],
        deleted_at=row[14],
        extra=cast("dict[str, object]", json.loads(row[15])) if row[15] else {},
        text_tags=clean_tags(cast("list[str]", json.loads(row[16]))),
    )
