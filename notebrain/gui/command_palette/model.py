"""The rows of the palette and their icons."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.gui.widgets.buttons import native_text


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of the rows below it."""

    text: str


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command.

    Attributes:
        marks: The matched positions in the text.
        key: Its shortcut.
        lacking: Why it is not available now; empty if it is available.
    """

    command: CommandId
    text: str
    marks: tuple[int, ...] = ()
    key: str = ""
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class NoteRow:
    """An existing note.

    Attributes:
        key: The key to look it up by.
        aside: Where it is, and when it was changed.
        details: What tells it from the other notes shown that have the same title; empty if none has.
    """

    key: int
    text: str
    marks: tuple[int, ...] = ()
    aside: str = ""
    details: str = ""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A note that choosing the row would create."""

    title: str

    @property
    def text(self) -> str:
        """What choosing the row does."""
        return _("Create note “{title}”").format(title=self.title)


Row = Head | CommandRow | NoteRow | NewRow


def is_open(row: Row) -> bool:
    """Return whether a row can be chosen."""
    match row:
        case Head():
            return False
        case CommandRow():
            return not row.lacking
        case _:
            return True


def spoken(row: Row, key: str = "") -> str:
    """Return the text that a screen reader speaks for a row; `key` is its shortcut in the system's notation."""
    parts = [row.text]
    match row:
        case CommandRow():
            parts += [key, row.lacking]
        case NoteRow():
            parts += [row.details, row.aside]
        case _:
            pass
    return ", ".join(part for part in parts if part)


def first_open(rows: Sequence[Row]) -> int:
    """Return the index of the first row that can be chosen, or -1 if there is none."""
    return next((number for number, row in enumerate(rows) if is_open(row)), -1)


Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()


class RowModel(QAbstractListModel):
    """Holds the rows that were found last."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

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
            return spoken(row, native_text(row.key) if isinstance(row, CommandRow) else "")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or not is_open(self.rows[index.row()]):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


_ICONS = {
    CommandId.NEW_NOTE: "square-pen",
    CommandId.SEARCH: "search",
    CommandId.SWITCHER: "file-text",
    CommandId.IMPORT: "download",
    CommandId.IMPORT_FILE: "download",
    CommandId.EXPORT: "upload",
    CommandId.PAUSE_INDEX: "pause",
    CommandId.PIN: "pin",
    CommandId.DUPLICATE: "copy-plus",
    CommandId.COPY_MARKDOWN: "copy",
    CommandId.COPY_RICH: "copy",
    CommandId.COPY_LINK: "link",
    CommandId.COPY_FILE: "file-text",
    CommandId.EXPORT_MARKDOWN: "upload",
    CommandId.EXPORT_HTML: "upload",
    CommandId.EXPORT_PDF: "upload",
    CommandId.PRINT: "file-text",
    CommandId.REVEAL: "layers",
    CommandId.STATISTICS: "info",
    CommandId.TRASH: "trash-2",
    CommandId.EMPTY_TRASH: "trash-2",
    CommandId.RESTORE: "rotate-ccw",
    CommandId.UNDO_FILING: "undo-2",
    CommandId.UNDO: "undo-2",
    CommandId.COPY: "copy",
    CommandId.NEXT_NOTE: "arrow-right",
    CommandId.FORWARD: "arrow-right",
    CommandId.BACK: "undo-2",
    CommandId.SIDEBAR: "panel-left",
    CommandId.TEXT_LIVE: "pencil-line",
    CommandId.TEXT_RAW: "code-xml",
    CommandId.TEXT_READING: "eye",
    CommandId.THEME_LIGHT: "sun",
    CommandId.THEME_DARK: "moon",
    CommandId.THEME_SYSTEM: "monitor",
    CommandId.QUIT: "x",
    CommandId.HOME: "house",
    CommandId.REVIEW: "inbox",
    CommandId.SETTINGS: "settings",
    CommandId.TAG: "tag",
    CommandId.INSPECTOR: "info",
    CommandId.HISTORY: "history",
    CommandId.LINKS: "link",
    CommandId.LINK: "link",
    CommandId.FOLLOW_LINK: "external-link",
    CommandId.TEMPLATE: "copy-plus",
    CommandId.TODAY: "calendar",
    CommandId.FIND: "text-search",
    CommandId.REPLACE: "text-search",
    CommandId.PREVIOUS_NOTE: "undo-2",
}


def symbol_of(row: Row) -> str:
    """Return the name of a row's icon."""
    match row:
        case CommandRow():
            return _ICONS.get(row.command, "command")
        case NewRow():
            return "plus"
        case _:
            return "file-text"
