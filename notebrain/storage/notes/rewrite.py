"""Change the text of a note: save the prior text, store and queue the new one in the caller's transaction."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from notebrain.domain.notes.content import repeat_hash, snippet_of, text_hash
from notebrain.domain.notes.draft import changed_at, fits, too_long
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import revisions
from notebrain.storage.notes.titles import forms
from notebrain.storage.search import text_index
from notebrain.storage.sql import from_ms, to_ms

REST = timedelta(seconds=2)
"""How long a note must rest before it is indexed, at least."""
_LONGEST_REST = timedelta(seconds=30)
_CHARACTERS_PER_SECOND = 40_000


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A new text for a note.

    Attributes:
        reason: Why the prior text is saved, if it is: `edit append restore import ...`.
        session: The session in which the user edits: its first change saves the prior text, later ones follow
            `domain.notes.history`.
        always_keep: Save the prior text whatever the session, as every answer, merge and restore must.
        base_version: The version the text was based on, if known. If somebody else has written since then, the
            session ends and their text is saved.
        front_matter: New front matter, or None to leave it unchanged.
        resting: The user has left the note, so index it now.
    """

    title: str
    title_is_set: bool
    body: str
    reason: str
    session: str
    at: datetime
    always_keep: bool = False
    base_version: int | None = None
    front_matter: str | None = None
    resting: bool = True
    lane: queue.Lane = queue.Lane.EDIT


def rewrite(db: Connection, note_id: NoteId, key: int, new: Rewrite) -> bool:
    """Give a note a new text; return whether it differs from the former text (if not, nothing is written).

    Raises:
        BadText: It is longer than a note may be.
    """
    title, title_is_set, body, front_matter, version, created_at, written = db.execute(
        """select title, title_is_set, body, front_matter, version, created_at, text_hash
        from note where rowid = ?""",
        (key,),
    ).fetchone()
    # a note from before the limit existed may still be edited, but must not grow
    if len(new.body) > len(body) and not fits(new.body):
        raise too_long()
    wanted_front_matter = front_matter if new.front_matter is None else new.front_matter
    if (title, bool(title_is_set), body, front_matter) == (
        new.title,
        new.title_is_set,
        new.body,
        wanted_front_matter,
    ):
        return False
    revisions.save_before(
        db,
        key,
        new.body,
        at=new.at,
        reason=new.reason,
        session=new.session,
        # if a disk damaged the text, the rest of it may be all there is
        always=new.always_keep or written not in (None, _hash_of(title, body, front_matter)),
    )
    db.execute(
        """update note set title = ?, title_is_set = ?, body = ?, front_matter = ?, snippet = ?, updated_at = ?,
            version = version + 1, repeat_hash = ?, text_hash = ?, title_key = ?, title_folded = ? where rowid = ?""",
        (
            new.title,
            new.title_is_set,
            new.body,
            wanted_front_matter,
            snippet_of(new.body, new.title),
            to_ms(changed_at(new.at, created_at=from_ms(created_at))),
            repeat_hash(new.body),
            text_hash(new.title, new.body, wanted_front_matter),
            *forms(new.title),
            key,
        ),
    )
    if not new.resting and len(new.body) > text_index.LONG_FOR_WORDS:
        text_index.postpone_words(db, key)
    due = new.at if new.resting else new.at + rest_of(new.body)
    queue.queue_index(db, key, note_id, version + 1, lane=new.lane, at=due)
    return True


def rest_of(body: str) -> timedelta:
    """Return how long a note with this text must rest before it is indexed: longer, the more work that is.

    Only changed passages are embedded, but a text of 1 MB takes 0.6 s of processor time to be split for that, which
    after each pause of two seconds would keep a quarter of a core busy while the user writes.
    """
    return min(REST + timedelta(seconds=len(body) // _CHARACTERS_PER_SECOND), _LONGEST_REST)


def _hash_of(*texts: object) -> bytes | None:
    """Return the hash of the texts that were read; None if one of them is no longer a text."""
    whole = [text for text in texts if isinstance(text, str)]
    return text_hash(*whole) if len(whole) == len(texts) else None
