"""Read which words the notes or the files have, as the word indexes keep them: without accents and English endings.

Apart because it reads the indexes themselves, through tables of each read connection that `storage/readers` makes.
"""

from collections.abc import Iterable
from typing import Final

from notebrain.storage.connection import Connection

NOTES: Final = "vocabulary"
"""The words of notes."""
FILES: Final = "file_vocabulary"
"""The words of files; each counts the pieces that have it."""
_AFTER_ALL = "\U0010ffff"


def beginning_with(db: Connection, prefixes: Iterable[str], *, of: str = NOTES) -> dict[str, int]:
    """Return the words of the index that begin with any of the prefixes, each with the number of its notes.

    This reads the lists of all these words, so a prefix of one or two letters is slow in a large vault.
    """
    found: dict[str, int] = {}
    for prefix in prefixes:
        found.update(
            db.execute(
                f"select term, doc from {of} where term >= ? and term < ?",
                (prefix, prefix + _AFTER_ALL),
            )
        )
    return found


def exactly(db: Connection, words: Iterable[str], *, of: str = NOTES) -> dict[str, int]:
    """Return those of the words that the index has, each with the number of its notes."""
    found: dict[str, int] = {}
    for word in words:
        found.update(db.execute(f"select term, doc from {of} where term = ?", (word,)))
    return found
