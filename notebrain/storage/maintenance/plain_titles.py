"""Mend titles that were derived from a text when single marks of emphasis still stayed in them.

Only the title changes, and its hash: the text, its date, its version and the earlier versions stay. Apart because it
runs once for each note of an older vault, in the background, and no act of the user needs it.
"""

from collections.abc import Sequence

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import snippet_of, text_hash, title_of
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes.titles import forms

_ROWS = 50
_NO_MARKS = str.maketrans("", "", "*_")
_MARKED = "title_is_set = 0 and (instr(title, '*') or instr(title, '_'))"


def waiting(db: Connection, after: int) -> Sequence[int]:
    """Return the keys of some notes behind this one whose titles may have marks, in order; none if no others have."""
    rows = db.execute(
        f"select rowid from note where rowid > ? and {_MARKED} order by rowid limit ?",
        (after, _ROWS),
    )
    return [key for (key,) in rows]


def mend(db: Connection, keys: Sequence[int]) -> Changes:
    """Mend the titles of these notes, of those whose titles have marks.

    A note whose text is damaged is left as it is: a new hash would hide that.
    """
    mended: list[NoteId] = []
    for key in keys:
        row = db.execute(
            f"select id, title, body, front_matter, text_hash from note where rowid = ? and {_MARKED}",
            (key,),
        ).fetchone()
        if row is None:
            continue
        note_id, title, body, front_matter, written = row
        new = title_of(body)
        if _is_same(title, new) and written in (None, text_hash(title, body, front_matter)):
            db.execute(
                """update note set title = ?, title_key = ?, title_folded = ?, snippet = ?, text_hash = ?
                where rowid = ?""",
                (new, *forms(new), snippet_of(body, new), text_hash(new, body, front_matter), key),
            )
            mended.append(NoteId(note_id))
    return touched(Act.RENAME, mended, text=bool(mended), filing=bool(mended))


def _is_same(old: str, new: str) -> bool:
    """Return whether two different titles differ only by their marks, as far as they go."""
    if old == new:
        return False
    one, other = (title.translate(_NO_MARKS).removesuffix("…") for title in (old, new))
    return one.startswith(other) or other.startswith(one)
