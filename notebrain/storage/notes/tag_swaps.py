"""Take tags off notes and put others on, in a way that can be reverted.

It is separate because every command loads `tags`, and only renaming and removing tags needs this.
"""

from dataclasses import dataclass

from notebrain.domain.notes.tags import fold_tag
from notebrain.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Worn:
    """One tag of one note.

    Attributes:
        from_text: Whether it came from the note's text.
    """

    key: int
    folded: str
    name: str
    from_text: bool = False


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
        """select note_rowid, folded, name, from_text from tag
        where folded = ? or (folded >= ? and folded < ?) order by note_rowid""",
        (folded, f"{folded}/", f"{folded}0"),
    )
    return [Worn(key, folded, name, bool(from_text)) for key, folded, name, from_text in rows]


def swap(db: Connection, change: Swap) -> None:
    """Remove and add tags; skip notes that are gone."""
    db.executemany(
        "delete from tag where note_rowid = ? and folded = ?",
        [(worn.key, worn.folded) for worn in change.off],
    )
    db.executemany(
        """insert or ignore into tag (note_rowid, folded, name, from_text)
        select ?, ?, ?, ? where exists (select 1 from note where rowid = ?1)""",
        [(worn.key, worn.folded, worn.name, worn.from_text) for worn in change.on],
    )
