"""What the account has, as far as this computer knows, and which of it has vanished there.

The account counts its items and sums up their numbers (`remote.Census`). A computer that knows everything up to the
account's last write gets the same result; if not, the account's complete list shows why.
"""

from collections.abc import Iterable, Sequence

from notebrain.domain.sync.remote import Census, Count, Head, Kind, Name
from notebrain.domain.sync.reports import Loss
from notebrain.storage.connection import Connection

IS_MISSING = "exists (select 1 from sync_missing where sync_missing.kind = {kind} and sync_missing.id = {id})"
"""The condition for items that vanished from the account: they are not sent before the repair."""


def record(db: Connection, heads: Iterable[Head]) -> None:
    """Record that the account has these items under these numbers."""
    for head in heads:
        if head.rev is None:
            continue
        name = (head.name.kind, head.name.id)
        db.execute(
            """insert into sync_there (kind, id, seq) values (?, ?, ?)
            on conflict (kind, id) do update set seq = max(seq, excluded.seq)""",
            (*name, head.seq),
        )
        db.execute("delete from sync_missing where kind = ? and id = ?", name)


def is_off(db: Connection, census: Census) -> bool:
    """Return whether the account's items or their numbers differ from what they should be.

    The count is compared only if everything up to it is known here and nothing later.
    """
    (cursor,) = db.execute("select max(cursor) from sync_account").fetchone()
    rows = db.execute(
        "select kind, count(*), sum(seq), max(seq) from sync_there group by kind"
    ).fetchall()
    newest = max((row[3] for row in rows), default=0)
    if cursor != census.seq or newest > census.seq:
        return False
    counts_there = {row[0]: Count(row[1], row[2]) for row in rows}
    return any(counts_there.get(kind, Count()) != census.counts.get(kind, Count()) for kind in Kind)


def accept(db: Connection, heads: Sequence[Head]) -> list[Name]:
    """Accept the account's complete list; record what vanished, and return what is unknown here."""
    there = {(head.name.kind.value, head.name.id): head.seq for head in heads}
    here = {(row[0], row[1]): row[2] for row in db.execute("select kind, id, seq from sync_there")}
    (cursor,) = db.execute("select max(cursor) from sync_account").fetchone()
    lost = [name for name, seq in here.items() if there.get(name, -1) < seq]
    db.executemany("insert or ignore into sync_missing (kind, id) values (?, ?)", lost)
    db.execute("delete from sync_there")
    db.executemany(
        "insert into sync_there (kind, id, seq) values (?, ?, ?)",
        [(*name, seq) for name, seq in there.items()],
    )
    unknown = [name for name, seq in there.items() if name not in here and seq <= cursor]
    return [Name(Kind(kind), named) for kind, named in unknown]


def loss(db: Connection) -> Loss | None:
    """Return what the account has lost, or None."""
    all_of_it, notes, of = db.execute(
        """select (select count(*) from sync_missing),
            (select count(*) from sync_missing join note on note.id = sync_missing.id where kind = 'note'),
            (select count(*) from note where not local_only and (
                exists (select 1 from sync_there where kind = 'note' and sync_there.id = note.id)
                or exists (select 1 from sync_missing where kind = 'note' and sync_missing.id = note.id)))"""
    ).fetchone()
    return Loss(notes, of, all_of_it - notes) if all_of_it else None


def lost_titles(db: Connection, *, limit: int) -> list[str]:
    """Return the titles of notes that vanished from the account, from A to Z."""
    rows = db.execute(
        """select title from sync_missing join note on note.id = sync_missing.id
        where kind = 'note' order by title collate nocase limit ?""",
        (limit,),
    )
    return [row[0] for row in rows]


def send_again(db: Connection) -> None:
    """Send what vanished again as if it were new; any older state in the account is treated as unknown."""
    _meet_as_strangers(db)
    db.execute(
        f"""update sync_gone set key = lower(hex(randomblob(16))), retry_at = 0
        where key is null and {IS_MISSING.format(kind="'note'", id="note_id")}"""
    )
    db.execute("delete from sync_missing")


def _meet_as_strangers(db: Connection) -> None:
    db.execute(
        f"""delete from sync_note where note_rowid in (
            select rowid from note where {IS_MISSING.format(kind="'note'", id="note.id")})"""
    )
