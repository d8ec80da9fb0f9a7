"""Query the word index and the substring index: which notes contain which words, and how well they match.

BM25 here is FTS5's (k1 = 1.2, b = 0.75) with a positive sign. `bm25()` costs about 1 µs per note that contains the
word, so callers keep common words out of the expressions they rank by.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from notebrain.domain.search.ranking.scores import TITLE_WEIGHT
from notebrain.storage.connection import Connection
from notebrain.storage.search.text_index import BODY, SEARCHABLE, TITLE

K1, B = 1.2, 0.75
SHORTEST_GRAM = 3
NEWEST_READ, NEWEST_MISSING_READ = 20_000, 4_000
"""How many notes to read where no index helps (40 ms), and how many the substring index lacks (10 ms)."""
_BATCH = 400
# each text has its own number in the index (see `m012_fresh_numbers`); `cross join` makes SQLite use the index first
_MATCHING = "from note_fts cross join word_doc on doc = note_fts.rowid where note_fts match ?"
_VARINT_MORE, _VARINT_BITS = 0x80, 0x7F


@dataclass(frozen=True, slots=True)
class IndexSize:
    """How many notes the word index contains, and how many words a note has on average."""

    notes: int
    average_length: float


def any_of(words: Iterable[str]) -> str:
    """Return the expression that matches notes with any of the words."""
    return " OR ".join(f'"{word}"' for word in words)


def phrase(words: Sequence[str]) -> str:
    """Return the expression that matches notes with the words side by side."""
    return '"' + " ".join(words) + '"'


def begins(word: str) -> str:
    """Return the expression that matches notes with a word that begins with `word`."""
    return f'"{word}"*'


def in_title(words: Sequence[str]) -> str:
    """Return the expression that matches notes with the words side by side in the title."""
    return "title : " + phrase(words)


def size(db: Connection) -> IndexSize:
    """Return the size of the word index from its own record, without counting."""
    row = db.execute("select block from note_fts_data where id = 1").fetchone()
    numbers = _varints(row[0]) if row and row[0] else []
    if not numbers or numbers[0] == 0:
        return IndexSize(0, 1.0)
    return IndexSize(numbers[0], max(1.0, sum(numbers[1:3]) / numbers[0]))


def count(db: Connection, expression: str) -> int:
    """Return how many notes match, including the trash (3 ms for 90,000 matches)."""
    number: int = db.execute(
        "select count(*) from note_fts where note_fts match ?", (expression,)
    ).fetchone()[0]
    return number


def ranked(db: Connection, expression: str) -> list[tuple[int, float]]:
    """Return the keys of all matching notes with their BM25, in no particular order."""
    return db.execute(
        f"select note_rowid, -bm25(note_fts, {TITLE_WEIGHT}, 1.0) {_MATCHING}",
        (expression,),
    ).fetchall()


def newest(db: Connection, expression: str, *, limit: int) -> list[int]:
    """Return the keys of the newest matching notes; unranked, and fast however many match."""
    return [
        row[0]
        for row in db.execute(
            f"select note_rowid {_MATCHING} order by note_fts.rowid desc limit ?",
            (expression, limit),
        )
    ]


def keys(db: Connection, expression: str) -> set[int]:
    """Return the keys of all matching notes."""
    return {row[0] for row in db.execute(f"select note_rowid {_MATCHING}", (expression,))}


def lengths(db: Connection, wanted: Sequence[int]) -> dict[int, int]:
    """Return how many words each of these notes has, title and body."""
    found: dict[int, int] = {}
    for part in _batches(wanted):
        rows = db.execute(
            f"""select note_rowid, sz from word_doc join note_fts_docsize on id = doc
            where note_rowid in ({_marks(part)})""",
            part,
        )
        found.update((key, _total(sizes)) for key, sizes in rows)
    return found


def texts(
    db: Connection, wanted: Sequence[int], *, most_characters: int
) -> dict[int, tuple[str, str]]:
    """Return the title and the beginning of the body of these notes, as the index has them."""
    found: dict[int, tuple[str, str]] = {}
    for part in _batches(wanted):
        rows = db.execute(
            f"""select note.rowid, {TITLE}, substr({BODY}, 1, {int(most_characters)}) from note {SEARCHABLE}
            where note.rowid in ({_marks(part)})""",
            part,
        )
        found.update((key, (title, body)) for key, title, body in rows)
    return found


def containing(db: Connection, text: str, *, limit: int) -> list[int]:
    """Return the keys of notes that contain `text` anywhere, ignoring case, newest first.

    Uses the substring index where possible. Notes that it lacks, and texts that it cannot look up (fewer than three
    letters), require reading notes, which is limited to the newest.
    """
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    if len(text) < SHORTEST_GRAM or escaped != text:
        found = _read(db, f"%{escaped}%", "1", read=NEWEST_READ, limit=limit)
    else:
        pattern = f"%{text}%"
        rows = db.execute(
            """select note_rowid from word_doc where doc in (select rowid from note_gram where title like ?
                union select rowid from note_gram where body like ?)""",
            (pattern, pattern),
        )
        missing = "note.rowid in (select note_rowid from ungrammed)"
        found = [row[0] for row in rows] + _read(
            db, pattern, missing, read=NEWEST_MISSING_READ, limit=limit
        )
    return sorted(set(found), reverse=True)[:limit]


def _read(db: Connection, pattern: str, among: str, *, read: int, limit: int) -> list[int]:
    rows = db.execute(
        f"""select rowid from
        (select note.rowid, {TITLE} as title, {BODY} as body from note {SEARCHABLE}
        where {among} order by note.rowid desc limit {int(read)})
        where title like ? escape '\\' or body like ? escape '\\' limit ?""",
        (pattern, pattern, limit),
    )
    return [row[0] for row in rows]


def _batches(wanted: Sequence[int]) -> Iterable[Sequence[int]]:
    return (wanted[at : at + _BATCH] for at in range(0, len(wanted), _BATCH))


@lru_cache(maxsize=8)
def _marks_for(number: int) -> str:
    return ", ".join("?" * number)


def _marks(part: Sequence[int]) -> str:
    return _marks_for(len(part))


@lru_cache(maxsize=10_000)
def _total(sizes: bytes) -> int:
    """Return the number of words in title and body; most notes have as many as others."""
    return sum(_varints(sizes))


def _varints(data: bytes) -> list[int]:
    """Return the numbers of a record in SQLite's variable-length format, big-endian."""
    numbers: list[int] = []
    value = 0
    for byte in data:
        value = (value << 7) | (byte & _VARINT_BITS)
        if not byte & _VARINT_MORE:
            numbers.append(value)
            value = 0
    return numbers
