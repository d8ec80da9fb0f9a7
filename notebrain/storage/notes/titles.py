"""The titles of notes outside the trash: their stored forms, the newest ones, and the search through all of them.

SQLite reads one index from its beginning to its end for a search (100,000 titles: 20 to 60 ms of processor time, while
other threads run), and Python sees only the titles that may match.
"""

from collections.abc import Collection, Sequence

from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection

TitleRow = tuple[int, str, str, int]
"""Key, title, workspace and date (ms)."""

_MOST_WORDS, _LONGEST_WORD = 20, 200
_LONGEST_ABBREVIATION = 40
_NEWEST = 50_000
"""So many titles take 15 ms; a letter that begins one of fifty is found without the others."""
_ROW = "rowid, title, workspace, updated_at"
_AMONG = "from note indexed by note_updated where deleted_at is null"
_FOLDED = "coalesce(title_folded, title)"
"""A title as `domain.text.fuzzy.fold` gives it, but for the case of ASCII letters."""
_CONTAINS = f"{_FOLDED} like ? escape '\\'"


def forms(title: str) -> tuple[str, str | None]:
    """Return what is stored with a title: its sort key, and its folded form, or None if it is in ASCII.

    Vaults contain both: a change of either needs a migration.
    """
    from notebrain.domain.text.collation import title_key

    if title.isascii():
        return title_key(title), None
    from notebrain.domain.text.fuzzy import fold

    return title_key(title), fold(title)


def newest(db: Connection, limit: int) -> list[TitleRow]:
    """Return the notes that were changed last, the newest first."""
    return db.execute(
        f"select {_ROW} {_AMONG} order by updated_at desc, rowid desc limit ?", (limit,)
    ).fetchall()


def of(db: Connection, notes: Sequence[NoteId]) -> list[TitleRow]:
    """Return these notes, in their order, leaving out missing ones."""
    marks = ",".join("?" * len(notes))
    found = {
        row[0]: row[1:]
        for row in db.execute(
            f"select id, {_ROW} from note where deleted_at is null and id in ({marks})",
            tuple(notes),
        )
    }
    return [found[note] for note in notes if note in found]


def with_parts(
    db: Connection, words: Sequence[str], *, first: Collection[int] = (), limit: int
) -> list[TitleRow]:
    """Return notes whose titles contain these folded words; if there are more than `limit`, those that fit best.

    Args:
        first: The keys of notes that come before others.
    """
    import json  # not needed to save a note

    parts = [_literal(word[:_LONGEST_WORD]) for word in words[:_MOST_WORDS]]
    where = " and ".join([_CONTAINS] * len(parts))
    contained = [f"%{part}%" for part in parts]
    begun = [f"{parts[0]}%", *(f"% {part}%" for part in parts)]
    begins = [_CONTAINS, *[f"(' ' || {_CONTAINS})"] * len(parts)]
    fit = " + ".join(f"({one})" for one in begins)
    recent = json.dumps([*first])
    # a letter or two begin so many titles that the newest notes alone have enough that fit best
    best = db.execute(
        f"""select * from (select {_ROW} {_AMONG} and {" and ".join(begins)} and rowid not in
            (select value from json_each(?)) and updated_at >= coalesce((select updated_at {_AMONG}
                order by updated_at desc limit 1 offset ?), -1e300)
            order by updated_at desc, rowid desc limit ?)""",
        (*begun, recent, _NEWEST, limit),
    ).fetchall()
    if len(best) == limit:
        viewed = db.execute(
            f"""select {_ROW} from note where rowid in (select value from json_each(?))
            and deleted_at is null and {where} order by {fit} desc, updated_at desc, rowid desc""",
            (recent, *contained, *begun),
        ).fetchall()
        return [*viewed, *best][:limit]
    return db.execute(
        f"""select {_ROW} {_AMONG} and {where}
        order by rowid in (select value from json_each(?)) desc, {fit} desc, updated_at desc, rowid desc
        limit ?""",
        (*contained, recent, *begun, limit),
    ).fetchall()


def with_letters(db: Connection, words: Sequence[str], *, limit: int) -> list[TitleRow]:
    """Return notes whose titles may contain these folded words, some as abbreviations: the newest, up to `limit`."""
    if len(words) > _MOST_WORDS or any(len(word) > _LONGEST_ABBREVIATION for word in words):
        return []
    # the letters in order, which is quick to see; of these, an abbreviation begins a word of the title
    where = f"{_CONTAINS} and ({_CONTAINS} or lower(' ' || {_FOLDED}) glob ?)"
    values = [
        value
        for word in words
        for value in (
            f"%{'%'.join(map(_literal, word))}%",
            f"%{_literal(word)}%",
            f"*[^a-z0-9]{_in_glob(word[0])}*",
        )
    ]
    return db.execute(
        f"""select {_ROW} {_AMONG} and {" and ".join([where] * len(words))}
        order by updated_at desc, rowid desc limit ?""",
        (*values, limit),
    ).fetchall()


def _literal(text: str) -> str:
    return text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")


def _in_glob(letter: str) -> str:
    return f"[{letter}]" if letter in "*?[" else letter
