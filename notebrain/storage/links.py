"""Which notes link to which titles: kept in the transaction that changed a text, for long notes when they rest."""

from collections.abc import Collection, Sequence
from datetime import datetime

from notebrain.domain.links import find_links, link_key
from notebrain.domain.note import NoteId
from notebrain.storage import fts
from notebrain.storage.database import Connection
from notebrain.storage.times import to_ms

LONG = 200_000
"""Characters from which the links of a note wait for a pause in the typing (reading so many takes about 2 ms)."""

_FILLED = 500
_RESTING = 5
_FEW = 12
_MOST_TITLES = 2_000


def catch_up(db: Connection) -> None:
    """Read the links of every text that this transaction changed; called before each commit."""
    keys = [row[0] for row in db.execute("select note_rowid from unlinked where later = 0")]
    for key in keys:
        (length,) = db.execute("select length(body) from note where rowid = ?", (key,)).fetchone()
        if length > LONG:
            db.execute("update unlinked set later = 1 where note_rowid = ?", (key,))
        else:
            _take_in(db, key)


def waiting(db: Connection, *, now: datetime) -> bool:
    """Tell whether `fill` has something to do."""
    older = db.execute("select 1 from link_fill where upto > 0").fetchone()
    return older is not None or bool(_resting(db, now=now))


def fill(db: Connection, *, now: datetime) -> None:
    """Read the links of long notes that rest, and of some notes that were there before links were."""
    for key in (*_resting(db, now=now), *_older(db)):
        _take_in(db, key)


def linking(db: Connection, key: str, *, limit: int) -> list[int]:
    """Return the notes outside the trash that link to the title of this key, the newest first."""
    rows = db.execute(
        """select note.rowid from link join note on note.rowid = link.note_rowid
        where link.key = ? and deleted_at is null order by updated_at desc limit ?""",
        (key, limit),
    )
    return [row[0] for row in rows]


def titled(db: Connection, key: str, *, workspace: str | None = None) -> list[NoteId]:
    """Return the notes outside the trash of this title: those of the workspace first, then the newest."""
    if not key:
        return []
    found = _by_words(db, key) or _by_title(db, key)
    marks = ",".join("?" * len(found))
    rows = db.execute(
        f"""select id, title from note where rowid in ({marks}) and deleted_at is null
        order by workspace is not ?, updated_at desc, rowid desc""",
        (*found, workspace),
    )
    return [NoteId(note_id) for note_id, title in rows if link_key(title) == key]


def titled_all(
    db: Connection, keys: Collection[str], *, workspace: str | None = None
) -> dict[str, NoteId]:
    """Return for each of these titles the note that `titled` names first; one look at all titles (100,000: 0.2 s)."""
    if len(keys) <= _FEW:
        found = {key: titled(db, key, workspace=workspace) for key in keys}
        return {key: notes[0] for key, notes in found.items() if notes}
    rows = db.execute(
        """select rowid, title from note where deleted_at is null and title <> ''
        order by workspace is not ?, updated_at desc, rowid desc""",
        (workspace,),
    )
    first: dict[str, int] = {}
    for row, title in rows:
        key = link_key(title)
        if key in keys:
            first.setdefault(key, row)
    ids = {
        key: db.execute("select id from note where rowid = ?", (row,)).fetchone()
        for key, row in first.items()
    }
    return {key: NoteId(found[0]) for key, found in ids.items()}


def mentioning(db: Connection, title: str, *, limit: int) -> list[int]:
    """Return notes outside the trash whose text has the words of this title side by side, the newest first."""
    expression = "body : " + fts.phrase([title.replace('"', " ")])
    rows = db.execute(
        """select note.rowid from note_fts join note on note.rowid = note_fts.rowid
        where note_fts match ? and deleted_at is null order by note_fts.rowid desc limit ?""",
        (expression, limit),
    )
    return [row[0] for row in rows]


def _take_in(db: Connection, key: int) -> None:
    (body,) = db.execute("select body from note where rowid = ?", (key,)).fetchone()
    named = {name for link in find_links(body) for name in link.keys}
    present = {row[0] for row in db.execute("select key from link where note_rowid = ?", (key,))}
    db.executemany(
        "delete from link where key = ? and note_rowid = ?",
        [(name, key) for name in present - named],
    )
    db.executemany(
        "insert into link (key, note_rowid) values (?, ?)",
        [(name, key) for name in named - present],
    )
    db.execute("delete from unlinked where note_rowid = ?", (key,))


def _resting(db: Connection, *, now: datetime) -> list[int]:
    rows = db.execute(
        """select note_rowid from unlinked where later and not exists (select 1 from outbox
            where outbox.note_rowid = unlinked.note_rowid and kind = 'index' and attempts = 0 and retry_at > ?)
        limit ?""",
        (to_ms(now), _RESTING),
    )
    return [row[0] for row in rows]


def _older(db: Connection) -> list[int]:
    """Return which of the next older notes have links, and count these notes as read."""
    (upto,) = db.execute("select upto from link_fill").fetchone()
    if not upto:
        return []
    rows = db.execute(
        "select rowid, instr(body, '[[') from note where rowid <= ? order by rowid desc limit ?",
        (upto, _FILLED),
    ).fetchall()
    db.execute("update link_fill set upto = ?", (rows[-1][0] - 1 if rows else 0,))
    return [key for key, has_links in rows if has_links]


def _by_words(db: Connection, key: str) -> Sequence[int]:
    expression = fts.in_title([key.replace('"', " ")])
    rows = db.execute(
        "select rowid from note_fts where note_fts match ? order by rowid desc limit ?",
        (expression, _MOST_TITLES),
    ).fetchall()
    found = [row[0] for row in rows]
    return [
        one
        for one, (title, _body) in fts.texts(db, found, most_characters=0).items()
        if link_key(title) == key
    ]


def _by_title(db: Connection, key: str) -> Sequence[int]:
    """Return the notes of a title that the word index does not know: not yet, or because it has no words."""
    among = "1" if not any(map(str.isalnum, key)) else "rowid in (select note_rowid from unworded)"
    rows = db.execute(
        f"select rowid from note where deleted_at is null and title = ? collate nocase and {among} limit ?",
        (key, _MOST_TITLES),
    )
    return [row[0] for row in rows]
