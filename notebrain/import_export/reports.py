"""Counts and problems of an import or export."""

from dataclasses import dataclass, field
from pathlib import Path

from notebrain.domain.notes.note import NoteId
from notebrain.domain.procedures.procedures import ProcedureId
from notebrain.domain.profile.blocks import BlockKey


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be imported, or not exactly, and the reason, worded to follow its name."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an import or export; `path` is the file that was just processed."""

    done: int
    total: int
    path: str


@dataclass(slots=True)
class ImportReport:
    """Counts of one import.

    Unless the import is canceled, every file found is in one of the counts from `imported` to `failed`.

    Attributes:
        found: Markdown files.
        updated: Notes whose file changed since the last import; their former text is in their history.
        unchanged: Files that are already imported.
        kept_both: Files that changed while their note was changed here: both are kept, as two notes.
        both: Their paths.
        asked: Files whose note another computer imported with a different text: a card asks about the two.
        originals: Files that are not valid UTF-8, whose own bytes are stored with their notes.
        tagged: Notes that got tags from the names of their folders or the `#tags` in their text.
        files: Other files that came along because a note that was read names them.
        skipped: Files that are neither Markdown nor named by a note.
        problems: One per file that failed or contains invalid bytes, per folder that could not be read, and per link
            to a file that could not come along.
        new: The notes that were made.
        former: The notes whose text was replaced, with the version in their history that holds the text before.
        blocks: The blocks of the profile that got a text; a file with blocks is not counted as found.
        blocks_beside: The blocks that keep their own text; the file's is in their history.
        procedures: The procedures that were added; a file with procedures or conversations is not counted as found.
    """

    root: Path
    found: int = 0
    imported: int = 0
    updated: int = 0
    unchanged: int = 0
    kept_both: int = 0
    asked: int = 0
    originals: int = 0
    tagged: int = 0
    failed: int = 0
    files: int = 0
    skipped: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    both: list[str] = field(default_factory=list[str])
    canceled: bool = False
    new: list[NoteId] = field(default_factory=list[NoteId])
    former: list[tuple[NoteId, int]] = field(default_factory=list[tuple[NoteId, int]])
    blocks: list[BlockKey] = field(default_factory=list[BlockKey])
    blocks_beside: list[BlockKey] = field(default_factory=list[BlockKey])
    procedures: list[ProcedureId] = field(default_factory=list[ProcedureId])

    @property
    def done(self) -> int:
        """How many of the files found have been processed."""
        settled = self.imported + self.updated + self.unchanged
        return settled + self.kept_both + self.asked + self.failed


@dataclass(slots=True)
class ExportReport:
    """Counts of one export.

    Attributes:
        root: The folder or the one file that was written.
        found: Notes outside the trash.
        written: Notes written, new or in place of an earlier export's.
        unchanged: Notes whose file already had the same content.
        files: Files in notes that lie beside them now.
        has_blocks: Whether a file with the blocks of the profile lies there, too.
        procedures: How many procedures are in a file that lies there, too.
        conversations: How many conversations are in a file that lies there, too.
        renamed: Files written under another name because a foreign file had theirs.
    """

    root: Path
    found: int = 0
    written: int = 0
    unchanged: int = 0
    files: int = 0
    has_blocks: bool = False
    procedures: int = 0
    conversations: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    renamed: list[str] = field(default_factory=list[str])
    canceled: bool = False
