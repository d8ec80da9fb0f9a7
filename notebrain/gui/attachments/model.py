"""The files of a vault as a Qt model: those that match what the user asks for, in the order they want."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.app.notes.files import Fault, FileRow
from notebrain.app.sync.file_texts import status_text
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.file_transfer import FilePlace, MovingFile
from notebrain.gui.attachments import texts
from notebrain.gui.widgets.painting import tip_of


class Kind(StrEnum):
    """Which files are shown."""

    ALL = "all"
    PICTURES = "pictures"
    DOCUMENTS = "documents"
    """Everything that is neither a picture nor sound nor video."""
    MEDIA = "media"
    UNUSED = "unused"
    UNSENT = "unsent"
    """Those that are still to go to the account."""
    MISSING = "missing"
    """Those whose bytes are not here, or are no longer what was added."""


class Order(StrEnum):
    """What comes first."""

    ADDED = "added"
    """The file added last."""
    NAME = "name"
    SIZE = "size"
    """The largest."""
    NOTES = "notes"
    """The one that most notes use."""
    KIND = "kind"
    """By type, and those of one type by name."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user wants to see.

    Attributes:
        words: Each of them has to be in the name or the type of a file.
    """

    words: str = ""
    kind: Kind = Kind.ALL
    order: Order = Order.ADDED


def chosen(rows: Sequence[FileRow], wish: Wish, known: dict[Sha, str]) -> list[FileRow]:
    """Return the files that match a wish, in its order.

    Args:
        rows: All files, last added first.
        known: The texts in which words were looked for so far, to be kept between calls.
    """
    words = wish.words.casefold().split()
    found = [row for row in rows if wish.kind is Kind.ALL or _is_of(row, wish.kind)]
    if words:
        found = [row for row in found if _has(row, words, known)]
    match wish.order:
        case Order.NAME:
            found.sort(key=lambda row: row.name.casefold())
        case Order.SIZE:
            found.sort(key=lambda row: 1 if row.size is None else -row.size)
        case Order.NOTES:
            found.sort(key=lambda row: -row.notes)
        case Order.KIND:
            found.sort(key=lambda row: (texts.kind_text(row).casefold(), row.name.casefold()))
        case Order.ADDED:
            pass
    return found


def _is_of(row: FileRow, kind: Kind) -> bool:
    family = texts.family(row)
    return {
        Kind.ALL: True,
        Kind.PICTURES: family == "picture",
        Kind.MEDIA: family == "media",
        Kind.DOCUMENTS: family not in ("picture", "media"),
        Kind.UNUSED: not row.used,
        Kind.UNSENT: row.status.place is FilePlace.TO_SEND,
        Kind.MISSING: row.fault is not Fault.NONE,
    }[kind]


def _has(row: FileRow, words: Sequence[str], known: dict[Sha, str]) -> bool:
    text = known.get(row.sha)
    if text is None:
        text = known[row.sha] = f"{row.name} {texts.kind_text(row)}".casefold()
    return all(word in text for word in words)


Index = QModelIndex | QPersistentModelIndex
FILE_ROLE = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


class FileModel(QAbstractListModel):
    """Holds the files that are shown; it is reset only if other files are shown, or in another order."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now
        self._all: Sequence[FileRow] = ()
        self._texts: dict[Sha, str] = {}
        self.wish = Wish()
        self.rows: list[FileRow] = []
        self.moving: MovingFile | None = None
        """The file that is on its way."""

    @property
    def count(self) -> int:
        """The number of all files, with those that are not shown."""
        return len(self._all)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return texts.sentence(row, self._now(), self.moving)
            case Qt.ItemDataRole.ToolTipRole:
                said = texts.state(row, self.moving)[0] or status_text(row.status)
                return tip_of(f"{row.name}\n{said}" if said else row.name)
            case _:
                return row if role == FILE_ROLE else None

    def places(self) -> dict[Sha, int]:
        """Return where each file is."""
        return {row.sha: number for number, row in enumerate(self.rows)}

    def show_rows(self, rows: Sequence[FileRow]) -> None:
        """Show these files, given with the one added last first, as far as they match the wish."""
        self._all = rows
        self._texts.clear()
        self._arrange()

    def set_wish(self, wish: Wish) -> None:
        """Show other files, or in another order."""
        self.wish = wish
        self._arrange()

    def _arrange(self) -> None:
        rows = chosen(self._all, self.wish, self._texts)
        if [row.sha for row in rows] == [row.sha for row in self.rows]:
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
