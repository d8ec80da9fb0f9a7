"""The rows of the quick search as a Qt model."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category, NoteId, NoteRow
from notebrain.domain.search.hit_text import file_text, without_title
from notebrain.domain.search.types import FoundConversation, Hit, SearchResult
from notebrain.gui.core import date_format
from notebrain.gui.core.locations import CATEGORY_ICONS, category_name
from notebrain.gui.search.texts import questions


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A note that was found.

    Attributes:
        marks: The words searched for, as code point offsets into `quote`.
        span: The passage found, as code points of the note's text; None for a note listed without a search.
        joined: Whether it was found by meaning, after the results of the word search were shown.
        by_meaning: Whether its meaning matches and none of its words does.
        icon: The icon for its kind.
        kind: The kind for a screen reader; empty for an ordinary note.
        conversation: Whether it is a conversation, with its id as `note_id`, and not a note.
    """

    note_id: NoteId
    title: str
    quote: str
    updated_at: datetime
    workspace: str
    marks: tuple[tuple[int, int], ...] = ()
    span: tuple[int, int] | None = None
    joined: bool = False
    by_meaning: bool = False
    icon: str = "file-text"
    kind: str = ""
    conversation: bool = False

    @property
    def text(self) -> str:
        """The title to show."""
        return self.title or _("Untitled")


@dataclass(frozen=True, slots=True)
class NewRow:
    """Offers to create a note from the text searched for."""

    title: str

    @property
    def text(self) -> str:
        """The text to show, which says what choosing the row does."""
        return _("Create note “{title}”").format(title=self.title)


@dataclass(frozen=True, slots=True)
class AskRow:
    """Offers to ask the notes what was searched for."""

    question: str

    @property
    def text(self) -> str:
        """The text to show, which says what choosing the row does."""
        return _("Ask your notes “{question}”").format(question=self.question)


Row = FoundRow | NewRow | AskRow


def hit_rows(hits: Iterable[Hit], *, joined: Collection[str]) -> Sequence[Row]:
    """Return a row for each hit."""
    return [_hit_row(hit, joined=hit.note_id in joined) for hit in hits]


def _hit_row(hit: Hit, *, joined: bool) -> Row:
    quote, marks = without_title(hit.snippet, hit.marks, hit.title)
    if hit.file is not None:
        lead = f"{file_text(hit.file)}: "
        quote = lead + hit.snippet
        marks = tuple((start + len(lead), end + len(lead)) for start, end in hit.marks)
    icon, kind = _kind(pinned=hit.pinned, local_only=hit.local_only)
    if hit.outdated:
        icon, kind = "history", _("outdated")
    elif hit.by_meaning and not kind:
        icon = "text-search"
    return FoundRow(
        hit.note_id,
        hit.title,
        quote,
        hit.updated_at,
        hit.workspace,
        marks,
        hit.span,
        joined,
        hit.by_meaning,
        icon,
        kind,
    )


def conversation_rows(found: Iterable[FoundConversation]) -> Sequence[Row]:
    """Return a row for each conversation."""
    return [
        FoundRow(
            NoteId(one.id),
            one.title,
            one.outcome or questions(one),
            one.updated_at,
            workspace="",
            by_meaning=one.by_meaning,
            icon="message-square",
            kind=_("conversation"),
            conversation=True,
        )
        for one in found
    ]


def recent_rows(notes: Iterable[NoteRow]) -> Sequence[Row]:
    """Return a row for each note that is listed without being searched."""
    return [_recent_row(note) for note in notes]


def _recent_row(note: NoteRow) -> Row:
    icon, kind = _kind(pinned=note.pinned, local_only=note.local_only)
    if not kind and note.category is not Category.GENERAL:
        icon, kind = CATEGORY_ICONS[note.category], category_name(note.category)
    quote, _marks = without_title(note.snippet, (), note.title)
    return FoundRow(
        note.id, note.title, quote, note.updated_at, note.workspace, icon=icon, kind=kind
    )


def _kind(*, pinned: bool, local_only: bool) -> tuple[str, str]:
    """Return the icon and the name of the kind of a note."""
    if pinned:
        return "pin", _("pinned")
    return ("lock", _("stays on this computer")) if local_only else ("file-text", "")


Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()


class FoundModel(QAbstractListModel):
    """Holds the rows found last."""

    def __init__(self, now: Callable[[], datetime], parent: QObject) -> None:
        super().__init__(parent)
        self._now = now
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows instead of the previous ones."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def aside(self, row: FoundRow) -> str:
        """Return what distinguishes a note from others with the same title: its workspace, if any, and date."""
        when = date_format.short(row.updated_at, self._now())
        return f"{row.workspace} · {when}" if row.workspace else when

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        return None

    def _spoken(self, row: Row) -> str:
        """Return the text of a row for a screen reader."""
        if not isinstance(row, FoundRow):
            return row.text
        parts = [row.text, row.kind, self.aside(row), row.quote]
        if row.joined or row.by_meaning:
            parts.append(_("found by meaning"))
        return ". ".join(part for part in parts if part)


class Found:
    """The hits of one query."""

    def __init__(self) -> None:
        self._hits: dict[str, Hit] = {}
        self._order: Sequence[str] = ()
        self._by_words: frozenset[str] = frozenset()
        self._conversations: Sequence[FoundConversation] | None = None

    @property
    def rows(self) -> Sequence[Row]:
        """What was found, as it is listed."""
        if self._conversations is not None:
            return conversation_rows(self._conversations)
        return hit_rows((self._hits[note_id] for note_id in self._order), joined=self.joined)

    @property
    def joined(self) -> frozenset[str]:
        """The hits that came after those of the word search, by their meaning."""
        return frozenset(
            note_id
            for note_id in self._order
            if note_id not in self._by_words and self._hits[note_id].why.has_meaning
        )

    def show_words(self, result: SearchResult) -> None:
        """Start again with the results of the word search."""
        self.join(result)
        self._by_words = frozenset(self._order)

    def join(self, result: SearchResult) -> None:
        """Show the results of words and meaning, in their order."""
        self._conversations = result.conversations
        self._hits = {hit.note_id: hit for hit in result.shown}
        self._order = [hit.note_id for hit in result.shown]
