"""Store and read the tags of notes."""

from collections.abc import Iterable
from dataclasses import dataclass

from notebrain.domain.notes.tags import clean_tags, fold_tag
from notebrain.storage.connection import Connection


def put(db: Connection, key: int, names: Iterable[str]) -> bool:
    """Set the tags of a note to `names`; return whether they changed. A known tag keeps its spelling."""
    wanted = {fold_tag(name): name for name in clean_tags(names)}
    present = {
        folded for (folded,) in db.execute("select folded from tag where note_rowid = ?", (key,))
    }
    db.executemany(
        "delete from tag where note_rowid = ? and folded = ?",
        [(key, folded) for folded in present - wanted.keys()],
    )
    db.executemany(
        """insert into tag (note_rowid, folded, name)
        values (?1, ?2, coalesce((select name from tag where folded = ?2 limit 1), ?3))""",
        [(key, folded, wanted[folded]) for folded in wanted.keys() - present],
    )
    return wanted.keys() != present


def of(db: Connection, key: int) -> tuple[str, ...]:
    """Return the tags of a note from A to Z."""
    return tuple(
        row[0]
        for row in db.execute("select name from tag where note_rowid = ? order by folded", (key,))
    )


def known(db: Connection) -> list[str]:
    """Return every tag in use from A to Z."""
    return [
        row[0] for row in db.execute("select min(name) from tag group by folded order by folded")
    ]


def spelled(db: Connection, tag: str) -> str:
    """Return a tag in the spelling that is in use, or else as given."""
    row = db.execute("select name from tag where folded = ? limit 1", (fold_tag(tag),)).fetchone()
    return tag if row is None else str(row[0])


def has(db: Connection, key: int, folded: str) -> bool:
    """Return whether a note has a tag."""
    return (
        db.execute(
            "select 1 from tag where note_rowid = ? and folded = ?", (key, folded)
        ).fetchone()
        is not None
    )


@dataclass(frozen=True, slots=True)
class Worn:
    """One tag of one note."""

    key: int
    folded: str
    name: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Which tags a change removed from notes and which it added."""

    off: tuple[Worn, ...] = ()
    on: tuple[Worn, ...] = ()

    @property
    def keys(self) -> list[int]:
        """The notes that changed."""
        return sorted({worn.key for worn in (*self.off, *self.on)})

    @property
    def back(self) -> "Swap":
        """The change that reverts this one."""
        return Swap(off=self.on, on=self.off)


def below(db: Connection, tag: str) -> list[Worn]:
    """Return where a tag and its child tags are used, including the trash."""
    folded = fold_tag(tag)
    rows = db.execute(
        """select note_rowid, folded, name from tag
        where folded = ? or (folded >= ? and folded < ?) order by note_rowid""",
        (folded, f"{folded}/", f"{folded}0"),
    )
    return [Worn(*row) for row in rows]


def swap(db: Connection, change: Swap) -> None:
    """Remove and add tags; skip notes that are gone."""
    db.executemany(
        "delete from tag where note_rowid = ? and folded = ?",
        [(worn.key, worn.folded) for worn in change.off],
    )
    db.executemany(
        """insert or ignore into tag (note_rowid, folded, name)
        select ?, ?, ? where exists (select 1 from note where rowid = ?1)""",
        [(worn.key, worn.folded, worn.name) for worn in change.on],
    )
