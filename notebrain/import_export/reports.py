"""What an import or export did, counted."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One file that could not be taken over, or not to the byte, and why, in words that follow its name."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import or export has come; `path` is the file it has just dealt with."""

    done: int
    total: int
    path: str


@dataclass(slots=True)
class ImportReport:
    """Counts of one import.

    Unless cancelled, every file found is in one of the counts from `imported` to `failed`.

    Attributes:
        found: Markdown files.
        updated: Notes whose file changed since the last import; their history has the text before.
        unchanged: Files that are here already.
        kept_both: Files changed while their note was changed here: two notes keep both.
        both: Their paths.
        asked: Files whose note another computer imported with another text: a card asks about the two.
        originals: Files that are no valid UTF-8, whose own bytes are kept beside their notes.
        tagged: Notes that got tags by the names of their folders or the `#tags` in their text.
        skipped: Files that are no Markdown.
        problems: One per file that failed or holds bytes that do not fit, and per folder that could not be read.
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
    skipped: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    both: list[str] = field(default_factory=list[str])
    cancelled: bool = False

    @property
    def done(self) -> int:
        """How many of the files found have been dealt with."""
        settled = self.imported + self.updated + self.unchanged
        return settled + self.kept_both + self.asked + self.failed


@dataclass(slots=True)
class ExportReport:
    """Counts of one export.

    Attributes:
        found: Notes outside the trash.
        written: Files written, new or in place of an earlier export's.
        unchanged: Files that said the same already.
        renamed: Files written under another name, because a stranger of that name was there.
    """

    root: Path
    found: int = 0
    written: int = 0
    unchanged: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    renamed: list[str] = field(default_factory=list[str])
    cancelled: bool = False
