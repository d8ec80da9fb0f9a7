"""File notes under the tags in their texts, in the transaction that stores the text.

The rule is `domain.notes.tags.retagged`; every act of the user that changes a text follows it. Changes of other
computers and of imported files do not: they bring their tags with them. Apart because `tags` knows no texts.
"""

from dataclasses import replace

from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import Tagged, retagged, with_words_in
from notebrain.storage.connection import Connection
from notebrain.storage.notes import tags


def filed(db: Connection, note: Note) -> Note:
    """Return a new note with the tags in its text, unless the user wants them only to be offered."""
    before = with_words_in(Tagged(note.tags, note.text_tags), note.body)
    after = followed(db, before, "", note.body)
    return replace(note, tags=after.tags, text_tags=after.text_tags)


def followed(db: Connection, note: Tagged, old: str, new: str, *, open_tag: str = "") -> Tagged:
    """Return how a note is tagged as its new text says."""
    after = retagged(note, old, new, open_tag=open_tag)
    comes = not set(after.tags) <= set(note.tags)
    return (
        retagged(note, old, new, open_tag=open_tag, files=False)
        if comes and not _files(db)
        else after
    )


def follow(db: Connection, key: int, old: str, new: str, *, open_tag: str = "") -> bool:
    """Tag a note as its new text says; return whether its tags changed.

    Args:
        open_tag: The tag in the new text that is still being typed; the next call decides about it.
    """
    rows = db.execute("select name, from_text from tag where note_rowid = ?", (key,)).fetchall()
    row = db.execute("select half_typed from note where rowid = ?", (key,)).fetchone()
    before = Tagged(
        tuple(name for name, _from_text in rows),
        tuple(name for name, from_text in rows if from_text),
        row[0],
    )
    after = followed(db, before, old, new, open_tag=open_tag)
    if after.half_typed != before.half_typed:
        db.execute("update note set half_typed = ? where rowid = ?", (after.half_typed, key))
    return after is not before and tags.put(db, key, after.tags, after.text_tags)


def _files(db: Connection) -> bool:
    from notebrain.storage import settings  # most captured notes have no tags in their text

    return settings.get(db, settings.FILES_TYPED_TAGS) is not False
